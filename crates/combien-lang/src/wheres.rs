//! Predicates, and the names of pieces, in the words of the language.

use std::collections::HashMap;

use combien_tiling::{Area, Predicate, Quantity, Tiling};

/// The predicate of a tiling as it is written behind `where`; `None` if it has none. Pieces have the names
/// that [`puzzle`] gives them.
///
/// ```
/// use combien_lang::{Filter, Loaded, predicate};
/// use combien_tiling::{Board, Group, Pattern, Piece, Quantity, Tiling};
///
/// let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, Group::trivial()).named("d");
/// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("****")?), vec![domino])?;
/// let filter = Filter::read(Loaded::new("where", "not (fault or border) and connected d")).unwrap();
/// let tiling = filter.on(tiling).unwrap();
/// assert_eq!(predicate(&tiling).unwrap(), "not (fault or border) and connected \"d\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`puzzle`]: crate::puzzle
#[doc(hidden)]
pub fn predicate(tiling: &Tiling) -> Option<String> {
    let predicate = tiling.predicate()?;
    Some(words(predicate, &names(tiling), Within::Nothing))
}

/// What a predicate is a part of: `and` binds more tightly than `or`, and `not` most tightly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Within {
    Nothing,
    And,
    Not,
}

fn words(predicate: &Predicate, names: &[String], within: Within) -> String {
    let name = |piece: usize| format!("\"{}\"", quoted(&names[piece]));
    let pieces = |indices: &[usize]| match indices {
        &[piece] => name(piece),
        _ => format!("[{}]", indices.iter().map(|&piece| name(piece)).collect::<Vec<_>>().join(", ")),
    };
    let area = |area: &Area| match area {
        Area::Gaps => "gaps".to_owned(),
        Area::Pieces(indices) => pieces(indices),
    };
    let joined = |parts: &[Predicate], word: &str, own: Within, is_closed: bool| {
        let parts: Vec<String> = parts.iter().map(|part| words(part, names, own)).collect();
        let text = parts.join(word);
        if is_closed && parts.len() > 1 { format!("({text})") } else { text }
    };
    match predicate {
        Predicate::All(parts) => joined(parts, " and ", Within::And, within == Within::Not),
        Predicate::Any(parts) => joined(parts, " or ", Within::Nothing, within > Within::Nothing),
        Predicate::Not(part) if **part == Predicate::Symmetric => "asymmetric".to_owned(),
        Predicate::Not(part) => format!("not {}", words(part, names, Within::Not)),
        Predicate::Crossroads(Quantity { lo, hi: None }) => format!("crossroads {lo}.."),
        Predicate::Crossroads(Quantity { lo, hi: Some(hi) }) if lo == hi => format!("crossroads {lo}"),
        Predicate::Crossroads(Quantity { lo, hi: Some(hi) }) => format!("crossroads {lo}..{hi}"),
        Predicate::Colorable(colors) => format!("colorable {colors}"),
        Predicate::Fault => "fault".to_owned(),
        Predicate::FaultAlong(true) => "fault vertical".to_owned(),
        Predicate::FaultAlong(false) => "fault horizontal".to_owned(),
        Predicate::Border => "border".to_owned(),
        Predicate::Symmetric => "symmetric".to_owned(),
        Predicate::Apart => "apart".to_owned(),
        Predicate::AsMany(one, other) => format!("as many {} as {}", pieces(one), pieces(other)),
        Predicate::Connected(region) => format!("connected {}", area(region)),
        Predicate::DiagonallyConnected(region) => format!("diagonally connected {}", area(region)),
        Predicate::Block(region) => format!("block {}", area(region)),
        Predicate::SimplyConnected(region) => format!("simply connected {}", area(region)),
    }
}

/// A name for each piece, no two alike.
pub(crate) fn names(tiling: &Tiling) -> Vec<String> {
    let mut used: HashMap<String, usize> = HashMap::new();
    (0..tiling.pieces().len())
        .map(|piece| {
            let name = tiling.piece_name(piece);
            let number = used.entry(name.clone()).or_default();
            *number += 1;
            if *number == 1 { name } else { format!("{name}#{}", piece + 1) }
        })
        .collect()
}

/// A text that can stand in quotes.
pub(crate) fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
