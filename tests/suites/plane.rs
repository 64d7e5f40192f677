//! Pieces that tile the plane, and those that do not: published numbers, and evidence that the checker
//! accepts.

use std::collections::BTreeMap;

use combien::budget::{Budget, Meter, Outcome, Reason, StopFlag};
use combien::problem::{Problem, dlx};
use combien::proof::Proof;
use combien_tiling::plane::{Answer, Limits, PlaneError, Torus, plane};
use combien_tiling::{Group, Lattice, Pattern, Piece, Quantity, Shape, polyforms};

fn piece(lattice: &Lattice, shape: Shape) -> Piece {
    Piece::new(shape, Quantity::ANY, lattice.isometries())
}

fn drawn(lattice: &Lattice, drawing: &str) -> Piece {
    piece(lattice, Pattern::drawn(lattice, drawing).unwrap().shape())
}

fn asked(piece: &Piece, lattice: &Lattice, limits: Limits) -> Result<Answer, PlaneError> {
    plane(piece, lattice, limits, &Budget::UNLIMITED, &mut |_| {}).map(|outcome| outcome.certain().clone())
}

/// What becomes of all free polyforms of a number of cells: tilers are `None`, others have both Heesch
/// numbers; with the number of those that have a hole.
type Classes = (BTreeMap<Option<[usize; 2]>, usize>, usize);

fn classes(lattice: &Lattice, cells: usize) -> Classes {
    let (mut classes, mut holed) = (BTreeMap::new(), 0);
    for shape in polyforms::by_size(lattice, lattice.isometries()).nth(cells - 1).unwrap() {
        let class = match asked(&piece(lattice, shape.clone()), lattice, Limits::default()) {
            Ok(Answer::Tiles(_)) => None,
            Ok(Answer::Fails(heesch)) => Some([heesch.number, heesch.with_holes]),
            Err(PlaneError::Hole(..)) => {
                holed += 1;
                continue;
            }
            other => panic!("{shape:?}: {other:?}"),
        };
        *classes.entry(class).or_default() += 1;
    }
    (classes, holed)
}

fn fail(lattice: &Lattice, cells: usize) -> usize {
    let (classes, _) = classes(lattice, cells);
    classes.iter().filter(|(class, _)| class.is_some()).map(|(_, number)| number).sum()
}

/// C. S. Kaplan, Heesch numbers of unmarked polyforms (2021), figure 1: of the 108 heptominoes one has a
/// hole, two can be surrounded once, and one only if a hole is left.
#[test]
fn heptominoes() {
    let (classes, holed) = classes(Lattice::square(), 7);
    assert_eq!(holed, 1);
    assert_eq!(classes, [(None, 104), (Some([0, 1]), 1), (Some([1, 1]), 2)].into_iter().collect());
}

/// The README of heesch-sat, Kaplan's program: of the 81 hexahexes without holes, three have the Heesch
/// number 1 and one has 2; 76 tile isohedrally, and one tiles by two classes of copies.
#[test]
fn hexahexes() {
    let (classes, holed) = classes(Lattice::hexagon(), 6);
    assert_eq!(holed, 1);
    let numbers: Vec<usize> = [0, 1, 2]
        .map(|number| {
            let of = |class: &Option<[usize; 2]>| class.is_some_and(|[heesch, _]| heesch == number);
            classes.iter().filter(|(class, _)| of(class)).map(|(_, number)| number).sum()
        })
        .to_vec();
    assert_eq!((classes[&None], numbers), (77, vec![0, 3, 1]));
}

/// OEIS A054361 (polyominoes) and A071334 (polyiamonds): those without holes that do not tile the plane.
#[test]
fn those_that_do_not_tile_are_as_many_as_published() {
    let (square, triangle) = (Lattice::square(), Lattice::triangle());
    assert_eq!((1..=7).map(|cells| fail(square, cells)).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0, 3]);
    assert_eq!((1..=8).map(|cells| fail(triangle, cells)).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0, 1, 0]);
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
    let covers = |copy: &Shape| {
        encoding.problem.options().find(|&option| encoding.cells(option) == *copy).expect("a placement")
    };
    let lines: String = torus
        .placed
        .iter()
        .map(|(_, cells)| encoding.problem.show_option(covers(cells)).to_string() + "\n")
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
