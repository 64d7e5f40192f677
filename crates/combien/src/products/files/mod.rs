//! Diagrams as files: written as text and as `.nnf`, and read back, also from the `.nnf` of other tools.
//!
//! [`text`] is the format of our own, and [`nnf`] writes that of the compiler c2d. Readers of [`c2d`] and
//! [`d4`] make a [`circuit`] of a file, which becomes a diagram. The format is recognised by the first word.
//!
//! A file may come from a stranger. So a reader trusts no number in it, takes no more than the memory, looks
//! at the budget, and refuses what would be counted wrongly: [`sound`] says what it checks of each node.

mod c2d;
mod circuit;
mod d4;
mod fault;
mod lines;
mod nnf;
mod sound;
mod supports;
mod text;

use std::io::BufRead;

pub use fault::{Fault, ReadError};
use lines::Lines;

use super::diagram::Diagram;
use crate::budget::{Budget, Effort};

/// # Files
impl Diagram {
    /// Reads a diagram of a problem with this number of options: one that [`Diagram::write`] or
    /// [`Diagram::write_nnf`] has written, or an `.nnf` of a compiler such as c2d, Dsharp or d4, in which
    /// variable i is true if option i is taken.
    ///
    /// Each set of options is in the diagram in one way only, or the file is refused: of two branches of a
    /// choice, one has an option in all its sets that the other has in none, and parts of a product have
    /// no option in common. In an `.nnf` each option must be taken or refused in all models, because a
    /// free one would be in the sets of no cover. It is not checked whether the sets are covers:
    /// [`Diagram::check_covers`] does that.
    ///
    /// The diagram, and what is needed to check it, may take the memory of the budget: a quarter of a byte
    /// for each node and option. The budget is looked at while lines are read. Time is linear in the
    /// file, and for each edge in the number of options; more if many branches of one choice are hard to
    /// tell apart.
    ///
    /// ```
    /// # use combien::{budget::Budget, products::Diagram};
    /// let error = Diagram::read(&b"zdnnf 1 3\n2 choice 1 2 >1 1 2 >1\nroot 2\n"[..], 3, &Budget::UNLIMITED).unwrap_err();
    /// let why = "no option tells branches 1 and 2 apart, so they may have a set in common";
    /// assert_eq!(error.to_string(), format!("line 2: {why}"));
    ///
    /// // The README of d4 has this file. Its formula says that 1 or 2 or 3 is true; a cover leaves no option open.
    /// let file = "o 1 0\no 2 0\no 3 0\nt 4 0\n3 4 -2 3 0\n3 4 2 0\n2 3 -1 0\n2 4 1 0\n1 2 0\n";
    /// let error = Diagram::read(file.as_bytes(), 3, &Budget::UNLIMITED).unwrap_err();
    /// let why = "option 3 is neither taken nor refused in some of the sets of this node";
    /// assert_eq!(error.to_string(), format!("line 3: {why}"));
    /// ```
    pub fn read(input: impl BufRead, options: usize, budget: &Budget) -> Result<Diagram, ReadError> {
        // A small file takes less than the work between two looks.
        budget.check()?;
        let (mut effort, memory) = (Effort::within(budget), budget.memory());
        let mut lines = Lines::new(input, memory);
        let first = lines.next(&mut effort)?.map(|(number, text)| (number, text.to_owned()));
        let (number, first) = first.unwrap_or_default();
        match first.split_ascii_whitespace().next() {
            Some("zdnnf") => text::read(&first, lines, options, memory, &mut effort),
            Some("nnf") => c2d::read(&first, lines, options, memory, &mut effort),
            Some("o" | "a" | "t" | "f") => d4::read((number, &first), lines, options, memory, &mut effort),
            _ => lines.fault(Fault::Format),
        }
    }
}
