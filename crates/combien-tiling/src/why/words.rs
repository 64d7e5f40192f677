//! Reasons as sentences, in the terms of the problem.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Coloring, Core, Dead, Obstacle, Subject, Weights};
use crate::tiling::{Cell, Encoding, Meaning, Piece, Tiling, corner_name};
use combien::diagnostic::counted;
use combien::problem::{ItemId, OptionId};

/// The maximum number of names listed; a longer list is replaced by its length.
const MOST_NAMED: usize = 6;
/// The names of the two colors of a coloring.
const SHADES: [&str; 2] = ["dark", "light"];

impl Subject<'_> {
    /// The reason as a sentence, without a capital letter and a full stop.
    pub fn sentence(&self, obstacle: &Obstacle) -> String {
        match (obstacle, self.tiling) {
            (Obstacle::Area(weights), Some((tiling, _))) => {
                area(tiling).unwrap_or_else(|| self.weighed(weights))
            }
            (Obstacle::Coloring(coloring, _), Some((tiling, encoding))) => {
                self.colored(tiling, encoding, *coloring, obstacle)
            }
            (Obstacle::Dead(dead), _) => self.dead(dead),
            (Obstacle::Core(core), _) => self.core(core),
            (Obstacle::Search(proof), _) => format!("every way was tried: {}", proof.explained()),
            (
                Obstacle::Area(weights)
                | Obstacle::Coloring(_, weights)
                | Obstacle::Lattice(weights)
                | Obstacle::Counting(weights),
                _,
            ) => self.weighed(weights),
        }
    }

    /// What an item is, in a few words.
    #[doc(hidden)]
    pub fn item_words(&self, item: ItemId) -> String {
        match self.tiling.map(|(tiling, encoding)| (tiling, encoding.meaning(item))) {
            Some((tiling, Meaning::Cell(cell))) => format!("the cell {}", tiling.lattice().cell_name(cell)),
            Some((tiling, Meaning::Piece(piece))) => format!("the piece {}", tiling.piece_name(piece)),
            Some((_, Meaning::Region(region))) => format!("the region {}", region + 1),
            Some((tiling, Meaning::Side(one, other, _))) => {
                let [one, other] = [one, other].map(|cell| tiling.lattice().cell_name(cell));
                format!("the side between {one} and {other}")
            }
            Some((_, Meaning::Crossing(corner))) => format!("the corner {}", corner_name(corner)),
            None => format!("the item {}", self.problem.item_name(item)),
        }
    }

    /// What an option is: a piece on its cells, or its entries.
    #[doc(hidden)]
    pub fn option_words(&self, option: OptionId) -> String {
        let Some((tiling, encoding)) = self.tiling else {
            return format!("option {} ({})", option.number(), self.problem.show_option(option));
        };
        let cells = encoding.cells(option);
        let names: Vec<String> = cells.cells().iter().map(|&cell| tiling.lattice().cell_name(cell)).collect();
        match encoding.placement(option) {
            Some(placement) => format!("{} on {}", tiling.piece_name(placement.piece), names.join(" ")),
            None => format!("nothing on {}", names.join(" ")),
        }
    }

    fn dead(&self, dead: &Dead) -> String {
        let item = self.item_words(dead.item);
        let meaning = self.tiling.map(|(_, encoding)| encoding.meaning(dead.item));
        let needs = self.problem.bounds(dead.item).lo;
        let what = match (meaning, needs) {
            (Some(Meaning::Cell(_)), _) => format!("no piece fits on {item}"),
            (Some(Meaning::Piece(_)), 1) => format!("{item} fits nowhere"),
            (Some(Meaning::Piece(_)), _) => format!("{item} is needed {needs} times and has fewer places"),
            (Some(Meaning::Region(_)), _) => {
                format!("{item} needs {needs} of the pieces that can cover its cells, and there are fewer")
            }
            (Some(Meaning::Side(..) | Meaning::Crossing(_)) | None, 1) => {
                format!("no option is left for {item}")
            }
            (Some(Meaning::Side(..) | Meaning::Crossing(_)) | None, _) => {
                format!("fewer than the {needs} options that it needs are left for {item}")
            }
        };
        match dead.forced.len() {
            0 => what,
            steps => {
                format!("{what} after {} that {} forced", counted(steps as u64, "option"), is_or_are(steps))
            }
        }
    }

    fn core(&self, core: &Core) -> String {
        let few = if core.is_minimal { "and all of them are needed for that" } else { "perhaps fewer" };
        format!(
            "{} already cannot be covered together ({few}); {}",
            self.several(&core.items),
            core.proof.explained()
        )
    }

    /// `the cells 0,0 and 1,0 and the piece T`, or how many there are.
    #[doc(hidden)]
    pub fn several(&self, items: &[ItemId]) -> String {
        let Some((tiling, encoding)) = self.tiling else {
            let names: Vec<&str> = items.iter().map(|&item| self.problem.item_name(item)).collect();
            return named("item", &names);
        };
        let (mut cells, mut pieces, mut regions) = (vec![], vec![], vec![]);
        let (mut sides, mut corners) = (vec![], vec![]);
        for &item in items {
            match encoding.meaning(item) {
                Meaning::Cell(cell) => cells.push(tiling.lattice().cell_name(cell)),
                Meaning::Piece(piece) => pieces.push(tiling.piece_name(piece)),
                Meaning::Region(region) => regions.push((region + 1).to_string()),
                Meaning::Side(..) => sides.push(self.problem.item_name(item).to_owned()),
                Meaning::Crossing(corner) => corners.push(corner_name(corner)),
            }
        }
        let parts =
            [("cell", cells), ("piece", pieces), ("region", regions), ("side", sides), ("corner", corners)];
        let parts = parts.iter().filter(|(_, names)| !names.is_empty());
        parts.map(|(what, names)| named(what, names)).collect::<Vec<_>>().join(" and ")
    }

    /// The numbers of dark and of light cells to be covered, if the reason is that they differ while every
    /// placement covers the same number of both.
    #[doc(hidden)]
    pub fn uneven(&self, obstacle: &Obstacle) -> Option<[usize; 2]> {
        let (Obstacle::Coloring(coloring, _), Some((tiling, encoding))) = (obstacle, self.tiling) else {
            return None;
        };
        let lattice = tiling.lattice();
        let shades = |cells: &mut dyn Iterator<Item = Cell>| {
            let mut shades = [0, 0];
            for cell in cells {
                *shades.get_mut(coloring.color(lattice, cell))? += 1;
            }
            Some(shades)
        };
        let needed = self.problem.primary_items().filter(|&item| self.problem.bounds(item).lo > 0);
        let mut cells = needed.filter_map(|item| match encoding.meaning(item) {
            Meaning::Cell(cell) => Some(cell),
            _ => None,
        });
        let [dark, light] = shades(&mut cells)?;
        let is_even = |option| {
            let cells = encoding.cells(option);
            shades(&mut cells.cells().iter().copied()).is_some_and(|[dark, light]| dark == light)
        };
        (dark != light && self.problem.searched_options().all(is_even)).then_some([dark, light])
    }

    /// A coloring: in words if placements cover the same number of cells of each color, otherwise by weights.
    fn colored(
        &self,
        tiling: &Tiling,
        encoding: &Encoding,
        coloring: Coloring,
        obstacle: &Obstacle,
    ) -> String {
        let lattice = tiling.lattice();
        let head = match coloring {
            Coloring::Chessboard => String::new(),
            _ => format!("colored {}, ", coloring.name()),
        };
        if let Some([dark, light]) = self.uneven(obstacle) {
            let sizes: BTreeSet<usize> =
                tiling.pieces().iter().map(|piece| piece.shape.cells().len()).collect();
            let covers = match sizes.iter().next() {
                Some(2) if sizes.len() == 1 => "one of each".to_owned(),
                Some(size) if sizes.len() == 1 => format!("{} of each", size / 2),
                _ => "as many of either".to_owned(),
            };
            return format!(
                "{head}{dark} dark and {light} light cells; {} covers {covers}",
                each_piece(tiling)
            );
        }
        let colors: BTreeSet<usize> =
            tiling.board().cells().cells().iter().map(|&cell| coloring.color(lattice, cell)).collect();
        let is_shaded = colors.iter().all(|&color| color < SHADES.len());
        let Some(weights) = obstacle.weights() else { return head };
        let told = self.weighed_by(weights, |item| match encoding.meaning(item) {
            Meaning::Cell(cell) => {
                let color = coloring.color(lattice, cell);
                let shade = SHADES.get(color).filter(|_| is_shaded);
                Group::Cells(shade.map_or_else(|| format!("color {}", color + 1), |&shade| shade.to_owned()))
            }
            Meaning::Piece(piece) => Group::Piece(tiling.piece_name(piece)),
            Meaning::Region(_) | Meaning::Side(..) | Meaning::Crossing(_) => {
                Group::Item(self.problem.item_name(item).to_owned())
            }
        });
        if !is_shaded {
            return format!("{head}{told}");
        }
        let dark = |&&cell: &&Cell| coloring.color(lattice, cell) == 0;
        let cells = tiling.board().cells().cells();
        let dark = cells.iter().filter(dark).count();
        format!("{head}{dark} dark and {} light cells; {told}", cells.len() - dark)
    }

    /// Weights of items of any kind.
    fn weighed(&self, weights: &Weights) -> String {
        self.weighed_by(weights, |item| {
            match self.tiling.map(|(tiling, encoding)| (tiling, encoding.meaning(item))) {
                Some((_, Meaning::Cell(_))) => Group::Cells(String::new()),
                Some((tiling, Meaning::Piece(piece))) => Group::Piece(tiling.piece_name(piece)),
                Some((_, Meaning::Region(_) | Meaning::Side(..) | Meaning::Crossing(_))) | None => {
                    Group::Item(self.problem.item_name(item).to_owned())
                }
            }
        })
    }

    fn weighed_by(&self, weights: &Weights, group: impl Fn(ItemId) -> Group) -> String {
        let mut groups: BTreeMap<i64, Vec<Group>> = BTreeMap::new();
        for &(item, weight) in weights.of() {
            groups.entry(centered(weight, weights.modulus())).or_default().push(group(item));
        }
        let one = weights.modulus().unwrap_or(1);
        let parts = groups
            .iter()
            .rev()
            .map(|(&weight, groups)| format!("{} on {}", Fraction(weight.into(), one), Group::told(groups)));
        let parts: Vec<String> = parts.collect();
        let total = self.total(weights);
        let what = if self.tiling.is_some() { "placement" } else { "option" };
        match weights.modulus() {
            Some(_) => format!(
                "with weights {}, each {what} adds up to a whole number, and all that is to be covered to {total}",
                parts.join(", ")
            ),
            None => format!(
                "with weights {}, each {what} adds up to 0 or more, and all that may be covered to {total}",
                parts.join(", ")
            ),
        }
    }

    /// The sum over all items; weights modulo a number are fractions from -1/2 to 1/2.
    fn total(&self, weights: &Weights) -> Fraction {
        let Some(modulus) = weights.modulus() else { return Fraction(weights.total(self.problem), 1) };
        let times = |item: ItemId| i128::from(self.problem.bounds(item).lo);
        let terms = weights.of().iter();
        let total =
            terms.map(|&(item, weight)| i128::from(centered(weight, Some(modulus))) * times(item)).sum();
        Fraction(total, modulus)
    }

    /// The weight of an item as people write it: a fraction from -1/2 to 1/2, or a whole number in an
    /// inequality.
    #[doc(hidden)]
    pub fn weight_words(&self, weights: &Weights, weight: i64) -> String {
        Fraction(centered(weight, weights.modulus()).into(), weights.modulus().unwrap_or(1)).to_string()
    }
}

/// What a weight belongs to.
enum Group {
    /// Cells of this color; of any color if it has no name.
    Cells(String),
    Piece(String),
    Item(String),
}

impl Group {
    /// `dark cells, the piece T and 3 items`.
    fn told(groups: &[Group]) -> String {
        let mut cells: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut pieces, mut items) = (vec![], vec![]);
        for group in groups {
            match group {
                Group::Cells(color) => *cells.entry(color).or_default() += 1,
                Group::Piece(name) => pieces.push(name.as_str()),
                Group::Item(name) => items.push(name.as_str()),
            }
        }
        let mut parts: Vec<String> = cells
            .into_iter()
            .map(|(color, number)| match color {
                "" => counted(number as u64, "cell"),
                color if color.starts_with("color") => format!("cells of {color}"),
                color => format!("{color} cells"),
            })
            .collect();
        for (what, names) in [("piece", pieces), ("item", items)] {
            if !names.is_empty() {
                parts.push(named(what, &names));
            }
        }
        joined(&parts)
    }
}

/// If the reason is the area: the board has a number of cells, and the pieces have too few, too many, or
/// never exactly as many.
pub(super) fn area(tiling: &Tiling) -> Option<String> {
    let board = tiling.board().cells().cells().len();
    let needed = board - tiling.board().optional().cells().len();
    let pieces = tiling.pieces();
    let cells = |piece: &Piece| piece.shape.cells().len();
    let least: usize = pieces.iter().map(|piece| piece.quantity.lo as usize * cells(piece)).sum();
    if least > board {
        return Some(format!("the pieces that must be used have {least} cells, and the board has {board}"));
    }
    let most: Option<usize> =
        pieces.iter().map(|piece| Some(piece.quantity.hi? as usize * cells(piece))).sum();
    if let Some(most) = most.filter(|&most| most < needed) {
        let only = if most == least { "" } else { "at most " };
        let to_cover = if needed == board { "" } else { " to be covered" };
        return Some(format!("the board has {needed} cells{to_cover}, and the pieces have {only}{most}"));
    }
    let (fixed, others): (Vec<&Piece>, Vec<&Piece>) =
        pieces.iter().partition(|piece| Some(piece.quantity.lo) == piece.quantity.hi);
    let sum: usize = fixed.iter().map(|piece| piece.quantity.lo as usize * cells(piece)).sum();
    let common = others.iter().map(|piece| cells(piece)).fold(0, gcd);
    if needed < board || common < 2 || board.saturating_sub(sum).is_multiple_of(common) {
        return None;
    }
    Some(match (sum, pieces) {
        (0, [_]) => format!("the board has {board} cells, and {} covers {common}", each_piece(tiling)),
        (0, _) => format!("the board has {board} cells, and each piece covers a multiple of {common}"),
        _ => format!(
            "the board has {board} cells; pieces used a fixed number of times cover {sum}, and each other a multiple of {common}"
        ),
    })
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `each domino`, if there is one piece with a name, else `each piece`.
fn each_piece(tiling: &Tiling) -> String {
    match tiling.pieces() {
        [piece] if piece.name.is_some() => format!("each {}", tiling.piece_name(0)),
        _ => "each piece".to_owned(),
    }
}

/// `the item a`, `the items a, b and c`, or, if there are many, `12 items`.
fn named(what: &str, names: &[impl AsRef<str>]) -> String {
    match names {
        [name] => format!("the {what} {}", name.as_ref()),
        _ if names.len() <= MOST_NAMED => {
            let names: Vec<String> = names.iter().map(|name| name.as_ref().to_owned()).collect();
            format!("the {what}s {}", joined(&names))
        }
        _ => counted(names.len() as u64, what),
    }
}

/// `a, b and c`.
fn joined(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// The remainder modulo a number, greater than minus half of it and at most half of it.
fn centered(weight: i64, modulus: Option<i64>) -> i64 {
    match modulus {
        Some(modulus) if 2 * weight > modulus => weight - modulus,
        _ => weight,
    }
}

/// A fraction in lowest terms.
struct Fraction(i128, i64);

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut a, mut b) = (self.0.unsigned_abs(), u128::from(self.1.unsigned_abs()));
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1) as i128;
        let (above, below) = (self.0 / divisor, i128::from(self.1) / divisor);
        if below == 1 { write!(f, "{above}") } else { write!(f, "{above}/{below}") }
    }
}
