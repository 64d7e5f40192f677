//! Names of options: from positions in short lists back to indices among all options.
//!
//! A pass keeps one bit for each option that it looks at, and nothing else says which options a list holds:
//! most branches fail, and names are needed only at solutions. There each node on the path gets the names of
//! its list from those of its parent and the bits of the passes between. It keeps them until the path leaves
//! it, because the next solution usually shares most of the path.

/// The passes on the path, with the bits that they kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes<'a> {
    /// Where the bytes of each pass begin.
    pub(crate) begins: &'a [usize],
    /// For each vector, the lanes that were kept.
    pub(crate) kept: &'a [u8],
    /// Lanes of a vector.
    pub(crate) lanes: usize,
    /// The options that were forced: the passes before, and the place in the list after them.
    pub(crate) forced: &'a [(usize, usize)],
}

/// A node on the path: the passes and forced options before it; its child, from 1; the place of that child's
/// option in its list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) passes: usize,
    pub(crate) forced: usize,
    pub(crate) child: usize,
    pub(crate) option: usize,
}

/// A node on the path, with names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    child: usize,
    /// The names of its list.
    list: Vec<u32>,
    /// The options that were forced between the node above and this one.
    forced: Vec<u32>,
    /// The option of its child.
    option: u32,
}

impl Named {
    /// The name of the option at that place in its list.
    pub(crate) fn name(&self, place: usize) -> usize {
        self.list[place] as usize
    }

    /// The options that were forced between the node above and this one.
    pub(crate) fn forced(&self) -> impl Iterator<Item = usize> {
        self.forced.iter().map(|&name| name as usize)
    }

    /// The option of its child.
    pub(crate) fn option(&self) -> usize {
        self.option as usize
    }
}

/// The nodes on the path to the last solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    path: Vec<Named>,
}

impl Names {
    pub(crate) fn bytes(&self) -> usize {
        let names = self.path.iter().map(|named| named.list.capacity() + named.forced.capacity());
        names.sum::<usize>() * size_of::<u32>()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.path.clear();
    }

    /// The options on a path, by their places among all `options`, and then those that were forced below its
    /// last stop.
    pub(crate) fn along(
        &mut self,
        options: usize,
        stops: impl Iterator<Item = Stop>,
        passes: Passes<'_>,
    ) -> Vec<usize> {
        let (mut length, mut is_known) = (0, true);
        let (mut done, mut forced) = (0, 0);
        for stop in stops {
            if !is_known || length >= self.path.len() {
                self.path.truncate(length);
                let list = self.names_before(length, options);
                let (list, forced) =
                    passes.rename(list, done..stop.passes, &passes.forced[forced..stop.forced]);
                self.path.push(Named { list, forced, ..Named::default() });
            }
            let node = &mut self.path[length];
            is_known &= node.child == stop.child;
            (node.child, node.option) = (stop.child, node.list[stop.option]);
            (done, forced, length) = (stop.passes, stop.forced, length + 1);
        }
        self.path.truncate(length);
        let list = self.names_before(length, options);
        let (_, last) = passes.rename(list, done..passes.begins.len(), &passes.forced[forced..]);
        let on_path = self.path.iter().flat_map(|node| node.forced.iter().copied().chain([node.option]));
        on_path.chain(last).map(|name| name as usize).collect()
    }

    /// The nodes on the path that was followed last.
    pub(crate) fn path(&self) -> &[Named] {
        &self.path
    }

    /// The names of the list above a node of the path.
    fn names_before(&self, node: usize, options: usize) -> Vec<u32> {
        match node.checked_sub(1) {
            Some(above) => self.path[above].list.clone(),
            None => (0..options as u32).collect(),
        }
    }
}

impl Passes<'_> {
    /// Follows a list through some passes: its names then, and those of the options that were forced on the
    /// way.
    fn rename(
        &self,
        mut list: Vec<u32>,
        range: std::ops::Range<usize>,
        forced: &[(usize, usize)],
    ) -> (Vec<u32>, Vec<u32>) {
        let mut named = vec![];
        let mut forced = forced.iter().peekable();
        for pass in range.start..=range.end {
            while let Some(&(_, place)) = forced.next_if(|&&(before, _)| before == pass) {
                named.push(list[place]);
            }
            if pass < range.end {
                self.keep(&mut list, self.begins[pass]);
            }
        }
        (list, named)
    }

    /// Drops the names that the pass did not keep whose bytes begin there.
    fn keep(&self, list: &mut Vec<u32>, begin: usize) {
        let bytes = list.len().div_ceil(self.lanes);
        let mut len = 0;
        // Eight bytes at a time: a jump that depends on the names comes once for all their bits.
        for (eight, bytes) in self.kept[begin..begin + bytes].chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let mut bits = u64::from_le_bytes(word);
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                list[len] = list[(8 * eight + bit / 8) * self.lanes + bit % 8];
                len += 1;
            }
        }
        list.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten options. The first pass keeps the even ones, the second keeps options 0, 4 and 8 of these. Option
    /// 4 was forced between the passes, option 8 after them. The stop between the passes takes option 2,
    /// the second of its list.
    #[test]
    fn names_follow_the_passes_on_the_path() {
        for lanes in [1, 4, 8] {
            let pack = |kept: &[u8]| -> Vec<u8> {
                let byte = |chunk: &[u8]| (0..).zip(chunk).map(|(lane, bit)| bit << lane).sum();
                kept.chunks(lanes).map(byte).collect()
            };
            let first = pack(&[1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
            let second = pack(&[1, 0, 1, 0, 1]);
            let kept: Vec<u8> = first.iter().chain(&second).copied().collect();
            let (begins, forced) = ([0, first.len()], [(1, 2), (2, 2)]);
            let passes = Passes { begins: &begins, kept: &kept, lanes, forced: &forced };
            let stop = Stop { passes: 1, forced: 1, child: 1, option: 1 };
            let mut names = Names::default();
            assert_eq!(names.along(10, [stop].into_iter(), passes), [4, 2, 8]);
            // Asking for the same path again gives the same names; another child or a shorter path gives
            // others.
            assert_eq!(names.along(10, [stop].into_iter(), passes), [4, 2, 8]);
            let next = Stop { child: 2, option: 3, ..stop };
            assert_eq!(names.along(10, [next].into_iter(), passes), [4, 6, 8]);
            assert_eq!(names.along(10, [].into_iter(), passes), [4, 8]);
            names.clear();
            assert_eq!(names.along(10, [stop].into_iter(), passes), [4, 2, 8]);
        }
    }
}
