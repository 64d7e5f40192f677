//! The searches that find one solution after the other, in one guise.

use super::guard::{BETWEEN_LOOKS, Halt, Worker};
use super::race::Race;
use super::{Engine, Error};
use crate::engine::Work;
use crate::engine::fast::{self, Fast, Kernel};
use crate::engine::links::{self, Links};
use crate::problem::{Problem, Solution};

/// The stop flag is looked at after so many updates, if they are few nodes: some milliseconds.
const UPDATES_BETWEEN_LOOKS: u64 = 1 << 23;

/// A search, by either of the engines that enumerate.
pub(super) struct Enumeration<'p> {
    search: Search<'p>,
    /// Does it halt at each solution, or only count them?
    halts: bool,
    found: u64,
}

enum Search<'p> {
    Links(Box<Links>),
    Fast(Box<Fast<'p>>),
    Race(Box<Race<'p>>),
}

impl<'p> Enumeration<'p> {
    /// By dancing links.
    pub(super) fn links(problem: &Problem, halts: bool) -> Result<Enumeration<'p>, Error> {
        let search = Search::Links(Box::new(Links::new(problem)?));
        Ok(Enumeration { search, halts, found: 0 })
    }

    /// By the engine `fast`.
    pub(super) fn fast(problem: &'p Problem, kernel: Kernel, halts: bool) -> Result<Enumeration<'p>, Error> {
        let fast = Fast::with_kernel(problem, kernel).map_err(|_| Error::Unavailable { kernel })?;
        let too_large =
            |fast::TooLarge { nodes, limit }| Error::TooLarge { engine: Engine::Fast, nodes, limit };
        Ok(Enumeration { search: Search::Fast(Box::new(fast.map_err(too_large)?)), halts, found: 0 })
    }

    /// By the engine `fast`, for one solution only: with restarts from the beginning, if there is a seed, or else from
    /// where the search turns out to be long.
    pub(super) fn first(problem: &'p Problem, seed: Option<u64>) -> Result<Enumeration<'p>, Error> {
        let Ok(fast) = Fast::new(problem) else { return Enumeration::links(problem, true) };
        let search = Search::Race(Box::new(Race::new(problem, fast, seed)));
        Ok(Enumeration { search, halts: true, found: 0 })
    }

    pub(super) fn engine(&self) -> Engine {
        match self.search {
            Search::Links(_) => Engine::Links,
            Search::Fast(_) | Search::Race(_) => Engine::Fast,
        }
    }

    pub(super) fn work(&self) -> Work {
        match &self.search {
            Search::Links(links) => links.work(),
            Search::Fast(fast) => fast.work(),
            Search::Race(race) => race.work(),
        }
    }

    /// Where it has halted: the solution.
    pub(super) fn solution(&mut self) -> Solution {
        match &mut self.search {
            Search::Links(links) => links.solution(),
            Search::Fast(fast) => fast.solution(),
            Search::Race(race) => race.solution(),
        }
    }

    /// The solutions found so far.
    pub(super) fn found(&self) -> u64 {
        self.found
    }
}

fn halted(pause: fast::Pause) -> Halt {
    match pause {
        fast::Pause::Solution => Halt::Solution,
        fast::Pause::Nodes => Halt::Paused,
        fast::Pause::End => Halt::End,
    }
}

impl Worker for Enumeration<'_> {
    fn run(&mut self, work: u64) -> Halt {
        loop {
            let halt = match &mut self.search {
                Search::Links(links) => match links.run(work) {
                    links::Pause::Solution => Halt::Solution,
                    links::Pause::Nodes => Halt::Paused,
                    links::Pause::End => Halt::End,
                },
                Search::Fast(fast) if !self.halts => {
                    let pause = fast.count(work);
                    self.found = fast.found();
                    return halted(pause);
                }
                Search::Fast(fast) => halted(fast.run(work)),
                Search::Race(race) => halted(race.run(work)),
            };
            self.found += u64::from(halt == Halt::Solution);
            if self.halts || halt != Halt::Solution {
                return halt;
            }
        }
    }
    fn done(&self) -> u64 {
        self.work().nodes
    }
    fn solutions(&self) -> u64 {
        self.found
    }
    /// Nodes over long lists are slow: fewer of them, and few at first, until it is known how slow.
    fn pace(&self) -> u64 {
        let Work { nodes, updates } = self.work();
        let slow =
            (u128::from(nodes) * u128::from(UPDATES_BETWEEN_LOOKS) / u128::from(updates.max(1))) as u64;
        BETWEEN_LOOKS.min(nodes).min(slow).max(1)
    }
    fn fraction(&self) -> f64 {
        match &self.search {
            Search::Links(links) => links.fraction_done(),
            Search::Fast(fast) => fast.fraction_done(),
            Search::Race(race) => race.fraction_done(),
        }
    }
}
