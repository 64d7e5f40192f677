//! The turn of branch and bound with the relaxation at each node.

use super::Ranking;
use super::turns::{Beside, IN_TURNS, Ranker, turn};
use crate::budget::{Pause, Reason};
use crate::engine::Task;
use crate::engine::cells::best::Tree;
use crate::solve::engine::Engine;
use crate::solve::guard::Guard;
use crate::solve::report::Report;
use crate::solve::worker::Worker;

/// What the search spends before the tree begins: some hundred milliseconds.
const FIRST_TURN: u64 = 1 << 25;
/// What an update of the tree costs, in units of the search: nine nanoseconds where there are many items, twenty
/// where there are many options.
const PRICE: u64 = 2;
/// When the search has spent this much, two seconds, the tree may spend six times as much: what the others have not
/// done by then they rarely do, and it is the tree that ends large partitions.
const LATE: u64 = 1 << 28;
const LATE_SHARE: u64 = 6;

impl Worker for Tree {}

impl Ranker<'_> {
    /// The turn of the tree. Returns the ranking if all is done.
    pub(super) fn grow(
        &mut self,
        beside: &mut Beside<'_>,
        bound: u64,
        guard: &mut Guard<'_>,
    ) -> Option<Report<Ranking>> {
        if beside.tree.is_none() && bound >= FIRST_TURN {
            beside.tree = self.search.tree();
        }
        guard.take_turns(self.search.work().nodes + beside.nodes());
        let mut tree = beside.tree.take()?;
        if let Some(highest) = self.search.allowed() {
            tree.allow(highest);
        }
        let most = if bound >= LATE { LATE_SHARE * bound } else { bound };
        let ended = turn(&mut tree, |tree| PRICE * tree.work().updates, most, guard);
        let proved = tree.proved();
        self.learn(&mut tree.covers, Some(proved));
        let why = match ended {
            Ok(Pause::End) => "branch and bound with the relaxation at each node was done first",
            Ok(_) => {
                beside.tree = Some(tree);
                return None;
            }
            // What it has found is kept, and it goes no further.
            Err(Reason::Memory(_) | Reason::Nodes(_)) => return None,
            Err(_) => IN_TURNS,
        };
        self.adopt(beside.list.take());
        Some(self.report_of(Engine::Cells, tree.work(), why, ended, guard))
    }
}
