//! Pieces that tile the plane, and those that do not: published numbers, and evidence that the checker
//! accepts.

use std::collections::BTreeMap;

use combien::budget::{Budget, Meter, Outcome, Reason, StopFlag};
use combien::problem::{OptionId, Problem, dlx};
use combien::proof::Proof;
use combien_tiling::plane::{
    Answer, Cylinder, Limits, Manner, PlaneError, Together, Torus, growth, plane, together,
};
use combien_tiling::{Board, Cell, Group, Lattice, Pattern, Piece, Quantity, Shape, Tiling, Wrap, polyforms};

fn piece(lattice: &Lattice, shape: Shape) -> Piece {
    Piece::new(shape, Quantity::ANY, lattice.isometries())
}

fn drawn(lattice: &Lattice, drawing: &str) -> Piece {
    piece(lattice, Pattern::drawn(lattice, drawing).unwrap().shape())
}

fn asked(piece: &Piece, lattice: &Lattice, limits: Limits) -> Result<Answer, PlaneError> {
    plane(piece, lattice, limits, &Budget::UNLIMITED, &mut |_| {}).map(|outcome| outcome.certain().clone())
}

/// What becomes of the free polyforms of a number of cells.
#[derive(Debug, Default, PartialEq, Eq)]
struct Classes {
    translations: usize,
    half_turns: usize,
    isohedral: usize,
    periodic: usize,
    /// Those that fail, by both Heesch numbers.
    fail: BTreeMap<[usize; 2], usize>,
    holes: usize,
}

impl Classes {
    fn of(lattice: &Lattice, cells: usize) -> Classes {
        let mut classes = Classes::default();
        for shape in polyforms::by_size(lattice, lattice.isometries()).nth(cells - 1).unwrap() {
            match asked(&piece(lattice, shape.clone()), lattice, Limits::default()) {
                Ok(Answer::Tiles(torus)) => {
                    *match torus.manner {
                        Manner::Translations => &mut classes.translations,
                        Manner::HalfTurns => &mut classes.half_turns,
                        Manner::Isohedral => &mut classes.isohedral,
                        Manner::Periodic => &mut classes.periodic,
                    } += 1;
                    let is_isohedral = torus.manner != Manner::Periodic;
                    assert_eq!((torus.group().is_some(), torus.classes() == 1), (is_isohedral, is_isohedral));
                }
                Ok(Answer::Fails(heesch)) => {
                    *classes.fail.entry([heesch.number, heesch.with_holes]).or_default() += 1;
                }
                Err(PlaneError::Hole(..)) => classes.holes += 1,
                other => panic!("{shape:?}: {other:?}"),
            }
        }
        classes
    }

    /// Isohedral, other ones that tile, and those without holes that fail.
    fn sums(&self) -> [usize; 3] {
        [self.translations + self.half_turns + self.isohedral, self.periodic, self.fail.values().sum()]
    }
}

/// C. S. Kaplan, Heesch numbers of unmarked polyforms (2021), figure 1: of the 108 heptominoes one has a
/// hole, two can be surrounded once, and one only if a hole is left. OEIS A075201 and A075204: 60 tile by
/// half turns and not by translations, 3 isohedrally in another way.
#[test]
fn heptominoes() {
    let classes = Classes::of(Lattice::square(), 7);
    let (translations, fail) = (104 - 60 - 3, [([0, 1], 1), ([1, 1], 2)].into_iter().collect());
    let expected = Classes { translations, half_turns: 60, isohedral: 3, periodic: 0, fail, holes: 1 };
    assert_eq!(classes, expected);
}

/// OEIS A075205, A075206, A054361: isohedral polyominoes, others that tile, those without holes that do not.
#[test]
fn polyominoes_are_as_many_as_published() {
    let published =
        [[1, 0, 0], [1, 0, 0], [2, 0, 0], [5, 0, 0], [12, 0, 0], [35, 0, 0], [104, 0, 3], [342, 1, 20]];
    for (cells, numbers) in (1..).zip(published) {
        assert_eq!(Classes::of(Lattice::square(), cells).sums(), numbers, "{cells}");
    }
}

/// OEIS A075214 and A075215: isohedral polyhexes, and others that tile. The README of heesch-sat, Kaplan's
/// program: of the 81 hexahexes without holes, three have the Heesch number 1 and one has 2.
#[test]
fn polyhexes_are_as_many_as_published() {
    for (cells, numbers) in (1..).zip([[1, 0, 0], [1, 0, 0], [3, 0, 0], [7, 0, 0], [22, 0, 0]]) {
        assert_eq!(Classes::of(Lattice::hexagon(), cells).sums(), numbers, "{cells}");
    }
    let six = Classes::of(Lattice::hexagon(), 6);
    assert_eq!((six.sums(), six.holes), ([76, 1, 4], 1));
    let with = |number: usize| {
        let fail = six.fail.iter().filter(|([heesch, _], _)| *heesch == number);
        fail.map(|(_, pieces)| pieces).sum::<usize>()
    };
    assert_eq!([0, 1, 2].map(with), [0, 3, 1]);
}

/// OEIS A075223, A071332 and A071334: isohedral polyiamonds, all that tile, and those without holes that do
/// not.
#[test]
fn polyiamonds_are_as_many_as_published() {
    let tile = [[1, 1], [1, 1], [1, 1], [3, 3], [4, 4], [12, 12], [23, 23], [66, 66], [133, 139]];
    for ((cells, [isohedral, all]), fail) in (1..).zip(tile).zip([0, 0, 0, 0, 0, 0, 1, 0, 20]) {
        let classes = Classes::of(Lattice::triangle(), cells);
        assert_eq!(classes.sums(), [isohedral, all - isohedral, fail], "{cells}");
    }
}

fn checked(problem: &Problem, evidence: &[u8], is_list: bool) -> usize {
    let mut text = vec![];
    dlx::write(problem, &mut text).unwrap();
    let problem = combien_verify::Problem::read(&String::from_utf8(text).unwrap()).unwrap();
    if is_list {
        return combien_verify::check_solutions(&problem, evidence).unwrap().covers;
    }
    let proved = combien_verify::check_certificate(&problem, evidence, 1 << 30).unwrap();
    proved.covers.to_string().parse().unwrap()
}

fn check_torus(torus: &Torus) {
    let encoding = torus.tiling.encode().unwrap();
    let covers = |piece: usize, copy: &Shape| {
        let is_copy = |&option: &OptionId| {
            encoding.placement(option).is_some_and(|placed| placed.piece == piece)
                && encoding.cells(option) == *copy
        };
        encoding.problem.options().find(is_copy).expect("a placement")
    };
    let lines: String = torus
        .placed
        .iter()
        .map(|(placed, cells)| encoding.problem.show_option(covers(placed.piece, cells)).to_string() + "\n")
        .collect();
    assert_eq!(checked(&encoding.problem, format!("1:\n{lines}").as_bytes(), true), 1);
}

/// A "yes" is a cover of a torus, a "no" a problem without a cover: the checker, which shares no code, says
/// so of every fifth heptomino, and of the three that do not tile.
#[test]
fn the_checker_accepts_the_evidence() {
    let square = Lattice::square();
    let mut tilers = 0;
    for shape in polyforms::by_size(square, square.isometries()).nth(6).unwrap().into_iter().step_by(5) {
        match asked(&piece(square, shape), square, Limits::default()) {
            Ok(Answer::Tiles(torus)) => {
                check_torus(&torus);
                tilers += 1;
            }
            Ok(Answer::Fails(_)) | Err(PlaneError::Hole(..)) => {}
            other => panic!("{other:?}"),
        }
    }
    // The two heptominoes with Heesch number 1, and the third one.
    for drawing in ["*...*$*****", "..*.$..*.$..**$***.", ".*..$.*..$****$.*.."] {
        let Ok(Answer::Fails(heesch)) = asked(&drawn(square, drawing), square, Limits::default()) else {
            panic!("{drawing} does not tile")
        };
        let proof = Proof::of(&heesch.refused, &Budget::UNLIMITED, &mut None::<&mut dyn Meter>).unwrap();
        assert_eq!(checked(&heesch.refused, proof.text(), false), 0);
    }
    assert!(tilers > 15, "{tilers}");
}

/// The copies of a window do not overlap, and those of coronas touch what they surround.
#[test]
fn windows_are_covered_once() {
    let lattice = Lattice::kite();
    let Ok(Answer::Tiles(torus)) = asked(&drawn(lattice, "**"), lattice, Limits::default()) else {
        panic!("two kites tile")
    };
    let (tiling, placed) = torus.window(5).unwrap();
    assert_eq!(placed.iter().map(|(_, cells)| cells.len()).sum::<usize>(), tiling.board().cells().len());
    for (placement, cells) in &placed {
        let piece = &tiling.pieces()[placement.piece];
        assert_eq!(piece.shape.image(placement.isometry, lattice).shifted(placement.shift), *cells);
    }
    check_torus(&torus);
}

/// Smith, Myers, Kaplan and Goodman-Strauss, An aperiodic monotile (2023): the hat of eight kites tiles the
/// plane, and never periodically. Tori of three and of six copies are tried: 8 kites are no whole hexagons.
#[test]
fn the_hat_is_not_periodic() {
    let lattice = Lattice::kite();
    let hat = drawn(lattice, "..**..$****..$....**$......");
    let limits = Limits { copies: 6, coronas: 1 };
    let Ok(Answer::Unknown { tori: 6, patch }) = asked(&hat, lattice, limits) else { panic!("aperiodic") };
    assert_eq!(patch.coronas, 1);
}

/// Without reflections and turns: the F pentomino tiles only by half turns, its fixed copies do not.
#[test]
fn isometries_are_obeyed() {
    let square = Lattice::square();
    let f = drawn(square, ".**$**.$.*.");
    let Ok(Answer::Tiles(torus)) = asked(&f, square, Limits::default()) else { panic!("F tiles") };
    check_torus(&torus);
    let fixed = Piece { isometries: Group::trivial(), ..f };
    assert!(matches!(asked(&fixed, square, Limits::default()), Ok(Answer::Fails(_))));
}

#[test]
fn what_has_no_answer_says_why() {
    let square = Lattice::square();
    let error =
        |piece: &Piece, lattice: &Lattice| asked(piece, lattice, Limits::default()).unwrap_err().to_string();
    assert_eq!(
        error(&drawn(square, "*.*"), square),
        "the piece is in more than one part: its cells are not connected by sides"
    );
    assert_eq!(error(&piece(square, Shape::default()), square), "the piece has no cells");
    assert_eq!(
        error(&drawn(square, "***$*.*$***"), square),
        "the piece has a hole at 1,1, which no copy of it can fill, so it does not tile the plane"
    );
    let cube = Lattice::cube();
    let solid = piece(cube, Pattern::drawn(cube, "*").unwrap().shape());
    assert_eq!(error(&solid, cube), "a piece of cube cells does not tile the plane side to side");
    let none = Limits { copies: 0, ..Limits::default() };
    assert!(matches!(asked(&drawn(square, "*"), square, none), Err(PlaneError::Limit)));
}

#[test]
fn limits_stop_it() {
    let square = Lattice::square();
    let stop = StopFlag::new();
    stop.raise();
    let stopped = |budget: Budget| {
        let outcome =
            plane(&drawn(square, "***$*"), square, Limits::default(), &budget, &mut |_| {}).unwrap();
        assert!(matches!(outcome.certain(), Answer::Unknown { tori: 0, .. }));
        let Outcome::Stopped { reason, .. } = outcome else { panic!("stopped") };
        reason
    };
    assert_eq!(stopped(Budget::until(stop)), Reason::Asked);
    assert_eq!(stopped(Budget { nodes: Some(0), ..Budget::UNLIMITED }), Reason::Nodes(0));
}

/// OEIS A335586: domino tilings of the tori of 4 x 4, 6 x 6 and 8 x 8. On that of 2 x 2 there are 8 if two copies
/// on the same two cells differ, and 2 if they do not. A tiling of a cylinder of even circumference c is one of
/// the matchings that Kasteleyn (1961) counts: their number grows by the product of sin t + √(1 + sin² t) over
/// t = π/c, 3π/c, ... below π; for each cell that tends to G/π from above, with Catalan's constant G.
#[test]
fn dominoes_grow_as_kasteleyn_says() {
    let outcome =
        growth(&drawn(Lattice::square(), "**"), Lattice::square(), 8, &Budget::UNLIMITED, &mut |_| {});
    let Outcome::Answer(grown) = outcome.unwrap() else { panic!("it is stopped") };
    for (n, published) in [(2, 2u64), (4, 272), (6, 90_176), (8, 311_853_312), (3, 0), (5, 0)] {
        assert_eq!(grown[n - 1].tilings.to_u64(), Some(published), "{n}");
    }
    let (catalan, pi) = (0.915_965_594_177_219, std::f64::consts::PI);
    let mut last = f64::MAX;
    for c in [4, 6, 8] {
        let Cylinder::Rate([low, high]) = grown[c - 1].cylinder else { panic!("no rate for {c}") };
        let angles = (0..c / 2).map(|k| ((2 * k + 1) as f64 * pi / c as f64).sin());
        let published = angles.map(|sine| (sine + (1.0 + sine * sine).sqrt()).ln()).sum::<f64>() / c as f64;
        assert!(low <= published + 1e-12 && published - 1e-12 <= high && high - low < 1e-12, "{c}: {low}");
        let beyond = low - catalan / pi;
        assert!(beyond > 0.0 && beyond < last / 1.7, "{c}: {beyond}");
        last = beyond;
    }
}

/// On the torus of 2 x 2 units, each of four triangles that point up is beside all that point down but one, another one
/// for each: so two triangles cover it as often as four things can all change places, in 9 ways.
#[test]
fn growth_of_other_lattices() {
    let grown = |lattice: &Lattice, drawing: &str, most: u32| {
        let outcome = growth(&drawn(lattice, drawing), lattice, most, &Budget::UNLIMITED, &mut |_| {});
        outcome.unwrap().certain().clone()
    };
    // One cell covers every torus in one way, and every cylinder: the entropy is 0.
    for lattice in [Lattice::square(), Lattice::hexagon()] {
        for row in grown(lattice, "*", 3) {
            assert_eq!((row.tilings.to_u64(), row.per_cell()), (Some(1), Some(0.0)));
            assert_eq!(row.cylinder, Cylinder::Rate([0.0; 2]));
        }
    }
    let rhombi = grown(Lattice::triangle(), "**", 2);
    assert_eq!(rhombi.iter().map(|row| row.tilings.to_u64()).collect::<Vec<_>>(), [Some(1), Some(9)]);
}

fn asked_together(board: Board, pieces: Vec<Piece>, most: usize) -> Result<Together, PlaneError> {
    let tiling = Tiling::new(board, pieces).unwrap();
    together(&tiling, most, &Budget::UNLIMITED, &mut |_| {}).map(|outcome| outcome.certain().clone())
}

fn one_cell() -> Board {
    Board::new(Lattice::square(), [Cell::default()].into_iter().collect()).unwrap()
}

fn wang(sides: &str) -> Piece {
    let cell: Shape = [Cell::default()].into_iter().collect();
    Piece::new(cell, Quantity::ONE, Group::trivial()).with_sides(sides, Lattice::square()).unwrap()
}

/// E. Jeandel and M. Rao, An aperiodic set of 11 Wang tiles (2015): they tile the plane, and no tiling repeats. With
/// a twelfth one that fits itself on all sides they still do not: it fits no other. That one alone covers a cell.
#[test]
fn wang_tiles_without_a_period() {
    // Right, upper, left and lower side, as S. Labbé writes them.
    let published = ["2421", "2220", "1131", "1232", "3133", "0131", "0001", "3102", "0212", "1214", "3312"];
    // Colors of upright sides are letters, so that a color is on one kind of sides only.
    let side = |color: u8| (color - b'0' + b'a') as char;
    let tile = |sides: &&str| {
        let &[right, up, left, down] = sides.as_bytes() else { panic!("four sides") };
        wang(&[down as char, side(right), up as char, side(left)].iter().collect::<String>())
    };
    let mut pieces: Vec<Piece> = published.iter().map(tile).collect();
    let found = asked_together(one_cell(), pieces.clone(), 24).unwrap();
    assert!(found.torus.is_none() && found.tried == 24);
    pieces.push(wang("9z9z"));
    assert!(asked_together(one_cell(), pieces.clone(), 16).unwrap().torus.is_none());
    let alone = asked_together(one_cell(), pieces.split_off(11), 1).unwrap().torus.unwrap();
    check_torus(&alone);
}

/// Derived by hand. Two tiles that take turns in rows, and shift by one from row to row or not: each is half. With
/// marks, the board repeats: a domino that covers B and W covers the checkerboard, and one that covers two Bs does
/// not.
#[test]
fn rules_of_the_board_hold_together() {
    let found = asked_together(one_cell(), vec![wang("1a1b"), wang("1b1a")], 4).unwrap();
    let torus = found.torus.unwrap();
    assert_eq!((torus.copies(), found.tried), (2, 1));
    check_torus(&torus);
    let unfit = one_cell().fitted(combien_tiling::Fits::pairs("ab 12").unwrap());
    assert!(asked_together(unfit, vec![wang("1a1b"), wang("1b1a")], 6).unwrap().torus.is_none());
    let checkered = |drawing: &str| {
        let lattice = Lattice::square();
        let wrap = Wrap::new(lattice, &[Cell::plane(2, 0), Cell::plane(0, 2)]).unwrap();
        let marks = [(0, 0, 'B'), (1, 0, 'W'), (0, 1, 'W'), (1, 1, 'B')];
        let marks = marks.map(|(x, y, mark)| (Cell::plane(x, y), mark));
        let board = Board::new(lattice, marks.iter().map(|&(cell, _)| cell).collect()).unwrap();
        let domino = drawn(lattice, "**");
        let cells: Vec<Cell> = domino.shape.cells().to_vec();
        let marked = domino.marked(cells.into_iter().zip(drawing.chars()));
        asked_together(board.marked(marks).unwrap().wrapped(wrap).unwrap(), vec![marked], 8)
    };
    let torus = checkered("BW").unwrap().torus.unwrap();
    assert_eq!(torus.copies(), 2);
    check_torus(&torus);
    assert!(checkered("BB").unwrap().torus.is_none());
    let cell: Shape = [Cell::default()].into_iter().collect();
    let marked = Piece::new(cell.clone(), Quantity::ONE, Group::trivial()).marked([(Cell::default(), 'A')]);
    assert!(matches!(asked_together(one_cell(), vec![marked], 4), Err(PlaneError::Marks)));
    let bare = Piece::new(cell, Quantity::ONE, Group::trivial());
    assert!(matches!(asked_together(one_cell(), vec![bare.clone()], 0), Err(PlaneError::Cells)));
    assert!(matches!(asked_together(one_cell(), vec![], 4), Err(PlaneError::NoPieces)));
    // Pieces with a hole and in two parts are fine, if others fill them: a ring and a cell.
    let ring = drawn(Lattice::square(), "***$*.*$***");
    let torus = asked_together(one_cell(), vec![ring, bare], 9).unwrap().torus.unwrap();
    assert_eq!((torus.copies(), torus.tiling.board().cells().len()), (2, 9));
}
