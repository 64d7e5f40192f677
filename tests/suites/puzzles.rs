//! Classic puzzles, held by published numbers and by brute force, each counted by two engines that share no
//! search.

use std::collections::{BTreeMap, BTreeSet};

use combien::Count;
use combien::problem::{Problem, Solution};
use combien::solve::{self, Engine, Enumerate, Outcome};
use combien_puzzles::sudoku::BoxShape;
use combien_puzzles::{
    Classic, Fault, Named, RECIPES, Reading, Surface, Table, Text, Variant, calendar, coloring, design,
    factorisations, family, graeco_latin, jigsaw, kirkman, langford, latin, macmahon, matchings, mates,
    orthogonal_array, orthogonal_squares, partitions, partridge, queens, steiner, sudoku_grids, words,
};
use combien_tiling::draw::{self, Picture, Style};

mod crosswords;

fn counted(classic: &Classic, engine: Engine) -> Count {
    counted_of(classic.title(), classic.problem(), engine)
}

fn counted_of(title: &str, problem: &Problem, engine: Engine) -> Count {
    let report = solve::Count::of(problem).by(engine).run();
    match report.unwrap_or_else(|error| panic!("{title}: {error}")).outcome {
        Outcome::Answer(count) => count,
        Outcome::Stopped { .. } => panic!("nothing budget the search"),
    }
}

/// The number by each of two engines.
fn hold_by(engines: [Engine; 2], expected: u64, classic: Result<Classic, Fault>) {
    let classic = classic.unwrap();
    for engine in engines {
        assert_eq!(counted(&classic, engine), Count::from(expected), "{} by {engine}", classic.title());
    }
}

fn hold(expected: u64, classic: Result<Classic, Fault>) {
    hold_by([Engine::Fast, Engine::Memo], expected, classic);
}

fn text(content: &str) -> Text {
    Text::new("text", content)
}

fn only_table(reading: Reading) -> Table {
    match reading {
        Reading::Table(table) => table,
        _ => panic!("a table is expected"),
    }
}

/// All solutions, read.
fn tables(classic: &Classic) -> Vec<Table> {
    let solutions = Enumerate::of(classic.problem()).run().unwrap();
    solutions.map(|solution| only_table(classic.read(&solution))).collect()
}

/// OEIS A000170, from n = 1.
#[test]
fn queens_on_a_board() {
    for (n, count) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352]) {
        hold(count, queens(n, Surface::Plane));
    }
}

/// OEIS A007705: none unless the side has no divisor 2 or 3 (Pólya).
#[test]
fn queens_on_a_torus() {
    for (n, count) in (1..).zip([1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88]) {
        hold(count, queens(n, Surface::Torus));
    }
}

/// Twice OEIS A014552, which takes a row and its reversal for one.
#[test]
fn langford_pairs() {
    for (n, count) in (1..).zip([0, 0, 2, 2, 0, 0, 52, 300]) {
        hold(count, langford(n));
    }
}

/// OEIS A002860.
#[test]
fn latin_squares() {
    for (n, count) in (1..).zip([1, 2, 12, 576, 161_280]) {
        hold(count, latin(n, None));
    }
    // 56 reduced squares of order 5: OEIS A000315.
    hold(56, latin(5, Some(&text("12345\n2....\n3....\n4....\n5....\n"))));
    hold(0, latin(2, Some(&text("11\n..\n"))));
}

/// OEIS A072377 counts unordered pairs: 36 of order 3, 3456 of order 4, none of order 2.
#[test]
fn pairs_of_orthogonal_squares() {
    for (n, count) in [(1, 1), (2, 0), (3, 2 * 36), (4, 2 * 3456)] {
        hold(count, graeco_latin(n));
    }
}

/// 144 squares of order 4 are isotopic to Klein's group, and only these have mates: 2 · 3456 / 144. The
/// cyclic square of order 5 has three sets of disjoint transversals, which 5! orders of the digits make 360
/// mates.
#[test]
fn orthogonal_mates() {
    hold(48, mates(&text("1234\n2143\n3412\n4321\n")));
    hold(0, mates(&text("1234\n2341\n3412\n4123\n")));
    hold(360, mates(&text("12345\n23451\n34512\n45123\n51234\n")));
    let square = ["1234", "2143", "3412", "4321"].concat();
    for mate in tables(&mates(&text(&square)).unwrap()) {
        let pairs: BTreeSet<(char, &str)> =
            square.chars().zip(mate.cells.iter().map(|cell| cell.as_deref().unwrap())).collect();
        assert_eq!(pairs.len(), 16);
    }
}

/// OEIS A030128.
#[test]
fn steiner_triple_systems() {
    for (points, count) in [(1, 1), (3, 1), (4, 0), (5, 0), (6, 0), (7, 30), (8, 0), (9, 840)] {
        hold(count, steiner(points));
    }
}

/// The number of labelled copies of a design that is unique up to isomorphism is v! over the order of its
/// group. Orders and uniqueness: Handbook of Combinatorial Designs, II.1 and II.5.
#[test]
fn block_designs() {
    // Fano's plane, whose group has order 168, and the affine plane of order 3.
    hold(30, design(2, 7, 3, 1));
    hold(840, design(2, 9, 3, 1));
    // The quadruple systems on 8 and 10 points: 8!/1344 and 10!/1440.
    hold(30, design(3, 8, 4, 1));
    hold(2520, design(3, 10, 4, 1));
    // The projective plane of order 3: 13!/5616. The plane of order 6 does not exist; a block is too large
    // here.
    hold(1_108_800, design(2, 13, 4, 1));
    // 2-(6, 3, 2) has the group of order 60.
    hold_by([Engine::Links, Engine::Frontier], 12, design(2, 6, 3, 2));
    // All subsets.
    hold_by([Engine::Links, Engine::Cells], 1, design(2, 6, 3, 4));
    // The simple 2-(7, 3, 2) designs are two planes of Fano without a common line: each has 8 such partners.
    hold_by([Engine::Links, Engine::Cells], 30 * 8 / 2, design(2, 7, 3, 2));
    // No divisibility, no design.
    hold(0, design(2, 8, 3, 1));
}

/// A system on 9 points is an affine plane: its lines fall into parallel classes in one way.
#[test]
fn kirkman_triple_systems() {
    hold(1, kirkman(3));
    hold(840, kirkman(9));
    let fifteen = kirkman(15).unwrap();
    let solution = solve::first(fifteen.problem()).unwrap().unwrap();
    let Reading::Sets(days) = fifteen.read(&solution) else { panic!("days are expected") };
    let triples: Vec<Vec<usize>> = days
        .iter()
        .flat_map(|day| &day.members)
        .map(|triple| triple.split('-').map(|point| point.parse().unwrap()).collect())
        .collect();
    let pairs: BTreeSet<_> =
        triples.iter().flat_map(|t| [(t[0], t[1]), (t[0], t[2]), (t[1], t[2])]).collect();
    assert_eq!((days.len(), triples.len(), pairs.len()), (7, 35, 105));
    let mut first_partners = vec![];
    for day in &days {
        let points: BTreeSet<&str> = day.members.iter().flat_map(|triple| triple.split('-')).collect();
        assert_eq!(points.len(), 15);
        first_partners.extend(
            day.members
                .iter()
                .find_map(|triple| triple.strip_prefix("1-"))
                .map(|rest| rest.split('-').next().unwrap().parse::<usize>().unwrap()),
        );
    }
    assert!(first_partners.is_sorted() && first_partners.len() == 7);
}

/// Arrays with three columns are Latin squares, with four columns pairs of orthogonal ones; those of strength
/// 3 with four columns are Latin cubes (OEIS A098679). A complete set of squares is an affine plane, of which
/// there is one of order 4, with a group of order 5760: its five classes, and the four lines of each, can be
/// named in 5! · 4!⁵ ways.
#[test]
fn orthogonal_arrays_and_squares() {
    for (n, latin, pairs) in [(1, 1, 1), (2, 2, 0), (3, 12, 72), (4, 576, 6912)] {
        hold(latin, orthogonal_array(3, n, 2));
        hold(latin, orthogonal_squares(1, n));
        hold(pairs, orthogonal_array(4, n, 2));
        hold(pairs, orthogonal_squares(2, n));
    }
    for (n, cubes) in [(1, 1), (2, 2), (3, 24), (4, 55_296)] {
        hold(cubes, orthogonal_array(4, n, 3));
    }
    hold(120 * 24_u64.pow(5) / 5760, orthogonal_squares(3, 4));
    hold(0, orthogonal_squares(4, 4));
}

/// OEIS A000438. Perfect ones are unique up to isomorphism on 6, 8 and 10 vertices (Handbook of Combinatorial
/// Designs, VI.4). Their groups have the orders 120, 42 and, for the holomorph of the cyclic group of order
/// 10, 40.
#[test]
fn one_factorisations() {
    for (vertices, all, perfect) in [(2, 1, 1), (4, 1, 1), (6, 6, 6), (8, 6240, 40_320 / 42)] {
        hold(all, factorisations(vertices, false));
        hold(perfect, factorisations(vertices, true));
    }
    hold(3_628_800 / 40, factorisations(10, true));
    hold(0, factorisations(5, false));
    // All factorisations on 8 vertices, told apart by walking along two factors in turn.
    let eight = factorisations(8, false).unwrap();
    let solutions = Enumerate::of(eight.problem()).run().unwrap();
    let is_perfect = |solution: &Solution| {
        let Reading::Sets(factors) = eight.read(solution) else { panic!("sets are expected") };
        let partners = factors.iter().map(|factor| {
            let edges = factor.members.iter().map(|edge| edge.split_once('-').unwrap());
            edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect::<BTreeMap<&str, &str>>()
        });
        let partners: Vec<_> = partners.collect();
        partners.iter().enumerate().all(|(place, one)| {
            partners[..place].iter().all(|other| {
                let walk = std::iter::successors(Some("1"), |&vertex| Some(other[one[vertex]]));
                walk.skip(1).position(|vertex| vertex == "1") == Some(3)
            })
        })
    };
    assert_eq!(solutions.filter(is_perfect).count(), 960);
}

/// (2n-1)!!, the Bell numbers, and multinomial coefficients over the orders of blocks of one size.
#[test]
fn matchings_and_partitions() {
    for (n, count) in (1..).zip([1, 3, 15, 105, 945, 10_395]) {
        hold(count, matchings(n));
    }
    for (n, count) in (1..).zip([1, 2, 5, 15, 52, 203, 877, 4140]) {
        hold(count, partitions(n, &[]));
    }
    hold(280, partitions(9, &[3, 3, 3]));
    // Sizes that differ are items with bounds.
    for (n, sizes, count) in [(6, &[1, 2, 3][..], 60), (5, &[2, 2, 1], 15), (7, &[4, 1, 1, 1], 35)] {
        hold_by([Engine::Links, Engine::Frontier], count, partitions(n, sizes));
    }
}

/// The matrix of Knuth's first example has one cover.
#[test]
fn families_of_sets() {
    let classic = family(&text("c e\na d g\nb c f\na d f\nb g\nd e g\n")).unwrap();
    let solutions: Vec<_> = Enumerate::of(classic.problem()).run().unwrap().collect();
    let [solution] = &solutions[..] else { panic!("{} solutions", solutions.len()) };
    let Reading::Sets(sets) = classic.read(solution) else { panic!("sets are expected") };
    let sets: BTreeSet<String> = sets.into_iter().map(|set| set.members.concat()).collect();
    assert_eq!(sets, BTreeSet::from(["adf", "bg", "ce"].map(str::to_owned)));
    hold(1, Ok(classic));
}

/// Chromatic polynomials: (k-1)^n + (-1)^n (k-1) of a cycle; k(k-1)(k-2)(k-3) of four vertices, each joined
/// to each; of Petersen's graph 120 in three colors (N. Biggs, Algebraic Graph Theory) and 12960 in four.
#[test]
fn colorings() {
    let cycle = text("a b\nb c\nc d\nd e\ne a\n");
    for (colors, count) in [(1, 0), (2, 0), (3, 30), (4, 240)] {
        hold(count, coloring(colors, &cycle));
    }
    hold(24, coloring(4, &text("a b\na c\na d\nb c\nb d\nc d\nd c\n")));
    hold(5 * 20, coloring(5, &text("a b\nalone\n")));
    let petersen = text("0 1\n1 2\n2 3\n3 4\n4 0\n0 5\n1 6\n2 7\n3 8\n4 9\n5 7\n7 9\n9 6\n6 8\n8 5\n");
    hold(120, coloring(3, &petersen));
    hold(12_960, coloring(4, &petersen));
}

fn boxes(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

/// OEIS A107739, and for boxes of 2 by 3 28200960 (OEIS A291187), by B. Felgenhauer and F. Jarvis.
#[test]
fn sudoku_of_each_box_shape() {
    hold(1, sudoku_grids(boxes(1, 1), Variant::Plain, None));
    hold(288, sudoku_grids(boxes(2, 2), Variant::Plain, None));
    hold(576, sudoku_grids(boxes(1, 4), Variant::Plain, None));
    hold_by([Engine::Memo, Engine::Frontier], 28_200_960, sudoku_grids(boxes(2, 3), Variant::Plain, None));
}

/// The 288 grids of side 4 are few enough to look at each; the houses of the variants are written down here
/// by hand.
#[test]
fn sudoku_variants_by_brute_force() {
    let grids: Vec<Vec<usize>> = full_grids();
    let count = |houses: &[[usize; 4]]| {
        let fits = |grid: &&Vec<usize>| {
            houses.iter().all(|house| house.iter().map(|&cell| 1 << grid[cell]).sum::<usize>() == 15)
        };
        grids.iter().filter(fits).count() as u64
    };
    let boxes_of_four = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]];
    let with = |more: &[[usize; 4]]| [&boxes_of_four[..], more].concat();
    assert_eq!(count(&boxes_of_four), 288);
    let diagonals = count(&with(&[[0, 5, 10, 15], [3, 6, 9, 12]]));
    hold(diagonals, sudoku_grids(boxes(2, 2), Variant::Diagonals, None));
    let windows = count(&with(&[[5, 6, 9, 10]]));
    hold(windows, sudoku_grids(boxes(2, 2), Variant::Windows, None));
    let regions = [[0, 1, 2, 4], [3, 6, 7, 11], [5, 8, 9, 12], [10, 13, 14, 15]];
    hold(count(&regions), jigsaw(&text("AAAB\nACBB\nCCDB\nCDDD\n"), None));
    assert!(diagonals > 0 && windows > 0);
}

/// The Latin squares of order 4, by trying all digits in all cells.
fn full_grids() -> Vec<Vec<usize>> {
    let mut grids = vec![vec![]];
    for cell in 0..16 {
        let extended = grids.iter().flat_map(|grid: &Vec<usize>| {
            let clashes = move |&digit: &usize| {
                grid.iter()
                    .enumerate()
                    .any(|(other, &seen)| seen == digit && (other / 4 == cell / 4 || other % 4 == cell % 4))
            };
            (0..4).filter(move |digit| !clashes(digit)).map(move |digit| [&grid[..], &[digit]].concat())
        });
        grids = extended.collect();
    }
    grids
}

/// All ways to put words across, by brute force.
#[test]
fn word_rectangles() {
    let list = "ace aha are era ear eat ate tea tar rat art at ta he eh ha ah re er";
    let long: Vec<&str> = list.split(' ').filter(|word| word.len() == 3).collect();
    let short: Vec<&str> = list.split(' ').filter(|word| word.len() == 2).collect();
    let reads_down = |rows: &[&str], words: &[&str]| {
        (0..3).all(|column| {
            let down: String = rows.iter().map(|row| row.as_bytes()[column] as char).collect();
            words.contains(&down.as_str())
        })
    };
    let mut squares = 0;
    let mut rectangles = 0;
    for a in &long {
        for b in &long {
            rectangles += u64::from(reads_down(&[a, b], &short));
            squares += long.iter().filter(|c| reads_down(&[a, b, c], &long)).count() as u64;
        }
    }
    assert!(squares > 0 && rectangles > 0, "{squares} {rectangles}");
    hold(squares, words(3, 3, &text(list)));
    hold(rectangles, words(2, 3, &text(list)));
}

/// Two colors make six squares; all their orders and rotations are tried, with what fits.
#[test]
fn macmahon_squares_by_brute_force() {
    fn place(cell: usize, left: &[[u8; 4]], placed: &mut Vec<[u8; 4]>) -> u64 {
        if cell == 6 {
            return 1;
        }
        let (row, column) = (cell / 3, cell % 3);
        let mut found = 0;
        for (number, square) in left.iter().enumerate() {
            let images: BTreeSet<[u8; 4]> =
                (0..4).map(|turn| [0, 1, 2, 3].map(|side| square[(side + turn) % 4])).collect();
            for image in images {
                let above = if row == 0 { 0 } else { placed[cell - 3][2] };
                let before = if column == 0 { 0 } else { placed[cell - 1][1] };
                let ends = (column < 2 || image[1] == 0) && (row < 1 || image[2] == 0);
                if image[0] == above && image[3] == before && ends {
                    placed.push(image);
                    found += place(cell + 1, &[&left[..number], &left[number + 1..]].concat(), placed);
                    placed.pop();
                }
            }
        }
        found
    }
    let squares = [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 1], [1, 1, 1, 1]];
    hold(place(0, &squares, &mut vec![]), macmahon(2, 3, 2));
    hold(1, macmahon(1, 1, 1));
}

/// By the rules: each of the 24 squares once up to rotation, and nothing but the first color on the border.
/// Sides that touch are one label of the table.
#[test]
fn a_rectangle_of_macmahon_squares() {
    let classic = macmahon(4, 6, 3).unwrap();
    let table = only_table(classic.read(&solve::first(classic.problem()).unwrap().unwrap()));
    let label = |row: usize, column: usize| table.label(row, column).unwrap();
    let mut kinds = BTreeSet::new();
    for (row, column) in (0..24).map(|cell| (2 * (cell / 6) + 1, 2 * (cell % 6) + 1)) {
        let sides =
            [label(row - 1, column), label(row, column + 1), label(row + 1, column), label(row, column - 1)];
        kinds.insert((0..4).map(|turn| [0, 1, 2, 3].map(|side| sides[(side + turn) % 4])).min().unwrap());
        assert!((row > 1 || sides[0] == "a") && (column < 11 || sides[1] == "a"));
        assert!((row < 7 || sides[2] == "a") && (column > 1 || sides[3] == "a"));
    }
    assert_eq!(kinds.len(), 24);
}

/// There is no solution below 8 (R. Wainwright, 1981).
#[test]
fn small_partridge_puzzles_have_no_solution() {
    for (n, count) in [(1, 1), (2, 0), (3, 0)] {
        hold_by([Engine::Links, Engine::Frontier], count, partridge(n));
    }
}

/// 57 on May 1 (the README of a solver by andrewmk), 36 on May 21 (that of another, in Rust); with weekdays
/// what a brute force gives.
#[test]
fn calendars_leave_a_date() {
    let dated = |month, day, weekday| {
        let tiling = calendar(month, day, weekday).unwrap();
        let encoding = tiling.encode().unwrap();
        (tiling, encoding)
    };
    for (month, day, weekday, expected) in [(5, 1, None, 57u64), (5, 21, None, 36), (4, 6, Some(2), 97)] {
        let problem = dated(month, day, weekday).1.problem;
        for engine in [Engine::Fast, Engine::Memo] {
            assert_eq!(counted_of("a date", &problem, engine), Count::from(expected), "{month} {day}");
        }
    }
    // The board has any pair of a month and a day.
    assert!(solve::exists(&dated(2, 31, None).1.problem).unwrap());
    let (tiling, encoding) = dated(11, 21, None);
    let by = |engine| counted_of("21 November", &encoding.problem, engine);
    assert_eq!(by(Engine::Fast), by(Engine::Memo));
    let board = tiling.board();
    assert_eq!(
        (board.cells().len(), board.words().len(), board.shows().as_deref()),
        (41, 43, Some("nov 21"))
    );
    let solution = solve::first(&encoding.problem).unwrap().unwrap();
    let picture = Picture::new("", &tiling, &encoding.placed(&solution));
    let drawn = draw::text(&picture, Style::Unicode);
    let seen: Vec<&str> =
        drawn.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    assert_eq!(seen, ["nov", "21"], "{drawn}");
    assert_eq!(dated(4, 8, Some(5)).0.board().shows().as_deref(), Some("apr 8 thu"));
    assert!(matches!(calendar(4, 8, Some(8)), Err(Fault::Range { parameter: "WEEKDAY", .. })));
}

/// What is read back is a solution by the rules of the puzzle, not of the problem.
#[test]
fn what_is_read_is_what_was_asked_for() {
    for board in tables(&queens(6, Surface::Plane).unwrap()) {
        let queens: Vec<(i32, i32)> = (0..36)
            .filter(|&cell| board.cells[cell].is_some())
            .map(|cell| (cell as i32 / 6, cell as i32 % 6))
            .collect();
        assert_eq!(queens.len(), 6);
        for (number, &(a, b)) in queens.iter().enumerate() {
            for &(c, d) in &queens[..number] {
                assert!(a != c && b != d && (a - c).abs() != (b - d).abs());
            }
        }
    }
    for row in tables(&langford(4).unwrap()) {
        let numbers: Vec<usize> =
            row.cells.iter().map(|cell| cell.as_ref().unwrap().parse().unwrap()).collect();
        for number in 1..=4 {
            let first = numbers.iter().position(|&other| other == number).unwrap();
            assert_eq!(numbers[first + number + 1], number);
        }
    }
    let triples = steiner(7).unwrap();
    let Reading::Sets(sets) = triples.read(&solve::first(triples.problem()).unwrap().unwrap()) else {
        panic!("sets are expected")
    };
    let pairs: BTreeSet<(String, String)> = sets
        .iter()
        .flat_map(|set| {
            [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (set.members[a].clone(), set.members[b].clone()))
        })
        .collect();
    assert_eq!((sets.len(), pairs.len()), (7, 21));
}

/// The examples of the catalogue are built, and their files are there.
#[test]
fn the_catalogue_gives_examples() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for recipe in RECIPES {
        for example in recipe.examples {
            let words: Vec<&str> = example.split(' ').collect();
            let built = recipe.build(&words, |file| std::fs::read_to_string(root.join(file)));
            let options = match built.unwrap_or_else(|fault| panic!("{} {example}: {fault}", recipe.name)) {
                Named::Classic(classic) => classic.problem().option_count(),
                Named::Tiling(_, tiling) => tiling.encode().unwrap().problem.option_count(),
            };
            assert!(options > 0);
        }
    }
}
