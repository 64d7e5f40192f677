//! The matrix of a problem as text: a row for each option, a column for each item, and an entry where an
//! option has an item.
//!
//! It is the matrix that lessons draw, of the relation S between possibilities and constraints. Secondary
//! items stand to the right of the primary ones, behind a line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter::repeat_n;

use combien::problem::{Bounds, Color, ItemId, Kind, OptionId, Problem};

/// A matrix, or the part of it with some options and some items.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Matrix<'p> {
    problem: &'p Problem,
    rows: Vec<OptionId>,
    /// The primary items first.
    columns: Vec<ItemId>,
    /// How many columns are of primary items.
    primary: usize,
    /// By item, its column, if it has one.
    places: Vec<Option<usize>>,
}

/// How a matrix is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct MatrixText {
    /// Is there a `0` rather than a `.` where an option does not have an item?
    pub zeros: bool,
    /// Are columns separated by tabs, for spreadsheets, with whole names in the first line? Otherwise they
    /// are aligned, and names that are wider than their columns are read downwards.
    pub tabs: bool,
}

/// One row, read from left to right: the column and the color of each entry.
pub(super) type Row = BTreeMap<usize, Option<Color>>;

impl<'p> Matrix<'p> {
    /// The whole matrix.
    pub fn new(problem: &'p Problem) -> Matrix<'p> {
        Matrix::part(problem, problem.options(), problem.items())
    }

    /// The rows of some options and the columns of some items, in the order in which they are given, each
    /// once; but primary items come before secondary ones. Unknown numbers are skipped.
    pub fn part(
        problem: &'p Problem,
        options: impl IntoIterator<Item = OptionId>,
        items: impl IntoIterator<Item = ItemId>,
    ) -> Matrix<'p> {
        let mut is_new = vec![true; problem.option_count()];
        let mut first = |option: &OptionId| is_new.get_mut(option.index()).is_some_and(std::mem::take);
        let rows = options.into_iter().filter(|option| first(option)).collect();
        let mut is_new = vec![true; problem.item_count()];
        let mut first = |item: &ItemId| is_new.get_mut(item.index()).is_some_and(std::mem::take);
        let (mut columns, secondary): (Vec<ItemId>, Vec<ItemId>) = items
            .into_iter()
            .filter(|item| first(item))
            .partition(|&item| problem.kind(item) == Kind::Primary);
        let primary = columns.len();
        columns.extend(secondary);
        let mut places = vec![None; problem.item_count()];
        for (place, item) in columns.iter().enumerate() {
            places[item.index()] = Some(place);
        }
        Matrix { problem, rows, columns, primary, places }
    }

    /// The options, from above.
    pub fn options(&self) -> &[OptionId] {
        &self.rows
    }

    /// The items, from the left.
    pub fn items(&self) -> &[ItemId] {
        &self.columns
    }

    /// How many of the items are primary; they are the first.
    pub(crate) fn primary_count(&self) -> usize {
        self.primary
    }

    /// How many entries there are.
    #[doc(hidden)]
    pub fn entry_count(&self) -> usize {
        let entries = self.rows.iter().flat_map(|&option| self.problem.option(option));
        entries.filter(|entry| self.places[entry.item.index()].is_some()).count()
    }

    /// The problem that it is the matrix of.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    pub(super) fn row(&self, option: OptionId) -> Row {
        let entries = self.problem.option(option).iter();
        entries.filter_map(|entry| Some((self.places[entry.item.index()]?, entry.color))).collect()
    }

    /// The head of a row: the name of the option, or its number if it has none.
    pub(super) fn row_name(&self, option: OptionId) -> String {
        self.problem.option_name(option).map_or_else(|| option.number().to_string(), shown)
    }

    /// The head of a column: the name of the item, with its bounds as they are written in Knuth's format:
    /// `2:3|name`.
    pub(super) fn column_name(&self, item: ItemId) -> String {
        let name = shown(self.problem.item_name(item));
        match self.problem.bounds(item) {
            bounds if self.problem.kind(item) == Kind::Primary && bounds != Bounds::ONCE => {
                format!("{bounds}|{name}")
            }
            _ => name,
        }
    }

    /// An upper bound on the number of characters, known before the text is made.
    #[doc(hidden)]
    pub fn text_size(&self, text: MatrixText) -> u64 {
        let form = Form::new(self, text);
        let line = form.label + 5 + form.widths.iter().map(|width| width + 1).sum::<usize>();
        let names = if text.tabs { form.names.iter().map(|name| name.chars().count() + 1).sum() } else { 0 };
        line as u64 * (self.rows.len() + form.heading) as u64 + names as u64
    }

    /// The text, line by line: names of the items, then the options.
    ///
    /// ```
    /// use combien_tiling::draw::{Matrix, MatrixText};
    /// use combien::problem::dlx;
    ///
    /// let problem = dlx::parse("t", "a 0:2|b | x\na b x\nb\na x:B\n")?.problem;
    /// let lines: Vec<String> = Matrix::new(&problem).lines(MatrixText::default()).collect();
    /// assert_eq!(lines, ["     0", "     :", "     2", "     |", "   a b | x", "1: 1 1 | 1", "2: . 1 | .", "3: 1 . | B"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self, text: MatrixText) -> impl Iterator<Item = String> {
        let form = Form::new(self, text);
        self.heading(&form)
            .into_iter()
            .chain(self.rows.iter().map(move |&option| self.written(&form, option)))
    }

    /// The lines of the names of the columns.
    fn heading(&self, form: &Form) -> Vec<String> {
        if form.text.tabs {
            let line = form.names.iter().fold(String::new(), |line, name| line + "\t" + name);
            return vec![line; form.heading];
        }
        let letters: Vec<Vec<char>> = form.names.iter().map(|name| name.chars().collect()).collect();
        let line = |line: usize| {
            let mut written = " ".repeat(form.label + 1);
            // The line before the secondary items begins just above the entries.
            let before_secondary = if line + 1 == form.heading { '|' } else { ' ' };
            for (place, letters) in letters.iter().enumerate() {
                // Names that are read downwards end above their columns.
                let letter = (line + letters.len()).checked_sub(form.heading).and_then(|at| letters.get(at));
                let part = match (form.heading, letter) {
                    (1, _) => form.names[place].clone(),
                    (_, letter) => letter.unwrap_or(&' ').to_string(),
                };
                self.push(&mut written, place, before_secondary, &part, form.widths[place]);
            }
            written.truncate(written.trim_end().len());
            written
        };
        (0..form.heading).map(line).collect()
    }

    fn written(&self, form: &Form, option: OptionId) -> String {
        let row = self.row(option);
        let none = if form.text.zeros { "0" } else { "." };
        let entry = |place: usize| match row.get(&place) {
            None => Cow::Borrowed(none),
            Some(None) => Cow::Borrowed("1"),
            Some(&Some(color)) => Cow::Owned(shown(self.problem.color_name(color))),
        };
        let name = self.row_name(option);
        if form.text.tabs {
            return (0..self.columns.len()).fold(name, |line, place| line + "\t" + entry(place).as_ref());
        }
        let mut written = " ".repeat(form.label - name.chars().count()) + &name + ":";
        for place in 0..self.columns.len() {
            self.push(&mut written, place, '|', &entry(place), form.widths[place]);
        }
        written
    }

    /// Adds a word at the right of its column.
    fn push(&self, line: &mut String, place: usize, before_secondary: char, word: &str, width: usize) {
        if place == self.primary {
            line.extend([' ', before_secondary]);
        }
        line.extend(repeat_n(' ', 1 + width.saturating_sub(word.chars().count())));
        line.push_str(word);
    }
}

/// What the lines of a text have in common.
struct Form {
    text: MatrixText,
    /// What stands above the columns.
    names: Vec<String>,
    /// How wide the columns are.
    widths: Vec<usize>,
    /// How wide the names of the rows are.
    label: usize,
    /// How many lines the names of the columns take.
    heading: usize,
}

impl Form {
    fn new(matrix: &Matrix<'_>, text: MatrixText) -> Form {
        let names: Vec<String> = matrix.columns.iter().map(|&item| matrix.column_name(item)).collect();
        let label = matrix.rows.iter().map(|&option| matrix.row_name(option).chars().count()).max();
        let mut widths = vec![1; names.len()];
        for entry in matrix.rows.iter().flat_map(|&option| matrix.problem.option(option)) {
            if let (Some(place), Some(color)) = (matrix.places[entry.item.index()], entry.color) {
                widths[place] = widths[place].max(matrix.problem.color_name(color).chars().count());
            }
        }
        let is_flat = names.iter().zip(&widths).all(|(name, &width)| name.chars().count() <= width);
        let tallest = names.iter().map(|name| name.chars().count()).max();
        let heading = tallest.map_or(0, |tallest| if is_flat || text.tabs { 1 } else { tallest });
        Form { text, names, widths, label: label.unwrap_or(0), heading }
    }
}

/// A name for a drawing: control characters are replaced by a visible sign.
pub(super) fn shown(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// How much two neighbours of a line differ, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    /// They belong together: `R1C1` and `R1C2`.
    None,
    /// All of their numbers differ, and there are several: `R1C9` and `R2C1`, `7,0` and `0,1`.
    Group,
    /// They are of different kinds: `R9C9` and `R1#1`.
    Kind,
}

/// What lies before each of the names. A kind is what is left of a name without its digits; but names without
/// any digits are of one kind. Nothing parts neighbours each of which stands alone, as `L4` and `S4`, whose
/// kinds differ.
pub(super) fn breaks<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Break> {
    let keys: Vec<(String, Vec<&str>)> = names.into_iter().map(key).collect();
    let differ = |(kind, numbers): &(String, Vec<&str>), (other, others): &(String, Vec<&str>)| {
        if kind != other {
            Break::Kind
        } else if numbers.len() > 1 && numbers.iter().zip(others).all(|(one, other)| one != other) {
            Break::Group
        } else {
            Break::None
        }
    };
    let raw: Vec<Break> = (0..keys.len())
        .map(|place| place.checked_sub(1).map_or(Break::None, |before| differ(&keys[before], &keys[place])))
        .collect();
    // Is there such a break before a place, or does the line begin or end there?
    let ends = |place: usize, part: Break| place == 0 || raw.get(place).is_none_or(|&found| found >= part);
    let kept = |(place, &part): (usize, &Break)| {
        let are_alone = place > 0 && ends(place - 1, part) && ends(place + 1, part);
        if are_alone { Break::None } else { part }
    };
    raw.iter().enumerate().map(kept).collect()
}

/// The kind of a name, and its numbers.
fn key(name: &str) -> (String, Vec<&str>) {
    let numbers: Vec<&str> =
        name.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let mut kind = String::new();
    for c in name.chars().filter(|_| !numbers.is_empty()) {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if c != '0' || !kind.ends_with('0') {
            kind.push(c);
        }
    }
    (kind, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx;

    fn text(problem: &str, style: MatrixText) -> String {
        let problem = dlx::parse("t", problem).unwrap().problem;
        Matrix::new(&problem).lines(style).map(|line| line + "\n").collect()
    }

    #[test]
    fn names_that_fit_stand_above_their_columns() {
        let lesson = "1 2 3 | x\n1 3\n2 x\n";
        assert_eq!(text(lesson, MatrixText::default()), "   1 2 3 | x\n1: 1 . 1 | .\n2: . 1 . | 1\n");
        let zeros = MatrixText { zeros: true, ..MatrixText::default() };
        assert_eq!(text(lesson, zeros), "   1 2 3 | x\n1: 1 0 1 | 0\n2: 0 1 0 | 1\n");
    }

    #[test]
    fn long_names_are_read_downwards() {
        let long = "R1C1 R1#1 x\nR1C1 x\nR1#1\n";
        let expected = "   R R\n   1 1\n   C #\n   1 1 x\n1: 1 . 1\n2: . 1 .\n";
        assert_eq!(text(long, MatrixText::default()), expected);
    }

    #[test]
    fn tabs_separate_columns_and_keep_names_whole() {
        let tabs = MatrixText { zeros: true, tabs: true };
        assert_eq!(text("R1C1 2:3|R1#1 | x\nR1C1 x:red\n", tabs), "\tR1C1\t2:3|R1#1\tx\n1\t1\t0\tred\n");
    }

    #[test]
    fn colors_make_columns_wide() {
        let colored = "p | x yy\np x:red yy:A\np yy:BB\n";
        assert_eq!(text(colored, MatrixText::default()), "   p |   x yy\n1: 1 | red  A\n2: 1 |   . BB\n");
    }

    #[test]
    fn a_part_has_what_was_asked_for_in_that_order() {
        let problem = dlx::parse("t", "a b c | x\na x\nb c\nc\n").unwrap().problem;
        let item = ItemId::from_index;
        let option = OptionId::from_index;
        let columns = [item(3), item(2), item(0), item(2), item(9)];
        let part = Matrix::part(&problem, [option(1), option(0), option(1), option(7)], columns);
        assert_eq!(
            part.lines(MatrixText::default()).collect::<Vec<_>>(),
            ["   c a | x", "2: 1 . | .", "1: . 1 | 1"]
        );
        assert_eq!((part.entry_count(), part.primary_count()), (3, 2));
    }

    #[test]
    fn an_empty_problem_has_an_empty_matrix() {
        assert_eq!(Matrix::new(&Problem::default()).lines(MatrixText::default()).count(), 0);
        assert_eq!(text("a\n", MatrixText::default()), "  a\n");
        let secondary = Problem::from_matrix([[true, false]], Some(0)).unwrap();
        let lines: Vec<String> = Matrix::new(&secondary).lines(MatrixText::default()).collect();
        assert_eq!(lines, ["   | 0 1", "1: | 1 ."]);
    }

    /// The bound on the size holds, and is not far off.
    #[test]
    fn the_size_is_known_before() {
        let problem = dlx::parse("t", "R1C1 2:3|R1#1 | x\nR1C1 x:red\nR1#1\n").unwrap().problem;
        for text in [false, true].map(|tabs| MatrixText { tabs, ..MatrixText::default() }) {
            let matrix = Matrix::new(&problem);
            let size: usize = matrix.lines(text).map(|line| line.chars().count() + 1).sum();
            let bound = matrix.text_size(text) as usize;
            assert!(size <= bound && bound < 3 * size, "{size} {bound}");
        }
    }

    #[test]
    fn kinds_are_marked_by_characters_that_are_not_digits() {
        use Break::{Group, Kind, None};
        let parted = |names: &str| breaks(names.split(' '));
        assert_eq!(parted("R1C1 R1C2 R2C1 R1#1 R1#2"), [None, None, Group, Kind, None]);
        assert_eq!(parted("I L 0,0 1,0 0,1 1,1"), [None, None, Kind, None, Group, None]);
        assert_eq!(parted("R1C1#8 R1C1#9 R1C2#1 R1C9#9 R2C1#1"), [None, None, None, None, Group]);
        assert_eq!(parted("R1C1 R2C2 R3C3 R1#1 R2#2"), [None, None, None, Kind, None]);
        assert_eq!(parted("r1 c1 r2 c2"), [None; 4]);
        assert_eq!(parted("1 2 10 a b"), [None, None, None, Kind, None]);
        assert_eq!(parted("I4 L4 O4 0,0 1,0"), [None, None, None, Kind, None]);
    }
}
