//! Local search: an order is made better by moving short blocks of it.

use super::Cost;
use super::cost::Pricer;
use crate::problem::ItemId;

/// Moves blocks to other places as long as the cost does not rise, and prices so many orders.
///
/// Moves that cost the same are taken: they walk along the plateaus that many small boards are. Simulated annealing was
/// tried too: in as many tries it loses by up to three times the cost; in fifty times as many, one to three seconds for
/// pentominoes, it gains a third at best.
pub(super) fn improve(pricer: &mut Pricer<'_>, mut order: Vec<ItemId>, tries: u64) -> (Cost, Vec<ItemId>) {
    let mut cost = pricer.cost(&order);
    let mut random = XorShift(0x2545_F491_4F6C_DD1D);
    for _ in 0..tries {
        let (from, len, to) = a_move(order.len(), &mut random);
        move_block(&mut order, from, len, to);
        let moved = pricer.cost(&order);
        if moved <= cost {
            cost = moved;
        } else {
            move_block(&mut order, to, len, from);
        }
    }
    (cost, order)
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

/// Takes `len` items out at `from` and puts them in at `to` of the rest. Undone by the move from `to` to `from`.
fn move_block(order: &mut [ItemId], from: usize, len: usize, to: usize) {
    if from <= to {
        order[from..to + len].rotate_left(len);
    } else {
        order[to..from + len].rotate_right(len);
    }
}

/// Marsaglia's generator: the orders need to be tried in some way that is the same each time, no more.
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
        let (cost, order) = improve(&mut pricer, order, 4000);
        assert_eq!((cost.states, pricer.cost(&order)), (12, cost), "one state a step");
    }
}
