//! What can be read and has no meaning yet.

use crate::ast::{
    Closed, Decl, Definition, Expr, ExprKind, Flag, Format, Grid, Included, Mark, Output, Problem, Question,
    Reference, Space, Span, Spanned, Sum, SumKind, Tile, Tiles,
};

/// A form, and where it was written.
type Found = Option<(Span, String)>;

/// The first form of a declaration that is still without meaning. Each line goes when its form gets one; the module goes
/// with the last.
pub(super) fn pending(Spanned { node, span }: &Spanned<Decl>) -> Found {
    match node {
        Decl::Pattern(definition) => in_definition(definition, "pattern3", span, in_expr),
        Decl::Tiles(definition) => in_definition(definition, "tiles3", span, |tiles| in_tiles(tiles)),
        Decl::Problem(definition) => in_definition(definition, "problem3", span, in_problem),
        Decl::Assert(condition) => match condition {
            crate::ast::Condition::Constant(_) => None,
            crate::ast::Condition::Equal(left, right) => in_expr(left).or_else(|| in_expr(right)),
            crate::ast::Condition::Count(question, numbers) => in_question(question, "count", span)
                .or_else(|| numbers.get(1).and_then(|number| found(&number.span, "several numbers"))),
            crate::ast::Condition::Solvable(_, true) => found(span, "`assert solvable`"),
            crate::ast::Condition::Solvable(_, false) => found(span, "`assert unsolvable`"),
        },
        Decl::Print(target) | Decl::Dimacs(target, _) => in_reference(target),
        Decl::Count(question) => in_question(question, "count3", span),
        Decl::Solve(question, first, output) => in_question(question, "solve3", span)
            .or_else(|| first.as_ref().and_then(|first| found(&first.span, "`first`")))
            .or_else(|| in_output(output)),
        Decl::All(question, output) | Decl::Sample { question, output, .. } => {
            in_question(question, "all3", span).or_else(|| in_output(output))
        }
        Decl::Include(Included::Library(name)) => found(&name.span, "the library"),
        Decl::Include(Included::File(_)) | Decl::Debug(_) | Decl::Timing(_) | Decl::Exit | Decl::Answer => {
            None
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a chain of questions that may find nothing")]
fn found(span: &Span, what: &str) -> Found {
    Some((span.clone(), what.to_owned()))
}

/// The word of space that a declaration begins with.
fn in_space(space: Space, word: &str, span: &Span) -> Found {
    (space == Space::Solid).then(|| (span.start..span.start + word.len(), format!("`{word}`")))
}

fn in_definition<T>(
    definition: &Definition<T>,
    word: &str,
    span: &Span,
    value: impl Fn(&T) -> Found,
) -> Found {
    in_space(definition.space, word, span)
        .or_else(|| definition.parameters.first().and_then(|name| found(&name.span, "a parameter")))
        .or_else(|| definition.value.as_ref().and_then(value))
}

fn in_question(question: &Question, word: &str, span: &Span) -> Found {
    question
        .space
        .and_then(|space| in_space(space, word, span))
        .or_else(|| in_reference(&question.target))
        .or_else(|| question.up_to_symmetry.as_ref().and_then(|span| found(span, "`up to symmetry`")))
}

fn in_reference<A>(reference: &Reference<Spanned<A>>) -> Found {
    reference.arguments.first().and_then(|argument| found(&argument.span, "an argument"))
}

fn in_output(Spanned { node, span }: &Spanned<Output>) -> Found {
    match node {
        Output::Ascii | Output::Picture(Format::Svg, _, None) => None,
        Output::Picture(Format::Svg, _, Some(manner)) => found(&manner.span, "a manner of drawing"),
        Output::Picture(Format::Png, ..) => found(span, "the output `png`"),
        Output::Picture(Format::Pdf, ..) => found(span, "the output `pdf`"),
        Output::Json(_) => found(span, "the output `json`"),
        Output::Stl(_) => found(span, "the output `stl`"),
    }
}

fn in_problem(Problem { closed, board, periods, flags, tiles }: &Problem) -> Found {
    let in_closed = closed.as_ref().and_then(|closed| match closed.node {
        Closed::Torus => found(&closed.span, "`torus`"),
        Closed::Cylinder => found(&closed.span, "`cylinder`"),
    });
    in_closed
        .or_else(|| in_expr(board))
        .or_else(|| periods.first().and_then(|period| found(&period.span, "`by`")))
        .or_else(|| flags.first().and_then(|flag| found(&flag.span, "an option of a board")))
        .or_else(|| match tiles {
            Tiles::Named(list) => in_reference(list),
            Tiles::List(tiles) => in_tiles(tiles),
        })
}

fn in_tiles(tiles: &[Tile]) -> Found {
    tiles.iter().find_map(|tile| in_expr(&tile.shape).or_else(|| tile.flags.iter().find_map(in_flag)))
}

fn in_flag(Spanned { node, span }: &Spanned<Flag>) -> Found {
    let name = match node {
        Flag::Word(word) if !["half", "mirror", "gaps"].contains(&word.as_str()) => return None,
        Flag::Word(word) => word.as_str(),
        Flag::Times(_) => "times",
        Flag::Named(_) => "named",
        Flag::Color(_) => "color",
    };
    found(span, &format!("the option `~{name}`"))
}

fn in_expr(Spanned { node, span }: &Expr) -> Found {
    match node {
        ExprKind::Reference(reference) => in_reference(reference),
        ExprKind::Drawing(drawing) => match drawing.grid {
            Grid::Hexagon | Grid::Triangle => found(span, "a grid of hexagons or triangles"),
            Grid::Square if drawing.is_marked => found(span, "a marked drawing"),
            Grid::Square if drawing.rows.iter().flatten().any(|&mark| mark == Mark::Optional) => {
                found(span, "a cell `?` that may stay empty")
            }
            Grid::Square => None,
        },
        ExprKind::Layers(_) => found(span, "a solid in layers"),
        ExprKind::Constant(Grid::Square, size, _) => in_coordinates(size),
        ExprKind::Constant(..) => found(span, "a grid of hexagons or triangles"),
        ExprKind::Combine(first, rest) => {
            in_expr(first).or_else(|| rest.iter().find_map(|(_, expr)| in_expr(expr)))
        }
        ExprKind::Set(base, place, _) | ExprKind::Shift(base, place) | ExprKind::Resize(base, place) => {
            in_expr(base).or_else(|| in_coordinates(place))
        }
        ExprKind::Crop(from, size, base) => {
            in_coordinates(from).or_else(|| in_coordinates(size)).or_else(|| in_expr(base))
        }
        ExprKind::Apply(_, base) => in_expr(base),
        ExprKind::Cells(..) => found(span, "`cells`"),
    }
}

fn in_coordinates(coordinates: &Spanned<Vec<Sum>>) -> Found {
    let is_number = |sum: &Sum| matches!(sum.node, SumKind::Number(_));
    match coordinates.node.iter().find(|sum| !is_number(sum)) {
        Some(sum) => found(&sum.span, "arithmetic"),
        None if coordinates.node.len() > 2 => found(&coordinates.span, "a third dimension"),
        None => None,
    }
}
