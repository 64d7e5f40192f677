//! People's techniques: deductions about the candidates of a puzzle, without guessing.
//!
//! The [ladder](LADDER) holds the techniques from the easiest to the hardest, each with a rating of our own;
//! a [`Step`] is one use of one of them, with the reason in a sentence. Steps are sound: no solution of the
//! puzzle has a candidate that a step removes. They may not be enough: then a [`Path`] ends before the grid
//! is full.
//!
//! Everything is defined by items and candidates, that is, by the exact cover problem. Box shapes and sides
//! do not matter. Singles are items with one candidate; locked candidates, subsets and fish are one pattern
//! on several axes (`matched.rs`); wings and chains are another with several kinds of links (`chain.rs`).
//!
//! ```
//! use combien::budget::Budget;
//! use combien_puzzles::sudoku::techniques::{Candidates, Path};
//! use combien_puzzles::sudoku::{BoxShape, Grid};
//!
//! let puzzle = Grid::parse("1.3. .... ..2. 4...", BoxShape::new(2, 2)?)?;
//! let path = Path::of(&puzzle, &Budget::UNLIMITED)?;
//! assert!(path.is_complete());
//! let first = &path.steps()[0];
//! assert_eq!(first.to_string(), "In box 3 the digit 2 can only stand in R4C2. So R4C2 is 2.");
//! assert_eq!(path.hardest().unwrap().to_string(), "1.0 hidden single in a box");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod chain;
mod matched;
mod ruled;
mod words;

use std::fmt;

pub use candidates::{Candidate, Candidates};

use self::candidates::{Item, Kind};
use self::chain::{ANY, Branches, CELLS, DIGIT, Link, Links, Roots};
use self::matched::{Axis, CLAIMING, FISH, HIDDEN, Match, NAKED, POINTING};
use self::ruled::Ruled;
pub(super) use self::ruled::{Further, excluded};
use super::{Grid, Stopped, Sudoku};
use combien::budget::Budget;

/// How hard something is, in tenths: written `4.4`.
///
/// The order is the usual one of books and programs, and the numbers are our own: they compare puzzles with
/// each other, not with the numbers of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// The rating, ten times.
    pub tenths: u32,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.tenths / 10, self.tenths % 10)
    }
}

/// A method to prove that a digit must be in a cell, or cannot be.
///
/// Written with its rating: `4.6 XY-wing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    rating: Rating,
    name: &'static str,
    pattern: Pattern,
}

/// What a technique looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// An item with one candidate.
    Single(&'static [Kind]),
    /// This many items whose candidates are in as many other items.
    Matched(&'static [Axis], usize),
    /// A candidate that makes itself false, by a chain of at most that length.
    Chain(Links, usize),
    /// An item whose candidates all make another one false, each by a chain of at most that length.
    Branches(Roots, Links, usize),
    /// A digit that a further rule leaves no place.
    Rule,
}

/// The longest chain that people are expected to follow. Chosen by feel.
const LONGEST: usize = 12;
/// The longest chain that people are expected to follow if several start at once.
const LONGEST_BRANCH: usize = 6;

const TRIPLES: Roots = Roots { kinds: &[Kind::Cell], least: 3, most: 3 };
/// Two candidates make a chain.
const ALL: Roots = Roots { kinds: &candidates::KINDS, least: 3, most: usize::MAX };

const fn technique(tenths: u32, name: &'static str, pattern: Pattern) -> Technique {
    Technique { rating: Rating { tenths }, name, pattern }
}

/// All techniques, from the easiest to the hardest.
#[doc(hidden)]
pub static LADDER: [Technique; 22] = [
    technique(10, "hidden single in a box", Pattern::Single(&[Kind::Box])),
    technique(12, "hidden single in a line", Pattern::Single(&[Kind::Row, Kind::Column])),
    technique(15, "naked single", Pattern::Single(&[Kind::Cell])),
    technique(20, "pointing", Pattern::Matched(POINTING, 1)),
    technique(22, "claiming", Pattern::Matched(CLAIMING, 1)),
    // With three boxes in a band, claiming has found it already.
    technique(25, "double pointing", Pattern::Matched(POINTING, 2)),
    technique(30, "naked pair", Pattern::Matched(NAKED, 2)),
    technique(32, "hidden pair", Pattern::Matched(HIDDEN, 2)),
    technique(35, "X-wing", Pattern::Matched(FISH, 2)),
    technique(38, "naked triple", Pattern::Matched(NAKED, 3)),
    technique(40, "hidden triple", Pattern::Matched(HIDDEN, 3)),
    technique(42, "swordfish", Pattern::Matched(FISH, 3)),
    technique(44, "turbot fish", Pattern::Chain(DIGIT, 2)),
    technique(46, "XY-wing", Pattern::Chain(CELLS, 3)),
    technique(48, "XYZ-wing", Pattern::Branches(TRIPLES, CELLS, 1)),
    technique(50, "naked quad", Pattern::Matched(NAKED, 4)),
    technique(52, "hidden quad", Pattern::Matched(HIDDEN, 4)),
    technique(54, "jellyfish", Pattern::Matched(FISH, 4)),
    technique(60, "X-chain", Pattern::Chain(DIGIT, LONGEST)),
    technique(65, "XY-chain", Pattern::Chain(CELLS, LONGEST)),
    technique(70, "chain", Pattern::Chain(ANY, LONGEST)),
    technique(80, "forcing chains", Pattern::Branches(ALL, ANY, LONGEST_BRANCH)),
];

/// The use of one of the [further rules](super::Sudoku::with_rules), where there are some.
pub(crate) static RULE: Technique = technique(17, "rule", Pattern::Rule);

impl Technique {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How hard it is.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// The first step that it finds, within this budget: its flag and its deadline count.
    ///
    /// Fish and subsets take time exponential in their size; chains, up to the sixth power of the side for
    /// each step.
    pub fn find(&'static self, candidates: &Candidates, budget: &Budget) -> Result<Option<Step>, Stopped> {
        Ok(match self.pattern {
            Pattern::Single(kinds) => kinds.iter().find_map(|&kind| single(candidates, kind)),
            Pattern::Matched(axes, size) => {
                axes.iter().find_map(|&axis| matched::find(candidates, axis, size)).map(Reason::Match)
            }
            Pattern::Chain(links, longest) => {
                let chain = chain::contradiction(candidates, links, longest, budget)?;
                chain.map(|chain| {
                    let removes = chain::seen_by_ends(candidates, links, &chain);
                    Reason::Chain { chain, removes }
                })
            }
            Pattern::Branches(roots, links, longest) => {
                chain::branches(candidates, roots, links, longest, budget)?.map(Reason::Branches)
            }
            Pattern::Rule => {
                candidates.rules().and_then(|further| (further.excluded)(candidates)).map(Reason::Rule)
            }
        }
        .map(|reason| Step::new(candidates, self, reason)))
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rating, self.name)
    }
}

/// The first item of a kind that has one candidate, if that is not placed yet.
fn single(candidates: &Candidates, kind: Kind) -> Option<Reason> {
    let shape = candidates.shape();
    if kind == Kind::Box && (shape.rows() == 1 || shape.columns() == 1) {
        // Boxes that are lines add nothing.
        return None;
    }
    let alone = candidates.items(kind).filter(|&item| candidates.count(item) == 1);
    alone.filter_map(|item| Some((item, candidates.of(item).next()?))).find_map(|(item, candidate)| {
        let is_open = candidates.grid().get(candidate.row, candidate.column).is_none();
        is_open.then_some(Reason::Single(item, candidate))
    })
}

/// Why a step may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Single(Item, Candidate),
    Match(Match),
    Chain { chain: Vec<Link>, removes: Vec<Candidate> },
    Branches(Branches),
    Rule(Ruled),
}

/// One use of a technique: a digit that is placed, or candidates that are removed.
///
/// Written as one or two sentences: the reason and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    technique: &'static Technique,
    rests_on: Vec<Candidate>,
    puts: Option<Candidate>,
    removes: Vec<Candidate>,
    why: String,
}

impl Step {
    fn new(candidates: &Candidates, technique: &'static Technique, reason: Reason) -> Step {
        let why = words::why(candidates, &reason);
        let sorted = |mut list: Vec<Candidate>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let of_chain = |chain: &[Link]| chain[..chain.len() - 1].iter().map(|link| link.candidate).collect();
        let (rests_on, puts, removes) = match reason {
            Reason::Single(_, candidate) => (vec![candidate], Some(candidate), vec![]),
            Reason::Match(Match { base, removes, .. }) => {
                (base.iter().flat_map(|&item| candidates.of(item)).collect(), None, removes)
            }
            Reason::Chain { chain, removes } => (of_chain(&chain[1..]), None, removes),
            Reason::Branches(Branches { chains, removes, .. }) => {
                (chains.iter().flat_map(|chain| of_chain(chain)).collect::<Vec<_>>(), None, vec![removes])
            }
            Reason::Rule(Ruled { rests_on, removes, .. }) => (rests_on, None, removes),
        };
        Step { technique, rests_on: sorted(rests_on), puts, removes: sorted(removes), why }
    }

    /// The technique.
    pub fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// The candidates in which one sees it.
    pub fn rests_on(&self) -> &[Candidate] {
        &self.rests_on
    }

    /// The digit that is put, if it is one.
    pub fn puts(&self) -> Option<Candidate> {
        self.puts
    }

    /// The removed candidates. If a digit is placed, its consequences are not included.
    pub fn removes(&self) -> &[Candidate] {
        &self.removes
    }

    /// Why, as a sentence: `In column 4 the digit 7 can only stand in R2C4.`
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.why, words::therefore(self))
    }
}

impl Candidates {
    /// The first step of the easiest technique that finds one, within this budget: its flag and its deadline
    /// count.
    ///
    /// Returns `None` if the grid is full or no technique finds a step.
    pub fn next_step(&self, budget: &Budget) -> Result<Option<Step>, Stopped> {
        let has_rules = self.rules().is_some();
        let easier = LADDER.iter().filter(|technique| technique.rating < RULE.rating);
        let harder = LADDER.iter().filter(|technique| technique.rating >= RULE.rating);
        for technique in easier.chain([&RULE].into_iter().filter(|_| has_rules)).chain(harder) {
            if let Some(step) = technique.find(self, budget)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Takes a step.
    pub fn take(&mut self, step: &Step) {
        step.puts.into_iter().for_each(|candidate| self.put(candidate));
        step.removes.iter().for_each(|&candidate| self.remove(candidate));
    }
}

/// The steps from a puzzle as far as the techniques lead, each by the easiest that finds one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    steps: Vec<Step>,
    end: Candidates,
}

impl Path {
    /// The path of a puzzle, within this budget: its flag and its deadline count.
    ///
    /// Paths of puzzles with several solutions end before the grid is full. The path of a puzzle without a
    /// solution may end with a full, wrong grid.
    pub fn of(puzzle: &Grid, budget: &Budget) -> Result<Path, Stopped> {
        Path::from(Candidates::new(puzzle), budget)
    }

    /// The path of a puzzle where the digits obey the [further rules](Sudoku::with_rules), too, within this
    /// budget: its flag and its deadline count.
    pub fn under(sudoku: &Sudoku, puzzle: &Grid, budget: &Budget) -> Result<Path, Stopped> {
        Path::from(Candidates::under(sudoku, puzzle), budget)
    }

    fn from(mut end: Candidates, budget: &Budget) -> Result<Path, Stopped> {
        let mut steps = vec![];
        while let Some(step) = end.next_step(budget)? {
            Stopped::check(budget, 0)?;
            end.take(&step);
            steps.push(step);
        }
        Ok(Path { steps, end })
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Where the techniques end.
    pub fn end(&self) -> &Candidates {
        &self.end
    }

    /// Do the techniques fill the grid?
    pub fn is_complete(&self) -> bool {
        self.end.is_full()
    }

    /// The hardest technique that is needed; `None` if there is no step.
    pub fn hardest(&self) -> Option<&'static Technique> {
        self.steps.iter().map(Step::technique).max_by_key(|technique| technique.rating)
    }

    /// The rating of the puzzle: that of the hardest technique, 0.0 if the grid is full already; `None` if
    /// the techniques are not enough.
    pub fn rating(&self) -> Option<Rating> {
        let hardest = self.hardest().map_or(Rating { tenths: 0 }, Technique::rating);
        self.is_complete().then_some(hardest)
    }

    /// How often each technique is used, from the easiest. Unused ones are left out.
    pub fn tally(&self) -> Vec<(&'static Technique, usize)> {
        let count = |technique| self.steps.iter().filter(|step| step.technique == technique).count();
        [&RULE]
            .into_iter()
            .chain(&LADDER)
            .map(|technique| (technique, count(technique)))
            .filter(|&(_, count)| count > 0)
            .collect()
    }
}
