//! Puzzles that are no tilings, played by hand: what their boards have, and what is solved, against searches
//! of this file that know only the rules.

use std::collections::{BTreeSet, HashMap};

use combien_web::Session;
use serde_json::{Value, json};

use crate::page::{Silence, ask};

fn classic(text: &str, files: &[(&str, &str)]) -> String {
    json!({"kind": "puzzle", "text": text, "files": files.iter().copied().collect::<HashMap<_, _>>()})
        .to_string()
}

fn board(document: &str) -> Value {
    ask(document, &json!({"ask": "board"})).0
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// The cells that a placement covers.
fn cells(board: &Value, placement: &Value) -> Vec<usize> {
    let items = placement[4].as_array().unwrap().iter().map(|item| item.as_u64().unwrap() as usize);
    items.filter_map(|item| board["items"][item]["cell"].as_u64()).map(|cell| cell as usize).collect()
}

/// Asks in one session whether choices are solved.
struct Judge(Session);

impl Judge {
    fn of(document: &str) -> Judge {
        Judge(Session::open(document).unwrap())
    }

    fn solved(&mut self, options: &[usize]) -> bool {
        let question = json!({"ask": "solved", "options": options}).to_string();
        self.0.ask(&question, &mut Silence)["solved"] == true
    }
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = orders(count - 1);
    let longer = shorter.iter().flat_map(|order| {
        (0..count).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            longer
        })
    });
    longer.collect()
}

/// All 720 ways to place six queens in different rows and columns; 4 are solutions (OEIS A000170).
#[test]
fn queens_are_single_cells_of_a_chessboard() {
    let document = classic("queens 6", &[]);
    let board = board(&document);
    assert_eq!(
        (list(&board, "cells").len(), &board["checkered"], &board["form"]),
        (36, &json!(true), &json!("pieces"))
    );
    assert_eq!((list(&board, "pieces").len(), &board["pieces"][0]["most"]), (1, &json!(6)));
    let at = |row: usize, column: usize| {
        let found =
            list(&board, "placements").iter().position(|one| cells(&board, one) == [6 * row + column]);
        found.unwrap()
    };
    let mut judge = Judge::of(&document);
    let mut count = 0;
    for order in orders(6) {
        let attacks = |one: usize, other: usize| order[one].abs_diff(order[other]) == one.abs_diff(other);
        let is_safe = (0..6).all(|one| (0..one).all(|other| !attacks(one, other)));
        let chosen: Vec<usize> = order.iter().enumerate().map(|(row, &column)| at(row, column)).collect();
        assert_eq!(judge.solved(&chosen), is_safe, "{order:?}");
        count += usize::from(is_safe);
    }
    assert_eq!(count, 4);
}

/// Each choice of places for the pairs of 1, 2 and 3 is judged; 3 1 2 1 3 2 and its reversal are solutions.
#[test]
fn langford_pairs_are_pieces_of_two_cells() {
    let document = classic("langford 3", &[]);
    let board = board(&document);
    let pieces: Vec<&str> =
        list(&board, "pieces").iter().map(|piece| piece["name"].as_str().unwrap()).collect();
    assert_eq!((&pieces[..], list(&board, "cells").len()), (&["1", "2", "3"][..], 6));
    assert!(list(&board, "pieces").iter().all(|piece| piece["most"] == 1));
    let placements = list(&board, "placements");
    let of = |piece: usize| (0..placements.len()).filter(move |&option| placements[option][0] == piece);
    let mut judge = Judge::of(&document);
    let mut rows = BTreeSet::new();
    for one in of(0) {
        for two in of(1) {
            for three in of(2) {
                let mut row = [0; 6];
                for (number, option) in [(1, one), (2, two), (3, three)] {
                    let cells = cells(&board, &placements[option]);
                    assert_eq!(cells[1] - cells[0], number + 1);
                    for cell in cells {
                        row[cell] += number;
                    }
                }
                let covered = [one, two, three].map(|option| cells(&board, &placements[option]));
                let is_row = covered.iter().flatten().collect::<BTreeSet<_>>().len() == 6;
                assert_eq!(judge.solved(&[one, two, three]), is_row, "{row:?}");
                if is_row {
                    rows.insert(row);
                }
            }
        }
    }
    assert_eq!(rows, BTreeSet::from([[2, 3, 1, 2, 1, 3], [3, 1, 2, 1, 3, 2]]));
}

/// Two colors make 16 squares on the table and six up to rotation (P. A. MacMahon, New mathematical pastimes,
/// 1921: n(n + 1)(n² - n + 2)/4 = 6).
#[test]
fn squares_with_colored_sides_are_turned() {
    let board = board(&classic("macmahon 2 3 2", &[]));
    // The square bbbb has no place, for each cell of 3 x 2 is at the border, which is a.
    assert_eq!((list(&board, "cells").len(), list(&board, "pieces").len()), (6, 5));
    assert!(list(&board, "pieces").iter().all(|piece| piece["most"] == 1));
    // The signs of a way, clockwise from above.
    let signs = |way: &Value| {
        [(0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)].map(|(x, y)| {
            let there = list(way, "labels").iter().find(|label| label[0] == x && label[1] == y);
            there.unwrap()[3].as_str().unwrap().to_owned()
        })
    };
    let all: Vec<[String; 4]> = list(&board, "ways").iter().map(signs).collect();
    for (way, own) in list(&board, "ways").iter().zip(&all) {
        let tints = list(way, "tints");
        assert_eq!((list(way, "cells").len(), list(way, "labels").len(), tints.len()), (1, 4, 4));
        // The color of a side says the same as its letter.
        for (label, tint) in list(way, "labels").iter().zip(tints) {
            let same = list(way, "labels").iter().zip(tints).filter(|(other, _)| other[3] == label[3]);
            assert!(same.into_iter().all(|(_, other)| other[1] == tint[1]), "{way}");
        }
        // A turn is clockwise, by the fewest quarters that lead to a way that is there.
        let quarters = |number: usize| {
            let mut next = own.clone();
            next.rotate_right(number);
            next
        };
        let next = (1..4).map(quarters).find(|next| all.contains(next)).filter(|next| next != own);
        let turned = way["turn"].as_u64().map(|turn| turn as usize);
        assert_eq!(turned.map(|turn| &all[turn]), next.as_ref(), "{way}");
        assert!(turned.is_none_or(|turn| board["ways"][turn]["piece"] == way["piece"]), "{way}");
    }
    // In the middle of the upper row abbb lies with its a above; in the lower row, upside down.
    let upside_down = |own: &[String; 4]| [own[2].clone(), own[1].clone(), own[0].clone(), own[3].clone()];
    let at = all.iter().position(|signs| signs.join("") == "abbb").unwrap();
    assert_eq!(all[list(&board, "ways")[at]["turn"].as_u64().unwrap() as usize], upside_down(&all[at]));
}

/// A word of a crossword lies across or down, and cells where words cross are covered twice.
#[test]
fn words_are_turned_from_across_to_down() {
    let files = [("grid.txt", "...\n.#.\n...\n"), ("words.txt", "abc\nade\ncfg\neig\n")];
    let document = classic("crossword grid.txt words.txt", &files);
    let board = board(&document);
    // The black cell is no cell of the board.
    assert_eq!(list(&board, "cells").len(), 8);
    let names: BTreeSet<&str> =
        list(&board, "pieces").iter().map(|piece| piece["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["abc", "ade", "cfg", "eig"]));
    // Across abc and eig, down ade and cfg; or the same mirrored.
    let placements = list(&board, "placements");
    let of = |name: &str, wanted: [usize; 3]| {
        placements.iter().position(|one| {
            let way = &board["ways"][one[0].as_u64().unwrap() as usize];
            board["pieces"][way["piece"].as_u64().unwrap() as usize]["name"] == name
                && cells(&board, one) == wanted
        })
    };
    let chosen = [of("abc", [0, 1, 2]), of("eig", [5, 6, 7]), of("ade", [0, 3, 5]), of("cfg", [2, 4, 7])]
        .map(Option::unwrap);
    assert!(Judge::of(&document).solved(&chosen));
    let turned = board["ways"][placements[chosen[0]][0].as_u64().unwrap() as usize]["turn"].as_u64().unwrap();
    assert!(placements.iter().any(|one| one[0] == turned && cells(&board, one) == [0, 3, 5]));
}

/// The clues of a Sudoku of four rows lie on its board from the start, and boxes are its regions.
#[test]
fn clues_are_given() {
    let board = board(&classic("sudoku 2x2 grid.txt", &[("grid.txt", "1...\n..2.\n....\n...3\n")]));
    let given: BTreeSet<(usize, String)> = list(&board, "taken")
        .iter()
        .map(|option| {
            let placement = &board["placements"][option.as_u64().unwrap() as usize];
            let way = &board["ways"][placement[0].as_u64().unwrap() as usize];
            (cells(&board, placement)[0], way["labels"][0][3].as_str().unwrap().to_owned())
        })
        .collect();
    assert_eq!(given, BTreeSet::from([(0, "1".into()), (6, "2".into()), (15, "3".into())]));
    let regions: Vec<u64> =
        list(&board, "cells").iter().map(|cell| cell["region"].as_u64().unwrap()).collect();
    assert_eq!(regions, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    assert!(list(&board, "pieces").iter().all(|piece| piece["most"] == 4));
}

/// The edges of a graph that is colored are those of its text, and its vertices keep apart.
#[test]
fn a_graph_is_colored_and_its_edges_are_drawn() {
    let edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "a"), ("a", "x")];
    let text = edges.map(|(one, other)| format!("{one} {other}")).join("\n");
    let board = board(&classic("coloring 3 graph.txt", &[("graph.txt", &text)]));
    assert_eq!((&board["form"], list(&board, "pieces").len()), (&json!("pieces"), 3));
    let name = |cell: &Value| board["cells"][cell.as_u64().unwrap() as usize]["name"].as_str().unwrap();
    let pair = |one, other| BTreeSet::from([one, other]);
    let drawn: BTreeSet<_> =
        list(&board, "links").iter().map(|link| pair(name(&link[0]), name(&link[1]))).collect();
    assert_eq!(drawn, edges.iter().map(|&(one, other)| pair(one, other)).collect());
    let middles: Vec<[f64; 2]> = list(&board, "cells")
        .iter()
        .map(|cell| {
            let corners = list(cell, "outline");
            [0, 1].map(|axis| {
                corners.iter().map(|corner| corner[axis].as_f64().unwrap()).sum::<f64>()
                    / corners.len() as f64
            })
        })
        .collect();
    for (one, [x, y]) in middles.iter().enumerate() {
        assert!(middles[..one].iter().all(|other| (x - other[0]).hypot(y - other[1]) > 1.0), "{middles:?}");
    }
}

/// A square of four vertices has two covers by two edges each; parts are gathered from vertices.
#[test]
fn a_graph_is_cut_into_parts() {
    let document = classic("factor graph.txt path2", &[("graph.txt", "a b\nb c\nc d\nd a\n")]);
    let board = board(&document);
    assert_eq!((&board["form"], list(&board, "links").len()), (&json!("parts"), 4));
    let placements = list(&board, "placements");
    let mut judge = Judge::of(&document);
    for one in 0..placements.len() {
        for other in 0..placements.len() {
            let covered: BTreeSet<usize> =
                [one, other].iter().flat_map(|&option| cells(&board, &placements[option])).collect();
            assert_eq!(judge.solved(&[one, other]), covered.len() == 4);
        }
    }
}

/// All sets of rows of the encyclopedia's matrix are judged against sums of columns.
#[test]
fn rows_of_a_matrix_are_chosen() {
    let rows = [
        [1, 0, 0, 1, 0, 0, 1],
        [1, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 0, 1],
        [0, 0, 1, 0, 1, 1, 0],
        [0, 1, 1, 0, 0, 1, 1],
        [0, 1, 0, 0, 0, 0, 1],
    ];
    let line = |row: &[i32; 7]| -> String {
        let columns = (1..=7).filter(|&column| row[column - 1] == 1).map(|column| column.to_string());
        columns.collect::<Vec<_>>().join(" ")
    };
    let text = format!("1 2 3 4 5 6 7\n{}\n", rows.each_ref().map(line).join("\n"));
    let document = json!({"kind": "dlx", "text": text}).to_string();
    assert_eq!(board(&document)["form"], "rows");
    let mut judge = Judge::of(&document);
    for set in 0..64_usize {
        let chosen: Vec<usize> = (0..6).filter(|row| set >> row & 1 == 1).collect();
        let is_cover = (0..7).all(|column| chosen.iter().map(|&row| rows[row][column]).sum::<i32>() == 1);
        assert_eq!(judge.solved(&chosen), is_cover, "{chosen:?}");
    }
}

/// What is too large, and what the game cannot show, is refused with the reason.
#[test]
fn what_is_not_played_says_why() {
    let rules = [("rules.txt", "cage 3 R1C1 R1C2\n")];
    assert_eq!(board(&classic("queens 200", &[]))["why"], "many");
    assert_eq!(board(&classic("sudoku-with 2x2 rules.txt", &rules))["why"], "rules");
    let wide = (0..300).map(|column| format!("x{column}")).collect::<Vec<_>>().join(" ");
    let document = json!({"kind": "dlx", "text": format!("{wide}\n{wide}\n")}).to_string();
    assert_eq!(board(&document)["why"], "matrix");
}

/// The search that is looked at finds what there is: 10 ways for five queens (OEIS A000170), each a solution.
/// At no look do two queens attack each other.
#[test]
fn a_search_is_looked_at_node_by_node() {
    let mut session = Session::open(&classic("queens 5", &[])).unwrap();
    let mut ask = |again: bool| {
        let question = json!({"ask": "walk", "again": again, "frames": 7, "nodes": 1}).to_string();
        session.ask(&question, &mut Silence)
    };
    let (mut found, mut frames, mut answer) = (BTreeSet::new(), vec![], ask(true));
    loop {
        frames.extend(list(&answer, "frames").to_vec());
        if answer["ended"] == true {
            break;
        }
        answer = ask(false);
    }
    let attacks = |one: u64, other: u64| {
        let ([row, column], [down, across]) = ([one / 5, one % 5], [other / 5, other % 5]);
        row == down || column == across || row.abs_diff(down) == column.abs_diff(across)
    };
    for frame in &frames {
        let taken: Vec<u64> = list(frame, "taken").iter().map(|option| option.as_u64().unwrap()).collect();
        assert!(
            (0..taken.len()).all(|one| (0..one).all(|other| !attacks(taken[one], taken[other]))),
            "{taken:?}"
        );
        if frame["solution"] == true {
            assert_eq!(taken.len(), 5);
            found.insert(taken.into_iter().collect::<BTreeSet<_>>());
        }
    }
    assert_eq!(found.len(), 10);
    assert_eq!(ask(true)["frames"][0], frames[0], "it starts again");
}
