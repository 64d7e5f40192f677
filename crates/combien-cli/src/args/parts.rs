//! What several commands take: a problem, bounds, threads, a checkpoint, pictures, symmetries.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use super::conflicts;
use super::values::{duration, size, threads, whole};
use crate::report::failure::Failure;
use crate::request::{Drawn, Format, Group, Keep, Kind, Orbits, Pace, Search, Source, UpTo};

/// Where a problem comes from.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// The problem, a .cmb, .dlx, .json or .shard file; `-` is standard input, 'puzzle:queens 8' a classic puzzle
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The problem's name, where a tiling file holds several; with arguments if it has parameters: 'day<5, 1>'
    #[arg(long, value_name = "NAME")]
    pub(crate) problem: Option<String>,
    /// The format of the file, where its name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
}

impl ProblemArgs {
    pub(super) fn source(&self) -> Result<Source, Failure> {
        Source::new(&self.file, self.format, self.problem.as_deref())
    }
}

/// What bounds a search, and what it tells on its way.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Stop after this time, reading included: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop a search after so many nodes of its tree: the same place on every machine
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(crate) nodes: Option<u64>,
    /// Let engines remember so much at most: `500M`, `4G`
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub(crate) memory: u64,
    /// No progress on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl SearchArgs {
    /// By one thread.
    pub(super) fn search(&self) -> Search {
        Search { nodes: self.nodes, memory: self.memory, threads: None, quiet: self.quiet }
    }

    /// By so many threads; by one for each core if nothing is said.
    pub(super) fn search_with(&self, threads: &ThreadArgs) -> Search {
        Search { threads: threads.jobs.or_else(|| thread::available_parallelism().ok()), ..self.search() }
    }
}

/// Where a search that lasts is kept.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Keep where the search stands in this file, and go on from there if it is there: the same command, run again,
    /// takes it up. The search is one that enumerates (engine fast, cells or links)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reduce", "kernel"])]
    pub(crate) checkpoint: Option<String>,
    /// Renew the checkpoint so often
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) every: Duration,
}

impl CheckpointArgs {
    pub(super) fn keep(&self) -> Result<Option<Keep>, Failure> {
        self.checkpoint.as_deref().map(|path| self.keep_in(path)).transpose()
    }

    /// The search is kept in this file.
    pub(super) fn keep_in(&self, path: &str) -> Result<Keep, Failure> {
        conflicts::refuse_checkpoint_on_stdout(path)?;
        Ok(Keep { path: path.to_owned(), every: self.every })
    }
}

/// When to stop, and what to say on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct PaceArgs {
    /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Say at the end how many puzzles there were, and how fast; on a terminal that is the default
    #[arg(long)]
    pub(crate) stats: bool,
    /// Only errors on standard error
    #[arg(short, long, conflicts_with = "stats")]
    pub(crate) quiet: bool,
}

impl PaceArgs {
    pub(super) fn pace(&self) -> Pace {
        Pace { stats: self.stats, quiet: self.quiet }
    }
}

/// How many threads search.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Search with so many threads at once; one for each core if left out. Results and their order are the same
    #[arg(short, long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// How solutions are shown.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Write the picture of a tiling to this file: as PNG or PDF if it is named so, otherwise as SVG. Further solutions
    /// get a number in the name; `-` is standard output, and text goes to standard error then
    #[arg(long, visible_alias = "picture", value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// Draw with `+`, `-` and `|` only
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl ShowArgs {
    /// Of at most so many solutions.
    pub(super) fn drawn(&self, most: u64) -> Result<Drawn, Failure> {
        if let Some(path) = &self.svg {
            conflicts::check_picture(path, most > 1)?;
        }
        Ok(Drawn { picture: self.svg.clone(), ascii: self.ascii })
    }
}

/// Which solutions are different, and which are wanted.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SymmetryArgs {
    /// Take solutions that a symmetry takes to each other for one
    #[arg(long, value_enum, value_name = "WHAT",
          conflicts_with_all = ["reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) up_to: Option<UpTo>,
    /// The symmetries of the problem, instead of those that are found: permutations of its options that generate them, a
    /// line each, in cycles of option numbers such as `(1 4 2) (3 5)`
    #[arg(long, value_name = "FILE", requires = "up_to")]
    pub(crate) generators: Option<String>,
    /// Only solutions that are so
    #[arg(long = "where", value_enum, value_name = "KIND", requires = "up_to")]
    pub(crate) kind: Option<Kind>,
    /// Only solutions that each of these permutations of the options takes to themselves: a line each, as --generators
    #[arg(long, value_name = "FILE", conflicts_with_all = ["up_to", "reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) kept_by: Option<String>,
}

impl SymmetryArgs {
    /// Refuses symmetries of a part of a problem.
    pub(super) fn check(&self, problem: &Source) -> Result<(), Failure> {
        if !problem.is_shard() {
            return Ok(());
        }
        conflicts::refuse_for_shard(&[
            (self.up_to.is_some(), "--up-to"),
            (self.kept_by.is_some(), "--kept-by"),
        ])
    }

    /// The orbits that are meant, if solutions are taken up to symmetry.
    pub(super) fn orbits(&self) -> Option<Orbits> {
        let group = Group { up_to: self.up_to?, generators: self.generators.clone() };
        Some(Orbits { group, kind: self.kind })
    }
}
