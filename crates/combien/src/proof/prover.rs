//! Writes the body of a certificate: a search that visits each state once, and records what each leads to.
//!
//! **Invariants.** `layers` holds the states that were reached and have no line yet, by rank, and `layer`
//! those of the least rank that still wait. A child has a greater rank than its parent, so no state is
//! reached again after its line.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::{iter, vec};

use super::model::{Fitting, Model, State, all_in};
use crate::budget::{Effort, Reason};
use crate::count::Count;

/// A cover, among children.
const COVER: u32 = 0;
/// What has no cover, among children.
const DEAD: u32 = u32::MAX;

/// Which item is branched on.
#[derive(Debug)]
pub(super) enum Branching {
    /// The first open item. `order` has the primary items. `alive` has, for each place in the order, the
    /// items that matter while only the items from that place on are open: other items have no option
    /// that fits. For the order of a tree, `parts` has the same for the items of the part that begins
    /// there, and where it ends; it is empty otherwise. A state of several parts is a product.
    Order { order: Vec<u32>, alive: Vec<State>, parts: Vec<(usize, State)> },
    /// The item with the fewest children. Items without a remaining option are dropped, and independent parts
    /// are separated.
    Smallest,
    /// The item with the fewest children among these only, which cannot be covered together; other items do
    /// not have to be covered.
    Within(Vec<bool>),
}

impl Branching {
    /// The first open item in this order. If it is that of a tree: where the items below each end.
    pub(super) fn along(model: &Model, order: Vec<u32>, ends: &[u32]) -> Branching {
        let mut place = vec![0; model.items as usize];
        order.iter().enumerate().for_each(|(at, &item)| place[item as usize] = at);
        let mut last = vec![None; model.items as usize];
        let mut parts: Vec<(usize, State)> = ends
            .iter()
            .zip(&order)
            .map(|(&end, &item)| (end as usize, model.mask(iter::once(item))))
            .collect();
        for option in all_in(&model.used) {
            let items = model.items_of(option);
            let decided =
                items.iter().filter(|&&item| item < model.primary).map(|&item| place[item as usize]).min();
            for &item in items {
                last[item as usize] = decided.max(last[item as usize]);
            }
            if let Some((_, part)) = decided.and_then(|decided| parts.get_mut(decided)) {
                join(part, &model.mask(items.iter().copied()));
            }
        }
        for place in (0..parts.len()).rev() {
            let mut below = place + 1;
            while below < parts[place].0 {
                let (above, rest) = parts.split_at_mut(below);
                join(&mut above[place].1, &rest[0].1);
                below = rest[0].0;
            }
        }
        // An item without options matters until its own turn: it may still have to be covered.
        for &item in &order {
            last[item as usize] = last[item as usize].max(Some(place[item as usize]));
        }
        let alive = (0..order.len()).map(|at| {
            model.mask((0..model.items).filter(|&item| last[item as usize].is_some_and(|last| last >= at)))
        });
        Branching::Order { alive: alive.collect(), order, parts }
    }

    /// Is this one of the items that must be covered?
    fn has(&self, item: u32) -> bool {
        match self {
            Branching::Within(within) => within[item as usize],
            Branching::Smallest | Branching::Order { .. } => true,
        }
    }
}

/// A state that has its line.
#[derive(Debug)]
struct Known {
    state: u32,
    first_child: usize,
    is_product: bool,
}

/// A proof that is being written.
#[derive(Debug)]
pub(super) struct Prover<'m> {
    model: &'m Model,
    branching: Branching,
    text: Vec<u8>,
    layers: BTreeMap<u64, HashMap<State, u32>>,
    layer: vec::IntoIter<(u32, State)>,
    met: u32,
    root: u32,
    known: Vec<Known>,
    children: Vec<u32>,
    /// For the current state, how many fitting options each item has.
    left: Vec<u32>,
    /// Items and words read, and bytes written.
    work: u64,
}

impl<'m> Prover<'m> {
    pub(super) fn new(model: &'m Model, branching: Branching) -> Prover<'m> {
        let mut prover = Prover {
            model,
            branching,
            text: b"states ".to_vec(),
            layers: BTreeMap::new(),
            layer: vec![].into_iter(),
            met: 0,
            root: COVER,
            known: vec![],
            children: vec![],
            left: vec![0; model.items as usize],
            work: 0,
        };
        prover.root = prover.child(model.first(), &model.used, &(0..model.items).collect::<Vec<_>>());
        prover.text.push(b'\n');
        prover
    }

    /// How many states have their line.
    pub(super) fn states(&self) -> u64 {
        self.known.len() as u64
    }

    /// How many states wait for their line.
    fn waiting(&self) -> usize {
        self.met as usize - self.known.len()
    }

    /// An estimate of the memory used.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of_val(&*self.model.mask(iter::empty())) + 64;
        self.text.capacity()
            + self.waiting() * state
            + 24 * self.known.capacity()
            + 4 * self.children.capacity()
    }

    /// The work done so far: items and words read, bytes written.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Writes lines up to this number of states in all, this amount of work in all, or this number of bytes.
    /// Returns whether it has finished.
    pub(super) fn run(
        &mut self,
        states: u64,
        work: u64,
        bytes: usize,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Reason> {
        let mut next_look = 0;
        while self.states() < states && self.work < work {
            let Some((number, state)) = self.next() else { return Ok(true) };
            let (before, written) = (self.work, self.text.len());
            self.line(number, &state);
            self.work += (self.text.len() - written) as u64;
            effort.spend((self.work - before) as usize)?;
            next_look += 1;
            if next_look % 64 == 0 && self.bytes() > bytes {
                return Err(Reason::Memory(bytes as u64));
            }
        }
        Ok(self.waiting() == 0)
    }

    fn next(&mut self) -> Option<(u32, State)> {
        loop {
            if let Some(next) = self.layer.next() {
                return Some(next);
            }
            let (_, layer) = self.layers.pop_first()?;
            let mut layer: Vec<_> = layer.into_iter().map(|(state, number)| (number, state)).collect();
            layer.sort_by_key(|&(number, _)| number);
            self.layer = layer.into_iter();
        }
    }

    /// Writes the line of a state.
    fn line(&mut self, number: u32, state: &State) {
        let (model, first_child) = (self.model, self.children.len());
        let mut parts = vec![];
        let mut fitting = Fitting::default();
        let (item, options) = match &self.branching {
            Branching::Order { order, parts: of_tree, .. } => {
                let open = order.iter().position(|&item| model.is_open(state, item));
                let place = open.expect("a state has an open item");
                let item = order[place];
                if of_tree.get(place).is_some_and(|&(end, _)| model.is_any_open(state, &order[end..])) {
                    fitting = model.used.clone();
                    model.keep_fitting(&mut fitting, state, 0..model.items);
                    parts = self.parts(state, &fitting);
                }
                (item, fitting_of(model, state, item))
            }
            Branching::Smallest | Branching::Within(_) => {
                fitting = model.used.clone();
                model.keep_fitting(&mut fitting, state, 0..model.items);
                model.count(&fitting, &mut self.left);
                if matches!(self.branching, Branching::Smallest) {
                    parts = self.parts(state, &fitting);
                }
                let item = self.smallest(state);
                (item, model.with_item(&fitting, item).collect())
            }
        };
        let is_product = parts.len() > 1;
        let what = if is_product { "*".to_owned() } else { (item + 1).to_string() };
        write!(self.text, "{number} {what}").expect("a vector takes all");
        self.known.push(Known { state: number, first_child, is_product });
        if is_product {
            for place in 0..parts.len() {
                let mut child = state.clone();
                let others = parts.iter().enumerate().filter(|&(other, _)| other != place);
                let others: Vec<u32> = others.flat_map(|(_, other)| other).copied().collect();
                for &item in &others {
                    model.clear(&mut child, item);
                }
                self.add_child(child, &fitting, &others);
            }
        } else {
            for option in options {
                let mut child = state.clone();
                model.take(&mut child, option);
                model.decide(&mut child, item, option + 1);
                self.add_child(child, &fitting, model.items_of(option));
            }
            if model.need(state, item) == 0 {
                let mut child = state.clone();
                model.clear(&mut child, item);
                self.add_child(child, &fitting, &[item]);
            }
        }
        self.text.push(b'\n');
    }

    fn add_child(&mut self, state: State, fitting: &Fitting, changed: &[u32]) {
        self.text.push(b' ');
        let child = self.child(state, fitting, changed);
        self.children.push(child);
    }

    /// Writes the result of a state that differs from its parent in the `changed` items; `fitting` are the
    /// options of the parent.
    fn child(&mut self, mut state: State, fitting: &Fitting, changed: &[u32]) -> u32 {
        let settled = match self.branching {
            Branching::Order { .. } => self.settle_in_order(&mut state),
            Branching::Smallest | Branching::Within(_) => self.settle_smallest(&mut state, fitting, changed),
        };
        if let Err(dead) = settled {
            write!(self.text, "!{}", dead + 1).expect("a vector takes all");
            return DEAD;
        }
        if !(0..self.model.primary).any(|item| self.model.is_open(&state, item)) {
            self.text.push(b'.');
            return COVER;
        }
        let next = self.met + 1;
        let number = *self.layers.entry(self.model.rank(&state)).or_default().entry(state).or_insert(next);
        if number == next {
            self.met = next;
            self.text.push(b'+');
        } else {
            write!(self.text, "{number}").expect("a vector takes all");
        }
        number
    }

    /// Takes forced options, and drops items that do not matter. The error is an item that cannot be covered.
    fn settle_in_order(&mut self, state: &mut State) -> Result<(), u32> {
        let Branching::Order { order, alive, parts } = &self.branching else {
            unreachable!("the caller has looked")
        };
        self.work += u64::from(self.model.primary);
        for (place, &item) in order.iter().enumerate() {
            if !self.model.is_open(state, item) {
                self.model.clear(state, item);
                continue;
            }
            let (fitting, need) = (fitting_of(self.model, state, item), self.model.need(state, item));
            match fitting[..] {
                [] if need == 0 => self.model.clear(state, item),
                _ if (fitting.len() as u64) < need => return Err(item),
                [only] if self.model.is_plain(item) => {
                    write!(self.text, "{},", item + 1).expect("a vector takes all");
                    self.model.take(state, only);
                }
                _ => {
                    let alive = match parts.get(place) {
                        Some((end, part)) if !self.model.is_any_open(state, &order[*end..]) => part,
                        _ => &alive[place],
                    };
                    state.iter_mut().zip(alive).for_each(|(word, alive)| *word &= alive);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Takes forced options, and drops items that do not matter, looking at all items at once. The error is
    /// an item that cannot be covered.
    fn settle_smallest(&mut self, state: &mut State, fitting: &Fitting, changed: &[u32]) -> Result<(), u32> {
        let model = self.model;
        let mut fitting = fitting.clone();
        model.keep_fitting(&mut fitting, state, changed.iter().copied());
        loop {
            model.count(&fitting, &mut self.left);
            self.work += u64::from(model.items) + fitting.len() as u64;
            let left = &self.left;
            let in_need = |&item: &u32| {
                self.branching.has(item) && u64::from(left[item as usize]) < model.need(state, item)
            };
            if let Some(dead) = (0..model.primary).find(in_need) {
                return Err(dead);
            }
            let is_forced = |&item: &u32| {
                self.branching.has(item)
                    && left[item as usize] == 1
                    && model.is_plain(item)
                    && model.is_open(state, item)
            };
            let Some(item) = (0..model.primary).find(is_forced) else { break };
            let only = model.with_item(&fitting, item).next().expect("one option was counted");
            write!(self.text, "{},", item + 1).expect("a vector takes all");
            model.take(state, only);
            model.keep_fitting(&mut fitting, state, model.items_of(only).iter().copied());
        }
        for item in (0..model.items).filter(|&item| self.left[item as usize] == 0) {
            if model.need(state, item) == 0 {
                model.clear(state, item);
            }
        }
        Ok(())
    }

    /// The open item with the fewest children, the first among equals.
    fn smallest(&self, state: &[u64]) -> u32 {
        let open = (0..self.model.primary)
            .filter(|&item| self.branching.has(item) && self.model.is_open(state, item));
        // If several options must be chosen, the first of them is not among the last.
        let children = |item: u32| u64::from(self.left[item as usize]) + 1 - self.model.need(state, item);
        open.min_by_key(|&item| children(item)).expect("a state has an open item")
    }

    /// The open items of each independent part, ordered by their first items.
    fn parts(&self, state: &[u64], fitting: &Fitting) -> Vec<Vec<u32>> {
        let model = self.model;
        let mut above: Vec<u32> = (0..model.items).collect();
        let is_settled = model.have_one_color(fitting);
        for option in all_in(fitting) {
            let mut items = model.items_of(option).iter().copied().filter(|&item| !is_settled[item as usize]);
            let Some(first) = items.next() else { continue };
            for item in items {
                let (one, two) = (top(&mut above, first), top(&mut above, item));
                above[one as usize] = two;
            }
        }
        let mut parts: Vec<(u32, Vec<u32>)> = vec![];
        for item in (0..model.primary).filter(|&item| model.is_open(state, item)) {
            let top = top(&mut above, item);
            match parts.iter_mut().find(|(other, _)| *other == top) {
                Some((_, part)) => part.push(item),
                None => parts.push((top, vec![item])),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// The number of covers; children come after their parents.
    pub(super) fn finish(self) -> (Vec<u8>, Count) {
        let mut numbers = vec![Count::ZERO; self.known.len() + 1];
        numbers[COVER as usize] = Count::ONE;
        let mut end = self.children.len();
        for known in self.known.iter().rev() {
            let children = &self.children[known.first_child..end];
            end = known.first_child;
            let mut number = if known.is_product { Count::ONE } else { Count::ZERO };
            for &child in children {
                let of_child = if child == DEAD { &Count::ZERO } else { &numbers[child as usize] };
                number = if known.is_product { &number * of_child } else { &number + of_child };
            }
            numbers[known.state as usize] = number;
        }
        let root = if self.root == DEAD { Count::ZERO } else { numbers[self.root as usize].clone() };
        (self.text, root)
    }
}

/// Adds the items of another mask.
fn join(mask: &mut State, other: &State) {
    mask.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// The options that fit and have this item.
fn fitting_of(model: &Model, state: &[u64], item: u32) -> Vec<u32> {
    model.options_of[item as usize].iter().copied().filter(|&option| model.fits(state, option)).collect()
}

/// The representative of the part of this item; paths are halved on the way.
fn top(above: &mut [u32], mut item: u32) -> u32 {
    while above[item as usize] != item {
        above[item as usize] = above[above[item as usize] as usize];
        item = above[item as usize];
    }
    item
}
