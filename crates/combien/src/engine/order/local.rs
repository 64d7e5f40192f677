//! Local search: improves an order by moving short blocks of it.

use super::Cost;
use crate::problem::ItemId;

/// Moves blocks to other places as long as the cost does not rise, and prices an order for each try.
///
/// Moves that cost the same are taken: they walk along the plateaus that many small boards are. Simulated
/// annealing was tried too: with the same number of tries its orders cost up to three times as much; with
/// fifty times as many, one to three seconds for pentominoes, it gains a third at best.
pub(super) struct Improving {
    order: Vec<ItemId>,
    cost: Cost,
    random: XorShift,
}

impl Improving {
    /// From an order with this cost.
    pub(super) fn new(order: Vec<ItemId>, cost: Cost) -> Improving {
        Improving { order, cost, random: XorShift(0x2545_F491_4F6C_DD1D) }
    }

    /// One try, with the price of any order.
    pub(super) fn step(&mut self, price: impl FnOnce(&[ItemId]) -> Cost) {
        let (from, len, to) = a_move(self.order.len(), &mut self.random);
        move_block(&mut self.order, from, len, to);
        let moved = price(&self.order);
        if moved <= self.cost {
            self.cost = moved;
        } else {
            move_block(&mut self.order, to, len, from);
        }
    }

    /// The resulting order, and its cost.
    pub(super) fn finish(self) -> (Cost, Vec<ItemId>) {
        (self.cost, self.order)
    }
}

/// A block of at most six items, and where it goes: near most of the time.
fn a_move(items: usize, random: &mut XorShift) -> (usize, usize, usize) {
    let len = 1 + random.below(6.min(items));
    let places = items - len + 1;
    let from = random.below(places);
    let to = match random.below(3) {
        0 => random.below(places),
        _ => (from + random.below(9)).saturating_sub(4).min(places - 1),
    };
    (from, len, to)
}

/// Takes `len` items out at `from` and puts them in at `to` of the rest. Undone by the move from `to` to
/// `from`.
fn move_block(order: &mut [ItemId], from: usize, len: usize, to: usize) {
    if from <= to {
        order[from..to + len].rotate_left(len);
    } else {
        order[to..from + len].rotate_right(len);
    }
}

/// Marsaglia's generator: the only requirement is that the orders are tried in the same way each time.
struct XorShift(u64);

impl XorShift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

#[cfg(test)]
mod tests {
    use super::super::pricer::Pricer;
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn a_move_back_undoes_a_move() {
        let problem = parse("t", "a b c d e f g h\na\n").unwrap().problem;
        let order: Vec<_> = problem.primary_items().collect();
        let mut random = XorShift(1);
        for _ in 0..1000 {
            let (from, len, to) = a_move(order.len(), &mut random);
            let mut moved = order.clone();
            move_block(&mut moved, from, len, to);
            assert_eq!(moved[to..to + len], order[from..from + len]);
            move_block(&mut moved, to, len, from);
            assert_eq!(moved, order);
        }
    }

    #[test]
    fn a_shuffled_path_is_unshuffled() {
        // Dominoes on a path of 12 cells, with the cells declared far from their neighbours.
        let pairs: Vec<_> = (0..11).map(|cell| format!("c{cell} c{}\n", cell + 1)).collect();
        let shuffled: Vec<_> = (0..12).map(|place| format!("c{}", place * 5 % 12)).collect();
        let problem = parse("t", &format!("{}\n{}", shuffled.join(" "), pairs.concat())).unwrap().problem;
        let order: Vec<_> = problem.primary_items().collect();
        let mut pricer = Pricer::new(&problem);
        assert!(pricer.cost(&order).states > 50);
        let mut improving = Improving::new(order.clone(), pricer.cost(&order));
        (0..4000).for_each(|_| improving.step(|order| pricer.cost(order)));
        let (cost, order) = improving.finish();
        assert_eq!((cost.states, pricer.cost(&order)), (12, cost), "one state a step");
    }
}
