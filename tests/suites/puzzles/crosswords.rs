//! Crosswords against a person with paper: slot by slot, word by word.

use std::collections::{BTreeMap, BTreeSet};

use combien::Count;
use combien::solve::{Best, Engine, Goal};
use combien_puzzles::{Fault, crossword, words};

use super::{counted, hold, tables, text};

/// A crossword as a person solves it: slot by slot, word by word, letters on paper.
struct Paper<'a> {
    slots: Vec<Vec<(usize, usize)>>,
    list: &'a [(&'a str, i64)],
    times: usize,
    letters: BTreeMap<(usize, usize), char>,
    used: Vec<usize>,
    fillings: u64,
    best: Option<i64>,
}

impl<'a> Paper<'a> {
    /// The number of fillings, and the best score.
    fn fill(grid: &str, list: &'a [(&'a str, i64)], times: usize) -> (u64, Option<i64>) {
        let rows: Vec<Vec<char>> = grid.lines().map(|line| line.chars().collect()).collect();
        let across: Vec<Vec<((usize, usize), char)>> =
            (0..rows.len()).map(|r| (0..rows[r].len()).map(|c| ((r, c), rows[r][c])).collect()).collect();
        let down =
            (0..rows[0].len()).map(|c| (0..rows.len()).map(|r| ((r, c), rows[r][c])).collect::<Vec<_>>());
        let lines: Vec<Vec<((usize, usize), char)>> = across.into_iter().chain(down).collect();
        let runs = lines.iter().flat_map(|line| line.split(|&(_, cell)| cell == '#'));
        let slots = runs.filter(|run| run.len() > 1).map(|run| run.iter().map(|&(at, _)| at).collect());
        let given = lines.iter().flatten().filter(|(_, cell)| cell.is_alphabetic()).copied();
        let mut paper = Paper {
            slots: slots.collect(),
            list,
            times,
            letters: given.collect(),
            used: vec![],
            fillings: 0,
            best: None,
        };
        paper.go_on(0);
        (paper.fillings, paper.best)
    }

    fn go_on(&mut self, score: i64) {
        let Some(slot) = self.slots.get(self.used.len()).cloned() else {
            self.fillings += 1;
            self.best = self.best.max(Some(score));
            return;
        };
        for (number, &(word, worth)) in self.list.iter().enumerate() {
            let is_free = self.used.iter().filter(|&&used| used == number).count() < self.times;
            let pairs: Vec<_> = slot.iter().copied().zip(word.chars()).collect();
            let agrees =
                pairs.iter().all(|(at, letter)| self.letters.get(at).is_none_or(|seen| seen == letter));
            if is_free && word.chars().count() == slot.len() && agrees {
                let before = self.letters.clone();
                self.letters.extend(pairs);
                self.used.push(number);
                self.go_on(score + worth);
                self.used.pop();
                self.letters = before;
            }
        }
    }
}

#[test]
fn crosswords_by_brute_force() {
    let list = [
        ("ab", 3),
        ("ba", 5),
        ("aa", -2),
        ("bc", 7),
        ("ca", 1),
        ("aba", 4),
        ("bab", 0),
        ("abc", 9),
        ("cab", 6),
        ("bca", 2),
        ("aab", 8),
        ("caba", 5),
        ("abca", 7),
        ("baab", 1),
    ];
    let lines: String =
        list.iter().map(|(word, score)| [word, ";", &score.to_string(), "\n"].concat()).collect();
    let grids = [
        "..\n..\n",
        "...\n...\n",
        "#..\n...\n..#\n",
        "...#\n.#..\n....\n",
        "....\n.#.#\n....\n.#.#\n",
        "a..\n.#.\n..c\n",
        "#..#\n....\n#..#\n",
        "...#..\n",
        "..#\n#..\n",
        "b..\n#.#\n..a\n",
    ];
    let (mut some, mut none) = (0, 0);
    for (grid, times) in grids.iter().flat_map(|grid| [1, 2, 9].map(|times| (grid, times))) {
        let classic = crossword(&text(grid), &text(&lines), times).unwrap();
        let (fillings, best) = Paper::fill(grid, &list, times);
        for engine in [Engine::Links, Engine::Fast] {
            assert_eq!(counted(&classic, engine), Count::from(fillings), "{grid}{times} {engine}");
        }
        let ranking = Best::of(classic.problem()).goal(Goal::Max).run().unwrap().answer().unwrap();
        assert_eq!(ranking.bound, best.map(i128::from), "{grid}{times}");
        for table in tables(&classic) {
            let drawn = table.cells.iter().map(|cell| cell.as_deref().unwrap());
            let given = grid.lines().flat_map(str::chars);
            assert!(drawn.zip(given).all(|(label, cell)| (label == "#") == (cell == '#')), "{grid}");
        }
        some += u64::from(fillings > 0);
        none += u64::from(fillings == 0);
    }
    assert!(some > 12 && none > 2, "{some} {none}");
}

/// Without black cells, and with words used again, a crossword is a rectangle of words.
#[test]
fn a_crossword_without_black_cells() {
    let list = "ace aha are era ear eat ate tea tar rat art at ta he eh ha ah re er tear rate area";
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 2), (4, 3)] {
        let grid = (".".repeat(columns) + "\n").repeat(rows);
        let [rectangles, crosswords] = [
            words(rows, columns, &text(list)).unwrap(),
            crossword(&text(&grid), &text(list), rows + columns).unwrap(),
        ];
        let count = counted(&rectangles, Engine::Fast);
        assert_eq!(counted(&crosswords, Engine::Fast), count, "{rows} {columns}");
        let read =
            |classic| -> BTreeSet<_> { tables(classic).into_iter().map(|table| table.cells).collect() };
        assert_eq!(read(&rectangles), read(&crosswords));
    }
}

/// The example of the documents.
#[test]
fn the_example_of_a_crossword() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/puzzles");
    let [grid, list] =
        ["crossword.txt", "scored.txt"].map(|file| std::fs::read_to_string(root.join(file)).unwrap());
    let lines = list.lines().filter_map(|line| line.split_once(';'));
    let words: Vec<(&str, i64)> = lines.map(|(word, score)| (word, score.parse().unwrap())).collect();
    assert_eq!(Paper::fill(&grid, &words, 1), (718, Some(330)));
    assert_eq!(Paper::fill(&grid, &words, 4).0, 1633);
    hold(718, crossword(&text(&grid), &text(&list), 1));
    hold(1633, crossword(&text(&grid), &text(&list), 4));
}

#[test]
fn wrong_crosswords_are_refused_where_they_are_wrong() {
    let refused = |grid: &str, list: &str, times: usize| match crossword(&text(grid), &text(list), times) {
        Err(Fault::Text(wrong)) => format!("{wrong}; {}", wrong.hint.as_deref().unwrap_or_default()),
        Err(fault) => fault.to_string(),
        Ok(_) => panic!("{grid} is built"),
    };
    let words = "ab bc abc";
    for (grid, list, times, message) in [
        (
            "..\n...\n",
            words,
            1,
            "text:2:1: this row has 3 cells, and the first one 2 cells; black cells are drawn too, as `#`",
        ),
        ("", words, 1, "text:1:1: there is no room for a word in this grid; "),
        ("###\n", words, 1, "text:1:1: there is no room for a word in this grid; "),
        (
            "..#\n..#\n##.\n",
            words,
            1,
            "text:3:3: this cell is in no word, across or down; draw it black, `#`",
        ),
        (
            ". .\n. ?\n",
            words,
            1,
            "text:2:3: `?` is no cell; `#` is a black cell, `.` an open one, a letter or digit one that is given",
        ),
        (
            "..#\n#.#\n...\n#..\n",
            "ab bc abc",
            1,
            "text:1:2: 2D has 4 letters, and no word of the list has; add such words to the list, or cut the slot by a black cell, `#`",
        ),
        (
            "A.\n..\n",
            words,
            1,
            "text:1:1: no word of the list has the letter `A`; letters are compared as they are written, and the list has `a`",
        ),
        ("x.\n..\n", words, 1, "text:1:1: no word of the list has the letter `x`; "),
        ("..\n..\n", "# none\n", 1, "text:1:1: there is no word in this file; "),
        (
            "..\n..\n",
            "ab;5\nbc;five\n",
            1,
            "text:2:1: the score of `bc`: a cost is a number such as `3`, `-4` or `2.5`; ",
        ),
        ("..\n..\n", "ab;5\nice cream;5\n", 1, "text:2:1: before `;` is one word, without spaces; "),
        ("..\n..\n", "ab;5\nab;6\n", 1, "text:2:1: `ab` has the score 5 already, not 6; "),
        ("..\n..\n", words, 0, "TIMES is from 1 to 1000000, not 0"),
    ] {
        assert_eq!(refused(grid, list, times), message);
    }
    // No filling is an answer.
    hold(0, crossword(&text("ac\n..\n"), &text(words), 1));
}
