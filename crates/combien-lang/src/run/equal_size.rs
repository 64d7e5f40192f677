//! The search `equal_size`, which is no engine.

use combien::Count;
use combien::budget::{Pause, Reason};
use combien::check::check;
use combien::solve::Outcome;
use combien_tiling::Encoding;
use combien_tiling::equal_size::EqualSize;

use super::{Failed, NamedProblem, Run, deliver::Delivery};

/// The number of nodes between two checks whether to continue.
const SLICE: u64 = 1 << 12;

impl Run<'_> {
    /// Searches piece by piece, and shows each tiling if there is an output. Returns their number.
    pub(crate) fn equal_size(
        &mut self,
        named: &NamedProblem,
        encoding: &Encoding,
        mut delivery: Option<(&mut Delivery, Option<u64>)>,
    ) -> Result<Outcome<Count>, Failed> {
        let budget = self.host.budget();
        let mut search = EqualSize::new(&named.tiling, encoding);
        let mut found = 0u64;
        let reason = loop {
            if let Err(reason) = budget.check() {
                break Some(reason);
            }
            let most = budget.nodes.unwrap_or(u64::MAX);
            match search.run(most.min(search.nodes().saturating_add(SLICE))) {
                Pause::End => break None,
                Pause::Bound if search.nodes() >= most => break Some(Reason::Nodes(most)),
                Pause::Bound | Pause::Memory => {}
                Pause::Solution => {
                    found += 1;
                    let solution = search.solution();
                    if let Err(violations) = check(&encoding.problem, solution.options()) {
                        unreachable!("equal_size found no tiling: {}", violations[0]);
                    }
                    if let Some((delivery, most)) = &mut delivery {
                        self.deliver(delivery, &solution)?;
                        if most.is_some_and(|most| found >= most) {
                            break None;
                        }
                    }
                }
            }
        };
        Ok(match reason {
            None => Outcome::Answer(Count::from(found)),
            Some(reason) => Outcome::Stopped { certain: Count::from(found), reason },
        })
    }

    pub(super) fn list_equal_size(
        &mut self,
        delivery: &mut Delivery,
        most: Option<u64>,
    ) -> Result<Option<Reason>, Failed> {
        let (named, encoding) = delivery.about();
        Ok(match self.equal_size(named, encoding, Some((delivery, most)))? {
            Outcome::Answer(_) => None,
            Outcome::Stopped { reason, .. } => Some(reason),
        })
    }
}
