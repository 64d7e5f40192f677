//! Sets of options any two of which share an item: no cover has more than one of a *clique*.
//!
//! The options of an item are one. Others cut off points of the relaxation that options of items do not, as three
//! options that meet in pairs at three items and are chosen by halves (M. Padberg, *On the facial structure of
//! set packing polyhedra*, 1973).

use std::collections::BTreeSet;

use super::partition::Partition;

/// A clique is violated if its options are chosen by this more than 1 in sum.
const VIOLATED: f64 = 0.02;
/// Of two cliques that share more than this part of the smaller one, the one that is violated more is taken.
const SHARED: f64 = 0.6;
/// At most this part of the number of rows is taken.
const MOST: f64 = 0.3;

/// Cliques that are violated by the options that are chosen in part, each with how much of it: those that are violated
/// most first. They grow from each two options that meet, by the others in the order of what is chosen of them.
pub(super) fn violated(partition: &Partition, mut chosen: Vec<(u32, f64)>) -> Vec<Vec<u32>> {
    chosen.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let mut found = BTreeSet::new();
    let mut meeting: Vec<(u32, f64)> = vec![];
    for (place, &(first, value)) in chosen.iter().enumerate() {
        meeting.clear();
        let others = chosen.iter().filter(|one| one.0 != first && partition.do_meet(first, one.0));
        meeting.extend(others);
        for &(second, other_value) in &meeting {
            if chosen[..place].iter().any(|one| one.0 == second) {
                continue;
            }
            let (mut clique, mut sum) = (vec![first, second], value + other_value);
            for &(option, value) in &meeting {
                if clique[1..].iter().all(|&one| one != option && partition.do_meet(one, option)) {
                    clique.push(option);
                    sum += value;
                }
            }
            if sum > 1.0 + VIOLATED {
                clique.sort_unstable();
                // Sums are compared in whole parts of a million.
                found.insert((std::cmp::Reverse((sum * 1e6) as u64), clique));
            }
        }
    }
    let most = (MOST * partition.row_count as f64).ceil() as usize;
    let mut taken: Vec<Vec<u32>> = vec![];
    for (_, clique) in found {
        let is_near = |other: &Vec<u32>| {
            let common = other.iter().filter(|one| clique.contains(one)).count();
            common as f64 > SHARED * clique.len().min(other.len()) as f64
        };
        if taken.len() < most && !taken.iter().any(is_near) {
            taken.push(clique);
        }
    }
    taken
}

/// A clique with as many more of these options as it can have, in their order.
pub(super) fn lifted(partition: &Partition, mut clique: Vec<u32>, others: &[u32]) -> Vec<u32> {
    for &option in others {
        if clique.iter().all(|&one| one != option && partition.do_meet(one, option)) {
            clique.push(option);
        }
    }
    clique.sort_unstable();
    debug_assert!(clique.iter().enumerate().all(|(place, &one)| {
        clique[..place].iter().all(|&other| other != one && partition.do_meet(one, other))
    }));
    clique
}
