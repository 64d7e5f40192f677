//! Options that are given: taken or forbidden, by their numbers or names, by their items, and in a tiling by
//! where a piece lies.

use std::collections::HashSet;

use combien::diagnostic::{Diagnostic, Place, Source};
use combien::problem::{OptionId, Problem};
use combien_lang::elaborate::explained;
use combien_lang::{Filter, Loaded, read_spot};
use combien_puzzles::clues::narrowed;
use combien_tiling::{Clue, ClueFault, Encoding, Placement, Spot, Tiling};

use super::Input;
use super::select::Selection;
use crate::report::failure::Failure;
use crate::request::{Given, Group, UpTo};

/// At most this number of options are listed in a message.
const MOST_LISTED: usize = 8;

/// What is written after a flag, once.
enum Words {
    /// Each of these options.
    Each(Vec<OptionId>),
    /// One of these options, which have some items in common.
    One(Vec<OptionId>),
    /// A placement of a tiling.
    Spot(Spot),
}

/// Do these symmetries tell which solutions are symmetric? Those of a tiling do unless its clues or its
/// predicate leave fewer than the board has; then that is a part of the predicate. Others are what was asked
/// for.
pub(crate) fn tells_symmetric(group: &Group, tiling: &Tiling) -> bool {
    let are_of_tiling =
        group.up_to == UpTo::Symmetry && group.generators.is_none() && group.keeping.is_empty();
    !are_of_tiling || tiling.has_all_motions()
}

impl Input {
    /// The problem in which the given options are taken or forbidden. Options keep their numbers, except in a
    /// tiling, whose placements are numbered anew.
    pub(super) fn narrowed(self, given: &Given) -> Result<Input, Failure> {
        if given.is_empty() {
            return Ok(self);
        }
        match &self {
            Input::Shard(..) => Err(Failure::hinted(
                "a part of a search takes no other options",
                "split the narrowed problem instead",
            )),
            Input::Tiling { name, tiling, .. } => {
                let tiling = self.tiling_with(tiling, given)?;
                let encoding = tiling.encode_unfiltered().map_err(Failure::of)?;
                Ok(Input::Tiling {
                    name: name.clone(),
                    tiling: Box::new(tiling),
                    encoding: Box::new(encoding),
                })
            }
            Input::Plain(problem) => {
                let (taken, forbidden) = self.both(given)?;
                Ok(Input::Plain(Box::new(narrowed(problem, &taken, &forbidden).map_err(Failure::of)?)))
            }
            Input::Classic(classic) => {
                let (taken, forbidden) = self.both(given)?;
                Ok(Input::Classic(Box::new(classic.narrowed(&taken, &forbidden).map_err(Failure::of)?)))
            }
        }
    }

    /// The problem with what `--where` says, without `symmetric` if the symmetries [tell](tells_symmetric)
    /// it.
    pub(super) fn filtered(self, given: &Given) -> Result<Input, Failure> {
        let Some(written) = &given.filter else { return Ok(self) };
        let filter = Filter::read(Loaded::new("--where", written.as_str())).map_err(Failure::Input)?;
        let Input::Tiling { name, tiling, encoding } = self else {
            return match (filter.is_about_pieces(), given.group.is_some()) {
                (true, _) => Err(Failure::hinted(
                    format!(
                        "--where '{written}' is about the pieces of a tiling, and this problem is no tiling"
                    ),
                    "`symmetric` and `asymmetric`, with --up-to symmetry, are for any problem",
                )),
                (false, false) => Err(Failure::hinted(
                    "--where symmetric and --where asymmetric need --up-to if the problem is no tiling",
                    "say --up-to symmetry",
                )),
                (false, true) => Ok(self),
            };
        };
        let rest = filter.clone().without_symmetry();
        let with_rest = if rest.is_about_pieces() {
            rest.on((*tiling).clone()).map_err(Failure::Input)?
        } else {
            (*tiling).clone()
        };
        let is_told = || given.group.as_ref().is_some_and(|group| tells_symmetric(group, &with_rest));
        let tiling = if filter.symmetric().is_some() && !is_told() {
            filter.on(*tiling).map_err(Failure::Input)?
        } else if rest.is_about_pieces() {
            with_rest
        } else {
            return Ok(Input::Tiling { name, tiling, encoding });
        };
        let encoding = tiling.encode_unfiltered().map_err(Failure::of)?;
        Ok(Input::Tiling { name, tiling: Box::new(tiling), encoding: Box::new(encoding) })
    }

    fn both(&self, given: &Given) -> Result<(Vec<OptionId>, Vec<OptionId>), Failure> {
        Ok((self.taken(&given.take, "--take")?, self.forbidden(&given.forbid, "--forbid")?))
    }

    /// The options that a flag takes, each exactly.
    pub(crate) fn taken(&self, lists: &[String], flag: &'static str) -> Result<Vec<OptionId>, Failure> {
        let mut taken = vec![];
        for list in lists {
            match self.words(list, flag)? {
                Words::Each(options) => taken.extend(options),
                Words::One(options) => taken.push(the_only(list, &options)?),
                Words::Spot(spot) => taken.push(the_only(list, &self.spotted(list, flag, &spot)?)?),
            }
        }
        Ok(taken)
    }

    /// The options that a flag forbids.
    pub(crate) fn forbidden(&self, lists: &[String], flag: &'static str) -> Result<Vec<OptionId>, Failure> {
        let mut forbidden = vec![];
        for list in lists {
            forbidden.extend(match self.words(list, flag)? {
                Words::Each(options) | Words::One(options) => options,
                Words::Spot(spot) => self.spotted(list, flag, &spot)?,
            });
        }
        Ok(forbidden)
    }

    fn words(&self, list: &str, flag: &'static str) -> Result<Words, Failure> {
        if let Some(tiling) = self.tiling().filter(|_| is_placement(list)) {
            return read_spot(Loaded::new(flag, list), tiling).map(Words::Spot).map_err(Failure::Input);
        }
        let problem = self.problem();
        let selected = || Selection::options(problem, flag).of(&[list.to_owned()]);
        let is_one_word = !list.trim().contains(char::is_whitespace);
        match (having(problem, list), selected()) {
            (Some(options), Err(_)) => Ok(Words::One(options)),
            (Some(options), Ok(_)) if !is_one_word => Ok(Words::One(options)),
            (_, selected) => {
                selected.map(|places| Words::Each(places.into_iter().map(OptionId::from_index).collect()))
            }
        }
    }

    /// The options that place a piece so.
    fn spotted(&self, list: &str, flag: &'static str, spot: &Spot) -> Result<Vec<OptionId>, Failure> {
        let Input::Tiling { tiling, encoding, .. } = self else { return Ok(vec![]) };
        let placements: HashSet<Placement> = tiling
            .spotted(spot)
            .map_err(|fault| failure(&written(flag, list), &Clue::Fix(spot.clone()), &fault, tiling))?
            .into_iter()
            .collect();
        let is_meant =
            |&option: &OptionId| encoding.placement(option).is_some_and(|found| placements.contains(&found));
        Ok(encoding.problem.options().filter(is_meant).collect())
    }

    /// A tiling with what is given as its clues.
    fn tiling_with(&self, tiling: &Tiling, given: &Given) -> Result<Tiling, Failure> {
        let Input::Tiling { encoding, .. } = self else { return Ok(tiling.clone()) };
        let flags = [(&given.take, "--take", true), (&given.forbid, "--forbid", false)];
        let mut narrowed = tiling.clone();
        for (lists, flag, is_taken) in flags {
            for list in lists {
                let clues: Vec<Clue> = match self.words(list, flag)? {
                    Words::Spot(spot) if is_taken => vec![Clue::Fix(spot)],
                    Words::Spot(spot) => vec![Clue::Forbid(spot)],
                    Words::One(options) if is_taken => vec![clue(the_only(list, &options)?, encoding, true)],
                    Words::One(options) | Words::Each(options) => {
                        options.into_iter().map(|option| clue(option, encoding, is_taken)).collect()
                    }
                };
                for clue in clues {
                    let added = narrowed.clone().with_clues(std::slice::from_ref(&clue));
                    narrowed = added
                        .map_err(|error| failure(&written(flag, list), &clue, &error.fault, &narrowed))?;
                }
            }
        }
        Ok(narrowed)
    }
}

/// Is it written like a placement, and not like a list of numbers or items?
fn is_placement(list: &str) -> bool {
    list.split_whitespace().any(|word| ["at", "over", "as"].contains(&word))
}

/// The options that have all of these items, which are separated by spaces, some perhaps with a color.
/// Returns `None` if some word is no item.
fn having(problem: &Problem, list: &str) -> Option<Vec<OptionId>> {
    let words: Vec<&str> = list.split_whitespace().collect();
    let is_item = |word: &&str| {
        let name = word.rsplit_once(':').map_or(*word, |(name, _)| name);
        problem.item_by_name(word).is_some() || problem.item_by_name(name).is_some()
    };
    if words.is_empty() || !words.iter().all(is_item) {
        return None;
    }
    let has = |option: OptionId, word: &str| {
        problem.option(option).iter().any(|&entry| {
            problem.item_name(entry.item) == word || problem.show_entry(entry).to_string() == word
        })
    };
    Some(problem.options().filter(|&option| words.iter().all(|word| has(option, word))).collect())
}

/// The option that is meant, if it is only one.
fn the_only(list: &str, options: &[OptionId]) -> Result<OptionId, Failure> {
    match options {
        [option] => Ok(*option),
        [] => Err(Failure::message(format!("no option has all the items `{}`", list.trim()))),
        options => {
            let numbers: Vec<String> =
                options.iter().take(MOST_LISTED).map(|option| option.number().to_string()).collect();
            let rest = if numbers.len() < options.len() { ", ..." } else { "" };
            let message = format!("`{}` means {} options, and one can be taken", list.trim(), options.len());
            Err(Failure::hinted(
                message,
                format!("say more, or take one by its number: {}{rest}", numbers.join(", ")),
            ))
        }
    }
}

/// An option of a tiling as a clue. A cell stays empty if no piece lies over it.
fn clue(option: OptionId, encoding: &Encoding, is_taken: bool) -> Clue {
    let cells = encoding.cells(option);
    let (spot, is_fixed) = match encoding.placement(option) {
        Some(Placement { piece, .. }) => {
            (Spot { pieces: Some(vec![piece]), exactly: Some(cells), ..Spot::default() }, is_taken)
        }
        None => (Spot { over: cells.cells().to_vec(), ..Spot::default() }, !is_taken),
    };
    if is_fixed { Clue::Fix(spot) } else { Clue::Forbid(spot) }
}

/// What stands behind a flag, as a text in which messages can point.
fn written(flag: &'static str, list: &str) -> Place {
    Place::new(&Source::new(flag, list), 0..list.len())
}

fn failure(place: &Place, clue: &Clue, fault: &ClueFault, tiling: &Tiling) -> Failure {
    let (code, message, hint) = explained(clue, fault, tiling);
    let diagnostic = Diagnostic::error(code, message, place.clone());
    Failure::Input(vec![Diagnostic { hint, ..diagnostic }])
}
