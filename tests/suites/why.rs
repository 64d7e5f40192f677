//! Reasons why there is no cover: known cases, and on random problems against brute force; each with its
//! certificate, which `combien-verify` accepts.

use std::num::NonZeroUsize;

use combien::Count;
use combien::budget::{Budget, Meter, Reason, StopFlag};
use combien::check::check;
use combien::problem::{Entry, ItemId, Kind, OptionId, Problem, dlx};
use combien::solve::{self, Engine, Enumerate, Journal, Outcome, State};
use combien_formats::json;
use combien_tests::{oracle, random};
use combien_tiling::pieces;
use combien_tiling::why::{Almost, Answer, Coloring, Nearest, Obstacle, Subject};
use combien_tiling::{Board, Encoding, Lattice, Meaning, Pattern, Piece, Quantity, Size, Tiling};
use combien_verify::check_certificate;
use proptest::prelude::*;

fn nobody() -> Option<&'static mut dyn Meter> {
    None
}

/// The other program follows the certificate to 0.
fn assert_proved(problem: &Problem, obstacle: &Obstacle) {
    assert_verified(problem, &obstacle.certificate(problem));
}

fn assert_verified(problem: &Problem, certificate: &[u8]) {
    let mut text = vec![];
    json::write(problem, &mut text).unwrap();
    let read = combien_verify::Problem::read(std::str::from_utf8(&text).unwrap()).unwrap();
    let proved = check_certificate(&read, certificate, 1 << 30);
    let proved =
        proved.unwrap_or_else(|refusal| panic!("{refusal:?}\n{}", String::from_utf8_lossy(certificate)));
    assert_eq!((proved.covers.to_string().as_str(), &*proved.taken), ("0", &[][..]));
}

/// The certificate with its last line.
fn sealed(mut text: String) -> Vec<u8> {
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    text.extend(["end ".to_owned(), format!("{sum:016x}\n")]);
    text.into_bytes()
}

fn why(subject: &Subject<'_>) -> Answer {
    subject.why(&Budget::UNLIMITED, &mut nobody()).unwrap()
}

/// A reason that is found, and has been verified.
fn reason(subject: &Subject<'_>) -> Obstacle {
    match why(subject) {
        Answer::None(obstacle) => {
            assert_proved(subject.problem(), &obstacle);
            obstacle
        }
        other => panic!("{other:?}"),
    }
}

fn tiling(board: Board, pieces: &[(&str, &str, Quantity)]) -> (Tiling, Encoding) {
    let lattice = &board.lattice().clone();
    let piece = |&(name, drawing, quantity): &(&str, &str, Quantity)| {
        let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
        let piece = Piece::new(shape, quantity, lattice.isometries());
        if name.is_empty() { piece } else { piece.named(name) }
    };
    let tiling = Tiling::new(board, pieces.iter().map(piece).collect()).unwrap();
    let encoding = tiling.encode().unwrap();
    (tiling, encoding)
}

fn drawn(board: &str) -> Board {
    Board::of(&Pattern::from_drawing(board).unwrap())
}

fn rectangle(width: u32, height: u32) -> Board {
    Board::of(&Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap())
}

const DOMINO: (&str, &str, Quantity) = ("domino", "**", Quantity::ANY);

fn said(board: Board, pieces: &[(&str, &str, Quantity)]) -> String {
    let (tiling, encoding) = tiling(board, pieces);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let obstacle = subject.glance().expect("a reason at a glance");
    assert_proved(&encoding.problem, &obstacle);
    subject.sentence(&obstacle)
}

/// Black's chessboard.
#[test]
fn the_mutilated_chessboard() {
    let board = format!(".*******${}*******.", "********$".repeat(6));
    assert_eq!(said(drawn(&board), &[DOMINO]), "32 dark and 30 light cells; each domino covers one of each");
}

/// Golomb's: 25 T-tetrominoes have as many cells, and weights of 3/8 and -1/8 of the two colors say no.
#[test]
fn t_tetrominoes_on_a_board_of_ten() {
    let (tiling, encoding) = tiling(rectangle(10, 10), &[("T", "***$.*.", Quantity::ANY)]);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let Some(Obstacle::Coloring(Coloring::Chessboard, weights)) = subject.glance() else { panic!() };
    assert_eq!(weights.modulus(), Some(8));
    let mut values: Vec<i64> = weights.of().iter().map(|&(_, weight)| weight).collect();
    values.sort_unstable();
    values.dedup();
    // Whatever is prime to 8 times these does as well.
    assert!([[3, 7], [1, 5]].contains(&<[i64; 2]>::try_from(values).unwrap()));
    assert_proved(&encoding.problem, &Obstacle::Coloring(Coloring::Chessboard, weights));
    let sentence = subject.sentence(&subject.glance().unwrap());
    assert!(sentence.contains("50 dark and 50 light cells; with weights"), "{sentence}");
    assert!(sentence.ends_with("to 25/2"), "{sentence}");
}

/// Golomb's: eleven of the 35 hexominoes cover an even number of each color, so all have an even number of
/// dark cells more than light ones that is no multiple of four, and no rectangle has. The weights are found
/// without being told.
#[test]
fn hexominoes_on_rectangles() {
    let set = pieces::set("hexominoes").expect("they ship");
    for (width, height) in [(14, 15), (7, 30), (10, 21)] {
        assert_eq!(set.pieces.len(), 35);
        let tiling = Tiling::new(rectangle(width, height), set.pieces.clone()).unwrap();
        let encoding = tiling.encode().unwrap();
        let problem = &encoding.problem;
        let obstacle = reason(&Subject::of_tiling(&tiling, &encoding));
        let Obstacle::Coloring(Coloring::Chessboard, weights) = &obstacle else { panic!("{obstacle:?}") };
        // Half of one color and of the 24 pieces that cover three of each: 105 + 24 is odd.
        assert_eq!(weights.modulus(), Some(2), "{width} x {height}");
        assert_eq!(weights.of().len(), 105 + 24);
        // The usual way to say it: a quarter, less a quarter, and a half on each of the other eleven pieces.
        let halves = weights.by_item(problem);
        let mut certificate =
            format!("combien certificate 1\nproblem 245 0 {}\nweights 4\n", problem.option_count());
        for item in problem.items() {
            let weight = match encoding.meaning(item) {
                Meaning::Cell(_) => [1, 3][halves[item.index()] as usize],
                Meaning::Piece(_) => [2, 0][halves[item.index()] as usize],
                Meaning::Region(_) | Meaning::Side(..) | Meaning::Crossing(_) => {
                    unreachable!("the tiling has no clues and no colors")
                }
            };
            if weight > 0 {
                certificate.extend([format!("{} {weight}\n", item.index() + 1)]);
            }
        }
        assert_verified(problem, &sealed(certificate + "covers 0\n"));
    }
}

/// What `why` knows at once is not searched for. A search without it enters billions of nodes: dominoes on a
/// board of twelve without two corners have one way for each of many partial tilings, and nobody has searched
/// the others to the end. Five of each tetromino have five Ts, each with one dark cell or three, and the
/// others have two. So do eleven of the hexominoes.
#[test]
fn searches_end_where_weights_say_that_there_is_no_cover() {
    let of = |board: Board, set: &str, copies: usize| {
        let set = pieces::set(set).expect("they ship").pieces;
        let tiling = Tiling::new(board, vec![set; copies].concat()).unwrap();
        let encoding = tiling.encode().unwrap();
        (tiling, encoding)
    };
    let corners = format!(".***********${}***********.", "************$".repeat(10));
    let dominoes = tiling(drawn(&corners), &[DOMINO]);
    let tetrominoes = of(rectangle(10, 10), "tetrominoes", 5);
    let hexominoes = of(rectangle(15, 14), "hexominoes", 1);
    let budget =
        |threads| Budget { nodes: Some(4_000_000), threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED };
    for ((tiling, encoding), said) in [
        (&dominoes, "72 dark and 70 light cells; each domino covers one of each"),
        (&hexominoes, "105 dark and 105 light cells; with weights 1/2 on dark cells and 24 pieces"),
        (
            &tetrominoes,
            "50 dark and 50 light cells; with weights 1/2 on dark cells and the pieces T4, T4, T4, T4",
        ),
    ] {
        let (problem, subject) = (&encoding.problem, Subject::of_tiling(tiling, encoding));
        let first = |threads| Enumerate::of(problem).budget(budget(threads)).first().unwrap();
        let report = first(1);
        assert_eq!(report.outcome, Outcome::Answer(None));
        let weights = report.weights.as_ref().expect("weights say so");
        assert!(weights.holds(problem));
        let sentence = subject.sentence(&subject.obstacle(weights));
        assert!(sentence.starts_with(said), "{sentence}");
        assert_proved(problem, &Subject::of(problem).obstacle(weights));
        assert_eq!(first(3), report);

        let listed = Enumerate::of(problem).budget(budget(1)).tally().unwrap();
        assert_eq!(listed.outcome, Outcome::Answer(Count::ZERO));
        // An engine that is asked for by its name searches.
        let searched = Enumerate::of(problem).by(Engine::Fast);
        let searched = searched.budget(Budget { nodes: Some(100_000), ..Budget::UNLIMITED }).first().unwrap();
        assert_eq!((searched.outcome.reason(), searched.weights), (Some(Reason::Nodes(100_000)), None));
    }
    let count = |problem, threads| solve::Count::of(problem).budget(budget(threads)).run().unwrap();
    let counted = count(&dominoes.1.problem, 1);
    assert_eq!(counted.outcome, Outcome::Answer(Count::ZERO));
    assert_eq!(count(&dominoes.1.problem, 3), counted);

    let problem = &hexominoes.1.problem;
    let counted = count(problem, 1);
    assert_eq!(counted.outcome, Outcome::Answer(Count::ZERO));
    assert_eq!(count(problem, 3), counted);
    // 105 dark cells and 24 pieces.
    assert_eq!(counted.why, "weights of 129 items show that there is no solution");
}

/// A search that is kept and found to be in vain has nothing left to do.
#[test]
fn a_journal_is_closed_where_weights_say_that_there_is_no_cover() {
    struct Last(Option<State>);
    impl Journal for Last {
        fn is_due(&mut self) -> bool {
            false
        }
        fn keep(&mut self, state: &State) {
            self.0 = Some(state.clone());
        }
    }
    let (_, encoding) =
        tiling(drawn(&format!(".*********${}*********.", "**********$".repeat(8))), &[DOMINO]);
    let mut last = Last(None);
    let report = solve::Count::of(&encoding.problem).journal(&mut last).run().unwrap();
    assert!(report.weights.is_some());
    assert!(last.0.unwrap().is_complete());
}

#[test]
fn areas_are_told() {
    let tri = ("tri", "***", Quantity::ONE);
    assert_eq!(said(rectangle(5, 3), &[DOMINO]), "the board has 15 cells, and each domino covers 2");
    assert_eq!(said(rectangle(4, 3), &[tri]), "the board has 12 cells, and the pieces have 3");
    let three = ("", "***", Quantity { lo: 3, hi: Some(4) });
    assert_eq!(
        said(rectangle(4, 2), &[three]),
        "the pieces that must be used have 9 cells, and the board has 8"
    );
    assert_eq!(
        said(rectangle(5, 2), &[tri, ("", "**", Quantity { lo: 0, hi: Some(3) })]),
        "the board has 10 cells, and the pieces have at most 9"
    );
    let gaps = drawn("****$****").with_gaps();
    assert!(said(gaps, &[three]).starts_with("the pieces that must be used have 9"));
    let odd = [tri, DOMINO];
    assert!(said(rectangle(4, 2), &odd).contains("cover 3, and each other a multiple of 2"));
}

#[test]
fn what_cannot_be_covered_is_named() {
    assert_eq!(said(drawn("**.$..*$.*."), &[DOMINO]), "no piece fits on the cell 1,0");
    let i = ("I", "****", Quantity::ONE);
    assert_eq!(said(drawn("**$**$**"), &[i, DOMINO]), "the piece I fits nowhere");
    // One way for the corner, and then none for the cell beyond.
    let chain = said(drawn("*..$***$..*$.**"), &[("", "**", Quantity::ANY), ("", "***", Quantity::ONE)]);
    assert!(chain.starts_with("no piece fits on the cell"), "{chain}");
    assert!(chain.contains("forced"), "{chain}");
}

/// A triangle of four has three that point up, and a lozenge has one of each.
#[test]
fn triangles_that_point_up_are_counted() {
    let board = Board::of(&Pattern::drawn(Lattice::triangle(), ".*.$***").unwrap());
    let (tiling, encoding) = tiling(board, &[("lozenge", "**", Quantity::ANY)]);
    let subject = Subject::of_tiling(&tiling, &encoding);
    // A corner has one neighbour only, so that the middle is forced.
    let Some(Obstacle::Dead(dead)) = subject.glance() else { panic!() };
    assert_eq!(dead.forced.len(), 1);
    assert_proved(&encoding.problem, &Obstacle::Dead(dead));
}

/// More pigeons than holes, and the holes have room for several: what integers do not know better than
/// fractions.
#[test]
fn pigeonholes_are_counted() {
    for (pigeons, holes, room) in [(5, 4, 1), (12, 11, 1), (9, 4, 2), (30, 29, 1)] {
        let names = |letter: &str, number: usize| -> Vec<String> {
            (1..=number).map(|n| format!("{letter}{n}")).collect()
        };
        let (all, into) = (names("p", pigeons), names("h", holes));
        let mut text = all.join(" ");
        text.extend(into.iter().map(|hole| format!(" 0:{room}|{hole}")));
        text += "\n";
        for pigeon in &all {
            text.extend(into.iter().map(|hole| format!("{pigeon} {hole}\n")));
        }
        let problem = dlx::parse("pigeons", &text).unwrap().problem;
        let subject = Subject::of(&problem);
        let obstacle = reason(&subject);
        let Obstacle::Counting(weights) = &obstacle else { panic!("{obstacle:?}") };
        assert_eq!(weights.total(&problem), (holes * room) as i128 - pigeons as i128);
    }
}

/// The twelve hexiamonds cover 3 x 12 in no way (T. O'Beirne, *New Scientist*, 1961).
#[test]
fn hexiamonds_on_a_strip() {
    let set = pieces::set("hexiamonds").expect("they ship");
    assert_eq!(set.pieces.len(), 12);
    // Rows of 24 triangles, each a step further right.
    let rows: Vec<String> =
        (0..3).map(|row| format!("{}{}{}", ".".repeat(2 - row), "*".repeat(24), ".".repeat(row))).collect();
    let board = Board::of(&Pattern::drawn(Lattice::triangle(), &rows.join("$")).unwrap());
    assert_eq!(board.cells().cells().len(), 72);
    let tiling = Tiling::new(board, set.pieces).unwrap();
    let encoding = tiling.encode().unwrap();
    let subject = Subject::of_tiling(&tiling, &encoding);
    let obstacle = reason(&subject);
    println!("{}", subject.sentence(&obstacle));
}

/// Three items of ten that only pairs of each other cover; and each pair of them can be covered.
#[test]
fn a_core_is_small_and_minimal() {
    // Neither weights nor counting show it: x has one color in each option of a, b and c.
    let text = "a b c d e f g | x\na x:1\na x:2\nb x:2\nb x:3\nc x:1\nc x:3\nd e\nf g\nd\ne\nf\ng\nd f\n";
    let problem = dlx::parse("t", text).unwrap().problem;
    let subject = Subject::of(&problem);
    let Obstacle::Core(core) = reason(&subject) else { panic!() };
    let names: Vec<&str> = core.items.iter().map(|&item| problem.item_name(item)).collect();
    assert_eq!((names, core.is_minimal), (vec!["a", "b", "c"], true));
}

#[test]
fn a_solution_is_an_answer() {
    let (tiling, encoding) = tiling(rectangle(8, 8), &[DOMINO]);
    let Answer::Solvable(solution) = why(&Subject::of_tiling(&tiling, &encoding)) else { panic!() };
    assert_eq!(solution.options().len(), 32);
}

#[test]
fn it_stops_when_told() {
    let (tiling, encoding) = tiling(rectangle(10, 10), &[("T", "***$.*.", Quantity::ANY)]);
    let stop = StopFlag::new();
    stop.raise();
    let answer = Subject::of_tiling(&tiling, &encoding).why(&Budget::until(stop), &mut nobody()).unwrap();
    assert!(matches!(answer, Answer::Stopped(Reason::Asked)), "{answer:?}");
}

/// The fewest covers that are lacking in any set of options that covers nothing too often, by trying them
/// all.
struct Fewest<'a> {
    problem: &'a Problem,
    is_counted: &'a dyn Fn(ItemId) -> bool,
    covered: Vec<Vec<Entry>>,
    best: u64,
}

impl Fewest<'_> {
    fn of(problem: &Problem, is_counted: &dyn Fn(ItemId) -> bool) -> u64 {
        let covered = vec![vec![]; problem.item_count()];
        let mut fewest = Fewest { problem, is_counted, covered, best: u64::MAX };
        fewest.from(0);
        fewest.best
    }

    fn from(&mut self, option: usize) {
        if option == self.problem.option_count() {
            let counted = self.problem.primary_items().filter(|&item| (self.is_counted)(item));
            let lacks = counted.map(|item| {
                u64::from(self.problem.bounds(item).lo)
                    .saturating_sub(self.covered[item.index()].len() as u64)
            });
            self.best = self.best.min(lacks.sum());
            return;
        }
        self.from(option + 1);
        let entries = self.problem.option(OptionId::from_index(option)).to_vec();
        let fits = |entry: &Entry| {
            let before = &self.covered[entry.item.index()];
            match self.problem.kind(entry.item) {
                Kind::Primary => (before.len() as u64) < u64::from(self.problem.bounds(entry.item).hi),
                Kind::Secondary => {
                    before.iter().all(|other| entry.color.is_some() && other.color == entry.color)
                }
            }
        };
        let is_searched = entries.iter().any(|entry| self.problem.kind(entry.item) == Kind::Primary);
        if is_searched && entries.iter().all(fits) {
            for &entry in &entries {
                self.covered[entry.item.index()].push(entry);
            }
            self.from(option + 1);
            for entry in entries {
                self.covered[entry.item.index()].pop();
            }
        }
    }
}

/// A partial cover, proved to be the best.
fn almost(subject: &Subject<'_>) -> Option<Almost> {
    match subject.almost(&Budget::UNLIMITED, &mut nobody()).unwrap() {
        Nearest::Solvable(_) => None,
        Nearest::Almost(almost) => {
            assert_eq!((almost.stopped, almost.hole_count()), (None, almost.at_least));
            assert!(almost.is_without_cover);
            Some(almost)
        }
    }
}

/// Each domino takes one of each color. 25 T do not cover 10 by 10 cells (Golomb, 1965), so at least one of
/// them is missing.
#[test]
fn boards_are_covered_as_far_as_they_can_be() {
    let board = drawn(&format!(".*******${}*******.", "********$".repeat(6)));
    for (board, piece, holes) in [
        (board, DOMINO, 2),
        (rectangle(5, 3), DOMINO, 1),
        (rectangle(10, 10), ("T", "***$.*.", Quantity::ANY), 4),
        // Five cells of one color and two of the other; four and one.
        (drawn("*.*$***$*.*"), DOMINO, 3),
        (drawn(".*.$***$.*."), DOMINO, 3),
    ] {
        let (tiling, encoding) = tiling(board, &[piece]);
        let almost = almost(&Subject::of_tiling(&tiling, &encoding)).unwrap();
        assert_eq!(almost.hole_count(), holes);
    }
}

/// Three pieces of three cells have more cells than a board of two by four: one is left over.
#[test]
fn pieces_may_be_left_over() {
    let pieces: Vec<(&str, &str, Quantity)> =
        ["a", "b", "c"].map(|name| (name, "***", Quantity::ONE)).to_vec();
    let (tiling, encoding) = tiling(rectangle(4, 2), &pieces);
    let almost = almost(&Subject::of_tiling(&tiling, &encoding)).unwrap();
    assert_eq!((almost.hole_count(), almost.unused.len(), almost.cover.options().len()), (2, 1, 2));
}

/// Limits leave the best that was found, and what is known of all others.
/// The changes that single pieces make; each has a solution of the tiling with the change, and all are
/// decided.
fn mends(board: Board, pieces: &[(&str, &str, Quantity)]) -> Vec<String> {
    let (tiling, encoding) = tiling(board, pieces);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let mended = subject.mended(&Budget::UNLIMITED, &mut nobody()).unwrap().unwrap();
    assert_eq!((mended.undecided.len(), mended.stopped), (0, None));
    for mend in &mended.mends {
        let encoding = mend.tiling.encode().unwrap();
        assert_eq!(check(&encoding.problem, mend.solution.options()), Ok(()));
        assert_eq!(mend.tiling.board(), tiling.board());
    }
    mended.mends.iter().map(|mend| mend.change.words(&tiling)).collect()
}

/// Dominoes cover as many dark cells as light ones, so one piece more must cover two more of one color: of up
/// to four cells, only the T does. Areas say the rest.
#[test]
fn single_pieces_make_boards_solvable() {
    let chessboard = format!(".*******${}*******.", "********$".repeat(6));
    assert_eq!(mends(drawn(&chessboard), &[DOMINO]), ["with one T4 added"]);
    // A corner of 15 cells; only one piece has one cell.
    assert_eq!(mends(rectangle(5, 3), &[DOMINO]).len(), 1);
    let tri = ("tri", "***", Quantity::ONE);
    assert_eq!(mends(rectangle(3, 2), &[tri]), ["with tri used once more", "with one I3 added"]);
    assert_eq!(mends(rectangle(3, 1), &[tri, ("duo", "**", Quantity::ONE)]), ["with duo used once less"]);
    // Nine cells are missing, and no piece that ships has nine.
    assert!(mends(rectangle(4, 3), &[tri]).is_empty());
    let problem = dlx::parse("t", "a b\na\n").unwrap().problem;
    assert!(Subject::of(&problem).mended(&Budget::UNLIMITED, &mut nobody()).unwrap().is_none());
}

#[test]
fn the_search_for_a_piece_stops_when_told() {
    let (tiling, encoding) = tiling(rectangle(5, 3), &[DOMINO]);
    let stop = StopFlag::new();
    stop.raise();
    let subject = Subject::of_tiling(&tiling, &encoding);
    let mended = subject.mended(&Budget::until(stop), &mut nobody()).unwrap().unwrap();
    assert_eq!((mended.mends.len(), mended.stopped), (0, Some(Reason::Asked)));
}

#[test]
fn almost_stops_when_told() {
    let set = pieces::set("hexominoes").expect("they ship");
    let tiling = Tiling::new(rectangle(14, 15), set.pieces).unwrap();
    let encoding = tiling.encode().unwrap();
    let subject = Subject::of_tiling(&tiling, &encoding);
    let budget = Budget { nodes: Some(1000), ..Budget::UNLIMITED };
    let Nearest::Almost(almost) = subject.almost(&budget, &mut nobody()).unwrap() else { panic!() };
    assert_eq!(almost.stopped, Some(Reason::Nodes(1000)));
    assert!(almost.at_least < almost.hole_count() && almost.hole_count() < 210);
    let stop = StopFlag::new();
    stop.raise();
    let Nearest::Almost(almost) = subject.almost(&Budget::until(stop), &mut nobody()).unwrap() else {
        panic!()
    };
    assert_eq!((almost.stopped, almost.hole_count(), almost.at_least), (Some(Reason::Asked), 210, 0));
}

/// To read them would take too long: the limit is one of items and options too, not of entries alone.
#[test]
fn large_problems_get_no_glance() {
    for (items, is_told) in [(1 << 15, true), ((1 << 15) + 1, false)] {
        let problem = Problem::from_lists(items, None, Vec::<Vec<usize>>::new()).unwrap();
        let subject = Subject::of(&problem);
        assert_eq!(matches!(subject.glance(), Some(Obstacle::Dead(_))), is_told, "{items}");
        assert!(matches!(why(&subject), Answer::None(Obstacle::Dead(_))), "{items}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// As many holes as brute force finds.
    #[test]
    fn partial_covers_are_the_largest(problem in random::any_problems()) {
        let fewest = Fewest::of(&problem, &|_| true);
        let almost = almost(&Subject::of(&problem));
        prop_assert_eq!(almost.map_or(0, |almost| almost.hole_count()), fewest);
    }

    /// On boards only cells count.
    #[test]
    fn boards_are_covered_as_far_as_brute_force_does(
        rows in proptest::collection::vec("[.*?]{3}", 3),
        pieces in proptest::collection::vec((0..4usize, 0..4usize), 1..3),
    ) {
        let shapes = ["**", "***", "**$*.", "*"];
        let quantities = [Quantity::ANY, Quantity::ONE, Quantity::AT_MOST_ONE, Quantity { lo: 1, hi: Some(2) }];
        prop_assume!(rows.concat().contains('*'));
        let pieces: Vec<(&str, &str, Quantity)> =
            pieces.into_iter().map(|(shape, quantity)| ("", shapes[shape], quantities[quantity])).collect();
        let (tiling, encoding) = tiling(drawn(&rows.join("$")), &pieces);
        prop_assume!(encoding.problem.option_count() <= 40);
        let is_cell = |item| matches!(encoding.meaning(item), Meaning::Cell(_));
        let fewest = Fewest::of(&encoding.problem, &is_cell);
        let almost = almost(&Subject::of_tiling(&tiling, &encoding));
        prop_assert_eq!(almost.map_or(0, |almost| almost.hole_count()), fewest);
    }

    /// Whatever is said is true, and proved.
    #[test]
    fn reasons_are_given_exactly_where_there_is_no_cover(problem in random::any_problems()) {
        let covers = oracle::solutions(&problem).len();
        let subject = Subject::of(&problem);
        if let Some(obstacle) = subject.glance() {
            prop_assert_eq!(covers, 0);
            assert_proved(&problem, &obstacle);
            prop_assert!(!subject.sentence(&obstacle).is_empty());
        }
        match why(&subject) {
            Answer::None(obstacle) => {
                prop_assert_eq!(covers, 0);
                assert_proved(&problem, &obstacle);
            }
            Answer::Solvable(_) => prop_assert!(covers > 0),
            Answer::Stopped(reason) => prop_assert!(false, "{reason:?}"),
        }
    }

    /// On random boards, too, and most are told without a search.
    #[test]
    fn boards_have_reasons(
        rows in proptest::collection::vec("[.*?]{4}", 4),
        pieces in proptest::collection::vec((0..6usize, 0..4usize), 1..3),
    ) {
        let shapes = ["**", "***", "**$*.", "***$.*.", "****", ".**$**."];
        let quantities = [Quantity::ANY, Quantity::ONE, Quantity::AT_MOST_ONE, Quantity { lo: 1, hi: Some(3) }];
        prop_assume!(rows.concat().contains('*'));
        let pieces: Vec<(&str, &str, Quantity)> =
            pieces.into_iter().map(|(shape, quantity)| ("", shapes[shape], quantities[quantity])).collect();
        let (tiling, encoding) = tiling(drawn(&rows.join("$")), &pieces);
        let subject = Subject::of_tiling(&tiling, &encoding);
        let count = solve::count(&encoding.problem).unwrap();
        if let Some(obstacle) = subject.glance() {
            prop_assert!(count.is_zero());
            assert_proved(&encoding.problem, &obstacle);
        }
        if let Answer::None(obstacle) = why(&subject) {
            prop_assert!(count.is_zero());
            assert_proved(&encoding.problem, &obstacle);
            prop_assert!(!subject.sentence(&obstacle).is_empty());
            subject.drawing(&obstacle);
        } else {
            prop_assert!(!count.is_zero());
        }
    }
}
