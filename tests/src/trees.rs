//! Problems with search trees of all kinds, from thirty thousand to five million nodes each: for messages
//! during a search.

use std::collections::BTreeSet;
use std::fmt::Write;

use combien::problem::{Problem, dlx};

use crate::corpus;

/// Those of the corpus, by kind of puzzle.
const OF_CORPUS: [&str; 15] = [
    "queens12",
    "queens13",
    "langford11",
    "latin5",
    "setpart10_10",
    "setpart12_3",
    "soma",
    "scott",
    "pent15x4",
    "pent12x5",
    "pent3d_2x3x10",
    "matching16",
    "tetro8x5",
    "queens11",
    "pent3d_2x5x6",
];

/// Each problem with its name.
///
/// # Panics
///
/// If a file of the corpus is missing.
pub fn all() -> impl Iterator<Item = (String, Problem)> {
    let read = |name: &str| {
        let text = std::fs::read_to_string(corpus::folder().join(format!("bench/{name}.dlx")));
        (name.to_owned(), text.expect("it is in the corpus"))
    };
    let of_corpus = OF_CORPUS.into_iter().map(read);
    let named = |(name, text): (String, String)| {
        let problem = dlx::parse(&name, &text).expect("it is well formed").problem;
        (name, problem)
    };
    of_corpus.chain(made()).map(named)
}

fn made() -> Vec<(String, String)> {
    const Y: &[(usize, usize)] = &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)];
    const P: &[(usize, usize)] = &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
    const L: &[(usize, usize)] = &[(0, 0), (1, 0), (2, 0), (2, 1)];
    const CORNER: &[(usize, usize)] = &[(0, 0), (1, 0), (0, 1)];
    const T: &[(usize, usize)] = &[(0, 0), (1, 0), (2, 0), (1, 1)];
    const DOMINO: &[(usize, usize)] = &[(0, 0), (1, 0)];
    let tiled =
        |name: &str, width, height, shape| (format!("{name}{width}x{height}"), tiling(width, height, shape));
    let mut all = vec![
        tiled("y", 10, 14, Y),
        tiled("y", 10, 15, Y),
        tiled("y", 10, 16, Y),
        tiled("y", 11, 15, Y),
        tiled("y", 12, 15, Y),
        tiled("y", 14, 13, Y),
        tiled("y", 9, 20, Y),
        tiled("p", 10, 8, P),
        tiled("p", 9, 10, P),
        tiled("l", 7, 8, L),
        tiled("corner", 9, 7, CORNER),
        tiled("corner", 8, 9, CORNER),
        tiled("t", 16, 8, T),
        tiled("t", 12, 12, T),
        tiled("domino", 8, 7, DOMINO),
        tiled("domino", 7, 7, DOMINO),
    ];
    for (seed, items, options, size) in
        [(1, 30, 220, 3), (2, 36, 300, 3), (3, 48, 400, 4), (4, 44, 420, 4), (5, 70, 280, 3), (8, 60, 480, 5)]
    {
        all.push((format!("random{items}"), random(seed, items, options, size, 0)));
    }
    for (seed, items, options, colored) in [(8, 27, 220, 12), (9, 36, 260, 24), (10, 50, 300, 30)] {
        all.push((format!("colored{items}"), random(seed, items, options, 3, colored)));
    }
    all.push(("latin15".to_owned(), latin(14, 15, 100)));
    all.push(("lopsided13".to_owned(), lopsided(13, 8)));
    all.push(("lopsided12".to_owned(), lopsided(12, 20)));
    all.push(("wide".to_owned(), wide(700, 13)));
    all
}

/// A random number generator, that of Numerical Recipes, which is good enough here.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A rectangle tiled by one shape, turned and mirrored at will.
fn tiling(width: usize, height: usize, shape: &[(usize, usize)]) -> String {
    let mut text = String::new();
    for y in 0..height {
        (0..width).for_each(|x| write!(text, "{x},{y} ").expect("a text takes all"));
    }
    let mut turned: BTreeSet<Vec<(usize, usize)>> = BTreeSet::new();
    for way in 0..8 {
        let side = 4;
        let mut cells: Vec<(usize, usize)> = (shape.iter())
            .map(|&(x, y)| if way & 1 > 0 { (side - x, y) } else { (x, y) })
            .map(|(x, y)| if way & 2 > 0 { (x, side - y) } else { (x, y) })
            .map(|(x, y)| if way & 4 > 0 { (y, x) } else { (x, y) })
            .collect();
        let least = |of: fn(&(usize, usize)) -> usize| cells.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|cell| cell.0), least(|cell| cell.1));
        for cell in &mut cells {
            *cell = (cell.0 - left, cell.1 - top);
        }
        cells.sort_unstable();
        turned.insert(cells);
    }
    for cells in &turned {
        for down in 0..height {
            for along in 0..width {
                if cells.iter().all(|(x, y)| x + along < width && y + down < height) {
                    text.push('\n');
                    for (x, y) in cells {
                        write!(text, "{},{} ", x + along, y + down).expect("a text takes all");
                    }
                }
            }
        }
    }
    text + "\n"
}

/// Options of `size` or one item more, chosen at random; and colors on some of this many secondary items.
fn random(seed: u64, items: usize, options: usize, size: usize, colored: usize) -> String {
    let mut random = Random(seed);
    let item = |number: usize| format!("i{number} ");
    let mut text: String = (0..items).map(item).collect();
    if colored > 0 {
        text += "|";
        text.extend((0..colored).map(|item| format!(" s{item}")));
    }
    text += "\n";
    for _ in 0..options {
        let mut option = BTreeSet::new();
        let size = size + random.below(2);
        while option.len() < size {
            option.insert(random.below(items));
        }
        text.extend(option.iter().map(|item| format!("i{item} ")));
        if colored > 0 && random.below(3) > 0 {
            write!(text, "s{}:c{}", random.below(colored), random.below(3)).expect("a text takes all");
        }
        text += "\n";
    }
    text
}

/// A Latin square with holes.
fn latin(seed: u64, side: usize, holes: usize) -> String {
    let mut random = Random(seed);
    let mut shuffled = || {
        let mut list: Vec<usize> = (0..side).collect();
        (1..side).for_each(|place| list.swap(place, random.below(place + 1)));
        list
    };
    let (rows, columns, digits) = (shuffled(), shuffled(), shuffled());
    let digit = |row: usize, column: usize| digits[(rows[row] + columns[column]) % side];
    let mut open = BTreeSet::new();
    while open.len() < holes {
        open.insert((random.below(side), random.below(side)));
    }
    let mut items = BTreeSet::new();
    for &(row, column) in &open {
        items.insert(format!("p{row},{column}"));
        items.insert(format!("r{row},{}", digit(row, column)));
        items.insert(format!("c{column},{}", digit(row, column)));
    }
    let item = |name: &String| format!("{name} ");
    let mut text: String = items.iter().map(item).collect();
    for &(row, column) in &open {
        for digit in 0..side {
            let option =
                [format!("p{row},{column}"), format!("r{row},{digit}"), format!("c{column},{digit}")];
            if option.iter().all(|item| items.contains(item)) {
                text += "\n";
                text += &option.join(" ");
            }
        }
    }
    text + "\n"
}

/// Queens, and an item with one option that leaves the board alone, and many that leave almost nothing to do.
fn lopsided(side: usize, dead: usize) -> String {
    let mut text = "z ".to_owned();
    text.extend((0..side).map(|line| format!("r{line} c{line} ")));
    text += "|";
    text.extend((0..2 * side - 1).map(|line| format!(" a{line} b{line}")));
    text.extend((0..dead).map(|number| format!(" g{number}")));
    text += "\n";
    for number in 0..dead {
        text += "z ";
        text.extend((0..side - 3).map(|row| format!("r{row} ")));
        writeln!(text, "g{number}").expect("a text takes all");
    }
    text += "z\n";
    for row in 0..side {
        for column in 0..side {
            let (up, down) = (row + column, row + side - 1 - column);
            writeln!(text, "r{row} c{column} a{up} b{down}").expect("a text takes all");
        }
    }
    text
}

/// Pairs of many items, and a chain of some that can be covered in another way: too wide for masks at first.
fn wide(items: usize, free: usize) -> String {
    let item = |number: usize| format!("i{number} ");
    let mut text: String = (0..items).map(item).collect();
    for pair in 0..items / 2 {
        let (a, b) = (2 * pair, 2 * pair + 1);
        write!(text, "\ni{a} i{b}").expect("a text takes all");
        if pair < free {
            write!(text, "\ni{a}\ni{b}\ni{b} i{}", b + 1).expect("a text takes all");
        }
    }
    text + "\n"
}
