//! The drawings of the book show what the command finds: boards, diagrams and arrows are read from them and
//! compared.
//!
//! Pictures that the command draws itself are compared byte by byte elsewhere:
//! `combien-cli/tests/documents.rs` and `combien-tiling/tests/pictures.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use combien::Problem;
use combien::solve;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn picture(name: &str) -> String {
    fs::read_to_string(root().join("docs/pictures").join(name)).unwrap()
}

/// The value of an attribute of an element, both as written.
fn attribute<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    let opening = format!("{name}=\"");
    let is_whole = |at: usize| at == 0 || element[..at].ends_with(' ');
    let (at, _) = element.match_indices(&opening).find(|&(at, _)| is_whole(at))?;
    Some(element[at + opening.len()..].split_once('"')?.0)
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name)
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{name}: {element}"))
}

/// The elements of a kind: their attributes, as written.
fn elements<'t>(picture: &'t str, kind: &str) -> Vec<&'t str> {
    let opening = format!("<{kind} ");
    picture.split(&*opening).skip(1).map(|rest| rest.split('>').next().unwrap()).collect()
}

/// The numbers in the path of an element: `M10 20L30 40` and `M10 20h30` give all of them.
fn numbers(element: &str) -> Vec<f64> {
    let path = attribute(element, "d").unwrap();
    let parts = path.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap()).collect()
}

type Cell = (i32, i32);
/// Two cells, the smaller one first.
type Domino = [Cell; 2];

fn domino(one: Cell, other: Cell) -> Domino {
    [one.min(other), one.max(other)]
}

/// A board of four by four cells, as the drawings show it.
struct Board {
    dominoes: BTreeSet<Domino>,
    free: BTreeSet<Cell>,
}

/// The boards of four by four cells in a picture, of cells of this size. Two cells belong together if they
/// have the same color and no line is between them.
fn boards(picture: &str, size: i32) -> Vec<Board> {
    let whole = |element: &str, name: &str| number(element, name) as i32;
    let cells: BTreeMap<Cell, &str> = elements(picture, "rect")
        .into_iter()
        .filter(|rect| whole(rect, "width") == size && attribute(rect, "stroke") == Some("#d0d0d0"))
        .map(|rect| ((whole(rect, "x"), whole(rect, "y")), attribute(rect, "fill").unwrap()))
        .collect();
    let lines: BTreeSet<(i32, i32, bool)> = elements(picture, "path")
        .into_iter()
        .filter(|path| number(path, "stroke-width") > 2.0)
        .filter_map(|path| {
            let at = numbers(path);
            Some((at[0] as i32, at[1] as i32, attribute(path, "d")?.contains('h')))
        })
        .collect();
    let corners = cells
        .keys()
        .filter(|&&(x, y)| !cells.contains_key(&(x - size, y)) && !cells.contains_key(&(x, y - size)));
    corners
        .map(|&(left, top)| {
            let mut board = Board { dominoes: BTreeSet::new(), free: BTreeSet::new() };
            for (x, y) in (0..4).flat_map(|y| (0..4).map(move |x| (x, y))) {
                let at = |x: i32, y: i32| cells.get(&(left + x * size, top + y * size));
                let color = at(x, y).expect("a board of 4 by 4");
                if *color == "#ffffff" {
                    board.free.insert((x, y));
                    continue;
                }
                let line =
                    |x: i32, y: i32, is_level| lines.contains(&(left + x * size, top + y * size, is_level));
                if x < 3 && at(x + 1, y) == Some(color) && !line(x + 1, y, false) {
                    board.dominoes.insert(domino((x, y), (x + 1, y)));
                }
                if y < 3 && at(x, y + 1) == Some(color) && !line(x, y + 1, true) {
                    board.dominoes.insert(domino((x, y), (x, y + 1)));
                }
            }
            board
        })
        .collect()
}

/// Each cell is in one domino, or free.
fn check(board: &Board) {
    let covered: Vec<Cell> = board.dominoes.iter().flatten().copied().collect();
    let distinct: BTreeSet<Cell> = covered.iter().copied().chain(board.free.iter().copied()).collect();
    assert_eq!((distinct.len(), covered.len() + board.free.len()), (16, 16), "{:?}", board.dominoes);
}

/// The dominoes of a rectangle as a problem: an option for each place.
fn dominoes(width: usize, height: usize) -> Problem {
    let mut options = vec![];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if x + 1 < width {
            options.push(vec![y * width + x, y * width + x + 1]);
        }
        if y + 1 < height {
            options.push(vec![y * width + x, (y + 1) * width + x]);
        }
    }
    Problem::from_lists(width * height, None, options).unwrap()
}

#[test]
fn every_picture_is_tested() {
    let tests = [
        "tests/suites/pictures.rs",
        "crates/combien-cli/tests/documents.rs",
        "crates/combien-tiling/tests/pictures.rs",
    ];
    let tests: String = tests.iter().map(|path| fs::read_to_string(root().join(path)).unwrap()).collect();
    let mut pictures = 0;
    for entry in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // A photograph of the page in a browser.
        if name != "page.png" {
            assert!(tests.contains(&name), "no test knows {name}");
            pictures += 1;
        }
    }
    assert!(pictures > 10, "{pictures}");
}

/// Eight images of one tiling: all different, and all that the symmetries of the square give.
#[test]
fn the_images_are_those_of_the_first_tiling() {
    let boards = boards(&picture("symmetry.svg"), 24);
    boards.iter().for_each(check);
    let shown: BTreeSet<BTreeSet<Domino>> = boards.iter().map(|board| board.dominoes.clone()).collect();
    let mut images = BTreeSet::new();
    for turn in 0..8 {
        let image = |(x, y): Cell| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            (if turn & 2 == 0 { x } else { 3 - x }, if turn & 4 == 0 { y } else { 3 - y })
        };
        images.insert(
            boards[0].dominoes.iter().map(|&[one, other]| domino(image(one), image(other))).collect(),
        );
    }
    assert_eq!((boards.len(), &shown), (8, &images));
    // Ways to tile the board: 36 by the formula of Kasteleyn, Temperley and Fisher, which the library also
    // finds.
    assert_eq!(solve::count(&dominoes(4, 4)).unwrap().to_string(), "36");
}

/// Two ways to cover the first three rows that leave the same cells of the last row free.
#[test]
fn the_two_boards_have_the_same_state() {
    let text = picture("frontier.svg");
    let boards = boards(&text, 40);
    assert_eq!(boards.len(), 2);
    boards.iter().for_each(check);
    assert_ne!(boards[0].dominoes, boards[1].dominoes);
    assert_eq!(boards[0].free, boards[1].free);
    assert!(boards[0].free.iter().all(|&(_, y)| y == 3), "the first three rows are covered");
    let words: Vec<&str> =
        (0..4).map(|x| if boards[0].free.contains(&(x, 3)) { "free" } else { "covered" }).collect();
    assert!(text.contains(&format!("state: {}<", words.join(", "))), "{words:?}");
}

/// A node or an end of the diagram: its label, and where it is.
fn labels(text: &str) -> Vec<(String, f64, f64)> {
    let ends = text.split("<text ").skip(1).map(|rest| {
        let label = rest.split_once('>').unwrap().1.split_once('<').unwrap().0;
        (label.to_owned(), number(rest, "x"), number(rest, "y"))
    });
    ends.filter(|(label, ..)| !label.starts_with('{')).collect()
}

/// The diagram is followed from its root. It has the two solutions, and the nodes of the diagram that the
/// library builds.
#[test]
fn the_diagram_is_that_of_two_dominoes() {
    let text = picture("zdd.svg");
    let labels = labels(&text);
    let nearest = |x: f64, y: f64| {
        let distance =
            |&(_, other_x, other_y): &(String, f64, f64)| (other_x - x).powi(2) + (other_y - 5.0 - y).powi(2);
        let by_distance = |one: &&_, other: &&_| distance(one).total_cmp(&distance(other));
        labels.iter().min_by(by_distance).unwrap().0.clone()
    };
    // Where the solid and the dashed arrow of each node lead.
    let mut arrows: BTreeMap<(String, bool), String> = BTreeMap::new();
    for path in elements(&text, "path").into_iter().filter(|path| path.contains("marker-end")) {
        let at = numbers(path);
        let key = (nearest(at[0], at[1]), !path.contains("dasharray"));
        assert_eq!(arrows.insert(key, nearest(at[2], at[3])), None);
    }
    let mut solutions = BTreeSet::new();
    let mut open = vec![("h1".to_owned(), BTreeSet::new())];
    while let Some((node, taken)) = open.pop() {
        match node.as_str() {
            "⊤" => _ = solutions.insert(taken),
            "⊥" => {}
            _ => {
                open.push((arrows[&(node.clone(), false)].clone(), taken.clone()));
                let more = taken.into_iter().chain([node.clone()]).collect();
                open.push((arrows[&(node, true)].clone(), more));
            }
        }
    }
    let set = |names: [&str; 2]| BTreeSet::from(names.map(str::to_owned));
    assert_eq!(solutions, BTreeSet::from([set(["h1", "h2"]), set(["v1", "v2"])]));
    let options = [vec![0, 1], vec![2, 3], vec![0, 2], vec![1, 3]];
    let problem = Problem::from_lists(4, None, options).unwrap();
    let report = solve::Compile::of(&problem).run().unwrap();
    let solve::Outcome::Answer(Some(diagram)) = &report.outcome else { panic!("no limit was set") };
    assert_eq!((labels.len() - 2, diagram.count().to_string()), (diagram.size(), "2".to_owned()));
}

/// Each inner face has an odd number of arrows that go round it clockwise. Then the determinant of the matrix
/// of arrows, from black points to white ones, is the number of tilings.
#[test]
fn the_arrows_give_the_number_of_tilings() {
    let text = picture("pfaffian.svg");
    let point = |x: f64, y: f64| (((x - 45.0) / 90.0).round() as i32, ((y - 45.0) / 90.0).round() as i32);
    let (mut arrows, mut shown) = (BTreeSet::new(), vec![]);
    let paths = elements(&text, "path");
    let lines: Vec<(&str, Vec<f64>)> = paths
        .iter()
        .filter(|path| attribute(path, "stroke").is_some())
        .map(|path| (*path, numbers(path)))
        .collect();
    for pair in lines.windows(2) {
        let ((first, from), (_, to)) = (&pair[0], &pair[1]);
        if first.contains("marker-end") {
            arrows.insert((point(from[0], from[1]), point(to[2], to[3])));
        }
    }
    for (path, at) in &lines {
        if number(path, "stroke-width") > 40.0 {
            shown.push(domino(point(at[0], at[1]), point(at[2], at[3])));
        }
    }
    // 3 by 4 points have 8 + 9 edges.
    assert_eq!(arrows.len(), 17);
    let covered: BTreeSet<Cell> = shown.iter().flatten().copied().collect();
    assert_eq!((shown.len(), covered.len()), (6, 12), "the marked tiling covers all");
    let goes = |one: Cell, other: Cell| {
        let (forth, back) = (arrows.contains(&(one, other)), arrows.contains(&(other, one)));
        i64::from(forth) - i64::from(back)
    };
    for (x, y) in (0..2).flat_map(|y| (0..3).map(move |x| (x, y))) {
        let round = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)];
        let clockwise = round.windows(2).filter(|pair| goes(pair[0], pair[1]) == 1).count();
        assert_eq!(clockwise % 2, 1, "the face at {x}, {y}");
    }
    let of =
        |parity| (0..3).flat_map(|y| (0..4).map(move |x| (x, y))).filter(move |(x, y)| (x + y) % 2 == parity);
    let matrix: Vec<Vec<i64>> = of(0).map(|black| of(1).map(|white| goes(black, white)).collect()).collect();
    let tilings = determinant(&matrix).abs().to_string();
    assert_eq!(tilings, solve::count(&dominoes(4, 3)).unwrap().to_string());
}

/// By the first row.
fn determinant(matrix: &[Vec<i64>]) -> i64 {
    let Some((first, rest)) = matrix.split_first() else { return 1 };
    let without = |column: usize| -> Vec<Vec<i64>> {
        rest.iter().map(|row| [&row[..column], &row[column + 1..]].concat()).collect()
    };
    let term = |(column, &entry): (usize, &i64)| {
        let sign = if column % 2 == 0 { 1 } else { -1 };
        if entry == 0 { 0 } else { sign * entry * determinant(&without(column)) }
    };
    first.iter().enumerate().map(term).sum()
}

/// It is read back: dominoes that cover the diamond, each cell once.
#[test]
fn the_random_tiling_covers_the_diamond() {
    const ORDER: i32 = 18;
    let text = picture("aztec.svg");
    let mut covered = vec![];
    // A path with a stroke of its own belongs to the legend.
    for path in elements(&text, "path").into_iter().filter(|path| attribute(path, "stroke").is_none()) {
        let at = numbers(path);
        assert_eq!(at.len(), 8, "{path}");
        let bounds = |parts: [f64; 4]| {
            let cells = parts.map(|part| (part / 24.0).round() as i32);
            cells.into_iter().min().unwrap()..cells.into_iter().max().unwrap()
        };
        let (across, down) = (bounds([at[0], at[2], at[4], at[6]]), bounds([at[1], at[3], at[5], at[7]]));
        assert_eq!((across.len() * down.len(), across.len() + down.len()), (2, 3), "{path}");
        covered.extend(down.flat_map(|y| across.clone().map(move |x| (x, y))));
    }
    let (left, top) =
        (covered.iter().map(|cell| cell.0).min().unwrap(), covered.iter().map(|cell| cell.1).min().unwrap());
    let shown: BTreeSet<Cell> = covered.iter().map(|&(x, y)| (x - left, y - top)).collect();
    // The cells whose centres are at most ORDER from the middle, by steps along the axes.
    let twice = |at: i32| (2 * at + 1 - 2 * ORDER).abs();
    let diamond = (0..2 * ORDER).flat_map(|y| (0..2 * ORDER).map(move |x| (x, y)));
    let diamond: BTreeSet<Cell> = diamond.filter(|&(x, y)| twice(x) + twice(y) <= 2 * ORDER).collect();
    assert_eq!(diamond.len() as i32, 2 * ORDER * (ORDER + 1));
    assert_eq!(covered.len(), shown.len(), "no cell twice");
    assert_eq!(shown, diamond);
}
