//! Fronts of two costs: what no other choice is at least as good as in both.

/// Two costs; low is better.
pub(crate) type Costs = [i128; 2];

/// The points that no other point is at least as good as in both costs: by ascending first cost, and so by
/// descending second one. Of equal points, the first is kept. Takes n log n comparisons.
pub(crate) fn front<T>(mut points: Vec<(Costs, T)>) -> Vec<(Costs, T)> {
    points.sort_by_key(|&(costs, _)| costs);
    let mut least = None;
    points.retain(|&([_, second], _)| {
        let is_better = least.is_none_or(|least| second < least);
        if is_better {
            least = Some(second);
        }
        is_better
    });
    points
}

/// The sum of both costs.
pub(crate) fn plus([first, second]: Costs, other: Costs) -> Costs {
    [first + other[0], second + other[1]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn a_front_has_what_nothing_dominates() {
        let mut random = SplitMix64::new(3);
        for _ in 0..300 {
            let points: Vec<(Costs, usize)> = (0..random.place(30))
                .map(|place| ([random.place(9) as i128 - 4, random.place(9) as i128 - 4], place))
                .collect();
            let is_beaten = |&(costs, place): &(Costs, usize)| {
                points.iter().any(|&(other, before)| {
                    other[0] <= costs[0] && other[1] <= costs[1] && (other != costs || before < place)
                })
            };
            let mut expected: Vec<_> = points.iter().filter(|point| !is_beaten(point)).copied().collect();
            expected.sort_unstable();
            assert_eq!(front(points.clone()), expected);
        }
    }
}
