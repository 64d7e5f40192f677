//! The state of a search over masks: its path, the options on it, and the remaining branches.
//!
//! Nothing here is done at every node: names are needed at solutions, and branches when a search is split.

use super::{BATCH, Frame, Masks};
use crate::names::{Passes, Stop};

impl Masks {
    /// The nodes whose children are being tried.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The children of the deepest of them.
    pub fn children(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.children.len)
    }

    /// Goes on with a certain one of them.
    pub fn turn(&mut self, child: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = child;
            if child >= frame.checked {
                // Its batch has not been tested: a dead end is noticed as soon as it is entered.
                (frame.checked, frame.alive) = (frame.children.len.min(child / BATCH * BATCH + BATCH), !0);
            }
        }
    }

    /// The options taken so far, by their places among all options: at a solution, all of it.
    pub fn chosen(&mut self) -> Vec<usize> {
        let stops = self.frames.iter().filter(|frame| frame.next > 0).map(|frame| self.stop(frame));
        let stops: Vec<Stop> = stops.collect();
        let forced = &self.forced[..self.forced_end];
        let passes = Passes { begins: &self.passes, kept: &self.kept, lanes: self.lanes, forced };
        let mut chosen = self.names.along(self.root.len, stops.into_iter(), passes);
        chosen.extend_from_slice(&self.taken);
        chosen
    }

    /// A node on the path, with the child that was tried last; if none was, with the first.
    fn stop(&self, frame: &Frame) -> Stop {
        let Frame { passes, forced, next: child, .. } = *frame;
        let option = self.having_item(frame).nth(child.saturating_sub(1));
        Stop { passes, forced, child, option: option.expect("a child is an option that has the item") }
    }

    /// The options that have the item that branches, by their places in the list of their node.
    fn having_item(&self, frame: &Frame) -> impl Iterator<Item = usize> {
        let Frame { list, item: (word, bit), .. } = *frame;
        let row = list.at + word * list.stride;
        (0..list.len).filter(move |&index| self.words[row + index] & bit != 0)
    }

    /// The remaining search, in its order: for each node whose children are being tried, the deepest first,
    /// the children that have not been; each with the options taken beforehand and on its way, by their
    /// places among all options, and with its part of the tree.
    pub fn rest(&mut self) -> Vec<(Vec<usize>, f64)> {
        if self.is_new {
            return vec![(self.taken.clone(), 1.0)];
        }
        let stops: Vec<Stop> = self.frames.iter().map(|frame| self.stop(frame)).collect();
        let forced = &self.forced[..self.forced_end];
        let passes = Passes { begins: &self.passes, kept: &self.kept, lanes: self.lanes, forced };
        self.names.along(self.root.len, stops.into_iter(), passes);
        let mut share = 1.0;
        let mut taken = self.taken.clone();
        let mut rest = vec![];
        for (frame, named) in self.frames.iter().zip(self.names.path()) {
            share /= frame.children.len as f64;
            taken.extend(named.forced());
            let names = self.having_item(frame).skip(frame.next).map(|index| named.name(index));
            let branches = names.map(|name| (taken.iter().copied().chain([name]).collect(), share));
            rest.push(branches.collect::<Vec<_>>());
            taken.push(named.option());
        }
        rest.into_iter().rev().flatten().collect()
    }

    /// The part of the tree below the last child that was entered.
    pub fn share(&self) -> f64 {
        self.frames.iter().fold(1.0, |share, frame| share / frame.children.len as f64)
    }

    /// The finished part of the tree, if the branches of each node are assumed to be equally large. The last
    /// tried child is finished as well, unless it was handed over.
    ///
    /// From the bottom up: so no rounding makes a part larger than the whole, and the fraction never
    /// decreases.
    pub fn fraction_done(&self, is_child_done: bool) -> f64 {
        if self.is_new {
            return 0.0;
        }
        let Some((top, path)) = self.frames.split_last() else { return 1.0 };
        let behind = top.next - usize::from(!is_child_done);
        let part = behind as f64 / top.children.len.max(1) as f64;
        path.iter()
            .rev()
            .fold(part, |part, frame| ((frame.next - 1) as f64 + part) / frame.children.len as f64)
    }
}
