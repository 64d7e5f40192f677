//! What several commands have: a problem, bounds, threads, a checkpoint, pictures, symmetries.

use std::io;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use combien_lang::{Filter, Loaded};
use combien_tiling::OrbitKind;
use combien_tiling::draw::Style;

use super::table::{Choice, Field, asked, part};
use super::values::size;
use super::{Format, Given, Group, Keep, Orbits, Pace, Search, Source, UpTo, conflicts};
use crate::report::escape;
use crate::report::failure::Failure;
use crate::system::files::STDOUT;

part! {
    /// Where a problem comes from, with the options that are given and what solutions must look like.
    Source => Source {
        /// The problem, a .cmb, .dlx, .json or .shard file; `-` is standard input, 'puzzle:queens 8' a classic puzzle
        file: String ["FILE" place(true)],
        /// The name of the problem, if a tiling file has several; with arguments if it has parameters: 'day<5, 1>'. `count` also
        /// takes ranges: 'day<1..12, 1..31>'
        problem: Option<String> ["NAME"],
        /// The format of the file, if its name does not show it
        format: Option<Format> ["FORMAT" rare(true)],
    } |words| {
        let (file, problem): (String, Option<String>) = (Field::of(words, "file"), words.one("problem"));
        let (take, forbid) = (words.all("take"), words.all("forbid"));
        let given = Given { take, forbid, filter: words.one("filter"), group: None };
        let source = Source::new(&file, words.one("format"), problem.as_deref())?;
        conflicts::refuse_for_shard(&source, words.whole.as_deref())?;
        Ok(Source { given, ..source })
    }
}

part! {
    Given => Source {
        problem: Source as Source,
        /// Consider only solutions with these options: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling
        /// also by where a piece lies, 'F at 3x2 as Rot90'. It can be repeated
        take: Vec<String> ["OPTIONS" single(true)],
        /// Consider only solutions without these options: as for --take, and all options that have the items
        forbid: Vec<String> ["OPTIONS" single(true)],
    } |words| {
        Source::of(words)
    }
}

/// What solutions must look like, which is a part of the problem.
pub(super) struct Filtered;

part! {
    Filtered => () {
        /// Consider only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault' or 'colorable 3 or symmetric': see
        /// `combien help language`
        filter: Option<String> ["PREDICATE" long("where")],
    } |_words| {
        Ok(())
    }
}

/// The first flag that is about one problem and not about a family. It has no rows of its own.
pub(super) struct Single;

part! {
    Single => Option<String> {} |words| {
        Ok(words.single.clone())
    }
}

part! {
    /// The limits of a search, and its progress messages. With one thread.
    Search => Search {
        /// Stop after this time, including reading: `90`, `90s`, `1.5m`, `2h`
        time: Option<Duration> ["TIME"],
        /// Stop after this number of nodes of the search tree: the same place on every machine
        nodes: Option<u64> ["N" rare(true)],
        /// The memory that engines may use: `500M`, `4G`
        memory: u64 [(size) "SIZE" default("2G") rare(true)],
        /// Show no progress on standard error
        quiet: bool [short('q') rare(true)],
    } |words| {
        let (nodes, quiet) = (words.one("nodes"), words.has("quiet"));
        Ok(Search { nodes, memory: words.one("memory").unwrap_or_default(), threads: None, quiet })
    }
}

/// The limits of a search, with several threads; by default one for each core.
pub(super) struct Threaded;

part! {
    Threaded => Search {
        search: Search as Search,
        /// The number of threads; by default one for each core. Results and their order do not depend on it
        threads: Option<NonZeroUsize> ["N" long("jobs") short('j')],
    } |words| {
        let threads = words.one("threads").or_else(|| thread::available_parallelism().ok());
        Ok(Search { threads, ..Search::of(words)? })
    }
}

asked! {
    /// Where the state of a long search is saved.
    Checkpoint {
        /// Save the state of the search in this file, and go on from there if the file exists: run the same command again to
        /// continue. Searches that list solutions can be saved (engine fast, cells or links), and counts by frontier
        checkpoint: Option<String> ["FILE" single(true) without(["reduce", "kernel"])],
        /// How often the checkpoint is saved
        every: Duration ["TIME" default("5s") rare(true)],
    }
}

impl Checkpoint {
    pub(super) fn keep(&self) -> Result<Option<Keep>, Failure> {
        self.checkpoint.as_deref().map(|path| self.keep_in(path)).transpose()
    }

    /// The file in which the search is saved.
    pub(super) fn keep_in(&self, path: &str) -> Result<Keep, Failure> {
        conflicts::refuse_checkpoint_on_stdout(path)?;
        Ok(Keep { path: path.to_owned(), every: self.every })
    }
}

part! {
    /// When to stop, and what to print on standard error.
    Pace => Pace {
        /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
        time: Option<Duration> ["TIME"],
        /// Print at the end the number of puzzles and the speed; the default on a terminal
        stats: bool [rare(true)],
        /// Print only errors on standard error
        quiet: bool [short('q') without(["stats"]) rare(true)],
    } |words| {
        Ok(Pace { stats: words.has("stats"), quiet: words.has("quiet") })
    }
}

asked! {
    /// How solutions are shown.
    Drawn {
        /// Draw it to this file: PNG or PDF by its ending, otherwise SVG, of a tiling or a classic puzzle. Further solutions get a number in
        /// the name; `-` is standard output, and then text goes to standard error
        picture: Option<String> ["FILE" long("svg") alias("picture")],
        /// Draw with `+`, `-` and `|` only
        ascii: bool [rare(true)],
        /// Draw pieces in color: on a terminal, always or never. The variable `NO_COLOR` means never
        color: Color ["WHEN" default("auto") rare(true)],
    }
}

/// When drawings have colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Choice for Color {}

impl Color {
    /// The style of drawings that go to standard output; a drawing for a file has colors only if they are always
    /// wanted.
    pub(crate) fn style(self, ascii: bool, is_terminal: bool) -> Style {
        let is_able = || anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let style = match self {
            _ if ascii => Style::Ascii,
            Color::Always => Style::Color,
            Color::Auto if is_terminal && is_able() => Style::Color,
            Color::Auto | Color::Never => Style::Unicode,
        };
        if style == Style::Color {
            escape::let_colors_pass();
        }
        style
    }
}

impl Drawn {
    /// Does a picture go to standard output?
    pub(crate) fn takes_stdout(&self) -> bool {
        self.picture.as_deref() == Some(STDOUT)
    }

    /// Refuses what cannot be a picture, or not one of each of that many solutions.
    pub(super) fn check(&self, most: u64) -> Result<(), Failure> {
        self.picture.as_ref().map_or(Ok(()), |path| conflicts::check_picture(path, most > 1))
    }
}

asked! {
    /// Which solutions count as different, and which are wanted.
    Symmetry {
        /// Count solutions once that a symmetry maps to each other
        up_to: Option<UpTo> ["WHAT" whole(true) without(["reduce", "kernel", "checkpoint", "engine"])],
        /// Use these symmetries instead of those that are found: a file of permutations of the options that generate them, one on
        /// each line, in cycles of option numbers such as `(1 4 2) (3 5)`
        generators: Option<String> ["FILE" single(true) needs("up_to") rare(true)],
        /// Use only the symmetries that map these items to one another: numbers, names, or ranges of either; repeat it for more
        /// sets of items
        keeping: Vec<String> ["ITEMS" single(true) needs("up_to") without(["generators"]) rare(true)],
        /// Consider only solutions of a tiling that satisfy a predicate, such as 'crossroads 0 and not fault' or 'colorable 3 or symmetric': see
        /// `combien help language`. `symmetric` and `asymmetric`, alone or joined by `and`, are for any problem with --up-to
        filter: Option<String> ["PREDICATE" whole(true) long("where")],
        /// Restrict to solutions that each of these permutations maps to themselves: a file like that of --generators
        kept_by: Option<String> ["FILE" whole(true) single(true) without(["up_to", "reduce", "kernel", "checkpoint", "engine"]) rare(true)],
    }
}

impl Symmetry {
    /// The problem with the symmetries up to which its solutions are counted.
    pub(super) fn of(&self, problem: Source) -> Source {
        Source { given: Given { group: self.group(), ..problem.given }, ..problem }
    }

    fn group(&self) -> Option<Group> {
        let (generators, keeping) = (self.generators.clone(), self.keeping.clone());
        self.up_to.map(|up_to| Group { up_to, generators, keeping })
    }

    /// Restrict to symmetric solutions, or to the others?
    fn kind(&self) -> Result<Option<OrbitKind>, Failure> {
        let Some(text) = &self.filter else { return Ok(None) };
        let filter = Filter::read(Loaded::new("--where", text.as_str())).map_err(Failure::Input)?;
        let kind = |symmetric| if symmetric { OrbitKind::Symmetric } else { OrbitKind::Asymmetric };
        Ok(filter.symmetric().map(kind))
    }

    /// The requested orbits, if solutions are counted up to symmetry.
    pub(super) fn orbits(&self) -> Result<Option<Orbits>, Failure> {
        let Some(group) = self.group() else { return Ok(None) };
        Ok(Some(Orbits { group, kind: self.kind()? }))
    }
}
