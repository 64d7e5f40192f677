//! `count`: how many solutions.

use combien::engine::fast::Kernel;
use combien::problem::Decimal;
use combien::solve::{Engine, Goal};

use super::parts::{CheckpointArgs, GivenArgs, ProblemArgs, SearchArgs, SymmetryArgs, ThreadArgs};
use super::values::{positive, size, total};
use super::{Words, conflicts, help};
use crate::report::failure::Failure;
use crate::request::{
    By, ByCost, Count, CountAll, CountFamily, Form, Keep, Method, Request, Rows, Source, Spill, UpTo, Which,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Standard output is just the number, exact at any size. A search that is stopped prints a lower bound, `>= 1234`, and
ends with exit code 3.

With ranges in --problem, each member of a family is counted: a row for each as soon as it is known, in order, then a line with
their number, the sum, the least and the greatest. A range has at most 10,000 values. --jobs of them are counted at once, and
share the memory; --nodes holds for each.

Examples:
  combien count examples/toy.dlx
  combien count examples/camel.cmb --problem small_camel
  combien count --explain examples/camel.cmb --problem big_camel
  combien count --verify examples/scott.cmb --problem scott
  combien count --proof toy.proof examples/toy.dlx
  combien count --reduce --explain tests/corpus/bench/sudoku_inkala.dlx
  combien count --time 10s --json hard.dlx
  combien count --take 'F at 0x3' --forbid 'X over 1x1' examples/scott.cmb --problem scott
  combien count --where 'crossroads 0 and colorable 3' examples/scott.cmb --problem scott
  combien count --by lying examples/orientations.cmb --problem chessboard
  combien count --within 21 examples/assignment.dlx
  combien count --up-to symmetry --explain examples/scott.cmb --problem scott
  combien count --checkpoint hard.state hard.dlx     stop it, and run it again: it goes on
  combien count --engine frontier --checkpoint sweep.state wide.dlx
  combien count --scratch /tmp --disk 20G --memory 4G wide.dlx
  combien count examples/calendar.cmb --problem 'day<1..12, 1..31>'
  combien count --b-file examples/five_high.cmb --problem 'any<1..20>'
  combien count shards/017.shard                     a shard keeps its own state")]
#[expect(clippy::struct_excessive_bools, reason = "each flag says something of its own")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) keep: CheckpointArgs,
    /// Count by the engine frontier, and write states that do not fit into --memory to files in this folder. They are removed at the
    /// end, and when the command is interrupted
    #[arg(long, value_name = "DIR",
          conflicts_with_all = ["reduce", "kernel", "solutions", "up_to", "kept_by", "by", "proof"])]
    pub(crate) scratch: Option<String>,
    /// The maximum size of these files: `500M`, `20G`. The search stops if it is reached
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "32G", requires = "scratch")]
    pub(crate) disk: u64,
    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,
    #[arg(long, value_name = "NAME", default_value_t, help = help::engines("Which engine counts", |_| true))]
    pub(crate) engine: Engine,
    /// The kernel of the engine `fast`, for comparison: auto, masks, fixed, cells; portable, avx2, avx512; or `masks,avx2`
    #[arg(long, value_name = "NAME", conflicts_with = "engine")]
    pub(crate) kernel: Option<Kernel>,
    /// First remove what is in no solution, take what is in all, and count independent parts separately
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Print on standard error which engine counted, and why; with --reduce, what was removed
    #[arg(long)]
    pub(crate) explain: bool,
    /// Stop after this number of solutions, with exit code 3 if it is reached
    #[arg(long, value_name = "K", conflicts_with_all = ["verify", "checkpoint"], value_parser = positive)]
    pub(crate) solutions: Option<u64>,
    /// Count again with an engine of another kind, without reduction; exit code 4 if they disagree
    #[arg(long)]
    pub(crate) verify: bool,
    /// Write a certificate of the count to this file, which `combien-verify` can check. The count is then a search of its own,
    /// with one thread; the same limits stop it, and --nodes counts its states. `-` is refused, because the number is on
    /// standard output
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["verify", "checkpoint", "solutions", "reduce", "engine", "kernel", "jobs", "up_to", "kept_by"])]
    pub(crate) proof: Option<String>,
    /// Count the solutions for each number of options of a kind: those of a piece of the tiling, by its name, or those that
    /// contain an item; `cost` means the cost. Several names, or several flags, give each combination of their numbers; `piece` means all pieces. All solutions are built
    /// as a diagram, by zdd or the engine that --engine names
    #[arg(long, value_name = "NAME,...",
          conflicts_with_all = ["verify", "checkpoint", "solutions", "reduce", "kernel", "jobs", "up_to", "kept_by", "proof", "explain"])]
    pub(crate) by: Vec<String>,
    #[arg(long, value_name = "C", allow_hyphen_values = true, value_parser = total,
          conflicts_with_all = ["verify", "checkpoint", "solutions", "reduce", "kernel", "jobs", "up_to", "kept_by", "proof", "by", "scratch"])]
    /// Count only solutions whose options cost at most C in all: with --max, at least C
    pub(crate) within: Option<Decimal>,
    /// With --within: those that cost at least C
    #[arg(long, requires = "within")]
    pub(crate) max: bool,
    /// How the numbers of --by are written
    #[arg(
        long = "as",
        value_enum,
        value_name = "FORM",
        requires = "by",
        conflicts_with = "json",
        default_value_t
    )]
    pub(crate) form: Form,
    /// Print one JSON document; of a family, one on each line: one for each member, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
    /// Of a family: print a table with commas between the cells, a row for each member
    #[arg(long, conflicts_with_all = ["json", "b_file"])]
    pub(crate) csv: bool,
    /// Of a family with one range: print a b-file of the OEIS, a line `n a(n)` for each member
    #[arg(long, conflicts_with = "json")]
    pub(crate) b_file: bool,
}

impl Words for CountArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.symmetry.of(self.given.of(self.problem.source()?));
        if let Some(family) = problem.family() {
            return self.family(&problem, family);
        }
        conflicts::refuse_without_family(&[(self.csv, "--csv"), (self.b_file, "--b-file")])?;
        self.symmetry.check(&problem)?;
        let not_here = [(self.verify, "--verify"), (self.solutions.is_some(), "--solutions")];
        let which = if let Some(orbits) = self.symmetry.orbits()? {
            conflicts::refuse_with(&not_here, "--up-to")?;
            Which::Orbits(orbits)
        } else if let Some(file) = &self.symmetry.kept_by {
            conflicts::refuse_with(&not_here, "--kept-by")?;
            Which::KeptBy(file.clone())
        } else if self.within.is_some() {
            conflicts::refuse_shard(&problem)?;
            let goal = if self.max { Goal::Max } else { Goal::Min };
            let (within, engine) = (self.within, self.engine);
            Which::ByCost(ByCost { goal, count: None, within, engine, outside: None })
        } else {
            Which::All(CountAll {
                method: Method {
                    engine: self.engine,
                    kernel: self.kernel,
                    is_reduced: self.reduce,
                    restarts: None,
                    keep: self.keep(&problem)?,
                },
                most: self.solutions,
                verify: self.verify,
                proof: self.proof(&problem)?,
                spill: self.spill(&problem)?,
            })
        };
        let search = self.search.search_with(&self.threads);
        let by = self.by(&problem)?;
        Ok(Request::Count(Count { problem, which, by, search, explain: self.explain, json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

impl CountArgs {
    /// The count of each member of a family.
    fn family(&self, problem: &Source, family: &str) -> Result<Request, Failure> {
        conflicts::refuse_for_family(&[
            (!self.given.take.is_empty(), "--take"),
            (!self.given.forbid.is_empty(), "--forbid"),
            (self.keep.checkpoint.is_some(), "--checkpoint"),
            (self.scratch.is_some(), "--scratch"),
            (self.symmetry.up_to == Some(UpTo::Automorphism), "--up-to automorphism"),
            (self.symmetry.generators.is_some(), "--generators"),
            (!self.symmetry.keeping.is_empty(), "--keeping"),
            (self.symmetry.kept_by.is_some(), "--kept-by"),
            (self.kernel.is_some(), "--kernel"),
            (self.reduce, "--reduce"),
            (self.explain, "--explain"),
            (self.solutions.is_some(), "--solutions"),
            (self.verify, "--verify"),
            (self.proof.is_some(), "--proof"),
            (!self.by.is_empty(), "--by"),
            (self.max, "--max"),
        ])?;
        let up_to = match (self.symmetry.up_to, self.within) {
            (Some(_), _) => combien_lang::UpTo::Symmetry,
            (None, Some(cost)) => combien_lang::UpTo::Within(cost),
            (None, None) => combien_lang::UpTo::Nothing,
        };
        let rows = match (self.csv, self.b_file, self.json) {
            (true, ..) => Rows::Csv,
            (_, true, _) => Rows::BFile,
            (.., true) => Rows::Json,
            _ => Rows::Text,
        };
        Ok(Request::CountFamily(CountFamily {
            file: problem.name.clone(),
            family: family.to_owned(),
            engine: self.engine,
            up_to,
            filter: problem.given.filter.clone(),
            rows,
            search: self.search.search_with(&self.threads),
        }))
    }

    /// Where a sweep puts what does not fit into memory.
    fn spill(&self, problem: &Source) -> Result<Option<Spill>, Failure> {
        let Some(folder) = &self.scratch else { return Ok(None) };
        if problem.is_shard() {
            conflicts::refuse_for_shard(&[(true, "--scratch")])?;
        }
        conflicts::check_scratch(folder, self.engine)?;
        Ok(Some(Spill { folder: folder.clone(), bytes: self.disk }))
    }

    /// What to count solutions by.
    fn by(&self, problem: &Source) -> Result<Option<By>, Failure> {
        if self.by.is_empty() {
            return Ok(None);
        }
        conflicts::refuse_shard(problem)?;
        Ok(Some(By { names: self.by.clone(), form: self.form, engine: self.engine }))
    }

    /// The file for a certificate, which is for whole problems only.
    fn proof(&self, problem: &Source) -> Result<Option<String>, Failure> {
        if problem.is_shard() {
            conflicts::refuse_for_shard(&[(self.proof.is_some(), "--proof")])?;
        }
        self.proof.as_deref().map_or(Ok(()), |path| conflicts::check_proof(path, problem))?;
        Ok(self.proof.clone())
    }

    /// Where the search is saved: in the named file, or in the shard itself.
    fn keep(&self, problem: &Source) -> Result<Option<Keep>, Failure> {
        if !problem.is_shard() {
            return self.keep.keep();
        }
        conflicts::refuse_for_shard(&[
            (self.reduce, "--reduce"),
            (self.verify, "--verify"),
            (self.solutions.is_some(), "--solutions"),
            (self.kernel.is_some(), "--kernel"),
        ])?;
        let keep = self.keep.keep()?;
        if keep.is_some() {
            return Ok(keep);
        }
        conflicts::refuse_shard_from_stdin(&problem.name)?;
        self.keep.keep_in(&problem.name).map(Some)
    }
}
