//! The classic puzzles by their names, with their parameters.

use std::fmt::Write;
use std::io;

use super::classic::Classic;
use super::fault::{Fault, Text};
use super::houses::{self, Variant};
use super::sudoku::{BoxShape, ShapeError};
use super::{
    Surface, calendar, coloring, crossword, design, factorisations, family, graeco_latin, kirkman, langford,
    macmahon, matchings, orthogonal_array, orthogonal_squares, partitions, partridge, queens, steiner, words,
};
use combien::diagnostic::nearest;
use combien_tiling::Tiling;
use combien_tiling::pieces::{self, Set};

/// A puzzle that is found by its name.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Recipe {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its parameters, in this order.
    pub parameters: &'static [Parameter],
    /// Arguments that can be given.
    pub examples: &'static [&'static str],
    /// Takes its arguments, of which there are as many as the parameters allow.
    build: fn(&mut Given<'_>) -> Result<Named, Fault>,
}

/// A puzzle that a name stands for.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Named {
    /// A problem with the meaning of its options.
    Classic(Box<Classic>),
    /// A board to be covered by pieces, and its title.
    Tiling(String, Box<Tiling>),
}

impl From<Classic> for Named {
    fn from(classic: Classic) -> Named {
        Named::Classic(Box::new(classic))
    }
}

impl Named {
    /// A board with pieces; what its windows show is part of the title.
    fn filled(name: &str, tiling: Tiling) -> Named {
        let shown = tiling.board().shows().map(|shown| format!("{name} of {shown}"));
        Named::Tiling(shown.unwrap_or_else(|| name.to_owned()), Box::new(tiling))
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// What it is.
    pub wanted: Wanted,
    /// How often it is given.
    pub often: Often,
}

/// The types of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Wanted {
    /// A number from 0.
    Number,
    /// The shape of a box, `2x3`.
    Boxes,
    /// The name of a file.
    File,
    /// The name of a file of [rules](super::RULES).
    Rules,
    /// Pieces of a graph, as [`factor`](super::factor()) reads them.
    Pieces,
}

/// How often an argument is given. All kinds except the first come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Often {
    /// Once.
    Once,
    /// Once or not at all.
    Optional,
    /// Any number of times.
    Any,
}

/// The arguments of a recipe that are not taken yet.
struct Given<'a> {
    words: std::vec::IntoIter<&'a str>,
    /// Reads a file that an argument names.
    read: &'a mut dyn FnMut(&str) -> io::Result<String>,
}

impl<'a> Given<'a> {
    /// The next argument. [`Recipe::build`] has counted them, so there is one.
    fn word(&mut self) -> &'a str {
        self.words.next().unwrap_or_default()
    }

    /// The file that the next argument names.
    fn file(&mut self) -> Result<Text, Fault> {
        let name = self.word();
        let content = (self.read)(name);
        let content = content.map_err(|error| Fault::Unreadable { file: name.to_owned(), error })?;
        Ok(Text::new(name, content))
    }
}

/// A type of arguments: what users write, and how often.
trait Argument: Sized {
    const WANTED: Wanted;
    const OFTEN: Often = Often::Once;

    /// Takes what the parameter has of the arguments.
    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<Self, Fault>;
}

impl Argument for usize {
    const WANTED: Wanted = Wanted::Number;

    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<usize, Fault> {
        let (word, wanted) = (given.word(), "a number");
        word.parse().map_err(|_| Fault::Malformed { parameter, given: word.to_owned(), wanted })
    }
}

impl Argument for BoxShape {
    const WANTED: Wanted = Wanted::Boxes;

    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<BoxShape, Fault> {
        let (word, wanted) = (given.word(), "rows and columns such as 2x3");
        word.parse().map_err(|error| match error {
            ShapeError::Malformed => Fault::Malformed { parameter, given: word.to_owned(), wanted },
            error => Fault::Mismatch(format!("{parameter}: {error}")),
        })
    }
}

impl Argument for Text {
    const WANTED: Wanted = Wanted::File;

    fn take(_: &'static str, given: &mut Given<'_>) -> Result<Text, Fault> {
        given.file()
    }
}

/// A file of rules.
struct Rules(Text);

impl Argument for Rules {
    const WANTED: Wanted = Wanted::Rules;

    fn take(_: &'static str, given: &mut Given<'_>) -> Result<Rules, Fault> {
        given.file().map(Rules)
    }
}

/// Pieces of a graph, which are written as the argument itself.
struct Pieces(Text);

impl Argument for Pieces {
    const WANTED: Wanted = Wanted::Pieces;

    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<Pieces, Fault> {
        Ok(Pieces(Text::new(parameter, given.word())))
    }
}

impl<T: Argument> Argument for Option<T> {
    const WANTED: Wanted = T::WANTED;
    const OFTEN: Often = Often::Optional;

    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<Option<T>, Fault> {
        if given.words.len() == 0 { Ok(None) } else { T::take(parameter, given).map(Some) }
    }
}

impl<T: Argument> Argument for Vec<T> {
    const WANTED: Wanted = T::WANTED;
    const OFTEN: Often = Often::Any;

    fn take(parameter: &'static str, given: &mut Given<'_>) -> Result<Vec<T>, Fault> {
        (0..given.words.len()).map(|_| T::take(parameter, given)).collect()
    }
}

/// The table of all puzzles: name, meaning, examples, parameters with types and meanings, and what is built of them.
macro_rules! recipes {
    ($($name:literal, $about:literal, [$($example:literal),+]
        ($($parameter:ident: $Type:ty = $help:expr),+) => $build:expr;)+) => {
        &[$(Recipe {
            name: $name,
            about: $about,
            parameters: &[$(Parameter {
                name: stringify!($parameter),
                about: $help,
                wanted: <$Type as Argument>::WANTED,
                often: <$Type as Argument>::OFTEN,
            }),+],
            examples: &[$($example),+],
            #[allow(non_snake_case, reason = "parameters are written as people see them")]
            build: |given| {
                $(let $parameter = <$Type as Argument>::take(stringify!($parameter), given)?;)+
                $build.map(Named::from)
            },
        }),+]
    };
}

const SIDE: &str = "the side of the board, at most 500";
const BOXES: &str = "the rows and columns of a box, as 2x3; the side is at most 36";
const CLUE_FILE: &str = "a file with digits that are given; `.` is an empty cell";
const GRAPH_FILE: &str = "a file with an edge `a b` on each line";
const WORD_FILE: &str = "a file with words, or on each line a word and its score, as `word;50`";
const WALKS: &str = "path3, cycle4, star3, complete3, connected4, or walks such as a-b-c-a-d; path2..4 for several, \
    2xpath3 for two copies, commas between pieces";

/// All puzzles, with similar ones next to each other.
#[doc(hidden)]
pub const RECIPES: &[Recipe] = recipes! {
    "queens", "N queens on a board of N by N, none attacking another", ["8"]
        (N: usize = SIDE) => queens(N, Surface::Plane);
    "torus-queens", "queens on a torus, where diagonals go on beyond the border", ["7"]
        (N: usize = SIDE) => queens(N, Surface::Torus);
    "langford", "the numbers from 1 to N, twice each in a row, with k others between the two of k", ["7"]
        (N: usize = "the largest number, at most 500") => langford(N);
    "latin", "Latin squares: each row and each column has each digit once", ["5"]
        (N: usize = "the side, at most 36", CLUES: Option<Text> = CLUE_FILE) => houses::latin(N, CLUES.as_ref());
    "graeco-latin", "pairs of Latin squares that show each pair of symbols once", ["4"]
        (N: usize = "the side, at most 26") => graeco_latin(N);
    "mates", "the Latin squares that are orthogonal to a given one", ["examples/puzzles/klein.txt"]
        (SQUARE: Text = "a file with a Latin square of digits") => houses::mates(&SQUARE);
    "steiner", "Steiner triple systems: any two of V points are in just one triple", ["7"]
        (V: usize = "the number of points, at most 150") => steiner(V);
    "design", "t-designs: any T of V points are together in LAMBDA blocks of K points, no block twice",
        ["2 7 3", "3 8 4", "2 7 3 2"]
        (T: usize = "how many points: 2 for block designs, 3 for quadruple systems",
         V: usize = "the number of points, at most 150",
         K: usize = "the size of a block",
         LAMBDA: Option<usize> = "in how many blocks T points are together; 1 if left out")
        => design(T, V, K, LAMBDA.unwrap_or(1));
    "kirkman", "Kirkman triple systems: a Steiner system whose triples are shared out to days", ["9"]
        (V: usize = "the number of points: 9, 15, 21, up to 45") => kirkman(V);
    "mols", "K Latin squares, any two of which are orthogonal", ["3 4"]
        (K: usize = "the number of squares",
         N: usize = "their side: N to the power of K + 2 is at most 1000000")
        => orthogonal_squares(K, N);
    "orthogonal-array",
        "K columns of N symbols: any T columns have each T-tuple of symbols in just one row", ["4 3", "4 3 3"]
        (K: usize = "the number of columns",
         N: usize = "the number of symbols: N to the power of K is at most 1000000",
         T: Option<usize> = "the strength; 2 if left out")
        => orthogonal_array(K, N, T.unwrap_or(2));
    "factorisations",
        "the complete graph on V vertices as a union of perfect matchings, its 1-factors", ["6"]
        (V: usize = "the number of vertices, at most 14") => factorisations(V, false);
    "perfect-factorisations", "the same, and any two factors form one cycle through all vertices", ["8"]
        (V: usize = "the number of vertices, at most 14") => factorisations(V, true);
    "matchings", "perfect matchings of the complete graph on 2N vertices", ["4"]
        (N: usize = "the number of pairs, at most 500") => matchings(N);
    "partitions", "partitions of a set of N into blocks, of given sizes or of any", ["5", "6 1 2 3"]
        (N: usize = "the size of the set",
         SIZE: Vec<usize> = "the sizes of the blocks, which sum to N; any sizes if left out")
        => partitions(N, &SIZE);
    "sets", "partitions into sets of a family", ["examples/puzzles/family.txt"]
        (FAMILY: Text = "a file with a set a line: its elements") => family(&FAMILY);
    "coloring", "colorings of a graph in K colors, neighbours differ", ["3 examples/puzzles/petersen.txt"]
        (K: usize = "the number of colors, at most 1000", GRAPH: Text = GRAPH_FILE) => coloring(K, &GRAPH);
    "factor", "a graph covered by small graphs: matchings, H-factors, connected parts",
        ["examples/puzzles/petersen.txt path2", "examples/puzzles/districts.txt 3xconnected4"]
        (GRAPH: Text = GRAPH_FILE, PIECES: Pieces = WALKS) => super::factor(&GRAPH, &PIECES.0);
    "sudoku", "Sudoku grids of any box shape", ["2x3", "3x3 examples/puzzles/inkala.txt"]
        (BOX: BoxShape = BOXES, CLUES: Option<Text> = CLUE_FILE)
        => houses::sudoku(BOX, Variant::Plain, CLUES.as_ref());
    "sudoku-x", "Sudoku in which both long diagonals have each digit once", ["3x3"]
        (BOX: BoxShape = BOXES, CLUES: Option<Text> = CLUE_FILE)
        => houses::sudoku(BOX, Variant::Diagonals, CLUES.as_ref());
    "windoku", "Sudoku with windows between the boxes that have each digit once", ["3x3"]
        (BOX: BoxShape = BOXES, CLUES: Option<Text> = CLUE_FILE)
        => houses::sudoku(BOX, Variant::Windows, CLUES.as_ref());
    "sudoku-with", "Sudoku with further rules: cages, thermometers, arrows, a knight's move",
        ["3x3 examples/puzzles/killer.txt"]
        (BOX: BoxShape = BOXES,
         RULES: Rules = "a file with a rule on each line, such as `cage 15 R1C1 R1C2`; `#` begins a comment",
         CLUES: Option<Text> = CLUE_FILE)
        => houses::sudoku_with(BOX, &RULES.0, CLUES.as_ref());
    "jigsaw", "Sudoku with regions of any shape in place of boxes", ["examples/puzzles/regions.txt"]
        (REGIONS: Text = "a file that draws the regions: the same character for the cells of one",
         CLUES: Option<Text> = CLUE_FILE)
        => houses::jigsaw(&REGIONS, CLUES.as_ref());
    "words", "rectangles whose rows and columns are words of a list", ["3 4 examples/puzzles/words.txt"]
        (ROWS: usize = "how many words go across, at most 100",
         COLUMNS: usize = "how many words go down, at most 100",
         WORDS: Text = WORD_FILE)
        => words(ROWS, COLUMNS, &WORDS);
    "crossword", "a crossword grid filled with words of a list, no word twice",
        ["examples/puzzles/crossword.txt examples/puzzles/scored.txt"]
        (GRID: Text = "a file that draws the grid: `#` is black, `.` is open, a letter is given",
         WORDS: Text = WORD_FILE,
         TIMES: Option<usize> = "how often a word may be used; 1 if left out")
        => crossword(&GRID, &WORDS, TIMES.unwrap_or(1));
    "macmahon", "MacMahon's squares: sides that touch have one color, and the border has the first", ["4 6"]
        (ROWS: usize = "the rows of the rectangle",
         COLUMNS: usize = "its columns: three colors make 24 squares",
         COLORS: Option<usize> = "how many colors, at most 5; 3 if left out")
        => macmahon(ROWS, COLUMNS, COLORS.unwrap_or(3));
    "partridge", "one square of side 1, two of side 2, up to N of side N, in a square", ["8"]
        (N: usize = "the largest side, at most 12") => partridge(N);
    "calendar", "A-Puzzle-A-Day: eight pieces cover a calendar but for a month and a day", ["11 21", "4 8 5"]
        (MONTH: usize = "the month, from 1 to 12",
         DAY: usize = "the day, from 1 to 31; any goes with any month, as on the board",
         WEEKDAY: Option<usize> = "the weekday, from 1, Sunday, to 7: on another board, with ten pieces")
        => calendar(MONTH, DAY, WEEKDAY).map(|tiling| Named::filled("calendar", tiling));
};

/// The groups of recipes: the first one of each, and the title.
const GROUPS: [(&str, &str); 7] = [
    ("queens", "queens and numbers"),
    ("latin", "Latin squares"),
    ("steiner", "designs and tournaments"),
    ("partitions", "sets and graphs"),
    ("sudoku", "Sudoku"),
    ("words", "words"),
    ("macmahon", "pieces"),
];

/// The group of pieces that ship with a box.
#[doc(hidden)]
pub const BOXED: &str = "pieces in a box";

/// The recipe of a name.
#[doc(hidden)]
pub fn recipe(name: &str) -> Result<&'static Recipe, Fault> {
    let names = || RECIPES.iter().map(|recipe| recipe.name).chain(boxed().map(|set| set.name));
    RECIPES
        .iter()
        .find(|recipe| recipe.name == name)
        .ok_or_else(|| Fault::UnknownPuzzle { name: name.to_owned(), nearest: nearest(name, names()) })
}

/// The pieces that ship with a box that they fill: puzzles without parameters.
#[doc(hidden)]
pub fn boxed() -> impl Iterator<Item = Set> {
    let sets = pieces::names().filter_map(|(name, _)| pieces::set(name));
    sets.filter(|set| set.board.as_ref().is_some_and(|board| board.words().is_empty()))
}

/// The puzzle of a name, with arguments as they are written. Files are read by the caller.
#[doc(hidden)]
pub fn named(
    name: &str,
    arguments: &[impl AsRef<str>],
    read: impl FnMut(&str) -> io::Result<String>,
) -> Result<Named, Fault> {
    let boxed = boxed().find(|set| set.name == name).and_then(|set| Some((set.board?, set.pieces)));
    let Some((board, pieces)) = boxed else { return recipe(name)?.build(arguments, read) };
    if !arguments.is_empty() {
        return Err(Fault::Arguments { usage: name.to_owned(), given: arguments.len() });
    }
    let tiling = Tiling::new(board, pieces).map_err(|error| Fault::Mismatch(error.to_string()))?;
    Ok(Named::filled(name, tiling))
}

impl Recipe {
    /// The title of the group in which it is listed.
    pub fn group(&self) -> &'static str {
        let before = RECIPES.iter().map(|recipe| recipe.name).take_while(|&name| name != self.name);
        let title = |name: &str| GROUPS.iter().find(|(first, _)| *first == name);
        before.chain([self.name]).filter_map(title).last().map_or(BOXED, |(_, title)| title)
    }

    /// Its usage: `coloring K GRAPH`.
    pub fn usage(&self) -> String {
        let mut usage = self.name.to_owned();
        for parameter in self.parameters {
            let name = parameter.name;
            // Writing to a string does not fail.
            let _ = match parameter.often {
                Often::Once => write!(usage, " {name}"),
                Often::Optional => write!(usage, " [{name}]"),
                Often::Any => write!(usage, " [{name}]..."),
            };
        }
        usage
    }

    /// The puzzle, with arguments as they are written. Files are read by the caller.
    pub fn build(
        &self,
        arguments: &[impl AsRef<str>],
        mut read: impl FnMut(&str) -> io::Result<String>,
    ) -> Result<Named, Fault> {
        let is_any = self.parameters.last().is_some_and(|last| last.often == Often::Any);
        let most = if is_any { usize::MAX } else { self.parameters.len() };
        let least = self.parameters.iter().filter(|parameter| parameter.often == Often::Once).count();
        if !(least..=most).contains(&arguments.len()) {
            return Err(Fault::Arguments { usage: self.usage(), given: arguments.len() });
        }
        let words: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        (self.build)(&mut Given { words: words.into_iter(), read: &mut read })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_differ_and_optional_arguments_are_last() {
        let names: BTreeSet<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
        assert_eq!(names.len(), RECIPES.len());
        for recipe in RECIPES {
            let needed = recipe.parameters.iter().map(|parameter| parameter.often == Often::Once);
            assert!(needed.is_sorted_by(|one, next| one >= next), "{}", recipe.name);
        }
    }

    fn fault(words: &[&str]) -> String {
        let read = |file: &str| match file {
            "empty" => Ok(String::new()),
            "loop" => Ok("a b\nc c\n".to_owned()),
            _ => Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        match recipe(words[0]).and_then(|recipe| recipe.build(&words[1..], read)) {
            Ok(built) => panic!("{built:?} was built"),
            Err(fault) => format!("{fault}; {}", fault.hint().unwrap_or_default()),
        }
    }

    #[test]
    fn wrong_arguments_are_refused() {
        assert_eq!(fault(&["quens", "8"]), "there is no puzzle `quens`; did you mean `queens`?");
        assert_eq!(fault(&["go"]), "there is no puzzle `go`; `combien puzzle --list` shows all");
        assert_eq!(fault(&["queens"]), "the puzzle needs arguments; write: queens N");
        assert_eq!(
            fault(&["queens", "8", "8"]),
            "2 arguments are not what the puzzle takes; write: queens N"
        );
        assert_eq!(fault(&["queens", "0"]), "N is from 1 to 500, not 0; ");
        assert_eq!(fault(&["queens", "-1"]), "N is a number, not `-1`; ");
        assert_eq!(fault(&["latin", "37"]), "N is from 1 to 36, not 37; ");
        assert_eq!(fault(&["calendar", "13", "1"]), "MONTH is from 1 to 12, not 13; ");
        assert_eq!(fault(&["calendar", "2", "32"]), "DAY is from 1 to 31, not 32; ");
        assert_eq!(fault(&["calendar", "nov", "21"]), "MONTH is a number, not `nov`; ");
        assert_eq!(fault(&["sudoku", "6"]), "BOX is rows and columns such as 2x3, not `6`; ");
        assert!(fault(&["sudoku", "6x7"]).starts_with("BOX: the side would be 42"));
        assert_eq!(fault(&["windoku", "2x3"]), "windows need boxes that are squares, not 2x3; ");
        assert_eq!(fault(&["partitions", "6", "2", "3"]), "the sizes of the blocks sum to 5, not to 6; ");
        assert_eq!(fault(&["partitions", "2", "2", "0"]), "a block is not empty; ");
        assert!(fault(&["partitions", "40"]).starts_with("the puzzle has more than 1000000 options"));
        assert!(
            fault(&["partitions", "1000", "500", "500"])
                .starts_with("the puzzle has more than 1000000 options")
        );
        assert!(fault(&["macmahon", "4", "5"]).starts_with("there are 24 squares of 3 colors"));
        assert_eq!(fault(&["sets", "nowhere"]), "`nowhere` cannot be read: there is no such file; ");
        for puzzle in ["sets", "jigsaw", "mates"] {
            assert!(!fault(&[puzzle, "empty"]).is_empty());
        }
        assert_eq!(fault(&["coloring", "3", "loop"]), "`c` is no neighbour of itself; ");
        assert_eq!(fault(&["coloring", "3", "empty"]), "there is no vertex in this file; ");
    }
}
