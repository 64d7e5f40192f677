//! Pieces: shapes with their options, and lists of them.

use std::collections::HashMap;
use std::ops::Range;

use combien::diagnostic::Diagnostic;
use combien::problem::Decimal;
use combien_tiling::draw::{color_names, is_color};
use combien_tiling::{Isometry, Labels, Lattice, Mark, Operation, Pattern, Piece, Quantity, Shape, Turning};

use super::Elaborator;
use super::names::{Listed, Pieces, What};
use crate::ast::{
    Cost, Drawing, Expr, ExprKind, Flag, Grid, List, Reference, Space, Spanned, Sum, Text, Tile, TileKind,
    Tiles, Times,
};
use crate::faults::nearest;
use crate::words::{self, Role};

/// Words that other programs and people use, each with the option that it corresponds to here.
const MEANT: [(&[&str], &str); 7] = [
    (
        &["edge", "edges", "side", "colors"],
        "`~sides \"abab\"` colors the sides of a piece, counter-clockwise from the lower left corner",
    ),
    (&["gaps"], "`~gaps` belongs to a board: `problem p = BOARD ~gaps [...]`"),
    (
        &["flip", "flips", "flipped", "reflect", "reflection", "refl", "mirrored", "chiral"],
        "`~mirror` lets a piece be mirrored, `~sym` be turned and mirrored",
    ),
    (
        &["turn", "turns", "turned", "rotate", "rotated", "rotation", "rotations"],
        "`~rot` lets a piece be turned, `~half` by half a turn only, `~sym` be turned and mirrored",
    ),
    (&["free", "all", "any", "iso", "symmetric"], "`~sym` lets a piece be turned and mirrored"),
    (
        &[
            "once", "exactly", "single", "optional", "opt", "most", "count", "number", "copies", "repeat",
            "use",
        ],
        "`~one` is exactly once, `~maybe` at most once, `~times 3` three times, `~times 0..5` up to five times",
    ),
    (&["name", "label", "title"], "`~named \"F\"` says what pictures and JSON call the piece"),
];

/// The maximum number of cells of all pieces that come from a list by its name. Each use copies the list.
/// Without this limit, a short file could ask for more pieces than any memory holds.
const MOST_REPEATED_CELLS: u64 = 1 << 24;

/// A piece counts as this number of cells in addition to its own.
pub(super) const CELLS_OF_PIECE: u64 = 32;

/// The meaning of the options of a tile, or of all tiles of a list.
#[derive(Clone, Debug, Default)]
struct Options {
    quantity: Option<Quantity>,
    turning: Option<Turning>,
    mirror: bool,
    name: Option<String>,
    color: Option<String>,
    cost: Option<Decimal>,
    /// The colors of the sides, and where they are written.
    sides: Option<Text>,
    /// The drawing of the back.
    back: Option<Spanned<Drawing>>,
}

impl Options {
    /// What is given replaces what the piece has.
    fn change(&self, Listed { piece, lattice, .. }: &mut Listed) {
        piece.quantity = self.quantity.unwrap_or(piece.quantity);
        if self.turning.is_some() || self.mirror {
            piece.isometries = self.turning.unwrap_or_default().isometries(lattice, self.mirror);
        }
        if self.name.is_some() {
            piece.name.clone_from(&self.name);
        }
        if self.color.is_some() {
            piece.color.clone_from(&self.color);
        }
        piece.cost = self.cost.unwrap_or(piece.cost);
    }
}

/// The labels of a piece under all of its orientations are compared with those of others.
type Image = (Shape, Labels);

/// The orientations of a piece, with the labels of each.
fn images(piece: &Piece, lattice: &Lattice) -> Vec<Image> {
    let orientations = piece.orientations(lattice).into_iter();
    orientations.map(|(isometry, _)| piece.image(isometry, lattice)).collect()
}

/// What follows the first operand of an expression.
type Operations = [(Operation, Expr)];

/// An expression that is a name, and what follows it. The name may be that of a list.
pub(super) fn name_first(expr: &Expr) -> Option<(&Reference<Sum>, &Operations)> {
    match &expr.node {
        ExprKind::Reference(reference) => Some((reference, &[])),
        ExprKind::Combine(first, rest) => match &first.node {
            ExprKind::Reference(reference) => Some((reference, rest)),
            _ => None,
        },
        _ => None,
    }
}

impl Elaborator {
    /// The pieces of a list, without those that are left out, and with the options behind it.
    pub(super) fn pieces(&mut self, tiles: &Tiles, space: Space) -> Option<Pieces> {
        let before = self.kept.len();
        // All of it is checked, so that all errors are reported.
        let (pieces, options) = (self.selection(&tiles.selection, space), self.options_of_list(&tiles.flags));
        let (mut pieces, options) = (pieces?, options?);
        for piece in &mut pieces {
            self.change(piece, &options)?;
        }
        self.settle_kept(before, &tiles.flags);
        self.warn_of_kept(before);
        Some(pieces)
    }

    pub(super) fn list(&mut self, list: &List, space: Space) -> Option<Pieces> {
        match list {
            List::Named(reference) => self.named_list(reference, space),
            List::Polyforms(word, lattice, sizes) => self.polyforms(word, lattice.as_deref(), sizes, space),
            List::Tiles(tiles) => {
                let pieces: Vec<Option<Pieces>> =
                    tiles.iter().map(|tile| self.tiles_of_loops(&tile.loops, tile, space)).collect();
                Some(pieces.into_iter().collect::<Option<Vec<_>>>()?.concat())
            }
        }
    }

    /// A piece, or the pieces of a list that is named.
    pub(super) fn tile(&mut self, tile: &Tile, space: Space) -> Option<Pieces> {
        let before = self.kept.len();
        let pieces = match &tile.kind {
            TileKind::Selection(selection) => self.selection(selection, space),
            TileKind::Shape(shape, filters) => match name_first(shape) {
                Some((reference, rest)) if self.names_list(reference, space) => {
                    let pieces = self.part_of_list(reference, rest, space);
                    filters.iter().fold(pieces, |pieces, filter| self.filtered(pieces?, filter))
                }
                _ => {
                    let (piece, options) = (self.piece(shape, space), self.options(&tile.flags)?);
                    let mut piece = self.with_kept_options(piece?, shape, space);
                    if let Some(filter) = filters.first() {
                        let message = "pieces can be selected from a list, and this is one piece".to_owned();
                        let hint = "write the filter behind a list of tiles: `pentominoes with size 5`";
                        self.error("no-list", &filter.span, message, Some(hint.into()));
                        return None;
                    }
                    self.change(&mut piece, &options)?;
                    self.settle_kept(before, &tile.flags);
                    return Some(vec![piece]);
                }
            },
        };
        let (options, mut pieces) = (self.options_of_list(&tile.flags)?, pieces?);
        for piece in &mut pieces {
            self.change(piece, &options)?;
        }
        self.settle_kept(before, &tile.flags);
        Some(pieces)
    }

    /// Is this the name of a list and not of a pattern?
    pub(super) fn names_list(&self, reference: &Reference<Sum>, space: Space) -> bool {
        let name = &reference.name.node;
        self.is_defined(What::Tiles, space, name) && !self.is_defined(What::Pattern, space, name)
    }

    /// The pieces of a list by its name.
    fn named_list(&mut self, reference: &Reference<Sum>, space: Space) -> Option<Pieces> {
        let pieces: Pieces = self.value_of(reference, space)?;
        self.within_limit(pieces, &reference.name.span)
    }

    /// Counts the cells of pieces that a few words stand for. Too many are an error.
    pub(super) fn within_limit(&mut self, pieces: Pieces, span: &Range<usize>) -> Option<Pieces> {
        let cells = pieces.iter().map(|listed| CELLS_OF_PIECE + listed.piece.shape.len() as u64);
        self.spend(cells.sum(), span)?;
        Some(pieces)
    }

    /// Counts cells that a few words stand for. Too many are an error.
    pub(super) fn spend(&mut self, cells: u64, span: &Range<usize>) -> Option<()> {
        self.repeated_cells = self.repeated_cells.saturating_add(cells);
        if self.repeated_cells > MOST_REPEATED_CELLS {
            let message =
                format!("the lists used so far have more than {MOST_REPEATED_CELLS} cells together");
            let hint = "use fewer or smaller lists, or ask for fewer members of a family";
            self.error("too-large", span, message, Some(hint.into()));
            return None;
        }
        Some(())
    }

    /// The value of `LIST - NAME - NAME`.
    fn part_of_list(
        &mut self,
        reference: &Reference<Sum>,
        rest: &Operations,
        space: Space,
    ) -> Option<Pieces> {
        let mut pieces = self.named_list(reference, space)?;
        for (operation, operand) in rest {
            if *operation != Operation::Difference {
                let message = "only `-` can follow the name of a list of tiles".to_owned();
                let hint =
                    "`[a, b]` has the pieces of both lists, `a - b` those of `a` that `b` does not have";
                self.error("list-operation", &operand.span, message, Some(hint.into()));
                return None;
            }
            let shapes = self.left_out_by(operand, space)?;
            self.leave_out(&mut pieces, &shapes, &operand.span)?;
        }
        Some(pieces)
    }

    /// What is left out by the second operand of a `-`.
    pub(super) fn left_out(&mut self, list: &Spanned<List>, space: Space) -> Option<Pieces> {
        match &list.node {
            List::Named(reference) if !self.names_list(reference, space) => {
                let node = ExprKind::Reference(reference.clone());
                self.left_out_by(&Spanned { node, span: list.span.clone() }, space)
            }
            list => self.list(list, space),
        }
    }

    fn left_out_by(&mut self, expr: &Expr, space: Space) -> Option<Pieces> {
        match &expr.node {
            ExprKind::Layers(Grid::Square, parts) if self.is_list(parts, space) => {
                let pieces: Vec<_> = parts.iter().map(|part| self.left_out_by(part, space)).collect();
                Some(pieces.into_iter().collect::<Option<Vec<_>>>()?.concat())
            }
            ExprKind::Reference(reference) if self.names_list(reference, space) => {
                self.named_list(reference, space)
            }
            _ => Some(vec![self.piece(expr, space)?]),
        }
    }

    /// Are these the parts of a list, `[F, I]`? In space they may be the layers of a solid, which are patterns
    /// of the plane, so neither solids by name nor layers again.
    pub(super) fn is_list(&self, parts: &[Expr], space: Space) -> bool {
        let is_solid = |part: &Expr| {
            matches!(part.node, ExprKind::Layers(..))
                || name_first(part).is_some_and(|(Reference { name, .. }, _)| {
                    [What::Pattern, What::Tiles].iter().any(|&what| self.is_defined(what, space, &name.node))
                })
        };
        space == Space::Plane || parts.iter().all(is_solid)
    }

    /// Leaves out the pieces that have one of these shapes in one of the orientations that they may have.
    pub(super) fn leave_out(
        &mut self,
        pieces: &mut Pieces,
        without: &Pieces,
        span: &Range<usize>,
    ) -> Option<()> {
        let mut having: HashMap<(Lattice, Image), Vec<usize>> = HashMap::new();
        for (number, Listed { piece, lattice, .. }) in pieces.iter().enumerate() {
            for image in images(piece, lattice) {
                having.entry((lattice.clone(), image)).or_default().push(number);
            }
        }
        let mut is_left_out = vec![false; pieces.len()];
        for Listed { piece, lattice, .. } in without {
            let Some(numbers) = having.get(&(lattice.clone(), piece.image(Isometry::IDENTITY, lattice)))
            else {
                let shape = piece
                    .name
                    .as_ref()
                    .map_or_else(|| "this shape".to_owned(), |name| format!("the shape of `{name}`"));
                let message = format!("no piece of the list has {shape}");
                let hint = "a piece is left out if one of the orientations that it may have is this shape";
                self.error("not-in-list", span, message, Some(hint.into()));
                return None;
            };
            for &number in numbers {
                is_left_out[number] = true;
            }
        }
        let mut is_left_out = is_left_out.into_iter();
        pieces.retain(|_| is_left_out.next() == Some(false));
        Some(())
    }

    /// A piece without options.
    fn piece(&mut self, expr: &Expr, space: Space) -> Option<Listed> {
        let span = &expr.span;
        let pattern = self.pattern(expr, space)?;
        if pattern.shape().is_empty() {
            let hint = "a piece needs at least one cell, drawn as `*`";
            self.error("empty-piece", span, "this piece has no cells".into(), Some(hint.into()));
            return None;
        }
        if !pattern.shape_where(|mark| mark == Mark::Optional).is_empty() {
            let hint = "`?` is for boards; two pieces, one with the cell and one without, may be meant";
            let message = "a piece has no optional cells: `?` has no meaning here".to_owned();
            self.error("optional-piece", span, message, Some(hint.into()));
            return None;
        }
        let name = match &expr.node {
            ExprKind::Reference(reference) if reference.arguments.is_empty() => {
                Some(reference.name.node.clone())
            }
            _ => None,
        };
        let isometries = Turning::Not.isometries(pattern.lattice(), false);
        let piece = Piece::new(pattern.shape(), Quantity::ANY, isometries).marked(pattern.named());
        let piece = Piece { name, ..piece };
        Some(Listed {
            piece,
            lattice: pattern.lattice().clone(),
            place: self.place(span),
            is_of_board: false,
        })
    }

    /// Gives a piece what options say.
    fn change(&mut self, listed: &mut Listed, options: &Options) -> Option<()> {
        options.change(listed);
        if let Some(Spanned { node: drawing, span }) = &options.back {
            let pattern = self.checked(Pattern::from_rows(&listed.lattice, &drawing.rows), span)?;
            match listed.piece.clone().backed(&pattern) {
                Ok(piece) => listed.piece = piece,
                Err(error) => {
                    let hint = "draw the piece as it is seen after `VertRefl`, with the letters of its back";
                    self.error("bad-back", span, error.to_string(), Some(hint.into()));
                    return None;
                }
            }
        }
        let Some(Text { node: colors, span }) = &options.sides else { return Some(()) };
        match listed.piece.clone().with_sides(colors, &listed.lattice) {
            Ok(piece) => listed.piece = piece,
            Err(error) => {
                let hint = "the colors come counter-clockwise, from the lower left corner of the leftmost cell of the lowest row; \
                            `.` is a side without a color";
                self.error("bad-sides", span, error.to_string(), Some(hint.into()));
                return None;
            }
        }
        Some(())
    }

    /// The options of all pieces of a list, which cannot have one name.
    fn options_of_list(&mut self, flags: &[Spanned<Flag>]) -> Option<Options> {
        let options = self.options(flags)?;
        let named = flags.iter().find(|flag| matches!(flag.node, Flag::Named(_)));
        let Some(named) = named else { return Some(options) };
        let message = "a list of tiles has no name of its own: `~named` belongs to one piece".to_owned();
        let hint = "write it behind a piece in the list: `[{**} ~named \"domino\"]`";
        self.error("named-list", &named.span, message, Some(hint.into()));
        None
    }

    /// The meaning of the options of a tile. Of two about turning, the last one counts, as in `combine`.
    fn options(&mut self, flags: &[Spanned<Flag>]) -> Option<Options> {
        let mut options = Options::default();
        let before = self.diagnostics.len();
        for Spanned { node, span } in flags {
            match node {
                Flag::Word(word) => match word.as_str() {
                    "sym" => options.turning = Some(Turning::All),
                    "rot" => options.turning = Some(Turning::Rotations),
                    "half" => options.turning = Some(Turning::Half),
                    "mirror" => options.mirror = true,
                    "one" => self.restrict(&mut options, Quantity::ONE, span),
                    "maybe" => self.restrict(&mut options, Quantity::AT_MOST_ONE, span),
                    other => self.unknown_option(other, span),
                },
                Flag::Times(times) => {
                    if let Some(quantity) = self.times(times, span) {
                        self.restrict(&mut options, quantity, span);
                    }
                }
                Flag::Cost(cost) => options.cost = self.cost(cost),
                Flag::Named(name) => options.name = Some(name.node.clone()),
                Flag::Color(color) if is_color(&color.node) => options.color = Some(color.node.clone()),
                Flag::Color(color) => {
                    let hint = match nearest(&color.node, color_names()) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "write `~color \"#cc3311\"`, or the name of a color such as \"crimson\""
                            .to_owned(),
                    };
                    let message = format!("`{}` is no color", color.node.escape_debug());
                    self.error("bad-color", &color.span, message, Some(hint));
                }
                Flag::Sides(colors) => options.sides = Some(colors.clone()),
                Flag::Back(drawing) => options.back = Some(drawing.clone()),
                Flag::Border(_) => self.of_board("~border", "~border \"a\"", span),
                Flag::Fits(_) => self.of_board("~fits", "~fits \"16 25 34\"", span),
                Flag::Sum(_) => self.of_board("~sum", "~sum 7", span),
            }
        }
        (!self.diagnostics[before..].iter().any(Diagnostic::is_error)).then_some(options)
    }

    /// Sets how often a piece is used. Of `~one` and `~maybe` the last one counts, as in `combine`; a number
    /// that contradicts another is an error.
    fn restrict(&mut self, options: &mut Options, quantity: Quantity, span: &Range<usize>) {
        const HINT: &str =
            "`~one` is exactly once, `~maybe` at most once, `~times 2..5` from two to five times";
        let is_word = |quantity: Quantity| [Quantity::ONE, Quantity::AT_MOST_ONE].contains(&quantity);
        match options.quantity.filter(|&earlier| earlier != quantity) {
            None => {}
            Some(earlier) if is_word(earlier) && is_word(quantity) => {
                let message = "this piece has both `~one` and `~maybe`: the last one counts";
                let warning = Diagnostic::warning("options-conflict", message, self.place(span));
                self.diagnostics.push(warning.hinted(HINT));
            }
            Some(_) => {
                let message = "another number of uses of this piece has been given already".to_owned();
                self.error("options-conflict", span, message, Some(HINT.to_owned()));
            }
        }
        options.quantity = Some(quantity);
    }

    /// An option of a board behind a piece.
    fn of_board(&mut self, option: &str, example: &str, span: &Range<usize>) {
        let hint = format!("write it behind the board: `problem p = BOARD {example} [...]`");
        self.error("unknown-option", span, format!("`{option}` belongs to a board"), Some(hint));
    }

    /// A cost; whole numbers may be sums of parameters.
    pub(super) fn cost(&mut self, cost: &Cost) -> Option<Decimal> {
        match cost {
            Cost::Sum(sum) => self.sum(sum).map(Decimal::from),
            Cost::Decimal(decimal) => Some(decimal.node),
        }
    }

    fn times(&mut self, times: &Times, span: &Range<usize>) -> Option<Quantity> {
        let (lo, hi) = match times {
            Times::Exactly(sum) => {
                let number = self.quantity(sum)?;
                (number, Some(number))
            }
            Times::Between(lo, hi) => {
                let (lo, hi) = (self.quantity(lo), self.quantity(hi));
                (lo?, Some(hi?))
            }
            Times::AtLeast(lo) => (self.quantity(lo)?, None),
        };
        if let Some(hi) = hi.filter(|&hi| hi < lo) {
            let message = format!("a piece cannot be used at least {lo} times and at most {hi} times");
            self.error(
                "bad-quantity",
                span,
                message,
                Some(format!("write the smaller number first: `~times {hi}..{lo}`")),
            );
            return None;
        }
        Some(Quantity { lo, hi })
    }

    fn unknown_option(&mut self, word: &str, span: &Range<usize>) {
        let meant = MEANT.iter().find(|(words, _)| words.contains(&word));
        let hint = match (meant, nearest(word, words::of(Role::PieceOption))) {
            (Some((_, hint)), _) => (*hint).to_owned(),
            (None, Some(near)) => format!("did you mean `~{near}`?"),
            (None, None) => {
                let words: Vec<String> =
                    words::of(Role::PieceOption).map(|word| format!("`~{word}`")).collect();
                format!("the options are {}", words.join(", "))
            }
        };
        self.error("unknown-option", span, format!("there is no option `~{word}`"), Some(hint));
    }

    /// Warns of two pieces with the same shape. Exchanging them counts as another tiling, which is rarely
    /// intended.
    pub(super) fn warn_of_copies(&mut self, pieces: &Pieces, lattice: &Lattice, problem: &Range<usize>) {
        let mut seen: HashMap<Image, usize> = HashMap::new();
        for (number, Listed { piece, place, .. }) in pieces.iter().enumerate() {
            let orientations = images(piece, lattice);
            if let Some(&first) = orientations.iter().find_map(|image| seen.get(image)) {
                let earlier = &pieces[first].piece;
                let alike = earlier.isometries == piece.isometries && earlier.quantity == piece.quantity;
                let hint = if alike && piece.quantity == Quantity::ONE {
                    "`~times 2` instead of two pieces counts such tilings once"
                } else {
                    "tilings that differ only in which of the two lies where are counted separately"
                };
                let message = "two pieces have the same shape and are told apart all the same";
                let warning = Diagnostic::warning("same-shape", message, place.clone())
                    .related(pieces[first].place.clone(), "the same shape")
                    .related(self.place(problem), "in this problem")
                    .hinted(hint);
                return self.diagnostics.push(warning);
            }
            seen.extend(orientations.into_iter().map(|image| (image, number)));
        }
    }
}
