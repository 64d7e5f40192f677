//! Names of an included file that are pieces of a list there: they keep the options that they have in it.
//!
//! So after `include <pentominoes>` the list `[F, I]` has pieces that are used once, turned and mirrored.
//! Options behind the piece, or behind its list, replace those. In its own file a name stands for a pattern,
//! which has no options.

use std::sync::Arc;

use combien::diagnostic::Diagnostic;
use combien_tiling::Quantity;

use super::Elaborator;
use super::names::{Listed, What};
use super::pieces::name_first;
use crate::ast::{Expr, Flag, Name, Space, Spanned};

/// What options say: how often a piece is used, and how it is turned.
const MATTERS: usize = 2;

/// A name that keeps options.
pub(super) struct Kept {
    name: Name,
    /// The list that it has them from.
    list: String,
    /// Which matters are decided there.
    decided: [bool; MATTERS],
    /// Which matters are decided by options here.
    said: [bool; MATTERS],
}

impl Kept {
    /// The matter that nothing here decides, while another is decided here: so a reader may take it for
    /// undecided.
    fn is_surprising(&self) -> Option<usize> {
        let is_open = |&matter: &usize| self.decided[matter] && !self.said[matter];
        (0..MATTERS).find(is_open).filter(|_| self.said.contains(&true))
    }
}

/// Which matters an option decides.
fn matter(flag: &Flag) -> Option<usize> {
    match flag {
        Flag::Times(_) => Some(0),
        Flag::Word(word) => match word.as_str() {
            "one" | "maybe" => Some(0),
            "sym" | "rot" | "half" | "mirror" => Some(1),
            _ => None,
        },
        _ => None,
    }
}

impl Elaborator {
    /// A piece with the options that its name has in a list of the file that the name comes from.
    pub(super) fn with_kept_options(&mut self, piece: Listed, shape: &Expr, space: Space) -> Listed {
        let Some((reference, [])) = name_first(shape) else { return piece };
        let name = &reference.name;
        let found = self.with_options(name, &piece, space);
        let Some((list, first)) = found.first() else { return piece };
        if let Some((other, _)) = found.iter().find(|(_, other)| other.piece != first.piece) {
            let message =
                format!("`{}` has options in `{list}`, others in `{other}`, and none here", name.node);
            let hint = format!(
                "write options behind it, or take it from a list, `{list} with name \"{}\"`",
                name.node
            );
            let warning = Diagnostic::warning("options-lost", message, self.place(&name.span));
            self.diagnostics.push(warning.hinted(hint));
            return piece;
        }
        let decided = [first.piece.quantity != Quantity::ANY, first.piece.isometries.order() > 1];
        let kept = Kept { name: name.clone(), list: list.clone(), decided, said: [false; MATTERS] };
        let piece = Listed { piece: first.piece.clone(), ..piece };
        self.kept.push(kept);
        piece
    }

    /// The lists of another file in which the pattern of that file is a piece with options, by their names.
    fn with_options(&self, name: &Name, bare: &Listed, space: Space) -> Vec<(String, Listed)> {
        let Some(pattern) = self.names.get(&(What::Pattern, space, name.node.clone())) else { return vec![] };
        if Arc::ptr_eq(&pattern.place.source, &self.scope().source) || bare.piece.name.is_none() {
            return vec![];
        }
        let is_it = |listed: &&Listed| {
            let (piece, bare) = (&listed.piece, &bare.piece);
            piece.name == bare.name && piece.shape == bare.shape && piece != bare
        };
        let lists = self.names.iter().filter(|((what, of, _), list)| {
            *what == What::Tiles && *of == space && Arc::ptr_eq(&list.place.source, &pattern.place.source)
        });
        let of_list = lists.filter_map(|((.., list), defined)| {
            Some((list.clone(), defined.pieces()?.iter().find(is_it)?.clone()))
        });
        let mut found: Vec<(String, Listed)> = of_list.collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        found
    }

    /// Takes note of options behind the names that keep some, from this one on.
    pub(super) fn settle_kept(&mut self, from: usize, flags: &[Spanned<Flag>]) {
        for kept in &mut self.kept[from..] {
            flags.iter().filter_map(|flag| matter(&flag.node)).for_each(|matter| kept.said[matter] = true);
        }
    }

    /// Warns, once for a list, of names for which options say one matter and not the other. The others are as
    /// they are in the list that they come from.
    pub(super) fn warn_of_kept(&mut self, from: usize) {
        let kept = self.kept.split_off(from);
        let mut surprising = kept.iter().filter_map(|kept| Some((kept, kept.is_surprising()?)));
        let Some((Kept { name, list, .. }, matter)) = surprising.next() else { return };
        let others = match surprising.count() {
            0 => String::new(),
            1 => ", and so is another name".to_owned(),
            others => format!(", and so are {others} other names"),
        };
        let what = ["used as often as", "turned as"][matter];
        let message = format!("`{}` is {what} in `{list}`{others}", name.node);
        let say = [
            "`~times 0..` lets a piece be used any number of times",
            "`~sym` and its like say how a piece is turned",
        ];
        let hint = format!(
            "{}; `apply Id {}` is the pattern without the options of the list",
            say[matter], name.node
        );
        self.diagnostics
            .push(Diagnostic::warning("options-kept", message, self.place(&name.span)).hinted(hint));
    }
}
