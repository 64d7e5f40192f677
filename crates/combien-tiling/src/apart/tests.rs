//! Taking apart against a second way: every set of pieces, one step at a time, on cells.

use std::collections::{BTreeSet, VecDeque};

use super::*;

/// More steps than all pieces of these tests together are long: who goes so far meets nobody any more.
const FAR: i32 = 40;

type Places = Vec<Cell>;

fn taken(bench: &mut Workbench, pieces: &[Shape], budget: &Budget) -> Result<Answer, Reason> {
    bench.take_apart(pieces, budget, &mut |_| {}).unwrap()
}

fn overlap(pieces: &[Shape], places: &[Cell]) -> bool {
    let cells = |piece: usize| pieces[piece].cells().iter().map(move |&cell| cell + places[piece]);
    let all: BTreeSet<Cell> = (0..pieces.len()).flat_map(cells).collect();
    all.len() < pieces.iter().map(Shape::len).sum()
}

fn directions() -> Vec<Cell> {
    let axes = [Cell::space(1, 0, 0), Cell::space(0, 1, 0), Cell::space(0, 0, 1)];
    axes.into_iter().flat_map(|step| [step, -step]).collect()
}

fn stepped(places: &[Cell], set: usize, step: Cell) -> Places {
    let moved = |(piece, &place): (usize, &Cell)| if set >> piece & 1 == 1 { place + step } else { place };
    places.iter().enumerate().map(moved).collect()
}

/// The fewest moves that separate the pieces, the set that goes and where the pieces are then; `None` if
/// nothing does.
fn separated(pieces: &[Shape]) -> Option<(usize, usize, Places)> {
    let start = vec![Cell::default(); pieces.len()];
    let (mut known, mut waiting) = (BTreeSet::from([start.clone()]), VecDeque::from([(start, 0)]));
    while let Some((places, moves)) = waiting.pop_front() {
        for step in directions() {
            for set in 1..(1 << pieces.len()) - 1 {
                let mut now = places.clone();
                let mut steps = 0;
                loop {
                    now = stepped(&now, set, step);
                    steps += 1;
                    if overlap(pieces, &now) {
                        break;
                    }
                    if steps == FAR {
                        return Some((moves + 1, set, places));
                    }
                    let first = now[0];
                    let relative: Places = now.iter().map(|&place| place - first).collect();
                    if known.insert(relative.clone()) {
                        waiting.push_back((relative, moves + 1));
                    }
                }
            }
        }
    }
    None
}

fn comes_apart(pieces: &[Shape]) -> bool {
    if pieces.len() < 2 {
        return true;
    }
    separated(pieces).is_some_and(|(_, set, places)| {
        [0, 1].into_iter().all(|side| {
            let part: Vec<Shape> = (0..pieces.len())
                .filter(|piece| set >> piece & 1 == side)
                .map(|piece| pieces[piece].shifted(places[piece]))
                .collect();
            comes_apart(&part)
        })
    })
}

/// Does what a separation says, one step at a time: nothing overlaps, and in the end all are apart.
fn check(pieces: &[Shape], whole: &Separation) {
    for part in whole.in_order() {
        let shapes: Vec<Shape> = part.pieces.iter().map(|&piece| pieces[piece].clone()).collect();
        let mut now = part.start.clone();
        for (number, one) in part.moves.iter().enumerate() {
            assert_eq!(one.distance.is_none(), number + 1 == part.moves.len());
            let set = part.pieces.iter().enumerate().filter(|(_, piece)| one.pieces.contains(piece));
            let set = set.fold(0, |set, (place, _)| set | 1 << place);
            assert!(set > 0 && set + 1 < 1 << shapes.len());
            for _ in 0..one.distance.unwrap_or(FAR as u32) {
                now = stepped(&now, set, one.step);
                assert!(!overlap(&shapes, &now), "{one:?}");
            }
        }
        let below = [&part.left, &part.removed].into_iter().flatten().map(|part| part.pieces.len());
        let alone = part.pieces.len() - below.sum::<usize>();
        assert_eq!(alone, 2 - usize::from(part.left.is_some()) - usize::from(part.removed.is_some()));
    }
}

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Pieces that grow at random in a box, side by side, as trees: these have hooks.
fn grown(numbers: &mut Numbers, size: [i32; 3], count: usize) -> Vec<Shape> {
    let mut free: Vec<Cell> = vec![];
    for z in 0..size[2] {
        free.extend((0..size[0] * size[1]).map(|i| Cell::space(i % size[0], i / size[0], z)));
    }
    let mut pieces: Vec<Vec<Cell>> =
        (0..count).map(|_| vec![free.remove(numbers.below(free.len()))]).collect();
    // A quarter of the cells stays empty, so that pieces have room to move.
    for _ in 0..free.len() / 4 {
        free.remove(numbers.below(free.len()));
    }
    for _ in 0..200 * count {
        let (piece, at) = (numbers.below(count), numbers.below(free.len().max(1)));
        let Some(&cell) = free.get(at) else { break };
        let beside = Lattice::cube().neighbours(cell);
        if pieces[piece].iter().filter(|own| beside.contains(own)).count() == 1 {
            pieces[piece].push(free.remove(at));
        }
    }
    pieces.into_iter().map(|cells| cells.into_iter().collect()).collect()
}

#[test]
fn random_assemblies_come_apart_as_step_by_step() {
    let mut numbers = Numbers(3);
    let mut bench = Workbench::new(Lattice::cube()).unwrap();
    let (mut stuck, mut by_moves) = (0, [0; 12]);
    for round in 0..2000 {
        let size = [[4, 4, 3], [4, 4, 4], [5, 4, 3], [5, 4, 4]][round % 4];
        let pieces = grown(&mut numbers, size, 2 + round / 4 % 3);
        let answer = taken(&mut bench, &pieces, &Budget::UNLIMITED).unwrap();
        assert_eq!(matches!(answer, Answer::Apart(_)), comes_apart(&pieces), "{pieces:?}");
        match answer {
            Answer::Apart(whole) => {
                check(&pieces, &whole);
                let fewest = separated(&pieces).map(|(moves, ..)| moves);
                assert_eq!(Some(whole.moves.len()), fewest, "{pieces:?}");
                by_moves[whole.moves.len()] += 1;
            }
            Answer::Stuck(_) => stuck += 1,
        }
    }
    assert!(stuck > 20 && by_moves[1] > 20 && by_moves[2..].iter().sum::<u32>() > 9, "{stuck} {by_moves:?}");
}

/// Linked rings hold a loose cube back if they must come apart, and do not if both may be in one group.
#[test]
fn groups_stay_together() {
    let flat: Shape = (0..9).filter(|i| *i != 4).map(|i| Cell::space(i % 3, i / 3, 0)).collect();
    let upright: Shape = (0..9).filter(|i| *i != 4).map(|i| Cell::space(1, 1 + i % 3, i / 3 - 1)).collect();
    let pieces = [flat, upright, [Cell::space(0, 3, 0)].into_iter().collect()];
    let mut bench = Workbench::new(Lattice::cube()).unwrap();
    assert_eq!(taken(&mut bench, &pieces, &Budget::UNLIMITED), Ok(Answer::Stuck(vec![0, 1])));
    for (kinds, groups, is_apart) in [
        (vec![0, 0, 1], vec![vec![(1, 2)], vec![]], true),
        (vec![0, 0, 1], vec![vec![(1, 1)], vec![]], false),
        (vec![0, 1, 2], vec![vec![(1, 1)], vec![(1, 1)], vec![]], true),
        (vec![0, 1, 2], vec![vec![(1, 1), (2, 1)], vec![(2, 1)], vec![]], true),
        (vec![0, 1, 2], vec![vec![(1, 1)], vec![(2, 1)], vec![]], false),
        (vec![0, 1, 2], vec![vec![(1, 1)], vec![], vec![]], false),
    ] {
        bench.group(Groups { kinds, of_kind: groups.clone() });
        let answer = taken(&mut bench, &pieces, &Budget::UNLIMITED);
        assert_eq!(matches!(answer, Ok(Answer::Apart(_))), is_apart, "{groups:?}");
    }
}

#[test]
fn limits_are_obeyed() {
    let mut numbers = Numbers(5);
    let pieces = grown(&mut numbers, [4, 4, 4], 5);
    let nodes = Budget { nodes: Some(0), ..Budget::UNLIMITED };
    let mut bench = Workbench::new(Lattice::cube()).unwrap();
    assert_eq!(taken(&mut bench, &pieces, &nodes), Err(Reason::Nodes(0)));
    assert_eq!(taken(&mut bench, &pieces, &Budget::of_memory(64)), Err(Reason::Memory(64)));
    assert!(matches!(Workbench::new(Lattice::square()), Err(ApartError::NoDirections(_))));
}
