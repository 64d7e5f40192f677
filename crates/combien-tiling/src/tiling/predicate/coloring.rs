//! Is a number of colors enough for the vertices of a graph? Exact, within a number of steps.

const NONE: usize = usize::MAX;

/// Can the vertices have this number of colors so that neighbours differ? Returns `None` if the steps were
/// not enough to know. `beside` are the neighbours of each vertex, each once.
pub(super) fn is_colorable(beside: &[Vec<usize>], colors: u32, most_steps: u64) -> Option<bool> {
    let colors = usize::try_from(colors).unwrap_or(usize::MAX);
    let mut steps = most_steps;
    for part in parts(beside, &core(beside, colors)) {
        if !Coloring::new(beside, &part, colors).search(&mut steps)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Without the vertices that can be colored last because they have fewer neighbours than there are colors,
/// again and again.
fn core(beside: &[Vec<usize>], colors: usize) -> Vec<bool> {
    let mut degree: Vec<usize> = beside.iter().map(Vec::len).collect();
    let mut stays = vec![true; beside.len()];
    let mut open: Vec<usize> = (0..beside.len()).filter(|&vertex| degree[vertex] < colors).collect();
    for &vertex in &open {
        stays[vertex] = false;
    }
    while let Some(vertex) = open.pop() {
        for &near in &beside[vertex] {
            degree[near] -= 1;
            if stays[near] && degree[near] < colors {
                stays[near] = false;
                open.push(near);
            }
        }
    }
    stays
}

/// The connected parts of the vertices that stay.
fn parts(beside: &[Vec<usize>], stays: &[bool]) -> Vec<Vec<usize>> {
    let mut seen: Vec<bool> = stays.iter().map(|stays| !stays).collect();
    let mut parts = vec![];
    for start in 0..beside.len() {
        if seen[start] {
            continue;
        }
        let (mut part, mut at) = (vec![start], 0);
        seen[start] = true;
        while let Some(&vertex) = part.get(at) {
            for &near in &beside[vertex] {
                if !std::mem::replace(&mut seen[near], true) {
                    part.push(near);
                }
            }
            at += 1;
        }
        parts.push(part);
    }
    parts
}

/// Backtracking that colors the vertex next whose neighbours have the most colors (Brélaz, New methods to
/// color the vertices of a graph, 1979). Of the colors that are not used yet only the first is tried.
struct Coloring<'a> {
    beside: &'a [Vec<usize>],
    part: &'a [usize],
    colors: usize,
    /// The place of each vertex in the part; `NONE` outside.
    place: Vec<usize>,
    /// By place in the part.
    color: Vec<usize>,
    /// For each place and color, how many neighbours have it.
    used: Vec<u32>,
    /// For each place, how many colors its neighbours have.
    saturation: Vec<usize>,
}

impl<'a> Coloring<'a> {
    fn new(beside: &'a [Vec<usize>], part: &'a [usize], colors: usize) -> Coloring<'a> {
        let mut place = vec![NONE; beside.len()];
        for (at, &vertex) in part.iter().enumerate() {
            place[vertex] = at;
        }
        // Each vertex of the part has as many neighbours as there are colors, so this is no larger than the
        // graph.
        let used = vec![0; part.len() * colors];
        Coloring {
            beside,
            part,
            colors,
            place,
            color: vec![NONE; part.len()],
            used,
            saturation: vec![0; part.len()],
        }
    }

    fn search(&mut self, steps: &mut u64) -> Option<bool> {
        // The vertex, the first color that was not tried, and how many colors the vertices before use.
        let mut path = vec![(self.next(), 0, 0)];
        while let Some((at, from, top)) = path.pop() {
            *steps = steps.checked_sub(self.part.len() as u64)?;
            if self.color[at] != NONE {
                self.uncolor(at);
            }
            let free =
                (from..self.colors.min(top + 1)).find(|&color| self.used[at * self.colors + color] == 0);
            let Some(color) = free else { continue };
            self.set(at, color);
            path.push((at, color + 1, top));
            if path.len() == self.part.len() {
                return Some(true);
            }
            path.push((self.next(), 0, top.max(color + 1)));
        }
        Some(false)
    }

    /// The vertex to be colored next.
    fn next(&self) -> usize {
        let free = (0..self.part.len()).filter(|&at| self.color[at] == NONE);
        let urgency = |&at: &usize| (self.saturation[at], self.beside[self.part[at]].len());
        free.max_by_key(urgency).unwrap_or_else(|| unreachable!("some vertex has no color"))
    }

    fn set(&mut self, at: usize, color: usize) {
        self.color[at] = color;
        for &near in &self.beside[self.part[at]] {
            if self.place[near] != NONE {
                let used = &mut self.used[self.place[near] * self.colors + color];
                *used += 1;
                self.saturation[self.place[near]] += usize::from(*used == 1);
            }
        }
    }

    /// Undoes `set`. The order does not matter, because both only count.
    fn uncolor(&mut self, at: usize) {
        let color = std::mem::replace(&mut self.color[at], NONE);
        for &near in &self.beside[self.part[at]] {
            if self.place[near] != NONE {
                let used = &mut self.used[self.place[near] * self.colors + color];
                *used -= 1;
                self.saturation[self.place[near]] -= usize::from(*used == 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::random::SplitMix64;

    /// All ways to color, one after the other.
    fn by_force(beside: &[Vec<usize>], colors: usize, chosen: &mut Vec<usize>) -> bool {
        let vertex = chosen.len();
        vertex == beside.len()
            || (0..colors).any(|color| {
                let fits = beside[vertex].iter().all(|&near| chosen.get(near) != Some(&color));
                chosen.push(color);
                let found = fits && by_force(beside, colors, chosen);
                chosen.pop();
                found
            })
    }

    #[test]
    fn random_graphs_need_the_colors_that_all_ways_show() {
        let mut random = SplitMix64::new(11);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..400 {
            let (size, density) = (1 + random.place(8), 1 + random.place(9));
            let mut beside = vec![vec![]; size];
            for one in 0..size {
                for other in 0..one {
                    if random.place(10) < density {
                        beside[one].push(other);
                        beside[other].push(one);
                    }
                }
            }
            for colors in 0..6 {
                let expected = by_force(&beside, colors, &mut vec![]);
                assert_eq!(
                    is_colorable(&beside, colors as u32, 1 << 20),
                    Some(expected),
                    "{beside:?} {colors}"
                );
                *if expected { &mut yes } else { &mut no } += 1;
            }
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }

    /// A wheel with an odd rim needs four colors; the steps end before that is known.
    #[test]
    fn too_few_steps_are_no_answer() {
        let mut wheel: Vec<Vec<usize>> = (0..5).map(|at| vec![(at + 1) % 5, (at + 4) % 5, 5]).collect();
        wheel.push((0..5).collect());
        assert_eq!(is_colorable(&wheel, 3, 1000), Some(false));
        assert_eq!(is_colorable(&wheel, 4, 0), Some(true));
        assert_eq!(is_colorable(&wheel, u32::MAX, 0), Some(true));
        assert_eq!(is_colorable(&wheel, 3, 20), None);
    }
}
