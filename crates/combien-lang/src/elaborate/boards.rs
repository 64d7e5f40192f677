//! Problems: a board, how it closes on itself, and the pieces.

use std::ops::Range;

use combien::diagnostic::{Diagnostic, counted};
use combien_tiling::{
    Board, Cell, Fits, FitsError, Lattice, Pattern, Surface, Tiling, Wrap, WrapError, side_color,
};

use super::names::{Instance, Listed, Pieces};
use super::{Elaborator, Ground};
use crate::ast::{Flag, List, Problem, Selection, Space, Spanned, Text};
use crate::faults::nearest;
use crate::script::NamedProblem;
use crate::words::{self, Role};

/// The maximum number of cells of a board. Solvable boards have thousands, and a board of a million takes
/// seconds to set up.
const MOST_CELLS: usize = 1 << 20;

/// The maximum number of cells of all boards of a script together, because all boards exist before the first
/// is solved.
const MOST_CELLS_OF_ALL: u64 = 1 << 24;

/// The maximum length of a board in a direction in which it closes.
const LONGEST_PERIOD: u32 = 1 << 18;

impl Elaborator {
    /// A problem of the script, by its number.
    pub(super) fn problem(&mut self, name: &Instance, problem: &Problem) -> Option<usize> {
        let pattern = self.pattern(&problem.board, name.space);
        self.ground = pattern.as_ref().filter(|_| problem.closed.is_none()).map(|pattern| {
            let board = Board::of(pattern);
            let is_whole = board.optional().is_empty() && problem.flags.is_empty();
            let Selection { list, steps, .. } = &problem.tiles.selection;
            let is_for_one = is_whole && steps.is_empty() && matches!(list.node, List::Polyforms(..));
            Ground { lattice: pattern.lattice().clone(), cells: board.cells().clone(), is_for_one }
        });
        let pieces = self.pieces(&problem.tiles, name.space);
        self.ground = None;
        let pattern = pattern?;
        let board = self.board(problem, &pattern, name.space);
        let (board, pieces): (Board, Pieces) = (board?, pieces?);
        if !self.is_of_one_grid(board.lattice(), &pieces, problem) {
            return None;
        }
        if let Some(required) =
            pieces.iter().find(|listed| listed.is_of_board && listed.piece.quantity.lo > 0)
        {
            let message = "pieces that are made as far as they fit cannot all be required".to_owned();
            let diagnostic = Diagnostic::error("only-some", message, required.place.clone());
            let hint = "say how often each may be used: `~maybe` or `~times 0..`";
            self.diagnostics.push(diagnostic.hinted(hint));
            return None;
        }
        if !self.has_mates(&board, &pieces, problem) {
            return None;
        }
        self.warn_of_copies(&pieces, board.lattice(), &name.name.span);
        self.warn_of_marks(&board, &pieces);
        let pieces = pieces.into_iter().map(|listed| listed.piece).collect();
        match Tiling::new(board, pieces) {
            Ok(tiling) => {
                let tiling = self.with_clues(tiling, &problem.clues, &pattern, name.space)?;
                let tiling = self.with_filter(tiling, problem)?;
                let (place, arguments) = (self.place(&name.name.span), name.arguments.clone());
                self.script.problems.push(NamedProblem { name: name.shown(), arguments, tiling, place });
                Some(self.script.problems.len() - 1)
            }
            Err(error) => {
                self.error("tiling", &name.name.span, error.to_string(), None);
                None
            }
        }
    }

    fn board(&mut self, problem: &Problem, pattern: &Pattern, space: Space) -> Option<Board> {
        let span = &problem.board.span;
        let mut board = Board::of(pattern);
        if board.cells().len() > MOST_CELLS {
            let message =
                format!("a board of {} cells is too large: the most is {MOST_CELLS}", board.cells().len());
            let hint = "boards have thousands of cells, not millions";
            self.error("too-large", span, message, Some(hint.into()));
            return None;
        }
        self.cells = self.cells.saturating_add(board.cells().len() as u64);
        if self.cells > MOST_CELLS_OF_ALL {
            let message = format!("the boards so far have more than {MOST_CELLS_OF_ALL} cells together");
            let hint = "ask for fewer members of a family, or for smaller ones";
            self.error("too-large", span, message, Some(hint.into()));
            return None;
        }
        if board.cells().is_empty() {
            let hint = "draw the cells to be covered as `*`";
            self.error("empty-board", span, "the board has no cells".into(), Some(hint.into()));
            return None;
        }
        for Spanned { node, span } in &problem.flags {
            match node {
                Flag::Word(word) if word == "gaps" => board = board.with_gaps(),
                Flag::Word(word) => self.unknown_board_option(word, span),
                Flag::Fits(_) | Flag::Sum(_) if !board.fits().is_usual() => {
                    let message = "the board has a rule of which colors fit already".to_owned();
                    let hint = "write one `~fits`, with all pairs, or one `~sum`";
                    self.error("options-conflict", span, message, Some(hint.into()));
                    return None;
                }
                Flag::Fits(pairs) => board = board.fitted(self.rule(Fits::pairs(&pairs.node), &pairs.span)?),
                Flag::Sum(sum) => {
                    let number = self.sum(sum)?;
                    board = board.fitted(self.rule(Fits::sum(number), span)?);
                }
                Flag::Border(text) => board = self.border(board, text)?,
                _ => unreachable!("the parser refuses the options of tiles"),
            }
        }
        let Some(closed) = &problem.closed else { return Some(board) };
        let periods = self.periods(closed, problem, pattern, space)?;
        let wrap = Wrap::on(closed.node, pattern.lattice(), &periods).map_err(|error| error.to_string());
        if closed.node == Surface::Torus && wrap.as_ref().is_ok_and(|wrap| wrap.rank() < 2) {
            let message = "a torus closes in two directions, and this is one".to_owned();
            let hint = "a `cylinder` closes in one; steps such as `by 8x0 0x5` lead in two";
            self.error("closing", &closed.span, message, Some(hint.into()));
            return None;
        }
        let closed_board = wrap.and_then(|wrap| board.wrapped(wrap).map_err(|error| error.to_string()));
        match closed_board {
            Ok(board) => Some(board),
            Err(message) => {
                let size = pattern.size();
                let hint = match () {
                    () if pattern.lattice() == Lattice::triangle() => {
                        "a board of triangles closes over even numbers of rows and columns".to_owned()
                    }
                    () if problem.periods.is_empty() => {
                        "the board closes over the width and height of its frame; `by 8x0 0x5` says otherwise"
                            .to_owned()
                    }
                    // Most mistakes in vectors come from miscounted cells.
                    () => format!("without `by`, this board closes over its frame, which is {size}"),
                };
                self.error("closing", &closed.span, message, Some(hint));
                None
            }
        }
    }

    fn unknown_board_option(&mut self, word: &str, span: &Range<usize>) {
        let is_of_piece = words::is_any(word, &[Role::PieceOption]);
        let hint = match nearest(word, words::of(Role::BoardOption)) {
            _ if is_of_piece => format!("`~{word}` is an option of a piece: write it behind the piece"),
            Some(near) => format!("did you mean `~{near}`?"),
            None => "the options of a board are `~gaps`, `~border \"a\"`, `~fits \"16 25\"` and `~sum 7`; those of pieces stand within the list"
                .to_owned(),
        };
        self.error("unknown-option", span, format!("a board has no option `~{word}`"), Some(hint));
    }

    /// The board with one color on its border, or several.
    fn border(&mut self, board: Board, text: &Text) -> Option<Board> {
        if let Some(color) = side_color(&text.node) {
            return Some(board.bordered(Some(color)));
        }
        let hint = "write `~border \"a\"` if sides of the color `a` may lie on the border, or a color for each part: \
                    counter-clockwise, the bottom of the lowest row first; `~border \"abb c\"` has a word for each part, \
                    with a color for each cell";
        let edged = board.edged(&text.node);
        edged.map_err(|error| self.error("bad-sides", &text.span, error.to_string(), Some(hint.into()))).ok()
    }

    /// A rule of which colors fit.
    fn rule(&mut self, rule: Result<Fits, FitsError>, span: &Range<usize>) -> Option<Fits> {
        let hint = match &rule {
            Ok(_) => None,
            Err(FitsError::Sum(_)) => Some("`~sum 7` lets 1 fit 6; `~fits \"ab cc\"` lists any pairs"),
            Err(_) => Some("write two characters for each pair: `~fits \"16 25 cc\"`, where c fits itself"),
        };
        rule.map_err(|error| self.error("bad-fits", span, error.to_string(), hint.map(str::to_owned))).ok()
    }

    /// Does each color of a piece, and that of the border, have a color that fits it?
    fn has_mates(&mut self, board: &Board, pieces: &Pieces, problem: &Problem) -> bool {
        let Some(rule) = problem.flags.iter().find(|flag| matches!(flag.node, Flag::Fits(_) | Flag::Sum(_)))
        else {
            return true;
        };
        let is_single = |color: &char| !board.fits().has(*color);
        let hint = |color: char| match rule.node {
            Flag::Sum(_) => format!("the pairs are \"{}\"; `~fits` lists other ones", board.fits()),
            _ => format!("if it fits itself, add `{color}{color}`"),
        };
        let mut wrong = vec![];
        let border = problem.flags.iter().find(|flag| matches!(flag.node, Flag::Border(_)));
        let edges = board.edges().unwrap_or_default();
        let colors = board.border().into_iter().chain(edges.chars().filter(|&color| color != '.'));
        if let (Some(color), Some(border)) = (colors.into_iter().find(is_single), border) {
            wrong.push((color, self.place(&border.span), "the border"));
        }
        for Listed { piece, place, .. } in pieces {
            let single = piece.labels.colors().map(|label| label.sign).find(is_single);
            wrong.extend(single.map(|color| (color, place.clone(), "this piece")));
        }
        let is_right = wrong.is_empty();
        for (color, place, of) in wrong {
            let message = format!("the color `{color}` of {of} fits no color");
            let diagnostic = Diagnostic::error("no-mate", message, place);
            let diagnostic = diagnostic.related(self.place(&rule.span), "which colors fit");
            self.diagnostics.push(diagnostic.hinted(hint(color)));
        }
        is_right
    }

    /// Warns of pieces with a mark that no cell of the board has: they can be placed nowhere.
    fn warn_of_marks(&mut self, board: &Board, pieces: &Pieces) {
        let is_missing = |&(_, sign): &(Cell, char)| board.marks().iter().all(|&(_, other)| other != sign);
        let missing = |Listed { piece, .. }: &Listed| {
            let mut marks = piece.labels.marks().chain(piece.labels.back().into_iter().flatten());
            marks.find(is_missing).map(|(_, sign)| sign)
        };
        let mut lost = pieces.iter().filter_map(|listed| Some((missing(listed)?, &listed.place)));
        let Some((sign, place)) = lost.next() else { return };
        let others = match lost.count() {
            0 => String::new(),
            others => format!(", nor those of {}", counted(others, "other piece")),
        };
        let message = format!("no cell of the board has the mark `{sign}` of this piece{others}");
        let warning = Diagnostic::warning("no-such-mark", message, place.clone());
        self.diagnostics.push(warning.hinted(
            "a marked cell covers only cells with the same mark; `cells \"A\" PATTERN` has cells without marks",
        ));
    }

    /// The vectors that lead from a cell back to itself: the written ones, or the lengths of the frame.
    fn periods(
        &mut self,
        closed: &Spanned<Surface>,
        problem: &Problem,
        pattern: &Pattern,
        space: Space,
    ) -> Option<Vec<Cell>> {
        let positions: Vec<Cell> = match problem.periods.as_slice() {
            [] => {
                let of_frame = closed.node.around(pattern.lattice(), pattern.size());
                if of_frame.is_none() {
                    let hint =
                        "try another width or height, or say by `by` where the first cell comes to lie";
                    let message = WrapError::NoMirror(closed.node).to_string();
                    self.error("closing", &closed.span, message, Some(hint.into()));
                }
                of_frame?
            }
            written => {
                let positions: Vec<Option<Cell>> =
                    written.iter().map(|period| self.position(period, space)).collect();
                positions.into_iter().collect::<Option<_>>()?
            }
        };
        if let Some(nowhere) = positions.iter().position(|&position| position == Cell::default()) {
            let hint = "a step leads from a cell back to itself, once around the board";
            let span = &problem.periods[nowhere].span;
            self.error("closing", span, "this step leads nowhere".into(), Some(hint.into()));
            return None;
        }
        if closed.node == Surface::Cylinder && positions.len() > 1 {
            let hint = "a `torus` closes in two directions";
            let span = &problem.periods[1].span;
            self.error("closing", span, "a cylinder closes in one direction".into(), Some(hint.into()));
            return None;
        }
        let is_long = |position: &Cell| {
            [position.x, position.y, position.z].iter().any(|length| length.unsigned_abs() > LONGEST_PERIOD)
        };
        if positions.iter().any(is_long) {
            let message = format!("a board cannot close over more than {LONGEST_PERIOD} cells");
            self.error("closing", &closed.span, message, None);
            return None;
        }
        Some(positions)
    }

    /// All pieces must have the grid of the board.
    fn is_of_one_grid(&mut self, board: &Lattice, pieces: &Pieces, problem: &Problem) -> bool {
        let Some(foreign) = pieces.iter().find(|listed| listed.lattice != *board) else { return true };
        let message = format!("a piece of {}s does not fit on a board of {board}s", foreign.lattice);
        let diagnostic = Diagnostic::error("grids-differ", message, foreign.place.clone())
            .related(self.place(&problem.board.span), format!("a board of {board}s"));
        self.diagnostics
            .push(diagnostic.hinted("draw both on one grid: `{...}`, `hex {...}` or `tri {...}`"));
        false
    }
}
