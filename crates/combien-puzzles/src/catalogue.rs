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

/// A puzzle that is found by its name.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its parameters, in this order.
    pub parameters: &'static [Parameter],
    /// Arguments that can be given.
    pub examples: &'static [&'static str],
    /// Called with values that fit the parameters.
    build: fn(&Values) -> Result<Classic, Fault>,
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

/// A checked argument.
#[derive(Clone, Debug)]
enum Value {
    Number(usize),
    Boxes(BoxShape),
    File(Text),
}

/// The arguments. They fit the parameters of the recipe.
#[derive(Debug)]
struct Values(Vec<Value>);

impl Values {
    fn optional_number(&self, place: usize) -> Option<usize> {
        match self.0.get(place) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Only for parameters of this type. Anything else is read as 0, which every puzzle refuses.
    fn number(&self, place: usize) -> usize {
        self.optional_number(place).unwrap_or_default()
    }

    fn numbers_from(&self, place: usize) -> Vec<usize> {
        (place..self.0.len()).filter_map(|place| self.optional_number(place)).collect()
    }

    fn boxes(&self, place: usize) -> BoxShape {
        match self.0.get(place) {
            Some(Value::Boxes(shape)) => *shape,
            _ => BoxShape::STANDARD,
        }
    }

    fn optional_file(&self, place: usize) -> Option<&Text> {
        match self.0.get(place) {
            Some(Value::File(text)) => Some(text),
            _ => None,
        }
    }

    fn file(&self, place: usize) -> Text {
        self.optional_file(place).cloned().unwrap_or_default()
    }
}

const fn once(name: &'static str, wanted: Wanted, about: &'static str) -> Parameter {
    Parameter { name, about, wanted, often: Often::Once }
}

const fn optional(name: &'static str, wanted: Wanted, about: &'static str) -> Parameter {
    Parameter { name, about, wanted, often: Often::Optional }
}

const CLUES: Parameter =
    optional("CLUES", Wanted::File, "a file with digits that are given; `.` is an empty cell");
const BOXES: Parameter =
    once("BOX", Wanted::Boxes, "the rows and columns of a box, as 2x3; the side is at most 36");

const WORDS: Parameter =
    once("WORDS", Wanted::File, "a file with words, or on each line a word and its score, as `word;50`");

/// All puzzles, with similar ones next to each other.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "queens",
        about: "N queens on a board of N by N, none attacking another",
        parameters: &[once("N", Wanted::Number, "the side of the board, at most 500")],
        examples: &["8"],
        build: |values| queens(values.number(0), Surface::Plane),
    },
    Recipe {
        name: "torus-queens",
        about: "queens on a torus, where diagonals go on beyond the border",
        parameters: &[once("N", Wanted::Number, "the side of the board, at most 500")],
        examples: &["7"],
        build: |values| queens(values.number(0), Surface::Torus),
    },
    Recipe {
        name: "langford",
        about: "the numbers from 1 to N, twice each in a row, with k others between the two of k",
        parameters: &[once("N", Wanted::Number, "the largest number, at most 500")],
        examples: &["7"],
        build: |values| langford(values.number(0)),
    },
    Recipe {
        name: "latin",
        about: "Latin squares: each row and each column has each digit once",
        parameters: &[once("N", Wanted::Number, "the side, at most 36"), CLUES],
        examples: &["5"],
        build: |values| houses::latin(values.number(0), values.optional_file(1)),
    },
    Recipe {
        name: "graeco-latin",
        about: "pairs of Latin squares that show each pair of symbols once",
        parameters: &[once("N", Wanted::Number, "the side, at most 26")],
        examples: &["4"],
        build: |values| graeco_latin(values.number(0)),
    },
    Recipe {
        name: "mates",
        about: "the Latin squares that are orthogonal to a given one",
        parameters: &[once("SQUARE", Wanted::File, "a file with a Latin square of digits")],
        examples: &["examples/puzzles/klein.txt"],
        build: |values| houses::mates(&values.file(0)),
    },
    Recipe {
        name: "steiner",
        about: "Steiner triple systems: any two of V points are in just one triple",
        parameters: &[once("V", Wanted::Number, "the number of points, at most 150")],
        examples: &["7"],
        build: |values| steiner(values.number(0)),
    },
    Recipe {
        name: "design",
        about: "t-designs: any T of V points are together in LAMBDA blocks of K points, no block twice",
        parameters: &[
            once("T", Wanted::Number, "how many points: 2 for block designs, 3 for quadruple systems"),
            once("V", Wanted::Number, "the number of points, at most 150"),
            once("K", Wanted::Number, "the size of a block"),
            optional("LAMBDA", Wanted::Number, "in how many blocks T points are together; 1 if left out"),
        ],
        examples: &["2 7 3", "3 8 4", "2 7 3 2"],
        build: |values| {
            let times = values.optional_number(3).unwrap_or(1);
            design(values.number(0), values.number(1), values.number(2), times)
        },
    },
    Recipe {
        name: "kirkman",
        about: "Kirkman triple systems: a Steiner system whose triples are shared out to days",
        parameters: &[once("V", Wanted::Number, "the number of points: 9, 15, 21, up to 45")],
        examples: &["9"],
        build: |values| kirkman(values.number(0)),
    },
    Recipe {
        name: "mols",
        about: "K Latin squares, any two of which are orthogonal",
        parameters: &[
            once("K", Wanted::Number, "the number of squares"),
            once("N", Wanted::Number, "their side: N to the power of K + 2 is at most 1000000"),
        ],
        examples: &["3 4"],
        build: |values| orthogonal_squares(values.number(0), values.number(1)),
    },
    Recipe {
        name: "orthogonal-array",
        about: "K columns of N symbols: any T columns have each T-tuple of symbols in just one row",
        parameters: &[
            once("K", Wanted::Number, "the number of columns"),
            once("N", Wanted::Number, "the number of symbols: N to the power of K is at most 1000000"),
            optional("T", Wanted::Number, "the strength; 2 if left out"),
        ],
        examples: &["4 3", "4 3 3"],
        build: |values| {
            let strength = values.optional_number(2).unwrap_or(2);
            orthogonal_array(values.number(0), values.number(1), strength)
        },
    },
    Recipe {
        name: "factorisations",
        about: "the complete graph on V vertices as a union of perfect matchings, its 1-factors",
        parameters: &[once("V", Wanted::Number, "the number of vertices, at most 14")],
        examples: &["6"],
        build: |values| factorisations(values.number(0), false),
    },
    Recipe {
        name: "perfect-factorisations",
        about: "the same, and any two factors form one cycle through all vertices",
        parameters: &[once("V", Wanted::Number, "the number of vertices, at most 14")],
        examples: &["8"],
        build: |values| factorisations(values.number(0), true),
    },
    Recipe {
        name: "matchings",
        about: "perfect matchings of the complete graph on 2N vertices",
        parameters: &[once("N", Wanted::Number, "the number of pairs, at most 500")],
        examples: &["4"],
        build: |values| matchings(values.number(0)),
    },
    Recipe {
        name: "partitions",
        about: "partitions of a set of N into blocks, of given sizes or of any",
        parameters: &[
            once("N", Wanted::Number, "the size of the set"),
            Parameter {
                name: "SIZE",
                about: "the sizes of the blocks, which sum to N; any sizes if left out",
                wanted: Wanted::Number,
                often: Often::Any,
            },
        ],
        examples: &["5", "6 1 2 3"],
        build: |values| partitions(values.number(0), &values.numbers_from(1)),
    },
    Recipe {
        name: "sets",
        about: "partitions into sets of a family",
        parameters: &[once("FAMILY", Wanted::File, "a file with a set a line: its elements")],
        examples: &["examples/puzzles/family.txt"],
        build: |values| family(&values.file(0)),
    },
    Recipe {
        name: "coloring",
        about: "colorings of a graph in K colors, neighbours differ",
        parameters: &[
            once("K", Wanted::Number, "the number of colors, at most 1000"),
            once("GRAPH", Wanted::File, "a file with an edge `a b` on each line"),
        ],
        examples: &["3 examples/puzzles/petersen.txt"],
        build: |values| coloring(values.number(0), &values.file(1)),
    },
    Recipe {
        name: "factor",
        about: "a graph covered by small graphs: matchings, H-factors, connected parts",
        parameters: &[
            once("GRAPH", Wanted::File, "a file with an edge `a b` on each line"),
            once(
                "PIECES",
                Wanted::Pieces,
                "path3, cycle4, star3, complete3, connected4, or walks such as a-b-c-a-d; path2..4 for several, \
                 2xpath3 for two copies, commas between pieces",
            ),
        ],
        examples: &["examples/puzzles/petersen.txt path2", "examples/puzzles/districts.txt 3xconnected4"],
        build: |values| super::factor(&values.file(0), &values.file(1)),
    },
    Recipe {
        name: "sudoku",
        about: "Sudoku grids of any box shape",
        parameters: &[BOXES, CLUES],
        examples: &["2x3", "3x3 examples/puzzles/inkala.txt"],
        build: |values| houses::sudoku(values.boxes(0), Variant::Plain, values.optional_file(1)),
    },
    Recipe {
        name: "sudoku-x",
        about: "Sudoku in which both long diagonals have each digit once",
        parameters: &[BOXES, CLUES],
        examples: &["3x3"],
        build: |values| houses::sudoku(values.boxes(0), Variant::Diagonals, values.optional_file(1)),
    },
    Recipe {
        name: "windoku",
        about: "Sudoku with windows between the boxes that have each digit once",
        parameters: &[BOXES, CLUES],
        examples: &["3x3"],
        build: |values| houses::sudoku(values.boxes(0), Variant::Windows, values.optional_file(1)),
    },
    Recipe {
        name: "sudoku-with",
        about: "Sudoku with further rules: cages, thermometers, arrows, a knight's move",
        parameters: &[
            BOXES,
            once(
                "RULES",
                Wanted::Rules,
                "a file with a rule on each line, such as `cage 15 R1C1 R1C2`; `#` begins a comment",
            ),
            CLUES,
        ],
        examples: &["3x3 examples/puzzles/killer.txt"],
        build: |values| houses::sudoku_with(values.boxes(0), &values.file(1), values.optional_file(2)),
    },
    Recipe {
        name: "jigsaw",
        about: "Sudoku with regions of any shape in place of boxes",
        parameters: &[
            once(
                "REGIONS",
                Wanted::File,
                "a file that draws the regions: the same character for the cells of one",
            ),
            CLUES,
        ],
        examples: &["examples/puzzles/regions.txt"],
        build: |values| houses::jigsaw(&values.file(0), values.optional_file(1)),
    },
    Recipe {
        name: "words",
        about: "rectangles whose rows and columns are words of a list",
        parameters: &[
            once("ROWS", Wanted::Number, "how many words go across, at most 100"),
            once("COLUMNS", Wanted::Number, "how many words go down, at most 100"),
            WORDS,
        ],
        examples: &["3 4 examples/puzzles/words.txt"],
        build: |values| words(values.number(0), values.number(1), &values.file(2)),
    },
    Recipe {
        name: "crossword",
        about: "a crossword grid filled with words of a list, no word twice",
        parameters: &[
            once(
                "GRID",
                Wanted::File,
                "a file that draws the grid: `#` is black, `.` is open, a letter is given",
            ),
            WORDS,
            optional("TIMES", Wanted::Number, "how often a word may be used; 1 if left out"),
        ],
        examples: &["examples/puzzles/crossword.txt examples/puzzles/scored.txt"],
        build: |values| {
            let times = values.optional_number(2).unwrap_or(1);
            crossword(&values.file(0), &values.file(1), times)
        },
    },
    Recipe {
        name: "macmahon",
        about: "MacMahon's squares: sides that touch have one color, and the border has the first",
        parameters: &[
            once("ROWS", Wanted::Number, "the rows of the rectangle"),
            once("COLUMNS", Wanted::Number, "its columns: three colors make 24 squares"),
            optional("COLORS", Wanted::Number, "how many colors, at most 5; 3 if left out"),
        ],
        examples: &["4 6"],
        build: |values| {
            let colors = values.optional_number(2).unwrap_or(3);
            macmahon(values.number(0), values.number(1), colors)
        },
    },
    Recipe {
        name: "partridge",
        about: "one square of side 1, two of side 2, up to N of side N, in a square",
        parameters: &[once("N", Wanted::Number, "the largest side, at most 12")],
        examples: &["8"],
        build: |values| partridge(values.number(0)),
    },
    Recipe {
        name: "calendar",
        about: "A-Puzzle-A-Day: eight pieces cover a calendar but for a month and a day",
        parameters: &[
            once("MONTH", Wanted::Number, "the month, from 1 to 12"),
            once("DAY", Wanted::Number, "the day, from 1 to 31; any goes with any month, as on the board"),
        ],
        examples: &["11 21"],
        build: |values| calendar(values.number(0), values.number(1)),
    },
];

/// The puzzle of a name.
pub fn recipe(name: &str) -> Result<&'static Recipe, Fault> {
    RECIPES.iter().find(|recipe| recipe.name == name).ok_or_else(|| Fault::UnknownPuzzle {
        name: name.to_owned(),
        nearest: nearest(name, RECIPES.iter().map(|recipe| recipe.name)),
    })
}

impl Recipe {
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
    ) -> Result<Classic, Fault> {
        let wrong = || Fault::Arguments { usage: self.usage(), given: arguments.len() };
        let needed = self.parameters.iter().filter(|parameter| parameter.often == Often::Once).count();
        if arguments.len() < needed {
            return Err(wrong());
        }
        let mut values = vec![];
        for (place, argument) in arguments.iter().enumerate() {
            let last = self.parameters.last().filter(|parameter| parameter.often == Often::Any);
            let parameter = self.parameters.get(place).or(last).ok_or_else(wrong)?;
            values.push(parameter.value(argument.as_ref(), &mut read)?);
        }
        (self.build)(&Values(values))
    }
}

impl Parameter {
    fn value(&self, given: &str, read: impl FnOnce(&str) -> io::Result<String>) -> Result<Value, Fault> {
        let malformed = |wanted| Fault::Malformed { parameter: self.name, given: given.to_owned(), wanted };
        match self.wanted {
            Wanted::Number => given.parse().map(Value::Number).map_err(|_| malformed("a number")),
            Wanted::Boxes => given.parse().map(Value::Boxes).map_err(|error| match error {
                ShapeError::Malformed => malformed("rows and columns such as 2x3"),
                error => Fault::Mismatch(format!("{}: {error}", self.name)),
            }),
            Wanted::Pieces => Ok(Value::File(Text::new(self.name, given))),
            Wanted::File | Wanted::Rules => match read(given) {
                Ok(content) => Ok(Value::File(Text::new(given, content))),
                Err(error) => Err(Fault::Unreadable { file: given.to_owned(), error }),
            },
        }
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
            Ok(classic) => panic!("{} was built", classic.title()),
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
