//! The linear program of a stage of the [tree](super::tree): the options and items that may matter, and cliques.

use super::SCALE;
use super::cliques;
use super::columns::Sense;
use super::partition::Partition;
use super::prices::scaled;
use super::reduction::reduce;
use super::simplex::{Simplex, Step};

/// The net cost of an option that may not be chosen.
pub(super) const OUT: i128 = i128::MAX / 4;
/// How far along a ray prices are tried, in multiples of what should be enough.
const ALONG: [f64; 4] = [1.5, 16.0, 1024.0, 1_048_576.0];

/// A linear program at a basis. Its rows are those of items and then one for each clique.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) simplex: Simplex,
    /// The numbers of its options and rows in the problem.
    pub(super) options: Vec<u32>,
    pub(super) rows: Vec<u32>,
    /// By the numbers of options in the problem.
    cliques: Vec<Vec<u32>>,
    costs: Vec<i128>,
    /// What an option costs beyond its prices, in units of [`SCALE`], when the bound was last asked for.
    pub(super) net: Vec<i128>,
    /// The looks at options.
    pub(super) looks: u64,
}

impl Stage {
    /// All of a problem.
    pub(super) fn new(partition: &Partition, simplex: Simplex) -> Stage {
        let costs = partition.costs.clone();
        let net = (0..costs.len() as u32).map(|one| if simplex.is_removed(one) { OUT } else { 0 }).collect();
        Stage {
            simplex,
            options: (0..costs.len() as u32).collect(),
            rows: (0..partition.row_count as u32).collect(),
            cliques: vec![],
            costs,
            net,
            looks: 0,
        }
    }

    /// A linear program of these options alone, as far as some cheapest cover among them needs them; with cliques that are
    /// new, and without those that do not bind. It begins with the basis of this one: basic options that are not
    /// among them stay until they have left it.
    pub(super) fn renewed(&self, partition: &Partition, mut is_left: Vec<bool>, new: Vec<Vec<u32>>) -> Stage {
        let (rows, looks) = reduce(partition, &mut is_left);
        let mut is_basic = vec![false; is_left.len()];
        let basic = self.simplex.basic_options();
        basic.for_each(|option| is_basic[self.options[option as usize] as usize] = true);
        let (mut place, mut slacks) = (vec![None; partition.row_count], vec![]);
        rows.iter().zip(0..).for_each(|(&row, at)| place[row as usize] = Some(at));
        let mut is_loose = vec![false; self.cliques.len()];
        for row in self.simplex.basic_slacks() {
            match self.rows.get(row as usize) {
                Some(&row) => slacks.extend(place[row as usize]),
                None => is_loose[row as usize - self.rows.len()] = true,
            }
        }
        let bound = self.cliques.iter().zip(is_loose).filter(|one| !one.1).map(|one| one.0.clone());
        let mut cliques: Vec<Vec<u32>> = bound.collect();
        slacks.extend((rows.len() + cliques.len()..).take(new.len()).map(|row| row as u32));
        cliques.extend(new);
        let mut cliques_of = vec![vec![]; is_left.len()];
        for (row, clique) in (rows.len() as u32..).zip(&cliques) {
            for &option in clique {
                cliques_of[option as usize].push(row);
            }
        }
        let options: Vec<u32> = (0..is_left.len() as u32)
            .filter(|&one| is_left[one as usize] || is_basic[one as usize])
            .collect();
        let (mut entries, mut firsts) = (vec![], vec![0]);
        for &option in &options {
            entries.extend(partition.rows_of(option).iter().filter_map(|&row| place[row as usize]));
            entries.extend(&cliques_of[option as usize]);
            firsts.push(entries.len() as u32);
        }
        let mut senses = vec![(Sense::Equal, 1.0); rows.len()];
        senses.resize(rows.len() + cliques.len(), (Sense::AtMost, 1.0));
        let costs: Vec<i128> = options.iter().map(|&option| partition.costs[option as usize]).collect();
        let floats: Vec<f64> = costs.iter().map(|&cost| cost as f64).collect();
        let mut simplex = Simplex::new(senses, entries, firsts, &floats);
        let mut basis = vec![];
        for (at, &option) in (0..).zip(&options) {
            if !is_left[option as usize] {
                simplex.set_removed(at, true);
            }
            if is_basic[option as usize] {
                basis.push(at);
            }
        }
        simplex.start(&basis, &slacks);
        let net = options.iter().map(|&option| if is_left[option as usize] { 0 } else { OUT }).collect();
        Stage { simplex, options, rows, cliques, costs, net, looks }
    }

    /// The bound that the prices prove, this far along the ray, in units of [`SCALE`], and the net costs.
    ///
    /// A cover has one option of each item and at most one of each clique. So it costs what its options cost beyond
    /// their prices, and the prices of all items, and of the cliques that it meets; and if the price of no clique is
    /// above 0, at least the prices of all. Linear in the entries.
    pub(super) fn bound(&mut self, along: f64) -> i128 {
        let simplex = &self.simplex;
        let mut prices: Vec<i128> = simplex.prices().iter().map(|&price| scaled(price)).collect();
        if along > 0.0 {
            let rays = simplex.prices().iter().zip(simplex.ray()).map(|(price, ray)| price + along * ray);
            prices = rays.map(scaled).collect();
        }
        prices[self.rows.len()..].iter_mut().for_each(|price| *price = (*price).min(0));
        let mut bound: i128 = prices.iter().sum();
        for (option, (net, cost)) in self.net.iter_mut().zip(&self.costs).enumerate() {
            if !simplex.is_removed(option as u32) {
                let rows = simplex.rows_of(option as u32).iter();
                *net = cost * SCALE - rows.map(|&row| prices[row as usize]).sum::<i128>();
                bound += (*net).min(0);
            }
        }
        self.looks += simplex.entry_count() as u64;
        bound
    }

    /// The bound where this step ended; if prices may be raised without end, where it exceeds this much.
    pub(super) fn bound_at(&mut self, step: Step, most: i128) -> i128 {
        let mut bound = self.bound(0.0);
        let lacks = ((most - bound).max(0) as f64 / SCALE as f64) + 1.0;
        for times in ALONG {
            if step == Step::Infeasible && bound <= most {
                bound = self.bound(times * lacks);
            }
        }
        bound
    }

    /// Cliques that the options chosen in part violate, with more of the options that are left whose net cost is at
    /// most this, the cheapest first.
    pub(super) fn violated_cliques(&mut self, partition: &Partition, most: i128) -> Vec<Vec<u32>> {
        let chosen = self.simplex.chosen().map(|(option, value)| (self.options[option as usize], value));
        let chosen: Vec<(u32, f64)> = chosen.filter(|one| one.1 < 1.0 - 1e-5).collect();
        let is_left = |&one: &usize| !self.simplex.is_removed(one as u32) && self.net[one] <= most;
        let mut left: Vec<usize> = (0..self.options.len()).filter(is_left).collect();
        left.sort_by_key(|&option| (self.net[option], option));
        let left: Vec<u32> = left.into_iter().map(|option| self.options[option]).collect();
        self.looks += 64 * chosen.len().pow(2) as u64;
        let violated = cliques::violated(partition, chosen).into_iter();
        violated.map(|clique| cliques::lifted(partition, clique, &left)).collect()
    }

    /// The options with one of two rows, if they are to be covered together, or else with both.
    pub(super) fn against(&self, (one, other): (u32, u32), is_together: bool) -> Vec<u32> {
        let is_against = |&option: &u32| {
            let rows = self.simplex.rows_of(option);
            let has = (rows.contains(&one), rows.contains(&other));
            if is_together { has.0 != has.1 } else { has == (true, true) }
        };
        let left = (0..self.options.len() as u32).filter(|&option| !self.simplex.is_removed(option));
        left.filter(is_against).collect()
    }
}
