//! What a reduction removed, in numbers.

use std::fmt;

/// How much was removed, and why. Each option and each item is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Removed {
    /// Options without primary items, which are in no solution by definition.
    pub kept_out: usize,
    /// Options that would leave some item without options.
    pub impossible: usize,
    /// Options that clash with one that was taken.
    pub excluded: usize,
    /// Items that those taken cover.
    pub covered: usize,
    /// Primary items that have the same options as another one.
    pub implied: usize,
    /// Secondary items whose clashes all happen elsewhere too.
    pub loose: usize,
    /// Rounds. Each tests all items that lost options in the previous one.
    pub rounds: usize,
    /// The work done: entries and elements of lists that were read.
    pub work: u64,
}

impl Removed {
    /// All options that were removed. Those taken are not among them.
    pub fn options(&self) -> usize {
        self.kept_out + self.impossible + self.excluded
    }

    /// All items that were removed.
    pub fn items(&self) -> usize {
        self.covered + self.implied + self.loose
    }
}

impl fmt::Display for Removed {
    /// One line: `7 options (2 impossible, 5 excluded), 3 items (3 covered), in 2 rounds`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options =
            [(self.kept_out, "kept out"), (self.impossible, "impossible"), (self.excluded, "excluded")];
        let items = [(self.covered, "covered"), (self.implied, "implied"), (self.loose, "loose")];
        write!(f, "{}{}, ", plural(self.options(), "option"), reasons(&options))?;
        write!(f, "{}{}, in {}", plural(self.items(), "item"), reasons(&items), plural(self.rounds, "round"))
    }
}

fn plural(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

fn reasons(numbers: &[(usize, &str)]) -> String {
    let some = numbers.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = some.map(|(number, reason)| format!("{number} {reason}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_only_what_was_removed() {
        let removed = Removed { impossible: 2, excluded: 5, covered: 1, rounds: 2, ..Removed::default() };
        let words = "7 options (2 impossible, 5 excluded), 1 item (1 covered), in 2 rounds";
        assert_eq!(removed.to_string(), words);
        assert_eq!(Removed::default().to_string(), "0 options, 0 items, in 0 rounds");
    }
}
