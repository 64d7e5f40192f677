//! How hard a puzzle is for a person: any problem, solved step by step, each time with the easiest reason
//! that finds something.
//!
//! A [`Step`] places an option, or removes options that cannot be in a solution; its [`Technique`] says why,
//! with a [`Rating`] of our own that compares puzzles with each other. Steps are sound: no solution has an
//! option that a step removes, and every solution has one that is placed. They may not be enough; then a
//! [`Path`] ends early, and the puzzle is *beyond* the techniques.
//!
//! | technique | rating | what a person sees |
//! | --- | --- | --- |
//! | [`ForcedCell`](Technique::ForcedCell) | 1.0 | only one placement covers this cell |
//! | [`ForcedPiece`](Technique::ForcedPiece) | 1.2 | this piece fits in one place |
//! | [`DeadCorner`](Technique::DeadCorner) | 2.0 | here, it would leave a cell that nothing covers, or a piece without a place |
//! | [`Area`](Technique::Area) | 2.5 | here, it would cut off a part that no pieces have the right size for |
//! | [`Parity`](Technique::Parity) | 3.0 | here, it would leave more dark cells than the other pieces can cover |
//! | [`LookAhead`](Technique::LookAhead) | 4.0 and more | here, it would force others, and these are a dead end |
//!
//! Sudoku has techniques of its own: [`sudoku::techniques`](super::sudoku::techniques).
//!
//! ```
//! use combien::budget::Budget;
//! use combien::problem::dlx;
//! use combien_puzzles::rating::Path;
//! use combien_tiling::why::Subject;
//!
//! let problem = dlx::parse("three dominoes", "a b c d e f\na b\nc d\ne f\nb c\nc f\n")?.problem;
//! let subject = Subject::of(&problem);
//! let path = Path::of(subject, &[], &Budget::UNLIMITED)?;
//! assert!(path.is_complete());
//! let first = &path.steps()[0];
//! assert_eq!(first.words(subject), "only option 1 (a b) covers the item a");
//! assert_eq!(path.rating().unwrap().to_string(), "1.0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod parity;
mod saved;
mod series;
mod setter;
mod state;
mod words;

use std::fmt;

pub use self::saved::{Request, Saved, SavedError};
pub use self::series::{Graded, graded};
pub use self::setter::{Setter, Try};
pub use super::sudoku::techniques::Rating;

use self::areas::Areas;
use self::parity::Parities;
use self::state::State;
use super::clues::{Stopped, options_of_items};
use combien::budget::Budget;
use combien::problem::{ItemId, OptionId, Solution};
use combien_tiling::Meaning;
use combien_tiling::why::{Coloring, Subject};

/// Why a step may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// A cell of a tiling, or an item of another problem, has as few options left as it needs.
    ForcedCell,
    /// A piece, or a region of the board, has as few options left as it needs.
    ForcedPiece,
    /// With this option, an item would have too few options left.
    DeadCorner,
    /// With this option, a part of the board would be cut off, and no pieces that are left have together its
    /// size.
    Area,
    /// With this option, the pieces that are left could not cover as many cells of each color as there are.
    Parity,
    /// With this option, this many others would be forced, one after the other, until an item has too few
    /// options left.
    LookAhead(u32),
}

impl Technique {
    /// How hard it is to see. A look ahead of n options has 4.0 and n tenths, and at most 7.0.
    pub fn rating(self) -> Rating {
        let tenths = match self {
            Technique::ForcedCell => 10,
            Technique::ForcedPiece => 12,
            Technique::DeadCorner => 20,
            Technique::Area => 25,
            Technique::Parity => 30,
            Technique::LookAhead(forced) => 40 + forced.min(30),
        };
        Rating { tenths }
    }

    /// All ratings that techniques have, in ascending order.
    pub fn ratings() -> impl Iterator<Item = Rating> {
        let first = [
            Technique::ForcedCell,
            Technique::ForcedPiece,
            Technique::DeadCorner,
            Technique::Area,
            Technique::Parity,
        ];
        first.into_iter().chain((1..=30).map(Technique::LookAhead)).map(Technique::rating)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Technique::ForcedCell => "forced cell",
            Technique::ForcedPiece => "forced piece",
            Technique::DeadCorner => "dead corner",
            Technique::Area => "area",
            Technique::Parity => "parity",
            Technique::LookAhead(_) => "look-ahead",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rating(), self.name())
    }
}

/// An option that is placed, or options that are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    technique: Technique,
    options: Vec<OptionId>,
    reason: Reason,
}

/// The reason of a step; for several options, that of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    /// The item needs all its options that are left.
    Forced(ItemId),
    /// Nothing would be left for the item.
    Dead(ItemId),
    /// These cells would be cut off.
    CutOff(Vec<ItemId>),
    /// The colors would not agree.
    Colors(Coloring),
}

impl Step {
    /// Why it may be taken.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// The options that it places, or removes.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Does it place its options? If not, it removes them.
    pub fn places(&self) -> bool {
        matches!(self.reason, Reason::Forced(_))
    }
}

/// A puzzle as a person solves it.
#[derive(Clone, Debug)]
pub struct Path {
    steps: Vec<Step>,
    placed: Vec<OptionId>,
    is_complete: bool,
}

impl Path {
    /// The path of a puzzle: a problem, or a tiling, with clues. It should have one solution; with several, a
    /// path ends where they begin to differ, and with none it ends early or at anything.
    ///
    /// Takes, for each step, up to the square of the number of options times their entries.
    pub fn of(subject: Subject<'_>, clues: &[OptionId], budget: &Budget) -> Result<Path, Stopped> {
        Path::within(subject, clues, HARDEST, budget)
    }

    /// The path of a puzzle; tells how many steps are done before it looks for each. A look ahead on a large
    /// board takes some seconds.
    pub fn told(
        subject: Subject<'_>,
        clues: &[OptionId],
        budget: &Budget,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Path, Stopped> {
        Path::found(subject, clues, HARDEST, budget, tell)
    }

    /// The path of a puzzle by techniques of at most this rating. It is complete if the rating of the puzzle
    /// is no higher.
    ///
    /// It may also be complete if that is higher, by looks ahead alone. A path takes the first look ahead
    /// that forces at most 2, 5 or 12 options, which is not always the one that forces fewest: with a
    /// limit, it has to find those that force fewer.
    ///
    /// A complete path proves that the solution is the only one. Without look-ahead, a step takes up to the
    /// number of options times their entries.
    pub fn within(
        subject: Subject<'_>,
        clues: &[OptionId],
        most: Rating,
        budget: &Budget,
    ) -> Result<Path, Stopped> {
        Path::found(subject, clues, most, budget, &mut |_| {})
    }

    fn found(
        subject: Subject<'_>,
        clues: &[OptionId],
        most: Rating,
        budget: &Budget,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Path, Stopped> {
        let of_item = options_of_items(subject.problem());
        let mut state = State::new(subject.problem(), &of_item);
        for &clue in clues {
            if state.has(clue) {
                state.place(clue);
            }
        }
        let person = Person { subject, most, budget };
        let mut steps = vec![];
        while !state.is_solved() && state.dead().is_none() {
            tell(steps.len());
            let Some(step) = person.step(&state)? else { break };
            for &option in &step.options {
                // Of two options that one item forces, the first may already rule the second out: there is no
                // solution.
                match (state.has(option), step.places()) {
                    (true, true) => state.place(option),
                    (true, false) => state.remove(option),
                    (false, _) => {}
                }
            }
            steps.push(step);
        }
        let is_complete = state.is_solved();
        Ok(Path { steps, placed: state.placed().to_vec(), is_complete })
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Does it end in a solution?
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The solution that it ends in, clues included.
    pub fn solution(&self) -> Option<Solution> {
        self.is_complete.then(|| self.placed.iter().copied().collect())
    }

    /// The technique of its hardest step. `None` if there is no step.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }

    /// The names of the techniques, the easiest first, and how often each was used.
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let mut used: Vec<Technique> = self.steps.iter().map(|step| step.technique).collect();
        used.sort_unstable();
        used.chunk_by(|one, next| one.name() == next.name())
            .map(|same| (same[0].name(), same.len()))
            .collect()
    }

    /// The rating of the puzzle: that of the hardest step, 0.0 if no step is needed. `None` if the techniques
    /// are not enough.
    pub fn rating(&self) -> Option<Rating> {
        self.is_complete.then(|| self.hardest().map_or(Rating { tenths: 0 }, Technique::rating))
    }

    /// The ratings of all steps together: how much work there is, however hard.
    pub fn effort(&self) -> Rating {
        Rating { tenths: self.steps.iter().map(|step| step.technique.rating().tenths).sum() }
    }
}

/// Looks for steps.
struct Person<'a> {
    subject: Subject<'a>,
    /// The hardest technique that is used has this rating.
    most: Rating,
    budget: &'a Budget,
}

/// A technique that looks for a step.
type Find<P> = fn(&P, &State<'_>) -> Result<Option<Step>, Stopped>;

/// The highest rating: that of a look ahead that forces many options.
#[doc(hidden)]
pub const HARDEST: Rating = Rating { tenths: 70 };

/// The options that a look ahead may force, in turn: few first.
const AHEAD: [u32; 4] = [2, 5, 12, u32::MAX];

impl Person<'_> {
    /// The first step of the easiest technique that finds one.
    fn step(&self, state: &State<'_>) -> Result<Option<Step>, Stopped> {
        if let Some(step) = self.forced(state) {
            return Ok(self.knows(step.technique).then_some(step));
        }
        let further: [(Technique, Find<Self>); 3] = [
            (Technique::DeadCorner, Self::dead_corners),
            (Technique::Area, Self::cut_off),
            (Technique::Parity, Self::colors),
        ];
        for (technique, find) in further {
            if self.knows(technique)
                && let Some(step) = find(self, state)?
            {
                return Ok(Some(step));
            }
        }
        let ahead = if self.most >= HARDEST { u32::MAX } else { self.most.tenths.saturating_sub(40) };
        for most in AHEAD {
            if ahead > 0
                && let Some(step) = self.look_ahead(state, most.min(ahead))?
            {
                return Ok(Some(step));
            }
            if most >= ahead {
                break;
            }
        }
        Ok(None)
    }

    fn knows(&self, technique: Technique) -> bool {
        technique.rating() <= self.most
    }

    /// Before each option that is tried: that takes longer than a check.
    fn look(&self) -> Result<(), Stopped> {
        Stopped::check(self.budget, 0)
    }

    /// Is it a piece or a region?
    fn is_piece(&self, item: ItemId) -> bool {
        let meaning = self.subject.encoding().map(|encoding| encoding.meaning(item));
        matches!(meaning, Some(Meaning::Piece(_) | Meaning::Region(_)))
    }

    fn forced(&self, state: &State<'_>) -> Option<Step> {
        let is_forced = |&item: &ItemId| state.needs(item) > 0 && state.count(item) == state.needs(item);
        let forced = || self.subject.problem().primary_items().filter(is_forced);
        let cell = forced().find(|&item| !self.is_piece(item));
        let (item, technique) = match cell {
            Some(cell) => (cell, Technique::ForcedCell),
            None => (forced().next()?, Technique::ForcedPiece),
        };
        Some(Step { technique, options: state.left_for(item).collect(), reason: Reason::Forced(item) })
    }

    /// All options that `find` has a reason against, as one step.
    fn removed(
        &self,
        technique: Technique,
        state: &State<'_>,
        mut find: impl FnMut(OptionId) -> Option<Reason>,
    ) -> Result<Option<Step>, Stopped> {
        let (mut options, mut first) = (vec![], None);
        for option in state.left() {
            self.look()?;
            if let Some(reason) = find(option) {
                options.push(option);
                first.get_or_insert(reason);
            }
        }
        Ok(first.map(|reason| Step { technique, options, reason }))
    }

    fn dead_corners(&self, state: &State<'_>) -> Result<Option<Step>, Stopped> {
        self.removed(Technique::DeadCorner, state, |option| {
            let mut with = state.clone();
            with.place(option);
            with.dead().map(Reason::Dead)
        })
    }

    fn cut_off(&self, state: &State<'_>) -> Result<Option<Step>, Stopped> {
        let Some(mut areas) = Areas::of(self.subject) else { return Ok(None) };
        self.removed(Technique::Area, state, |option| {
            let mut with = state.clone();
            with.place(option);
            areas.unfit(&with).map(Reason::CutOff)
        })
    }

    fn colors(&self, state: &State<'_>) -> Result<Option<Step>, Stopped> {
        let parities = Parities::of(self.subject, state);
        self.removed(Technique::Parity, state, |option| parities.against(option).map(Reason::Colors))
    }

    /// An option of an item with few of them that forces others, at most this number, until there is a dead
    /// end.
    fn look_ahead(&self, state: &State<'_>, most: u32) -> Result<Option<Step>, Stopped> {
        let problem = self.subject.problem();
        let mut items: Vec<ItemId> = problem.primary_items().filter(|&item| state.needs(item) > 0).collect();
        items.sort_by_key(|&item| state.count(item) - state.needs(item));
        let mut is_tried = vec![false; problem.option_count()];
        for item in items {
            for option in state.left_for(item) {
                if std::mem::replace(&mut is_tried[option.index()], true) {
                    continue;
                }
                self.look()?;
                let mut with = state.clone();
                with.place(option);
                let mut forced = 0;
                while with.dead().is_none() && forced < most && !with.is_solved() {
                    let Some(next) = self.forced(&with) else { break };
                    forced += 1;
                    for option in next.options {
                        if with.has(option) {
                            with.place(option);
                        }
                    }
                }
                if let Some(dead) = with.dead() {
                    let technique = Technique::LookAhead(forced);
                    return Ok(Some(Step { technique, options: vec![option], reason: Reason::Dead(dead) }));
                }
            }
        }
        Ok(None)
    }
}
