//! What several commands take: a problem, bounds, threads, a checkpoint, pictures, symmetries.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use combien_lang::{Filter, Loaded};

use super::conflicts;
use super::values::{duration, size, threads, whole};
use crate::report::failure::Failure;
use crate::request::{Drawn, Format, Given, Group, Keep, Kind, Orbits, Pace, Search, Source, UpTo};

/// Where a problem comes from.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// The problem, a .cmb, .dlx, .json or .shard file; `-` is standard input, 'puzzle:queens 8' a classic puzzle
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The name of the problem, if a tiling file has several; with arguments if it has parameters: 'day<5, 1>'. `count` also
    /// takes ranges: 'day<1..12, 1..31>'
    #[arg(long, value_name = "NAME")]
    pub(crate) problem: Option<String>,
    /// The format of the file, if its name does not show it
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
}

impl ProblemArgs {
    pub(super) fn source(&self) -> Result<Source, Failure> {
        Source::new(&self.file, self.format, self.problem.as_deref())
    }
}

/// Options that are given.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct GivenArgs {
    /// Consider only solutions with these options: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling
    /// also by where a piece lies, 'F at 3x2 as Rot90'. It can be repeated
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) take: Vec<String>,
    /// Consider only solutions without these options: as for --take, and all options that have the items
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) forbid: Vec<String>,
}

impl GivenArgs {
    /// The problem with what is given.
    pub(super) fn of(&self, source: Source) -> Source {
        Source {
            given: Given { take: self.take.clone(), forbid: self.forbid.clone(), filter: None, group: None },
            ..source
        }
    }
}

/// The limits of a search, and its progress messages.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Stop after this time, including reading: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop after this number of nodes of the search tree: the same place on every machine
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(crate) nodes: Option<u64>,
    /// The memory that engines may use: `500M`, `4G`
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub(crate) memory: u64,
    /// Show no progress on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl SearchArgs {
    /// With one thread.
    pub(super) fn search(&self) -> Search {
        Search { nodes: self.nodes, memory: self.memory, threads: None, quiet: self.quiet }
    }

    /// With the given number of threads; by default one for each core.
    pub(super) fn search_with(&self, threads: &ThreadArgs) -> Search {
        Search { threads: threads.jobs.or_else(|| thread::available_parallelism().ok()), ..self.search() }
    }
}

/// Where the state of a long search is saved.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Save the state of the search in this file, and go on from there if the file exists: run the same command again to
    /// continue. Searches that list solutions can be saved (engine fast, cells or links), and counts by frontier
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reduce", "kernel"])]
    pub(crate) checkpoint: Option<String>,
    /// How often the checkpoint is saved
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) every: Duration,
}

impl CheckpointArgs {
    pub(super) fn keep(&self) -> Result<Option<Keep>, Failure> {
        self.checkpoint.as_deref().map(|path| self.keep_in(path)).transpose()
    }

    /// The file in which the search is saved.
    pub(super) fn keep_in(&self, path: &str) -> Result<Keep, Failure> {
        conflicts::refuse_checkpoint_on_stdout(path)?;
        Ok(Keep { path: path.to_owned(), every: self.every })
    }
}

/// When to stop, and what to print on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct PaceArgs {
    /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print at the end the number of puzzles and the speed; the default on a terminal
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print only errors on standard error
    #[arg(short, long, conflicts_with = "stats")]
    pub(crate) quiet: bool,
}

impl PaceArgs {
    pub(super) fn pace(&self) -> Pace {
        Pace { stats: self.stats, quiet: self.quiet }
    }
}

/// The number of threads.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// The number of threads; by default one for each core. Results and their order do not depend on it
    #[arg(short, long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// How solutions are shown.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Write the picture of a tiling or of a classic puzzle to this file: PNG or PDF by its ending, otherwise SVG. Further solutions get a number in
    /// the name; `-` is standard output, and then text goes to standard error
    #[arg(long, visible_alias = "picture", value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// Draw with `+`, `-` and `|` only
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl ShowArgs {
    /// For at most this number of solutions.
    pub(super) fn drawn(&self, most: u64) -> Result<Drawn, Failure> {
        if let Some(path) = &self.svg {
            conflicts::check_picture(path, most > 1)?;
        }
        Ok(Drawn { picture: self.svg.clone(), ascii: self.ascii })
    }
}

/// What solutions must look like.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct FilterArgs {
    /// Consider only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault' or 'colorable 3 or symmetric': see
    /// `combien help language`
    #[arg(long = "where", value_name = "PREDICATE")]
    pub(crate) filter: Option<String>,
}

impl FilterArgs {
    /// The problem with what solutions must look like.
    pub(super) fn of(&self, source: Source) -> Source {
        Source { given: Given { filter: self.filter.clone(), ..source.given }, ..source }
    }
}

/// Which solutions count as different, and which are wanted.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SymmetryArgs {
    /// Count solutions once that a symmetry maps to each other
    #[arg(long, value_enum, value_name = "WHAT",
          conflicts_with_all = ["reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) up_to: Option<UpTo>,
    /// Use these symmetries instead of those that are found: a file of permutations of the options that generate them, one on
    /// each line, in cycles of option numbers such as `(1 4 2) (3 5)`
    #[arg(long, value_name = "FILE", requires = "up_to")]
    pub(crate) generators: Option<String>,
    /// Use only the symmetries that map these items to one another: numbers, names, or ranges of either; repeat it for more
    /// sets of items
    #[arg(long, value_name = "ITEMS", requires = "up_to", conflicts_with = "generators")]
    pub(crate) keeping: Vec<String>,
    /// Consider only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault' or 'colorable 3 or symmetric': see
    /// `combien help language`. `symmetric` and `asymmetric`, alone or joined by `and`, are for any problem with --up-to
    #[arg(long = "where", value_name = "PREDICATE")]
    pub(crate) filter: Option<String>,
    /// Restrict to solutions that each of these permutations maps to themselves: a file like that of --generators
    #[arg(long, value_name = "FILE", conflicts_with_all = ["up_to", "reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) kept_by: Option<String>,
}

impl SymmetryArgs {
    /// The problem with what solutions must look like.
    pub(super) fn of(&self, source: Source) -> Source {
        let (filter, group) = (self.filter.clone(), self.group());
        Source { given: Given { filter, group, ..source.given }, ..source }
    }

    fn group(&self) -> Option<Group> {
        let (generators, keeping) = (self.generators.clone(), self.keeping.clone());
        self.up_to.map(|up_to| Group { up_to, generators, keeping })
    }

    /// Restrict to symmetric solutions, or to the others?
    fn kind(&self) -> Result<Option<Kind>, Failure> {
        let Some(text) = &self.filter else { return Ok(None) };
        let filter = Filter::read(Loaded::new("--where", text.as_str())).map_err(Failure::Input)?;
        let kind = |symmetric| if symmetric { Kind::Symmetric } else { Kind::Asymmetric };
        Ok(filter.symmetric().map(kind))
    }

    /// Refuses symmetries of a part of a problem.
    pub(super) fn check(&self, problem: &Source) -> Result<(), Failure> {
        if !problem.is_shard() {
            return Ok(());
        }
        conflicts::refuse_for_shard(&[
            (self.up_to.is_some(), "--up-to"),
            (self.kept_by.is_some(), "--kept-by"),
            (self.filter.is_some(), "--where"),
        ])
    }

    /// The requested orbits, if solutions are counted up to symmetry.
    pub(super) fn orbits(&self) -> Result<Option<Orbits>, Failure> {
        let Some(group) = self.group() else { return Ok(None) };
        Ok(Some(Orbits { group, kind: self.kind()? }))
    }
}
