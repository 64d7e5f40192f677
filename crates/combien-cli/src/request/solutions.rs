//! `solve`, `sample`, `zdd`: the commands that ask for solutions.

use combien::engine::fast::Kernel;
use combien::problem::Decimal;
use combien::solve::{Engine, Goal};

use super::parts::{Checkpoint, Symmetry, Threaded};
use super::table::asked;
use super::values::{engines, positive};
use super::{ByCost, Drawn, Front, Given, Method, Outside, Request, Search, Source, Which, conflicts};
use crate::report::failure::Failure;
use crate::system::files::STDOUT;

asked! {
    /// Find solutions of a problem.
    SolveArgs {
        problem: Source as Given,
        number: Option<u64> [(positive) "K" short('n') help("Find at most this number of solutions [default: 1]")],
        /// Find all solutions
        all: bool [without(["number"])],
        cost: Cost as Cost,
        drawn: Drawn as Drawn,
        search: Search as Threaded,
        keep: Checkpoint as Checkpoint,
        symmetry: Symmetry as Symmetry,
        /// Write the solutions to this file; standard output by default, or with `-`
        output: Option<String> ["FILE" short('o')],
        /// First remove what is in no solution, take what is in all, and search independent parts separately
        reduce: bool [whole(true) rare(true)],
        engine: Engine ["NAME" default("auto") help(engines("Which engine searches", Engine::lists_solutions))],
        /// The kernel of the engine `fast`, for comparison: auto, masks, fixed, cells; portable, avx2, avx512; or `masks,avx2`
        kernel: Option<Kernel> ["NAME" whole(true) without(["engine"]) rare(true)],
        /// Search with restarts from the beginning, in a new random order each time, by this seed (default 1). The solution found
        /// depends on the seed
        restarts: Option<u64> ["SEED" whole(true) alone("1") without(["all", "number", "engine", "kernel", "reduce"]) rare(true)],
        /// Write a certificate to this file that these are all solutions, or that there is none: `combien-verify PROBLEM SOLUTIONS FILE`
        /// checks both. It counts once more, with one thread. If more solutions may exist than were listed, none is written, and a
        /// message says so. `-` is refused
        proof: Option<String> ["FILE" whole(true) without(["checkpoint", "up_to", "kept_by"]) rare(true)],
        /// Print one JSON document on each line: one for each solution, and one for the end
        json: bool [],
    }
    "\
Options are numbered from 1 in the order of the file. Every solution is checked before it is printed.

Examples:
  combien solve examples/toy.dlx
  combien solve examples/scott.cmb --svg scott.svg
  combien solve -n 3 examples/camel.cmb --problem small_camel
  combien solve --take 'W at 0x0' examples/scott.cmb --problem scott
  combien solve --all --json examples/toy.dlx
  combien solve -n 3 --where 'border or fault' examples/camel.cmb --problem small_camel
  combien solve --all --up-to symmetry examples/scott.cmb --problem scott
  combien solve --all --proof toy.proof examples/toy.dlx
  combien solve --min examples/assignment.dlx
  combien solve --best 5 examples/assignment.dlx
  combien solve --within 23 --json examples/assignment.dlx
  combien solve --min --with highs crews.dlx
  combien solve --pareto cost,small examples/terrace.cmb
  combien solve --reduce tests/corpus/bench/sudoku_17clue.dlx
  combien solve --all hard.dlx -o all.txt --checkpoint hard.state"
}

asked! {
    /// Solutions by their cost.
    Cost {
        /// Find the solution of least cost. The cost of a solution is the sum of those of its options; with -n K, find the K cheapest
        min: bool [without(["max", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "threads"])],
        /// Find the solution of greatest cost
        max: bool [without(["restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "threads"])],
        /// Find the K best solutions, best first: those of least cost, or with --max of greatest
        best: Option<u64> [(positive) "K" without(["number", "all", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "threads"]) rare(true)],
        /// Find all solutions that cost at most C, or with --max at least C, best first; with --best K or -n K at most K of them
        within: Option<Decimal> ["C" hyphens(true) without(["restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "threads"]) rare(true)],
        /// With --min or --max: ask this integer programming solver, `highs`, `cbc` or `glpsol`, by its name, its path, or as `highs=PROGRAM`.
        /// Its solution is checked. The solver claims that no solution is better, and it computes in floating point
        with: Option<Outside> ["SOLVER" without(["best", "within", "number", "all", "engine", "nodes", "memory"]) rare(true)],
        /// Find the Pareto front of two numbers: the solutions that no other one is at least as good as in both, one for each pair of
        /// numbers. A name is that of a piece or an item, for the number of such options, as for `count --by`, or `cost`. Low is better;
        /// with `most:` before a name, high is. All solutions are built as a diagram, by zdd or the engine that --engine names
        pareto: Option<String> ["NAME,NAME" without(["min", "max", "best", "within", "number", "all", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "threads"]) rare(true)],
    }
}

impl Cost {
    fn goal(&self) -> Option<Goal> {
        match (self.min, self.max) {
            (_, true) => Some(Goal::Max),
            (true, false) => Some(Goal::Min),
            (false, false) => None,
        }
    }
}

impl SolveArgs {
    pub(super) fn request(self) -> Result<Request, Failure> {
        conflicts::check_stdout(&[self.output.as_ref(), self.drawn.picture.as_ref()])?;
        if self.cost.with.is_some() && self.cost.goal().is_none() {
            return Err(conflicts::with_without_goal());
        }
        self.check_proof()?;
        let number = match self.by_cost() {
            _ if self.cost.pareto.is_some() => None,
            Some(by_cost) => by_cost.count.map(|count| count as u64),
            None => (!self.all).then_some(self.number.unwrap_or(1)),
        };
        let not_here = [(self.restarts.is_some(), "--restarts")];
        if self.cost.pareto.is_some() {
            conflicts::refuse_shard(&self.problem)?;
        }
        let which = if let Some(orbits) = self.symmetry.orbits()? {
            conflicts::refuse_with(&not_here, "--up-to")?;
            Which::Orbits(orbits)
        } else if let Some(file) = &self.symmetry.kept_by {
            conflicts::refuse_with(&not_here, "--kept-by")?;
            Which::KeptBy(file.clone())
        } else if let Some(by_cost) = self.by_cost() {
            if by_cost.outside.is_some() {
                conflicts::refuse_shard(&self.problem)?;
            }
            Which::ByCost(by_cost)
        } else {
            Which::All(self.method()?)
        };
        self.drawn.check(number.unwrap_or(u64::MAX))?;
        let front = self.cost.pareto.map(|names| Front { names, engine: self.engine });
        let SolveArgs { drawn, output, proof, search, json, .. } = self;
        let problem = self.symmetry.of(self.problem);
        Ok(Request::Solve(Solve { problem, which, front, number, drawn, output, proof, search, json }))
    }

    /// What is asked of costs, if anything.
    fn by_cost(&self) -> Option<ByCost> {
        let Cost { best, within, .. } = self.cost;
        let goal = self.cost.goal();
        if goal.is_none() && best.is_none() && within.is_none() {
            return None;
        }
        let is_all = self.all || (within.is_some() && best.is_none() && self.number.is_none());
        let count = best.or(self.number).unwrap_or(1);
        let count = (!is_all).then(|| usize::try_from(count).unwrap_or(usize::MAX));
        let outside = self.cost.with.clone();
        Some(ByCost { goal: goal.unwrap_or_default(), count, within, engine: self.engine, outside })
    }

    /// No other result may go to the same file.
    fn check_proof(&self) -> Result<(), Failure> {
        let Some(path) = &self.proof else { return Ok(()) };
        conflicts::check_proof(path, &self.problem)?;
        conflicts::refuse_same_file(self.output.as_ref(), Some(path))?;
        conflicts::refuse_same_file(self.drawn.picture.as_ref(), Some(path))
    }

    fn method(&self) -> Result<Method, Failure> {
        let keep = self.keep.keep()?;
        if keep.is_some() {
            conflicts::check_kept_solutions(self.all, self.output.as_deref(), self.restarts.is_some())?;
        }
        let (engine, kernel, is_reduced) = (self.engine, self.kernel, self.reduce);
        let method = Method { engine, kernel, is_reduced, ..Method::default() };
        Ok(Method { restarts: self.restarts, keep, ..method })
    }
}

/// Find solutions.
pub(crate) struct Solve {
    pub(crate) problem: Source,
    pub(crate) which: Which<Method>,
    /// The front of two costs is meant, not those of `which`.
    pub(crate) front: Option<Front>,
    /// The maximum number of solutions to find; `None` means all.
    pub(crate) number: Option<u64>,
    pub(crate) drawn: Drawn,
    /// The file for the solutions; `None` means standard output.
    pub(crate) output: Option<String>,
    /// The file for a certificate that these are all solutions.
    pub(crate) proof: Option<String>,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

asked! {
    /// Draw random solutions of a problem, each equally likely.
    Sample {
        problem: Source as Given,
        /// Draw only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault': others are drawn again, so that each
        /// of these is equally likely. See `combien help language`
        _filter: Option<String> ["PREDICATE" long("where")],
        /// The number of solutions to draw
        number: u64 ["K" short('n') default("1")],
        /// The seed; by default it is random and printed on standard error
        seed: Option<u64> ["S"],
        drawn: Drawn as Drawn,
        search: Search as Search,
        engine: Engine ["NAME" default("auto") help(engines("Which engine draws, or builds the diagram to draw from", Engine::draws_samples))],
        /// Print one JSON document on each line: one for each solution
        json: bool [],
    }
    "\
Each draw is equally likely to be any of the solutions, however many there are. The same seed draws the same solutions.
Dominoes, lozenges and other matchings in the plane are drawn without a diagram, so boards may be large.

Examples:
  combien sample examples/camel.cmb --problem big_camel
  combien sample examples/aztec100.cmb --svg aztec.svg
  combien sample examples/tetrominoes.cmb --problem r8x5 -n 3 --seed 7
  combien sample --where 'not fault' examples/tetrominoes.cmb --problem r8x5
  combien sample examples/camel.cmb --problem big_camel --svg camel.svg --seed 42"
}

impl Sample {
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.drawn.check(self.number)
    }
}

asked! {
    /// Build all solutions of a problem as a decision diagram.
    Zdd {
        problem: Source as Source,
        /// Write the diagram to this file, for Graphviz; `-` is standard output, and then its description goes to standard error
        dot: Option<String> ["FILE"],
        /// Write the diagram to this file as text that can be read back; `-` is standard output
        text: Option<String> ["FILE"],
        /// Write the diagram to this file in the format `.nnf` of c2d, for model counters; `-` is standard output. Only with
        /// product nodes, so say --engine memo or --from
        nnf: Option<String> ["FILE" rare(true)],
        /// Write the diagram to this file in Graphillion's format; `-` is standard output
        graphillion: Option<String> ["FILE" rare(true)],
        /// Read the diagram from this file instead of building it: one that `--engine memo` has written with `--text` or `--nnf`, or
        /// an `.nnf` of a compiler such as c2d, Dsharp or d4. Its sets are checked to be solutions of the problem; whether they are
        /// all, only the search can tell. `-` is standard input
        from: Option<String> ["FILE" without(["engine"])],
        /// Keep only the solutions that take all of these options: by number or name, `4,7..9`; by items, 'r1 c5'; in a tiling also by where a
        /// piece lies, 'F at 3x2 as Rot90'
        including: Vec<String> ["OPTIONS"],
        /// Keep only the solutions that take none of these options
        excluding: Vec<String> ["OPTIONS"],
        /// Print the lightest solution by the weights in this file, too: each line has the number of an option and its weight, an
        /// integer. Options that are not there weigh 0; lines that begin with `#` are comments
        lightest: Option<String> ["FILE"],
        /// Print the heaviest solution by the weights in this file, too
        heaviest: Option<String> ["FILE"],
        search: Search as Search,
        engine: Engine ["NAME" default("auto") help(engines("Which engine builds the diagram, memo with product nodes", Engine::builds_diagrams))],
        /// Print one JSON document
        json: bool [],
    }
    "\
Prints the number of nodes of the diagram, the number of solutions, and how many solutions have each number of options.

Examples:
  combien zdd examples/camel.cmb --problem big_camel
  combien zdd examples/lesson.dlx --dot lesson.dot
  combien zdd --engine memo --text pieces.zdnnf --nnf pieces.nnf examples/scott.cmb --problem scott
  combien zdd --from pieces.zdnnf --including 1 examples/scott.cmb --problem scott
  combien zdd --from lesson.nnf examples/lesson.dlx      from a compiler such as d4
  combien zdd --lightest weights.txt examples/lesson.dlx   each line: an option and its weight"
}

impl Zdd {
    pub(super) fn check(&self) -> Result<(), Failure> {
        let weights = [&self.from, &self.lightest, &self.heaviest].map(Option::as_ref);
        conflicts::takes_stdin(&[&[Some(&self.problem.name)], &weights[..]].concat())?;
        let files = [&self.dot, &self.text, &self.graphillion, &self.nnf].map(Option::as_ref);
        conflicts::check_stdout(&files)
    }

    /// Does a diagram go to standard output?
    pub(crate) fn takes_stdout(&self) -> bool {
        [&self.dot, &self.text, &self.graphillion, &self.nnf].into_iter().flatten().any(|file| file == STDOUT)
    }
}
