//! `count`: how many solutions.

use clap::ValueEnum;
use combien::engine::fast::Kernel;
use combien::problem::Decimal;
use combien::solve::{Engine, Goal};

use super::counting::Plain;
use super::parts::{Checkpoint, Single, Symmetry, Threaded};
use super::table::{Choice, Part, Row, asked};
use super::values::{engines, positive};
use super::{ByCost, Counting, Given, Keep, Puzzle, Request, Search, Source, UpTo, Which, conflicts};
use crate::report::failure::Failure;

asked! {
    /// Count the solutions of a problem.
    CountArgs {
        problem: Source as Given,
        single: Option<String> as Single,
        search: Search as Threaded,
        keep: Checkpoint as Checkpoint,
        counting: Counting as Counting,
        plain: Option<String> as Plain,
        symmetry: Symmetry as Symmetry,
        engine: Engine ["NAME" default("auto") help(engines("Which engine counts", |_| true))],
        /// The kernel of the engine `fast`, for comparison: auto, masks, fixed, cells; portable, avx2, avx512; or `masks,avx2`
        kernel: Option<Kernel> ["NAME" whole(true) single(true) without(["engine"]) rare(true)],
        /// First remove what is in no solution, take what is in all, and count independent parts separately
        reduce: bool [whole(true) single(true) rare(true)],
        /// Print on standard error which engine counted, and why; with --reduce, what was removed
        explain: bool [single(true)],
        /// Stop after this number of solutions, with exit code 3 if it is reached
        solutions: Option<u64> [(positive) "K" whole(true) single(true) without(["verify", "checkpoint"]) rare(true)],
        /// Count again with an engine of another kind, without reduction; exit code 4 if they disagree
        verify: bool [whole(true) single(true) rare(true)],
        /// Write a certificate of the count to this file, which `combien-verify` can check; of a family, to this folder, with each problem:
        /// 7.json, 7.proof. The count is then a search of its own, with one thread; the same limits stop it, and --nodes counts its states.
        /// `-` is refused, because the number is on standard output
        proof: Option<String> ["FILE" whole(true) without(["verify", "checkpoint", "solutions", "reduce", "engine", "kernel", "threads", "up_to", "kept_by"])],
        /// Count the solutions for each number of options of a kind: those of a piece of the tiling, by its name, or those that
        /// contain an item; `cost` means the cost. Several names, or several flags, give each combination of their numbers; `piece` means all pieces. All solutions are built
        /// as a diagram, by zdd or the engine that --engine names
        by: Vec<String> ["NAME,..." single(true) without(["verify", "checkpoint", "solutions", "reduce", "kernel", "threads", "up_to", "kept_by", "proof", "explain"])],
        /// Count only solutions whose options cost at most C in all: with --max, at least C
        within: Option<Decimal> ["C" hyphens(true) without(["verify", "checkpoint", "solutions", "reduce", "kernel", "threads", "up_to", "kept_by", "proof", "by"])],
        /// With --within: those that cost at least C
        max: bool [single(true) needs("within") rare(true)],
        /// How the numbers of --by are written
        form: Form ["FORM" long("as") needs("by") without(["json"]) default("table") rare(true)],
        /// Print one JSON document; of a family, one on each line: one for each member, and one for the end
        json: bool [],
        /// Of a family: print a table with commas between the cells, a row for each member
        csv: bool [without(["json", "b_file"]) rare(true)],
        /// Of a family with one range: print a b-file of the OEIS, a line `n a(n)` for each member
        b_file: bool [without(["json"])],
    }
    "\
Standard output is just the number, exact at any size. A search that is stopped prints a lower bound, `>= 1234`, and
ends with exit code 3.

With ranges in --problem, or in the arguments of a classic puzzle, each member of a family is counted: a row for each as soon as it is known, in order, then a line with
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
  combien count --b-file --proof queens 'puzzle:queens 1..8'
  combien count shards/017.shard                     a shard keeps its own state"
}

impl CountArgs {
    pub(super) fn request(self) -> Result<Request, Failure> {
        if let Some(family) = self.problem.family() {
            return self.family(family);
        }
        if let Some((ranges, members)) = self.problem.puzzles()? {
            let others = [
                (self.symmetry.up_to.is_some(), "--up-to"),
                (self.within.is_some(), "--within"),
                (self.problem.given.filter.is_some(), "--where"),
            ];
            let other = others.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag));
            conflicts::refuse_for_family(self.single.as_deref().or(other))?;
            let (engine, rows, search, proof) = (self.engine, self.layout(), self.search, self.proof()?);
            return Ok(Request::CountPuzzles(CountPuzzles { members, ranges, engine, proof, rows, search }));
        }
        conflicts::refuse_without_family(&[(self.csv, "--csv"), (self.b_file, "--b-file")])?;
        let not_here = [(self.verify, "--verify"), (self.solutions.is_some(), "--solutions")];
        let which = if let Some(orbits) = self.symmetry.orbits()? {
            conflicts::refuse_with(&not_here, "--up-to")?;
            Which::Orbits(orbits)
        } else if let Some(file) = &self.symmetry.kept_by {
            conflicts::refuse_with(&not_here, "--kept-by")?;
            Which::KeptBy(file.clone())
        } else if self.within.is_some() {
            conflicts::refuse_shard(&self.problem)?;
            let goal = if self.max { Goal::Max } else { Goal::Min };
            let (within, engine) = (self.within, self.engine);
            Which::ByCost(ByCost { goal, count: None, within, engine, outside: None })
        } else {
            let (engine, kernel, keep) = (self.engine, self.kernel, self.keep()?);
            let method = Method { engine, kernel, is_reduced: self.reduce, keep, ..Method::default() };
            let (most, verify, proof) = (self.solutions, self.verify, self.proof()?);
            let (counting, plain) = (self.counting.clone(), self.plain.clone());
            conflicts::check_scratch(counting.scratch.as_deref(), engine)?;
            Which::All(CountAll { method, most, verify, proof, counting, plain })
        };
        let by = self.by()?;
        let CountArgs { search, explain, json, .. } = self;
        let problem = self.symmetry.of(self.problem);
        Ok(Request::Count(Count { problem, which, by, search, explain, json }))
    }

    /// The count of each member of a family.
    fn family(&self, family: &str) -> Result<Request, Failure> {
        let given = &self.problem.given;
        let other = match self.symmetry.up_to {
            Some(UpTo::Automorphism) => Some("--up-to automorphism"),
            Some(UpTo::Rotation) => Some("--up-to rotation"),
            Some(UpTo::Symmetry) | None => None,
        };
        conflicts::refuse_for_family(self.single.as_deref().or(other))?;
        let proof = self.proof()?;
        conflicts::refuse_with(&[(proof.is_some() && given.filter.is_some(), "--proof")], "--where")?;
        let up_to = match (self.symmetry.up_to, self.within) {
            (Some(_), _) => combien_lang::UpTo::Symmetry,
            (None, Some(cost)) => combien_lang::UpTo::Within(cost),
            (None, None) => combien_lang::UpTo::Nothing,
        };
        let rows = self.layout();
        let (file, family, filter) = (self.problem.name.clone(), family.to_owned(), given.filter.clone());
        let (engine, search) = (self.engine, self.search);
        Ok(Request::CountFamily(CountFamily { file, family, engine, up_to, filter, proof, rows, search }))
    }

    /// How the members of a family are written.
    fn layout(&self) -> Rows {
        match (self.csv, self.b_file, self.json) {
            (true, ..) => Rows::Csv,
            (_, true, _) => Rows::BFile,
            (.., true) => Rows::Json,
            _ => Rows::Text,
        }
    }

    /// What to count solutions by.
    fn by(&self) -> Result<Option<By>, Failure> {
        if self.by.is_empty() {
            return Ok(None);
        }
        conflicts::refuse_shard(&self.problem)?;
        Ok(Some(By { names: self.by.clone(), form: self.form, engine: self.engine }))
    }

    /// The file for a certificate.
    fn proof(&self) -> Result<Option<String>, Failure> {
        self.proof.as_deref().map_or(Ok(()), |path| conflicts::check_proof(path, &self.problem))?;
        Ok(self.proof.clone())
    }

    /// Where the search is saved: in the named file, or in the shard itself.
    fn keep(&self) -> Result<Option<Keep>, Failure> {
        if !self.problem.is_shard() {
            return self.keep.keep();
        }
        let keep = self.keep.keep()?;
        if keep.is_some() {
            return Ok(keep);
        }
        conflicts::refuse_shard_from_stdin(&self.problem.name)?;
        self.keep.keep_in(&self.problem.name).map(Some)
    }
}

/// The rows that every question has: its limits and its engine.
pub fn rows_of_questions() -> Vec<Row> {
    let mut rows = vec![];
    CountArgs::rows(&mut rows);
    rows.retain(|row| ["time", "nodes", "memory", "threads", "engine"].contains(&row.name));
    rows
}

/// Count solutions.
pub(crate) struct Count {
    pub(crate) problem: Source,
    pub(crate) which: Which<CountAll>,
    /// What to count solutions by, if not all together.
    pub(crate) by: Option<By>,
    pub(crate) search: Search,
    /// Say which engine counted, and why.
    pub(crate) explain: bool,
    pub(crate) json: bool,
}

/// Count the solutions of each member of a family.
pub(crate) struct CountFamily {
    /// The tiling file.
    pub(crate) file: String,
    /// The members: `day<1..12, 1..31>`.
    pub(crate) family: String,
    pub(crate) engine: Engine,
    pub(crate) up_to: combien_lang::UpTo,
    /// What solutions must look like.
    pub(crate) filter: Option<String>,
    /// The folder for a certificate of each number.
    pub(crate) proof: Option<String>,
    pub(crate) rows: Rows,
    pub(crate) search: Search,
}

/// Count the solutions of a classic puzzle for each of some numbers.
pub(crate) struct CountPuzzles {
    /// The puzzles, each with the numbers of its ranges; there is at least one.
    pub(crate) members: Vec<(Vec<i64>, Puzzle)>,
    /// Which arguments are ranges, from 0.
    pub(crate) ranges: Vec<usize>,
    pub(crate) engine: Engine,
    /// The folder for a certificate of each number.
    pub(crate) proof: Option<String>,
    pub(crate) rows: Rows,
    pub(crate) search: Search,
}

/// How the members of a family are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// `day<5, 1>: 57`.
    Text,
    /// Values separated by commas.
    Csv,
    /// Index and number, as the OEIS has them.
    BFile,
    /// A document for each.
    Json,
}

/// Count solutions by the numbers of certain options that they have.
pub(crate) struct By {
    /// Pieces of a tiling or items, by name; `piece` means all pieces.
    pub(crate) names: Vec<String>,
    pub(crate) form: Form,
    pub(crate) engine: Engine,
}

/// How numbers of solutions are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A table.
    #[default]
    Table,
    /// Values separated by commas.
    Csv,
    /// A generating polynomial.
    Polynomial,
}

/// Count all solutions.
#[derive(Default)]
pub(crate) struct CountAll {
    pub(crate) method: Method,
    /// Stop at this number.
    pub(crate) most: Option<u64>,
    /// Count with a second engine too.
    pub(crate) verify: bool,
    /// The file for a certificate of the number.
    pub(crate) proof: Option<String>,
    pub(crate) counting: Counting,
    /// The first flag of these settings.
    pub(crate) plain: Option<String>,
}

impl Choice for Form {}

/// How to search for all solutions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Method {
    pub(crate) engine: Engine,
    /// The kernel of the engine `fast`.
    pub(crate) kernel: Option<Kernel>,
    /// Reduce the problem first.
    pub(crate) is_reduced: bool,
    /// Search with restarts, with this seed.
    pub(crate) restarts: Option<u64>,
    /// Save the state of the search.
    pub(crate) keep: Option<Keep>,
}
