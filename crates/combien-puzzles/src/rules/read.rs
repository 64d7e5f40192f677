//! Reads rules from a text.

use super::{Demand, Follows, RULES, Relation, Rule};
use crate::fault::{Fault, Text};
use crate::shape::{BoxShape, cell_name, diagonals};
use combien::diagnostic::{counted, nearest};

/// Steps to cells that a knight, or a king in a corner, sees; each pair once.
const KNIGHT: [(i32, i32); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];
const KING: [(i32, i32); 2] = [(1, 1), (1, -1)];
const SIDES: [(i32, i32); 2] = [(0, 1), (1, 0)];

/// Reads the rules for a square with boxes of this shape.
pub(crate) fn read(text: &Text, shape: BoxShape) -> Result<Vec<Rule>, Fault> {
    let reader = Reader { text, side: shape.side(), shape };
    let mut rules: Vec<Rule> = vec![];
    for (line, words) in text.lines() {
        let (word, demands) = reader.rule(line, &words)?;
        if words.len() == 1 && rules.iter().any(|before| before.word == word) {
            return Err(reader.fault(line, format!("`{word}` is there twice")));
        }
        let is_alone = demands.len() == 1;
        for (number, (demand, cells)) in demands.into_iter().enumerate() {
            let part = if is_alone { String::new() } else { format!(".{}", number + 1) };
            rules.push(Rule { line, word, name: format!("{word}-{}{part}", line + 1), demand, cells });
        }
    }
    Ok(rules)
}

/// What is demanded, and of which cells.
type Demanded = (Demand, Vec<usize>);

struct Reader<'t> {
    text: &'t Text,
    side: usize,
    shape: BoxShape,
}

impl Reader<'_> {
    fn fault(&self, line: usize, message: impl Into<String>) -> Fault {
        Fault::at_line(self.text, line, "rules", message)
    }

    /// The word of a rule, and what it demands of which cells.
    fn rule(&self, line: usize, words: &[&str]) -> Result<(&'static str, Vec<Demanded>), Fault> {
        let given = words[0];
        let Some(&(word, form, _)) = RULES.iter().find(|(word, ..)| *word == given) else {
            let meant = nearest(given, RULES.iter().map(|(word, ..)| *word));
            let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            return Err(self.fault(line, format!("there is no rule `{given}`{meant}")));
        };
        let follows = match (word, form) {
            (_, "") => Follows::Nothing,
            (_, "CELL CELL") => Follows::Two,
            (_, "SUM CELLS") => Follows::Sum,
            (_, "[SUM] CELLS") => Follows::MaybeSum,
            ("even" | "odd" | "region", _) => Follows::Cells(1),
            _ => Follows::Cells(2),
        };
        let mut rest = &words[1..];
        let mut sum = None;
        if let (Follows::Sum | Follows::MaybeSum, Some(number)) = (follows, rest.first())
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            let number = number.parse().ok().filter(|&sum: &usize| sum <= self.side * self.side * self.side);
            sum = Some(number.ok_or_else(|| self.fault(line, "this sum is too large"))?);
            rest = &rest[1..];
        }
        let mut cells = vec![];
        for word in rest {
            self.cells(line, word, &mut cells)?;
        }
        let is_right = match follows {
            Follows::Nothing => rest.is_empty(),
            Follows::Cells(least) => cells.len() >= least,
            Follows::Two => cells.len() == 2,
            Follows::Sum => sum.is_some() && !cells.is_empty(),
            Follows::MaybeSum => !cells.is_empty(),
        };
        if !is_right {
            let found =
                if follows == Follows::Nothing { "more".to_owned() } else { counted(cells.len(), "cell") };
            let form = [word, form].join(" ");
            return Err(self.fault(line, format!("write `{}`; this has {found}", form.trim())));
        }
        let mut seen = vec![false; self.side * self.side];
        if let Some(&twice) = cells.iter().find(|&&cell| std::mem::replace(&mut seen[cell], true)) {
            return Err(self.fault(line, format!("{} is there twice", cell_name(twice, self.side))));
        }
        let is_distinct = matches!(word, "region" | "cage" | "renban" | "thermometer");
        if is_distinct && cells.len() > self.side {
            let (cells, side) = (counted(cells.len(), "cell"), counted(self.side, "digit"));
            return Err(self.fault(line, format!("{cells} cannot be different: there are {side}")));
        }
        let houses = match word {
            "diagonals" => diagonals(self.side),
            "windows" => self.shape.windows().map_err(|message| self.fault(line, message))?,
            _ => return Ok((word, vec![(self.demand(line, word, sum, cells.clone())?, cells)])),
        };
        Ok((word, houses.into_iter().map(|cells| (Demand::Distinct(cells.clone()), cells)).collect()))
    }

    fn demand(
        &self,
        line: usize,
        word: &str,
        sum: Option<usize>,
        cells: Vec<usize>,
    ) -> Result<Demand, Fault> {
        let along =
            |relation| Demand::Pairs(relation, cells.windows(2).map(|two| (two[0], two[1])).collect());
        Ok(match (word, sum) {
            ("anti-knight", _) => Demand::Pairs(Relation::Differ, self.steps(&KNIGHT)),
            ("anti-king", _) => Demand::Pairs(Relation::Differ, self.steps(&KING)),
            ("nonconsecutive", _) => Demand::Pairs(Relation::NoNeighbors, self.steps(&SIDES)),
            ("thermometer", _) => along(Relation::Less),
            ("whisper", _) => along(Relation::Apart(self.side.div_ceil(2))),
            ("white", _) => along(Relation::Neighbors),
            ("black", _) => along(Relation::Double),
            ("x", _) => along(Relation::Sum(self.side + 1)),
            ("v", _) if self.side.is_multiple_of(2) => {
                return Err(
                    self.fault(line, "`v` needs an odd side, where half of the sum of an `x` is whole")
                );
            }
            ("v", _) => along(Relation::Sum(self.side.div_ceil(2))),
            ("palindrome", _) => {
                let ends = cells.iter().copied().zip(cells.iter().rev().copied());
                Demand::Pairs(Relation::Equal, ends.take(cells.len() / 2).collect())
            }
            ("arrow", _) => Demand::Arrow(cells),
            ("renban", _) => Demand::Run(cells),
            ("even", _) => Demand::Rest(0, cells),
            ("odd", _) => Demand::Rest(1, cells),
            ("sum", Some(sum)) => Demand::Sum(sum, cells),
            ("cage", Some(sum)) => Demand::Cage(sum, cells),
            _ => Demand::Distinct(cells),
        })
    }

    /// All pairs of cells a step apart.
    fn steps(&self, steps: &[(i32, i32)]) -> Vec<(usize, usize)> {
        let side = self.side as i32;
        let mut pairs = vec![];
        for cell in 0..side * side {
            for (down, right) in steps {
                let (row, column) = (cell / side + down, cell % side + right);
                if (0..side).contains(&row) && (0..side).contains(&column) {
                    pairs.push((cell as usize, (row * side + column) as usize));
                }
            }
        }
        pairs
    }

    /// Adds the cells of a word: `R1C2`, or `R1C2-R1C5`.
    fn cells(&self, line: usize, word: &str, cells: &mut Vec<usize>) -> Result<(), Fault> {
        let cell = |text: &str| {
            self.cell(text).ok_or_else(|| {
                let last = cell_name(self.side * self.side - 1, self.side);
                self.fault(line, format!("`{text}` is no cell: they are named R1C1 to {last}"))
            })
        };
        let Some((from, to)) = word.split_once('-') else {
            cells.push(cell(word)?);
            return Ok(());
        };
        let ((row, column), (last_row, last_column)) = (self.place(cell(from)?), self.place(cell(to)?));
        let (down, right) = (last_row - row, last_column - column);
        if down != 0 && right != 0 && down.abs() != right.abs() {
            return Err(self.fault(line, format!("`{word}` is not a straight line")));
        }
        for step in 0..=down.abs().max(right.abs()) {
            let (row, column) = (row + down.signum() * step, column + right.signum() * step);
            cells.push((row * self.side as i32 + column) as usize);
        }
        Ok(())
    }

    fn place(&self, cell: usize) -> (i32, i32) {
        ((cell / self.side) as i32, (cell % self.side) as i32)
    }

    fn cell(&self, text: &str) -> Option<usize> {
        let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let number = |digits: &str| {
            let number: usize = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
            (1..=self.side).contains(&number).then(|| number - 1)
        };
        Some(number(row)? * self.side + number(column)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str, shape: (usize, usize)) -> Result<Vec<Rule>, String> {
        let shape = BoxShape::new(shape.0, shape.1).unwrap();
        read(&Text::new("rules.txt", text), shape).map_err(|fault| fault.to_string())
    }

    #[test]
    fn lines_of_cells_may_be_written_by_their_ends() {
        let read = rules("# nothing\n\nthermometer r1c1-R3C3 R3C4 # a comment\n", (2, 2)).unwrap();
        let pairs = vec![(0, 5), (5, 10), (10, 11)];
        assert_eq!(
            read,
            [Rule {
                line: 2,
                word: "thermometer",
                name: "thermometer-3".to_owned(),
                demand: Demand::Pairs(Relation::Less, pairs),
                cells: vec![0, 5, 10, 11],
            }]
        );
        let read = rules("palindrome R4C1-R1C4 R1C3\n", (2, 2)).unwrap();
        assert_eq!(read[0].demand, Demand::Pairs(Relation::Equal, vec![(12, 2), (9, 3)]));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, expected) in [
            ("cages 3 R1C1", "there is no rule `cages`; did you mean `cage`?"),
            ("cage 15", "write `cage [SUM] CELLS`; this has 0 cells"),
            ("sum R1C1 R1C2", "write `sum SUM CELLS`; this has 2 cells"),
            ("x R1C1", "write `x CELL CELL`; this has 1 cell"),
            ("anti-knight R1C1", "write `anti-knight`; this has more"),
            ("arrow R1C1 R1C5", "`R1C5` is no cell: they are named R1C1 to R4C4"),
            ("arrow R1C1 R0C1", "`R0C1` is no cell: they are named R1C1 to R4C4"),
            ("arrow R1C1-R2C4", "`R1C1-R2C4` is not a straight line"),
            ("cage 10 R1C1 R1C2 R1C1", "R1C1 is there twice"),
            ("region R1C1-R1C4 R2C1", "5 cells cannot be different: there are 4 digits"),
            ("cage 99999999999999999999 R1C1", "this sum is too large"),
            ("diagonals\nanti-king\ndiagonals", "`diagonals` is there twice"),
            ("v R1C1 R1C2", "`v` needs an odd side, where half of the sum of an `x` is whole"),
        ] {
            assert_eq!(rules(text, (2, 2)), Err(expected.to_owned()));
        }
        let windows = "windows need boxes that are squares, not 2x3".to_owned();
        assert_eq!(rules("diagonals\nwindows", (2, 3)), Err(windows));
    }
}
