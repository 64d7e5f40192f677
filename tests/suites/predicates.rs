//! Predicates on solutions, against an evaluation of drawings: letters in a grid, one for each piece of a
//! solution. It shares no code with the library.

use std::collections::{BTreeMap, BTreeSet};

use combien::solve::Enumerate;
use combien_lang::{Filter, Loaded};
use combien_tiling::{Board, Cell, Lattice, Pattern, Piece, Quantity, Size, Tiling, Wrap};
use proptest::collection::vec;
use proptest::prelude::*;

/// A solution as a drawing: for each position the number of the letter there, or `None` for an empty cell.
struct Drawing {
    letters: BTreeMap<(i32, i32), Option<usize>>,
    /// The piece of each letter, by its place in the list.
    pieces: Vec<usize>,
    /// The drawing of each piece of the list.
    kinds: Vec<usize>,
    /// The width and the height, each if the drawing closes over it.
    closed: (Option<i32>, Option<i32>),
    /// The cells that may stay empty.
    optional: BTreeSet<(i32, i32)>,
}

/// What is asked of a solution.
#[derive(Clone, Debug)]
enum Asked {
    And(Vec<Asked>),
    Or(Vec<Asked>),
    Not(Box<Asked>),
    Crossroads(usize, Option<usize>),
    Colorable(usize),
    Fault,
    Border,
    Apart,
    Symmetric,
    /// Of the pieces with these numbers.
    AsMany(Vec<usize>, Vec<usize>),
    /// Of the pieces with these numbers, or of the gaps; simply or not.
    Connected(Option<Vec<usize>>, bool),
}

impl Asked {
    /// In the words of the language.
    fn text(&self) -> String {
        let joined = |parts: &[Asked], word: &str| {
            let parts: Vec<String> = parts.iter().map(Asked::text).collect();
            format!("({})", parts.join(word))
        };
        match self {
            Asked::And(parts) => joined(parts, " and "),
            Asked::Or(parts) => joined(parts, " or "),
            Asked::Not(part) => format!("not {}", part.text()),
            Asked::Crossroads(lo, None) => format!("crossroads {lo}.."),
            Asked::Crossroads(lo, Some(hi)) if lo == hi => format!("crossroads {lo}"),
            Asked::Crossroads(lo, Some(hi)) => format!("crossroads {lo}..{hi}"),
            Asked::Colorable(colors) => format!("colorable {colors}"),
            Asked::Fault => "fault".to_owned(),
            Asked::Border => "border".to_owned(),
            Asked::Apart => "apart".to_owned(),
            Asked::Symmetric => "symmetric".to_owned(),
            Asked::AsMany(one, other) => {
                let names = |pieces: &[usize]| {
                    let names: Vec<String> = pieces.iter().map(|piece| format!("p{piece}")).collect();
                    format!("[{}]", names.join(", "))
                };
                format!("as many {} as {}", names(one), names(other))
            }
            Asked::Connected(pieces, simply) => {
                let simply = if *simply { "simply " } else { "" };
                let names =
                    |pieces: &Vec<usize>| pieces.iter().map(|piece| format!("p{piece}")).collect::<Vec<_>>();
                match pieces {
                    None => format!("{simply}connected gaps"),
                    Some(pieces) => format!("{simply}connected [{}]", names(pieces).join(", ")),
                }
            }
        }
    }

    /// Has it no meaning where the board closes?
    fn needs_outside(&self) -> bool {
        match self {
            Asked::And(parts) | Asked::Or(parts) => parts.iter().any(Asked::needs_outside),
            Asked::Not(part) => part.needs_outside(),
            Asked::Fault | Asked::Connected(_, true) => true,
            _ => false,
        }
    }
}

impl Drawing {
    /// The place that stands for it, if the drawing is closed.
    fn folded(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let (width, height) = self.closed;
        (width.map_or(x, |width| x.rem_euclid(width)), height.map_or(y, |height| y.rem_euclid(height)))
    }

    fn letter(&self, place: (i32, i32)) -> Option<usize> {
        self.letters.get(&self.folded(place)).copied().flatten()
    }

    fn around((x, y): (i32, i32)) -> [(i32, i32); 4] {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    }

    fn says(&self, asked: &Asked) -> bool {
        match asked {
            Asked::And(parts) => parts.iter().all(|part| self.says(part)),
            Asked::Or(parts) => parts.iter().any(|part| self.says(part)),
            Asked::Not(part) => !self.says(part),
            Asked::Crossroads(lo, hi) => {
                let number = self.crossroads();
                number >= *lo && hi.is_none_or(|hi| number <= hi)
            }
            Asked::Colorable(colors) => self.some_coloring(*colors, &mut vec![]),
            Asked::Fault => self.has_fault(),
            Asked::Border => (0..self.pieces.len()).all(|letter| {
                self.cells(letter).iter().any(|&cell| {
                    Self::around(cell).iter().any(|&near| !self.letters.contains_key(&self.folded(near)))
                })
            }),
            Asked::Apart => !self.neighbours().iter().any(|&(one, other)| self.are_equal(one, other)),
            Asked::Symmetric => self.is_symmetric(),
            Asked::AsMany(one, other) => {
                // Letters are placed pieces.
                let number = |pieces: &[usize]| {
                    let letters: BTreeSet<usize> = self.letters.values().copied().flatten().collect();
                    letters.into_iter().filter(|&letter| pieces.contains(&self.pieces[letter])).count()
                };
                number(one) == number(other)
            }
            Asked::Connected(pieces, simply) => {
                let is_meant = |letter: Option<usize>| match (pieces, letter) {
                    (None, letter) => letter.is_none(),
                    (Some(pieces), Some(letter)) => pieces.contains(&self.pieces[letter]),
                    (Some(_), None) => false,
                };
                let area: BTreeSet<(i32, i32)> = self
                    .letters
                    .iter()
                    .filter(|(_, letter)| is_meant(**letter))
                    .map(|(&place, _)| place)
                    .collect();
                self.is_one(&area) && (!simply || Self::has_no_hole(&area))
            }
        }
    }

    /// Points are named for the cell above and to the right of them; a point of a closed drawing counts once.
    fn crossroads(&self) -> usize {
        let mut points = BTreeSet::new();
        for &(x, y) in self.letters.keys() {
            for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
                let letters: BTreeSet<usize> = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                    .into_iter()
                    .filter_map(|place| self.letter(place))
                    .collect();
                if letters.len() == 4 {
                    let (width, height) = self.closed;
                    points.insert((
                        width.map_or(x, |w| x.rem_euclid(w)),
                        height.map_or(y, |h| y.rem_euclid(h)),
                    ));
                }
            }
        }
        points.len()
    }

    fn neighbours(&self) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        for (&place, letter) in &self.letters {
            for near in Self::around(place) {
                if let (Some(one), Some(other)) = (*letter, self.letter(near))
                    && one != other
                {
                    pairs.insert((one, other));
                }
            }
        }
        pairs
    }

    /// Letter after letter, all colors.
    fn some_coloring(&self, colors: usize, chosen: &mut Vec<usize>) -> bool {
        let letter = chosen.len();
        if letter == self.pieces.len() {
            return true;
        }
        let pairs = self.neighbours();
        for color in 0..colors {
            if (0..letter).all(|other| chosen[other] != color || !pairs.contains(&(letter, other))) {
                chosen.push(color);
                let found = self.some_coloring(colors, chosen);
                chosen.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }

    fn cells(&self, letter: usize) -> Vec<(i32, i32)> {
        self.letters.iter().filter(|(_, found)| **found == Some(letter)).map(|(&place, _)| place).collect()
    }

    fn has_fault(&self) -> bool {
        (-1..9).any(|line| {
            let runs = |ahead: fn((i32, i32)) -> i32, step: (i32, i32)| {
                let is_inside = self.letters.keys().any(|&(x, y)| {
                    ahead((x, y)) == line - 1 && self.letters.contains_key(&(x + step.0, y + step.1))
                });
                let is_cut = |letter| {
                    let cells = self.cells(letter);
                    cells.iter().any(|&cell| ahead(cell) < line)
                        && cells.iter().any(|&cell| ahead(cell) >= line)
                };
                is_inside && !(0..self.pieces.len()).any(is_cut)
            };
            runs(|(x, _)| x, (1, 0)) || runs(|(_, y)| y, (0, 1))
        })
    }

    /// The same piece, or the same drawing after a rotation. Pieces of a torus are drawn as in their list.
    fn are_equal(&self, one: usize, other: usize) -> bool {
        let shape = |letter: usize| DRAWN[self.kinds[self.pieces[letter]]];
        self.pieces[one] == self.pieces[other]
            || rotations(shape(one)).contains(&normal(&drawn(shape(other))))
    }

    /// Turns and mirrors the list of letters, which are at most six apart, and shifts it everywhere. A place
    /// with a different number of the drawing, cells that may stay empty, and pieces by their drawings:
    /// of two pieces with the same drawing, each stays itself.
    fn is_symmetric(&self) -> bool {
        let turns = [
            (1, 0, 0, 1),
            (0, -1, 1, 0),
            (-1, 0, 0, -1),
            (0, 1, -1, 0),
            (1, 0, 0, -1),
            (-1, 0, 0, 1),
            (0, 1, 1, 0),
            (0, -1, -1, 0),
        ];
        let of_letter: Vec<BTreeSet<(i32, i32)>> =
            (0..self.pieces.len()).map(|letter| self.cells(letter).into_iter().collect()).collect();
        let steps = || (-12..13).flat_map(|x| (-12..13).map(move |y| (x, y)));
        turns.iter().any(|&(a, b, c, d)| {
            // A cylinder is turned on itself only if its axis stays.
            let is_square = matches!(self.closed, (None, None)) || self.closed.0 == self.closed.1;
            if b != 0 && !is_square {
                return false;
            }
            // Pieces may be turned, not mirrored: the mirror image of a piece is another piece of the list,
            // or none.
            let image_of: Option<Vec<usize>> = (0..self.kinds.len())
                .map(|piece| {
                    let rank = (0..piece).filter(|&other| self.kinds_alike(other, piece)).count();
                    let shape = drawn(DRAWN[self.kinds[piece]]);
                    let moved = normal(
                        &shape.iter().map(|&(x, y)| (a * x + b * y, c * x + d * y)).collect::<Vec<_>>(),
                    );
                    let is_image = |other: &usize| rotations(DRAWN[self.kinds[*other]]).contains(&moved);
                    (0..self.kinds.len()).filter(is_image).nth(rank)
                })
                .collect();
            let Some(image_of) = image_of else { return false };
            steps().any(|(x, y)| {
                let moved = |place: (i32, i32)| {
                    self.folded((a * place.0 + b * place.1 + x, c * place.0 + d * place.1 + y))
                };
                let all = || self.letters.keys().copied();
                all().any(|place| moved(place) != place)
                    && all().all(|place| self.letters.contains_key(&moved(place)))
                    && all()
                        .all(|place| self.optional.contains(&place) == self.optional.contains(&moved(place)))
                    && of_letter.iter().zip(&self.pieces).all(|(cells, &piece)| {
                        let image: BTreeSet<(i32, i32)> = cells.iter().map(|&cell| moved(cell)).collect();
                        let mut others = of_letter.iter().zip(&self.pieces);
                        others.any(|(other, &of)| *other == image && of == image_of[piece])
                    })
            })
        })
    }

    /// Are two pieces of the list the same but for a turn?
    fn kinds_alike(&self, one: usize, other: usize) -> bool {
        rotations(DRAWN[self.kinds[one]]).contains(&normal(&drawn(DRAWN[self.kinds[other]])))
    }

    fn is_one(&self, area: &BTreeSet<(i32, i32)>) -> bool {
        let wrap = |(x, y): (i32, i32)| {
            (self.closed.0.map_or(x, |w| x.rem_euclid(w)), self.closed.1.map_or(y, |h| y.rem_euclid(h)))
        };
        let Some(&first) = area.first() else { return true };
        let mut reached = BTreeSet::from([first]);
        while let Some(next) = area.iter().find(|&&place| {
            !reached.contains(&place) && Self::around(place).iter().any(|&near| reached.contains(&wrap(near)))
        }) {
            reached.insert(*next);
        }
        reached.len() == area.len()
    }

    /// From a corner of a frame around it, all other places are reached.
    fn has_no_hole(area: &BTreeSet<(i32, i32)>) -> bool {
        let frame: Vec<(i32, i32)> = (-1..9).flat_map(|x| (-1..9).map(move |y| (x, y))).collect();
        let mut reached = BTreeSet::from([(-1, -1)]);
        loop {
            let fresh: Vec<(i32, i32)> = frame
                .iter()
                .copied()
                .filter(|place| !area.contains(place) && !reached.contains(place))
                .filter(|&place| Self::around(place).iter().any(|near| reached.contains(near)))
                .collect();
            if fresh.is_empty() {
                return reached.len() + area.len() == frame.len();
            }
            reached.extend(fresh);
        }
    }
}

fn drawn(text: &str) -> Vec<(i32, i32)> {
    let rows = text.split('$').zip(0..);
    rows.flat_map(|(row, y)| row.chars().zip(0..).filter(|(mark, _)| *mark == '*').map(move |(_, x)| (x, -y)))
        .collect()
}

fn normal(cells: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let (left, low) = (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
    let mut cells: Vec<(i32, i32)> = cells.iter().map(|&(x, y)| (x - left, y - low)).collect();
    cells.sort_unstable();
    cells
}

fn rotations(text: &str) -> Vec<Vec<(i32, i32)>> {
    let turned = |cells: &Vec<(i32, i32)>| Some(cells.iter().map(|&(x, y)| (-y, x)).collect::<Vec<_>>());
    std::iter::successors(Some(drawn(text)), turned).take(4).map(|cells| normal(&cells)).collect()
}

/// Two are mirror images, two the same but for a turn, one is in two parts.
const DRAWN: [&str; 9] = ["*", "**", "***$*..", "***$..*", "*$*$**", "**.$.**", "*.*", "***", "**$*."];

fn asked() -> impl Strategy<Value = Asked> {
    let test = prop_oneof![
        3 => (0usize..3, proptest::option::of(0usize..3))
            .prop_map(|(lo, more)| Asked::Crossroads(lo, more.map(|more| lo + more))),
        3 => (1usize..5).prop_map(Asked::Colorable),
        2 => Just(Asked::Fault),
        2 => Just(Asked::Border),
        2 => Just(Asked::Apart),
        3 => Just(Asked::Symmetric),
        2 => (vec(0usize..3, 1..3), vec(0usize..3, 1..3)).prop_map(|(one, other)| Asked::AsMany(one, other)),
        3 => (proptest::option::of(vec(0usize..3, 1..3)), any::<bool>())
            .prop_map(|(pieces, simply)| Asked::Connected(pieces, simply)),
    ];
    test.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 2..4).prop_map(Asked::And),
            vec(inner.clone(), 2..4).prop_map(Asked::Or),
            inner.prop_map(|part| Asked::Not(Box::new(part))),
        ]
    })
}

/// A board with the pieces p0, p1 and so on, and the numbers of their drawings.
fn tilings() -> impl Strategy<Value = (Tiling, Vec<usize>, (Option<i32>, Option<i32>))> {
    let pieces = vec(0..DRAWN.len(), 3..5);
    (2u32..6, 2u32..5, vec(0u8..12, 25), pieces, 0u8..6).prop_map(|(width, height, marks, kinds, closing)| {
        let closed = match closing {
            0 => (Some(width as i32), Some(height as i32)),
            1 => (Some(width as i32), None),
            _ => (None, None),
        };
        let rows = (0..height).map(|y| {
            let mark = |x: u32| match marks[(y * 5 + x) as usize] {
                0 => '.',
                1 => '?',
                _ => '*',
            };
            (0..width).map(mark).collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let board = Board::of(&Pattern::from_drawing(&rows.join("$")).unwrap());
        let around = Wrap::around(Lattice::square(), Size::plane(width, height));
        let steps: Vec<Cell> = match closed {
            (Some(_), Some(_)) => around,
            (Some(_), None) => around[..1].to_vec(),
            _ => vec![],
        };
        let board = board.wrapped(Wrap::over(Lattice::square(), &steps).unwrap()).unwrap();
        let piece = |(number, &kind): (usize, &usize)| {
            let shape = Pattern::from_drawing(DRAWN[kind]).unwrap().shape();
            Piece::new(shape, Quantity::ANY, Lattice::square().isometries().rotations())
                .named(format!("p{number}"))
        };
        let pieces = kinds.iter().enumerate().map(piece).collect();
        (Tiling::new(board, pieces).unwrap(), kinds, closed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(std::env::var("COMBIEN_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(400)))]

    /// The text of a predicate is read as in a file, and the same solutions pass as in their drawings; `crossroads 0` as items, too.
    #[test]
    fn predicates_hold_where_drawings_say_so((tiling, kinds, closed) in tilings(), asked in vec(asked(), 4)) {
        let plain = tiling.encode().unwrap();
        let solutions: Vec<_> = Enumerate::of(&plain.problem).run().unwrap().take(60).collect();
        let is_all = solutions.len() < 60;
        let drawings: Vec<Drawing> = solutions.iter().map(|solution| {
            let cells = tiling.board().cells().cells();
            let mut letters: BTreeMap<(i32, i32), Option<usize>> =
                cells.iter().map(|cell| ((cell.x, cell.y), None)).collect();
            let placed = plain.placed(solution);
            for (letter, (_, shape)) in placed.iter().enumerate() {
                letters.extend(shape.cells().iter().map(|cell| ((cell.x, cell.y), Some(letter))));
            }
            let pieces = placed.iter().map(|(placement, _)| placement.piece).collect();
            let optional = tiling.board().optional().cells().iter().map(|cell| (cell.x, cell.y)).collect();
            Drawing { letters, pieces, kinds: kinds.clone(), closed, optional }
        }).collect();
        for asked in asked {
            let text = asked.text();
            let filter = Filter::read(Loaded::new("--where", text.as_str())).unwrap();
            let filtered = match filter.on(tiling.clone()) {
                Ok(filtered) => filtered,
                Err(faults) => {
                    prop_assert!(closed.0.is_some() && asked.needs_outside(), "{text}: {:?}", faults[0]);
                    continue;
                }
            };
            prop_assert!(closed.0.is_none() || !asked.needs_outside(), "{text}");
            let expected: Vec<bool> = drawings.iter().map(|drawing| drawing.says(&asked)).collect();
            if let Some(judge) = filtered.judge() && !text.contains("crossroads 0") {
                for (solution, expected) in solutions.iter().zip(&expected) {
                    prop_assert_eq!(judge.holds(&plain.placed(solution)).unwrap(), *expected, "{}", &text);
                    prop_assert_eq!(judge.accepts(&plain, solution).unwrap(), *expected, "{}", &text);
                }
            }
            if is_all {
                let (encoding, judge) = (filtered.encode_unfiltered().unwrap(), filtered.judge());
                let passes = |solution: &_| judge.as_ref().is_none_or(|judge| judge.accepts(&encoding, solution).unwrap());
                let found = Enumerate::of(&encoding.problem).run().unwrap().filter(passes).count();
                prop_assert_eq!(found, expected.iter().filter(|holds| **holds).count(), "{}", &text);
            }
        }
    }
}
