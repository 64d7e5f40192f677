//! Further rules of Sudoku variants, against all grids that obey them. What a rule means is said here a
//! second time, on full grids.

use std::collections::BTreeSet;

use combien::budget::Budget;
use combien::solve::{Engine, Enumerate};
use combien_puzzles::sudoku::techniques::{Candidates, Path};
use combien_puzzles::sudoku::{BoxShape, Grid, Sudoku, Verdict};
use combien_puzzles::{RULES, Text, sudoku_with};

fn boxes(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

/// All grids of a shape, cell by cell, as rows of digits.
fn grids(shape: BoxShape) -> Vec<Vec<usize>> {
    fn fill(shape: BoxShape, grid: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let (side, cell) = (shape.side(), grid.len());
        if cell == side * side {
            all.push(grid.clone());
            return;
        }
        for digit in 1..=side {
            let is_free = (0..cell).all(|other| {
                let sees = other / side == cell / side
                    || other % side == cell % side
                    || shape.box_of(other / side, other % side) == shape.box_of(cell / side, cell % side);
                !sees || grid[other] != digit
            });
            if is_free {
                grid.push(digit);
                fill(shape, grid, all);
                grid.pop();
            }
        }
    }
    let mut all = vec![];
    fill(shape, &mut vec![], &mut all);
    all
}

/// Random numbers from a seed: the generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn place(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.place(end + 1));
        }
    }
}

/// A rule with its cells, in words of its own.
#[derive(Debug)]
struct Said {
    word: &'static str,
    sum: usize,
    cells: Vec<(usize, usize)>,
}

impl Said {
    fn written(&self) -> String {
        let cells: Vec<String> =
            self.cells.iter().map(|(row, column)| format!("R{}C{}", row + 1, column + 1)).collect();
        let sum = if self.sum > 0 { format!(" {}", self.sum) } else { String::new() };
        format!("{}{sum} {}\n", self.word, cells.join(" "))
    }

    fn holds(&self, grid: &[usize], side: usize) -> bool {
        let digit = |(row, column): (usize, usize)| grid[row * side + column];
        let digits: Vec<usize> = self.cells.iter().map(|&cell| digit(cell)).collect();
        let set: BTreeSet<usize> = digits.iter().copied().collect();
        let (total, is_distinct) = (digits.iter().sum::<usize>(), set.len() == digits.len());
        let all: Vec<(usize, usize)> = (0..side * side).map(|cell| (cell / side, cell % side)).collect();
        let apart = |wanted: [usize; 2], is_right: &dyn Fn(usize, usize) -> bool| {
            all.iter().all(|&one| {
                all.iter().all(|&other| {
                    let mut step = [one.0.abs_diff(other.0), one.1.abs_diff(other.1)];
                    step.sort_unstable();
                    step != wanted || is_right(digit(one), digit(other))
                })
            })
        };
        let steps = || digits.windows(2).map(|two| (two[0], two[1]));
        match self.word {
            "diagonals" => {
                let main: BTreeSet<usize> = (0..side).map(|place| digit((place, place))).collect();
                let other: BTreeSet<usize> =
                    (0..side).map(|place| digit((place, side - 1 - place))).collect();
                main.len() == side && other.len() == side
            }
            "windows" => {
                // Of side 4 there is one.
                [digit((1, 1)), digit((1, 2)), digit((2, 1)), digit((2, 2))]
                    .into_iter()
                    .collect::<BTreeSet<_>>()
                    .len()
                    == 4
            }
            "anti-knight" => apart([1, 2], &|a, b| a != b),
            "anti-king" => apart([1, 1], &|a, b| a != b),
            "nonconsecutive" => apart([0, 1], &|a, b| a.abs_diff(b) != 1),
            "region" => is_distinct,
            "cage" => is_distinct && (self.sum == 0 || total == self.sum),
            "sum" => total == self.sum,
            "renban" => is_distinct && set.last().unwrap() - set.first().unwrap() + 1 == set.len(),
            "thermometer" => steps().all(|(a, b)| a < b),
            "arrow" => 2 * digits[0] == total,
            "palindrome" => digits.iter().eq(digits.iter().rev()),
            "whisper" => steps().all(|(a, b)| 2 * a.abs_diff(b) >= side),
            "white" => steps().all(|(a, b)| a + 1 == b || b + 1 == a),
            "black" => steps().all(|(a, b)| a + a == b || b + b == a),
            "x" => total == side + 1,
            "v" => 2 * total == side + 1,
            "even" => digits.iter().all(|digit| digit % 2 == 0),
            "odd" => digits.iter().all(|digit| digit % 2 == 1),
            word => panic!("{word} is not known here"),
        }
    }

    /// A rule of this word at random. `None` if there is none for this shape.
    fn random(word: &'static str, form: &str, shape: BoxShape, random: &mut Random) -> Option<Said> {
        let side = shape.side();
        if (word == "windows" && (shape.rows(), shape.columns()) != (2, 2))
            || (word == "v" && side.is_multiple_of(2))
        {
            return None;
        }
        let mut cells: Vec<(usize, usize)> =
            (0..side * side).map(|cell| (cell / side, cell % side)).collect();
        random.shuffle(&mut cells);
        let number = match form {
            "" => 0,
            "CELL CELL" => 2,
            _ => 2 + random.place(side.min(4) - 1),
        };
        cells.truncate(number);
        let sum = match form {
            "SUM CELLS" => number + random.place(3 * number),
            "[SUM] CELLS" if random.place(3) > 0 => number * (number + 1) / 2 + random.place(4),
            _ => 0,
        };
        Some(Said { word, sum, cells })
    }
}

/// The solutions of the puzzle are the grids in which the rules hold: none is lost, none is there twice.
fn agree(rules: &[Said], shape: BoxShape, all: &[Vec<usize>], engine: Engine) -> usize {
    let written: String = rules.iter().map(Said::written).collect();
    let expected: Vec<&Vec<usize>> =
        all.iter().filter(|grid| rules.iter().all(|rule| rule.holds(grid, shape.side()))).collect();
    let text = Text::new("rules.txt", &written);
    let puzzle = match sudoku_with(shape, &text, None) {
        Ok(puzzle) => puzzle,
        Err(fault) => {
            assert_eq!((fault.to_string().as_str(), expected.len()), ("no digits satisfy this rule", 0));
            return 0;
        }
    };
    let sudoku = Sudoku::with_rules(shape, &text).unwrap();
    let found: Vec<Vec<usize>> = Enumerate::of(puzzle.problem())
        .by(engine)
        .run()
        .unwrap()
        .map(|solution| sudoku.grid(&solution).clues().map(|(_, _, digit)| digit).collect())
        .collect();
    let set: BTreeSet<&Vec<usize>> = found.iter().collect();
    assert_eq!(set.len(), found.len(), "a grid twice: {written}");
    assert_eq!(set, expected.iter().copied().collect(), "{written}");
    found.len()
}

#[test]
fn random_rules_leave_the_grids_that_obey_them() {
    let mut random = Random(25);
    let shapes = [boxes(2, 2), boxes(1, 4), boxes(1, 3), boxes(1, 5)];
    let all: Vec<Vec<Vec<usize>>> = shapes.iter().map(|&shape| grids(shape)).collect();
    // OEIS A107739 and A002860.
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [288, 576, 12, 161_280]);
    let mut solvable = BTreeSet::new();
    for &(word, form, _) in RULES {
        for (place, (&shape, all)) in shapes.iter().zip(&all).enumerate() {
            for round in 0..[60, 60, 60, 2][place] {
                let Some(first) = Said::random(word, form, shape, &mut random) else { continue };
                let mut rules = vec![first];
                if round % 2 == 1 {
                    let (other, form, _) = RULES[random.place(RULES.len())];
                    let is_new = other != word || !form.is_empty();
                    rules.extend(Said::random(other, form, shape, &mut random).filter(|_| is_new));
                }
                let engine = [Engine::Fast, Engine::Cells][random.place(2)];
                if agree(&rules, shape, all, engine) > 0 {
                    solvable.insert(word);
                }
            }
        }
    }
    assert_eq!(solvable.len(), RULES.len(), "{solvable:?}");
}

/// The example of the encyclopedia, which has one solution, and no digit that is given.
#[test]
fn a_killer_sudoku_has_its_published_solution() {
    let text = Text::new("killer.txt", include_str!("../../examples/puzzles/killer.txt"));
    let sudoku = Sudoku::with_rules(BoxShape::STANDARD, &text).unwrap();
    let Verdict::Unique(solution) = sudoku.solver().solve(&Grid::empty(BoxShape::STANDARD), 2) else {
        panic!()
    };
    let published = "215647398368952174794381652586274931142593867973816425821739546659428713437165289";
    assert_eq!(solution.to_string(), published);
}

/// Mitchell Lee's Miracle Sudoku of 2020: a knight's move, a king's move, neighbours, and two digits.
#[test]
fn the_miracle_sudoku_has_its_published_solution() {
    let text = Text::new("miracle.txt", include_str!("../../examples/puzzles/miracle.txt"));
    let sudoku = Sudoku::with_rules(BoxShape::STANDARD, &text).unwrap();
    let mut puzzle = Grid::empty(BoxShape::STANDARD);
    puzzle.set(4, 2, 1);
    puzzle.set(5, 6, 2);
    let Verdict::Unique(solution) = sudoku.solver().solve(&puzzle, 2) else { panic!() };
    let published = "483726159726159483159483726837261594261594837594837261372615948615948372948372615";
    assert_eq!(solution.to_string(), published);
}

/// Puzzles under rules are minimal and have one solution, which obeys the rules.
#[test]
fn puzzles_are_made_under_rules() {
    let shape = boxes(2, 2);
    let text = Text::new("rules.txt", "diagonals\ncage 5 R1C1 R1C2\n");
    let sudoku = Sudoku::with_rules(shape, &text).unwrap();
    let mut generator = sudoku.generator(7);
    for _ in 0..20 {
        let made = generator.minimal();
        let solver = generator.solver();
        assert_eq!(solver.solve(&made.puzzle, 2), Verdict::Unique(made.solution.clone()));
        assert_eq!(made.solution.get(0, 0).unwrap() + made.solution.get(0, 1).unwrap(), 5);
        for (row, column, _) in made.puzzle.clues() {
            let mut fewer = made.puzzle.clone();
            fewer.clear(row, column);
            assert!(matches!(solver.solve(&fewer, 2), Verdict::Several { .. }));
        }
    }
}

#[test]
fn hostile_rules_are_refused_before_they_fill_the_memory() {
    let cells: Vec<String> = (1..=20).map(|column| format!("R1C{column}")).collect();
    let cells = cells.join(" ");
    for (rule, message) in [
        (format!("sum 200 {cells}"), "this rule allows too many combinations of digits"),
        (format!("cage 350 {cells}"), "this rule allows too many combinations of digits"),
        ("cage 3 R1C1 R1C2 R1C3".to_owned(), "no digits satisfy this rule"),
        ("arrow R1C1 R1C2-R1C20".to_owned(), "no digits satisfy this rule"),
    ] {
        let fault = sudoku_with(boxes(6, 6), &Text::new("rules.txt", rule), None).unwrap_err();
        assert_eq!(fault.to_string(), message);
    }
}

/// A step removes no digit that some solution has, whatever the rules; and where the techniques fill the
/// grid, it is a solution.
#[test]
fn steps_under_rules_are_sound() {
    let mut random = Random(26);
    let (mut steps, mut complete) = (BTreeSet::new(), 0);
    let shapes = [boxes(2, 2), boxes(1, 4)].map(|shape| (shape, grids(shape)));
    for round in 0..RULES.len() * 40 {
        let (word, form, _) = RULES[round % RULES.len()];
        let &(shape, ref all) = &shapes[random.place(2)];
        let Some(first) = Said::random(word, form, shape, &mut random) else { continue };
        let mut rules = vec![first];
        let (other, form, _) = RULES[random.place(RULES.len())];
        let is_new = other != word || !form.is_empty();
        rules.extend(Said::random(other, form, shape, &mut random).filter(|_| is_new));
        let solutions: Vec<&Vec<usize>> =
            all.iter().filter(|grid| rules.iter().all(|rule| rule.holds(grid, 4))).collect();
        if solutions.is_empty() {
            continue;
        }
        let text = Text::new("rules.txt", rules.iter().map(Said::written).collect::<String>());
        let sudoku = Sudoku::with_rules(shape, &text).unwrap();
        // Some digits of a solution are given.
        let mut puzzle = Grid::empty(shape);
        let chosen = solutions[random.place(solutions.len())];
        for _ in 0..random.place(6) {
            let cell = random.place(16);
            puzzle.set(cell / 4, cell % 4, chosen[cell]);
        }
        let given: Vec<(usize, usize, usize)> = puzzle.clues().collect();
        let left: Vec<&&Vec<usize>> = solutions
            .iter()
            .filter(|grid| given.iter().all(|&(row, column, digit)| grid[row * 4 + column] == digit))
            .collect();
        let candidates = sudoku.solver().true_candidates(&puzzle, &Budget::UNLIMITED).unwrap();
        for (cell, digits) in candidates.iter().enumerate() {
            let expected: BTreeSet<usize> = left.iter().map(|grid| grid[cell]).collect();
            assert_eq!(digits, &expected.into_iter().collect::<Vec<_>>(), "{}", text.content);
        }
        let path = Path::under(&sudoku, &puzzle, &Budget::UNLIMITED).unwrap();
        for step in path.steps() {
            let removed = step
                .removes()
                .iter()
                .find(|gone| left.iter().any(|grid| grid[gone.row * 4 + gone.column] == gone.digit));
            assert_eq!(removed, None, "{step} of {}", text.content);
            if step.technique().name() == "rule" {
                steps.insert(
                    rules.iter().map(|rule| rule.word).find(|word| step.why().contains(&format!("({word},"))),
                );
            }
        }
        if path.is_complete() {
            complete += 1;
            let filled: Vec<usize> = path.end().grid().clues().map(|(_, _, digit)| digit).collect();
            assert!(left.len() == 1 && **left[0] == filled, "{}", text.content);
        }
    }
    // `v` needs an odd side, and no grid of side 4 obeys `nonconsecutive` or `anti-king`.
    assert_eq!(steps.len(), RULES.len() - 3, "{steps:?}");
    assert!(complete > 100, "{complete}");
}

#[test]
fn a_hint_says_which_rule() {
    let text = Text::new("killer.txt", include_str!("../../examples/puzzles/killer.txt"));
    let sudoku = Sudoku::with_rules(BoxShape::STANDARD, &text).unwrap();
    let candidates = Candidates::under(&sudoku, &Grid::empty(BoxShape::STANDARD));
    let step = candidates.next_step(&Budget::UNLIMITED).unwrap().unwrap();
    assert_eq!(step.why(), "R1C1 and R1C2 have different digits that sum to 3 (cage, line 2).");
}
