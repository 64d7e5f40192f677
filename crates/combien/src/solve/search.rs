//! A search that can be cut, and its engine.

use std::ops::{Deref, DerefMut};

use crate::budget::Work;
use crate::engine;
use crate::engine::fast::Kernel;
use crate::engine::fast::engine::ByKernels;
use crate::problem::Problem;
use crate::solve::engine::Engine;
use crate::solve::error::Error;

/// A search that can be cut, and that can resume what another one left.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "engines at work have nothing to show")]
#[doc(hidden)]
pub struct Search {
    engine: Engine,
    search: Box<dyn engine::Search>,
}

impl Search {
    /// The search by this engine, or by the one that [`Engine::Auto`] stands for.
    pub(crate) fn by(engine: Engine, problem: &Problem) -> Result<Search, Error> {
        let engine = engine.for_search();
        engine.can_take(problem)?;
        let search = engine.get().search(problem).map_err(|refusal| Error::refused(engine, refusal))?;
        Ok(Search { engine, search })
    }

    /// The search by a kernel of the engine `fast`.
    pub(crate) fn by_kernel(kernel: Kernel, problem: &Problem) -> Result<Search, Error> {
        let engine = Engine::Fast;
        engine.can_take(problem)?;
        let search = ByKernels::search_with(problem, kernel).map_err(|_| Error::Unavailable { kernel })?;
        Ok(Search { engine, search: search.map_err(|refusal| Error::refused(engine, refusal))? })
    }

    #[cfg(test)]
    pub(crate) fn of_fast(fast: engine::fast::Fast) -> Search {
        Search { engine: Engine::Fast, search: Box::new(fast) }
    }

    /// Its engine; never [`Engine::Auto`].
    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }

    /// The cost of this work.
    pub(crate) fn cost(&self, work: Work) -> u64 {
        self.engine.cost(work)
    }
}

impl Deref for Search {
    type Target = dyn engine::Search;

    fn deref(&self) -> &Self::Target {
        &*self.search
    }
}

impl DerefMut for Search {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.search
    }
}
