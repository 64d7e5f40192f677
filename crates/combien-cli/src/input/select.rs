//! Which options, and which items: numbers from 1, names, and ranges of either.

use std::collections::HashMap;

use combien::diagnostic::{did_you_mean, nearest};
use combien::problem::{ItemId, OptionId, Problem};

use crate::report::failure::Failure;

/// Names may contain commas, as those of cells do. So up to this number of parts of a list are tried as one
/// name.
const MOST_WORDS: usize = 6;
/// The maximum number of names that are compared with an unknown one.
const MOST_COMPARED: usize = 10_000;

/// What can be selected: options or items with their numbers and names.
pub(crate) struct Selection<'p> {
    /// The words for one and for several of them.
    words: (&'static str, &'static str),
    /// The flag that selects.
    flag: &'static str,
    count: usize,
    /// In order.
    names: Vec<&'p str>,
    by_name: HashMap<&'p str, usize>,
}

/// The first and the last position, from 0.
type Range = (usize, usize);

/// An error in a part of a selection. The message is made only when it is needed, because it may take long
/// and parts are tried that are not meant.
enum Wrong {
    Empty,
    /// There is nothing to select from.
    Nothing,
    /// A number that is too small or too large.
    Number(usize),
    /// Neither a name nor a number.
    Name(String),
    /// A range whose ends are these places.
    Reversed {
        from: String,
        to: String,
        first: usize,
        last: usize,
    },
}

impl<'p> Selection<'p> {
    /// From the options, by this flag.
    pub(crate) fn options(problem: &'p Problem, flag: &'static str) -> Selection<'p> {
        let count = problem.option_count();
        let names =
            (0..count).filter_map(|place| Some((problem.option_name(OptionId::from_index(place))?, place)));
        Selection::new(("option", "options"), flag, count, names)
    }

    /// From the items, by this flag.
    pub(crate) fn items(problem: &'p Problem, flag: &'static str) -> Selection<'p> {
        let count = problem.item_count();
        let names = (0..count).map(|place| (problem.item_name(ItemId::from_index(place)), place));
        Selection::new(("item", "items"), flag, count, names)
    }

    fn new(
        words: (&'static str, &'static str),
        flag: &'static str,
        count: usize,
        named: impl Iterator<Item = (&'p str, usize)>,
    ) -> Selection<'p> {
        let (mut names, mut by_name) = (vec![], HashMap::new());
        for (name, place) in named {
            names.push(name);
            // Options may share a name. It then means the first.
            by_name.entry(name).or_insert(place);
        }
        Selection { words, flag, count, names, by_name }
    }

    /// The positions that the lists select, in their order. Without a list: all.
    pub(crate) fn of(&self, lists: &[String]) -> Result<Vec<usize>, Failure> {
        if lists.is_empty() {
            return Ok((0..self.count).collect());
        }
        let mut places = vec![];
        for list in lists {
            let words: Vec<&str> = list.split(',').collect();
            let mut start = 0;
            while start < words.len() {
                // The longest candidate first. If none is found, the error is about the shortest one.
                let ends = (start + 1..=words.len().min(start + MOST_WORDS)).rev();
                let mut parts = ends.map(|end| (end, self.part(words[start..end].join(",").trim())));
                let found = parts.find(|(end, part)| part.is_ok() || *end == start + 1);
                let (end, part) = found.unwrap_or((start + 1, Err(Wrong::Empty)));
                let (first, last) = part.map_err(|wrong| self.explained(wrong))?;
                places.extend(first..=last);
                start = end;
                if places.len() > self.count.saturating_mul(2) {
                    // Each is shown once, however often it is asked for.
                    dedup(&mut places, self.count);
                }
            }
        }
        Ok(places)
    }

    /// A name, a number, or a range.
    fn part(&self, part: &str) -> Result<Range, Wrong> {
        if let Some(&place) = self.by_name.get(part) {
            return Ok((place, place));
        }
        if part.is_empty() {
            return Err(Wrong::Empty);
        }
        // Names may contain dots. The first place that gives a valid range is taken. If there is none, the
        // error is about the first.
        let dots =
            part.match_indices("..").map(|(at, _)| self.range(part[..at].trim(), part[at + 2..].trim()));
        let range = dots.reduce(|one, other| if one.is_err() && other.is_ok() { other } else { one });
        range.unwrap_or_else(|| self.number(part).map(|place| (place, place)))
    }

    /// Both ends are names, or both are numbers. A missing end means the first or the last.
    fn range(&self, from: &str, to: &str) -> Result<Range, Wrong> {
        let most = self.count.checked_sub(1).ok_or(Wrong::Nothing)?;
        let named = |end: &str, otherwise: usize| {
            if end.is_empty() { Some(otherwise) } else { self.by_name.get(end).copied() }
        };
        let numbered = |end: &str, otherwise: Option<usize>| match otherwise {
            Some(place) if end.parse::<usize>().is_err() => Ok(place),
            _ => self.number(end),
        };
        let (first, last) = match (named(from, 0), named(to, most)) {
            (Some(first), Some(last)) => (first, last),
            (first, last) => (numbered(from, first)?, numbered(to, last)?),
        };
        if first > last {
            return Err(Wrong::Reversed { from: from.to_owned(), to: to.to_owned(), first, last });
        }
        Ok((first, last))
    }

    fn number(&self, word: &str) -> Result<usize, Wrong> {
        match word.parse::<usize>() {
            Ok(number) if (1..=self.count).contains(&number) => Ok(number - 1),
            Ok(_) if self.count == 0 => Err(Wrong::Nothing),
            Ok(number) => Err(Wrong::Number(number)),
            Err(_) => Err(Wrong::Name(word.to_owned())),
        }
    }

    fn explained(&self, wrong: Wrong) -> Failure {
        let (one, all) = self.words;
        match wrong {
            Wrong::Nothing => Failure::message(format!("the problem has no {all}")),
            Wrong::Empty => Failure::hinted(
                format!("no {all} are selected"),
                format!("write `{} 1..9`, or leave it out", self.flag),
            ),
            Wrong::Number(number) => Failure::hinted(format!("there is no {one} {number}"), self.numbers()),
            Wrong::Name(name) => Failure::hinted(format!("there is no {one} `{name}`"), self.hint(&name)),
            Wrong::Reversed { from, to, first, last } => Failure::hinted(
                format!("`{from}..{to}` is empty: {one} {} comes after {}", first + 1, last + 1),
                format!("write `{to}..{from}`"),
            ),
        }
    }

    fn hint(&self, word: &str) -> String {
        let compared = self.names.iter().copied().take(MOST_COMPARED);
        let (one, all) = self.words;
        let known = match (self.names.first().zip(self.names.last()), self.count) {
            (Some((first, _)), 1) => format!("there is 1 {one}: `{first}`"),
            (Some((first, last)), count) => {
                format!("there are {count} {all}, by number or by name: `{first}` to `{last}`")
            }
            (None, _) => format!("they have no names here; {}", self.numbers()),
        };
        did_you_mean(nearest(word, compared), known)
    }

    /// Which numbers there are.
    fn numbers(&self) -> String {
        let (one, all) = self.words;
        match self.count {
            0 => format!("there are no {all}"),
            1 => format!("there is 1 {one}"),
            count => format!("{all} have the numbers from 1 to {count}"),
        }
    }
}

fn dedup(places: &mut Vec<usize>, count: usize) {
    let mut is_new = vec![true; count];
    places.retain(|&place| std::mem::take(&mut is_new[place]));
}

#[cfg(test)]
mod tests {
    use combien::problem::dlx;

    use super::*;

    fn selected(items: &str, list: &str) -> Result<Vec<usize>, String> {
        let problem = dlx::parse("t", &format!("{items}\n")).unwrap().problem;
        let selection = Selection::items(&problem, "--items").of(&[list.to_owned()]);
        selection.map(|places| places.into_iter().map(|place| place + 1).collect()).map_err(|error| {
            match error {
                Failure::Message { message, hint } => format!("{message}; {}", hint.unwrap_or_default()),
                other => panic!("{other:?}"),
            }
        })
    }

    #[test]
    fn numbers_names_and_ranges_select() {
        let letters = |list| selected("a b c d e", list);
        assert_eq!(letters("2"), Ok(vec![2]));
        assert_eq!(letters("d..e, 1..2"), Ok(vec![4, 5, 1, 2]));
        assert_eq!(letters("..b, 4 .. 5 "), Ok(vec![1, 2, 4, 5]));
        assert_eq!(letters("..").map(|all| all.len()), Ok(5));
        // Names are tried first. These are numbered from 0.
        assert_eq!(selected("0 1 2 3", "0..2"), Ok(vec![1, 2, 3]));
        assert_eq!(selected("0 1 2 3", "1"), Ok(vec![2]));
        // Both ends must be of one kind: the fourth is not named 4.
        assert_eq!(selected("0 1 2 3", "1..4"), Ok(vec![1, 2, 3, 4]));
    }

    #[test]
    fn names_may_have_commas_and_dots() {
        let cells = |list| selected("0,0 1,0 0,1 1,1 a..b", list);
        assert_eq!(cells("1,0"), Ok(vec![2]));
        assert_eq!(cells("1,0..1,1"), Ok(vec![2, 3, 4]));
        assert_eq!(cells("0,1,1,1,1"), Ok(vec![3, 4, 1]));
        assert_eq!(cells("a..b,5"), Ok(vec![5, 5]));
        assert_eq!(cells("1,1..a..b"), Ok(vec![4, 5]));
    }

    #[test]
    fn missing_names_and_numbers_are_reported() {
        let wrong = |list| selected("R1C1 R1C2 R2C1", list).unwrap_err();
        assert_eq!(wrong("R1c1"), "there is no item `R1c1`; did you mean `R1C1`?");
        assert_eq!(
            wrong("x"),
            "there is no item `x`; there are 3 items, by number or by name: `R1C1` to `R2C1`"
        );
        assert_eq!(wrong("4"), "there is no item 4; items have the numbers from 1 to 3");
        assert_eq!(wrong("1..4"), "there is no item 4; items have the numbers from 1 to 3");
        assert_eq!(wrong("0"), "there is no item 0; items have the numbers from 1 to 3");
        let of_one = |list| selected("R1C1", list).unwrap_err();
        assert_eq!(of_one("2"), "there is no item 2; there is 1 item");
        assert_eq!(of_one("x"), "there is no item `x`; there is 1 item: `R1C1`");
        assert_eq!(wrong("3..1"), "`3..1` is empty: item 3 comes after 1; write `1..3`");
        assert_eq!(wrong("R1C1..R3C1"), "there is no item `R3C1`; did you mean `R1C1`?");
        assert_eq!(wrong(""), "no items are selected; write `--items 1..9`, or leave it out");
        assert_eq!(wrong("1,,2"), "no items are selected; write `--items 1..9`, or leave it out");
        assert_eq!(
            wrong("99999999999999999999999"),
            "there is no item `99999999999999999999999`; there are 3 items, by number or by name: `R1C1` to `R2C1`"
        );
    }

    #[test]
    fn nothing_can_be_selected_from_nothing() {
        let problem = Problem::default();
        let options = Selection::options(&problem, "--options");
        assert_eq!(options.of(&[]).unwrap(), Vec::<usize>::new());
        for list in ["1", "..", "a", ""] {
            assert!(options.of(&[list.to_owned()]).is_err(), "{list}");
        }
    }

    /// A list may be long.
    #[test]
    fn long_lists_do_no_harm() {
        let list = vec![".."; 10_000].join(",");
        assert!(selected("a b c", &list).unwrap().len() <= 9);
    }
}
