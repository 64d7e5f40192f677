//! `solve`, `sample`, `zdd`: the commands that ask for solutions.

use combien::engine::fast::Kernel;
use combien::problem::Decimal;
use combien::solve::{Engine, Goal};

use super::parts::{
    CheckpointArgs, FilterArgs, GivenArgs, ProblemArgs, SearchArgs, ShowArgs, SymmetryArgs, ThreadArgs,
};
use super::values::{positive, total, whole};
use super::{Words, conflicts, help};
use crate::report::failure::Failure;
use crate::request::{ByCost, Front, Method, Outside, Request, Sample, Solve, Source, Which, Zdd};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  combien solve --all hard.dlx -o all.txt --checkpoint hard.state")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    #[arg(short = 'n', long, value_name = "K", value_parser = positive, help = "Find at most this number of solutions [default: 1]")]
    pub(crate) number: Option<u64>,
    /// Find all solutions
    #[arg(long, conflicts_with = "number")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) cost: CostArgs,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) keep: CheckpointArgs,
    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,
    /// Write the solutions to this file; standard output by default, or with `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// First remove what is in no solution, take what is in all, and search independent parts separately
    #[arg(long)]
    pub(crate) reduce: bool,
    #[arg(long, value_name = "NAME", default_value_t)]
    #[arg(help = help::engines("Which engine searches", Engine::lists_solutions))]
    pub(crate) engine: Engine,
    /// The kernel of the engine `fast`, for comparison: auto, masks, fixed, cells; portable, avx2, avx512; or `masks,avx2`
    #[arg(long, value_name = "NAME", conflicts_with = "engine")]
    pub(crate) kernel: Option<Kernel>,
    /// Search with restarts from the beginning, in a new random order each time, by this seed (default 1). The solution found
    /// depends on the seed
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = whole,
          conflicts_with_all = ["all", "number", "engine", "kernel", "reduce"])]
    pub(crate) restarts: Option<u64>,
    /// Write a certificate to this file that these are all solutions, or that there is none: `combien-verify PROBLEM SOLUTIONS FILE`
    /// checks both. It counts once more, with one thread. If more solutions may exist than were listed, none is written, and a
    /// message says so. `-` is refused
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "up_to", "kept_by"])]
    pub(crate) proof: Option<String>,
    /// Print one JSON document on each line: one for each solution, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

/// Solutions by their cost.
#[derive(Debug, clap::Args)]
pub(crate) struct CostArgs {
    /// Find the solution of least cost. The cost of a solution is the sum of those of its options; with -n K, find the K cheapest
    #[arg(long, conflicts_with_all = ["max", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "jobs"])]
    pub(crate) min: bool,
    /// Find the solution of greatest cost
    #[arg(long, conflicts_with_all = ["restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "jobs"])]
    pub(crate) max: bool,
    /// Find the K best solutions, best first: those of least cost, or with --max of greatest
    #[arg(long, value_name = "K", value_parser = positive,
          conflicts_with_all = ["number", "all", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "jobs"])]
    pub(crate) best: Option<u64>,
    /// Find all solutions that cost at most C, or with --max at least C, best first; with --best K or -n K at most K of them
    #[arg(long, value_name = "C", allow_hyphen_values = true, value_parser = total,
          conflicts_with_all = ["restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "jobs"])]
    pub(crate) within: Option<Decimal>,
    /// With --min or --max: ask this integer programming solver, `highs`, `cbc` or `glpsol`, by its name, its path, or as `highs=PROGRAM`.
    /// Its solution is checked. That none is better is what the solver says, which computes in floating point
    #[arg(long, value_name = "SOLVER",
          conflicts_with_all = ["best", "within", "number", "all", "engine", "nodes", "memory"])]
    pub(crate) with: Option<Outside>,
    /// Find the Pareto front of two numbers: the solutions that no other one is at least as good as in both, one for each pair of
    /// numbers. A name is that of a piece or an item, for the number of such options, as for `count --by`, or `cost`. Low is better;
    /// with `most:` before a name, high is. All solutions are built as a diagram, by zdd or the engine that --engine names
    #[arg(long, value_name = "NAME,NAME",
          conflicts_with_all = ["min", "max", "best", "within", "number", "all", "restarts", "kernel", "reduce", "checkpoint", "up_to", "kept_by", "proof", "jobs"])]
    pub(crate) pareto: Option<String>,
}

impl CostArgs {
    fn goal(&self) -> Option<Goal> {
        match (self.min, self.max) {
            (_, true) => Some(Goal::Max),
            (true, false) => Some(Goal::Min),
            (false, false) => None,
        }
    }
}

impl Words for SolveArgs {
    fn request(&self) -> Result<Request, Failure> {
        conflicts::takes_stdout(&[self.output.as_ref(), self.show.svg.as_ref()])?;
        if self.cost.with.is_some() && self.cost.goal().is_none() {
            return Err(conflicts::with_without_goal());
        }
        let problem = self.symmetry.of(self.given.of(self.problem.source()?));
        self.symmetry.check(&problem)?;
        let proof = self.proof(&problem)?;
        let number = match self.by_cost() {
            _ if self.cost.pareto.is_some() => None,
            Some(by_cost) => by_cost.count.map(|count| count as u64),
            None => (!self.all).then_some(self.number.unwrap_or(1)),
        };
        let not_here = [(self.restarts.is_some(), "--restarts")];
        if self.cost.pareto.is_some() {
            conflicts::refuse_shard(&problem)?;
        }
        let which = if let Some(orbits) = self.symmetry.orbits()? {
            conflicts::refuse_with(&not_here, "--up-to")?;
            Which::Orbits(orbits)
        } else if let Some(file) = &self.symmetry.kept_by {
            conflicts::refuse_with(&not_here, "--kept-by")?;
            Which::KeptBy(file.clone())
        } else if let Some(by_cost) = self.by_cost() {
            conflicts::refuse_shard(&problem)?;
            Which::ByCost(by_cost)
        } else {
            Which::All(self.method(&problem)?)
        };
        Ok(Request::Solve(Solve {
            problem,
            which,
            front: self.cost.pareto.clone().map(|names| Front { names, engine: self.engine }),
            number,
            drawn: self.show.drawn(number.unwrap_or(u64::MAX))?,
            output: self.output.clone(),
            proof,
            search: self.search.search_with(&self.threads),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

impl SolveArgs {
    /// What is asked of costs, if anything.
    fn by_cost(&self) -> Option<ByCost> {
        let CostArgs { best, within, .. } = self.cost;
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

    /// The file for a certificate. It is for whole problems only, and no other result may go to the same file.
    fn proof(&self, problem: &Source) -> Result<Option<String>, Failure> {
        if problem.is_shard() {
            conflicts::refuse_for_shard(&[(self.proof.is_some(), "--proof")])?;
        }
        self.proof.as_deref().map_or(Ok(()), |path| conflicts::check_proof(path, problem))?;
        for other in [&self.output, &self.show.svg] {
            conflicts::refuse_same_file(other.as_ref(), self.proof.as_ref())?;
        }
        Ok(self.proof.clone())
    }

    fn method(&self, problem: &Source) -> Result<Method, Failure> {
        let keep = self.keep.keep()?;
        if keep.is_some() {
            conflicts::check_kept_solutions(self.all, self.output.as_deref(), self.restarts.is_some())?;
        }
        if problem.is_shard() {
            conflicts::refuse_for_shard(&[
                (self.reduce, "--reduce"),
                (self.restarts.is_some(), "--restarts"),
                (self.kernel.is_some(), "--kernel"),
            ])?;
        }
        let (engine, kernel, is_reduced) = (self.engine, self.kernel, self.reduce);
        Ok(Method { engine, kernel, is_reduced, restarts: self.restarts, keep })
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each draw is equally likely to be any of the solutions, however many there are. The same seed draws the same solutions.
Dominoes, lozenges and other matchings in the plane are drawn without a diagram, so boards may be large.

Examples:
  combien sample examples/camel.cmb --problem big_camel
  combien sample examples/aztec100.cmb --svg aztec.svg
  combien sample examples/tetrominoes.cmb --problem r8x5 -n 3 --seed 7
  combien sample --where 'not fault' examples/tetrominoes.cmb --problem r8x5
  combien sample examples/camel.cmb --problem big_camel --svg camel.svg --seed 42")]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// Draw only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault': others are drawn again, so that each
    /// of these is equally likely. See `combien help language`
    #[arg(long = "where", value_name = "PREDICATE")]
    pub(crate) filter: Option<String>,
    /// The number of solutions to draw
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole)]
    pub(crate) number: u64,
    /// The seed; by default it is random and printed on standard error
    #[arg(long, value_name = "S", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[arg(long, value_name = "NAME", default_value_t)]
    #[arg(help = help::engines("Which engine draws, or builds the diagram to draw from", Engine::draws_samples))]
    pub(crate) engine: Engine,
    /// Print one JSON document on each line: one for each solution
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for SampleArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Sample(Sample {
            problem: FilterArgs { filter: self.filter.clone() }.of(self.given.of(self.problem.source()?)),
            number: self.number,
            seed: self.seed,
            drawn: self.show.drawn(self.number)?,
            search: self.search.search(),
            engine: self.engine,
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the number of nodes of the diagram, the number of solutions, and how many solutions have each number of options.

Examples:
  combien zdd examples/camel.cmb --problem big_camel
  combien zdd examples/lesson.dlx --dot lesson.dot
  combien zdd --engine memo --text pieces.zdnnf --nnf pieces.nnf examples/scott.cmb --problem scott
  combien zdd --from pieces.zdnnf --including 1 examples/scott.cmb --problem scott
  combien zdd --from lesson.nnf examples/lesson.dlx      from a compiler such as d4
  combien zdd --lightest weights.txt examples/lesson.dlx   each line: an option and its weight")]
pub(crate) struct ZddArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Write the diagram to this file, for Graphviz; `-` is standard output, and then its description goes to standard error
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<String>,
    /// Write the diagram to this file as text that can be read back; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) text: Option<String>,
    /// Write the diagram to this file in the format `.nnf` of c2d, for model counters; `-` is standard output. Only with
    /// product nodes, so say --engine memo or --from
    #[arg(long, value_name = "FILE")]
    pub(crate) nnf: Option<String>,
    /// Write the diagram to this file in Graphillion's format; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) graphillion: Option<String>,
    /// Read the diagram from this file instead of building it: one that `--engine memo` has written with `--text` or `--nnf`, or
    /// an `.nnf` of a compiler such as c2d, Dsharp or d4. Its sets are checked to be solutions of the problem; whether they are
    /// all, only the search can tell. `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "engine")]
    pub(crate) from: Option<String>,
    /// Keep only the solutions that take all of these options: by number or name, `4,7..9`; by items, 'r1 c5'; in a tiling also by where a
    /// piece lies, 'F at 3x2 as Rot90'
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) including: Vec<String>,
    /// Keep only the solutions that take none of these options
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) excluding: Vec<String>,
    /// Print the lightest solution by the weights in this file, too: each line has the number of an option and its weight, an
    /// integer. Options that are not there weigh 0; lines that begin with `#` are comments
    #[arg(long, value_name = "FILE")]
    pub(crate) lightest: Option<String>,
    /// Print the heaviest solution by the weights in this file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) heaviest: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[arg(long, value_name = "NAME", default_value_t)]
    #[arg(help = help::engines("Which engine builds the diagram (memo: with product nodes)", Engine::builds_diagrams))]
    pub(crate) engine: Engine,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for ZddArgs {
    fn request(&self) -> Result<Request, Failure> {
        let files = [&self.dot, &self.text, &self.graphillion, &self.nnf].map(Option::as_ref);
        let problem = self.problem.source()?;
        let weights = [&self.from, &self.lightest, &self.heaviest].map(Option::as_ref);
        conflicts::takes_stdin(&[&[Some(&problem.name)], &weights[..]].concat())?;
        Ok(Request::Zdd(Zdd {
            takes_stdout: conflicts::takes_stdout(&files)?,
            problem,
            dot: self.dot.clone(),
            text: self.text.clone(),
            graphillion: self.graphillion.clone(),
            nnf: self.nnf.clone(),
            from: self.from.clone(),
            including: self.including.clone(),
            excluding: self.excluding.clone(),
            lightest: self.lightest.clone(),
            heaviest: self.heaviest.clone(),
            search: self.search.search(),
            engine: self.engine,
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}
