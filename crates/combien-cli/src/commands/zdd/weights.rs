//! Files with weights of options, for the lightest and the heaviest solution of a diagram.

use std::collections::BTreeMap;

use combien::diagnostic::counted;
use combien::problem::OptionId;

use crate::report::failure::Failure;
use crate::system::files::{STDIN, bytes_of, bytes_of_stdin};

/// The weights of options; those that are not named weigh 0.
#[derive(Debug)]
pub(super) struct Weights(BTreeMap<OptionId, i64>);

impl Weights {
    /// Reads a file for a problem with this number of options.
    pub(super) fn read(path: &str, options: usize) -> Result<Weights, Failure> {
        let bytes = if path == STDIN { bytes_of_stdin() } else { bytes_of(path) };
        let bytes = bytes.map_err(|error| Failure::unreadable(path, &error))?;
        Weights::parse(&String::from_utf8_lossy(&bytes), options).map_err(|(line, message)| {
            let hint = "each line has the number of an option and its weight, such as `3 -12`";
            Failure::hinted(format!("`{path}`, line {line}: {message}"), hint)
        })
    }

    /// Reads a text. An error has the number of its line, from 1.
    fn parse(text: &str, options: usize) -> Result<Weights, (usize, String)> {
        let mut weights = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let (option, weight) = match words[..] {
                [] => continue,
                [option, weight] => (option, weight),
                _ => return Err((number, format!("there should be two numbers, not {}", words.len()))),
            };
            let known = option.parse().ok().filter(|known| (1..=options).contains(known));
            let Some(known) = known else {
                let all = counted(options, "option");
                return Err((number, format!("there is no option `{option}`; the problem has {all}")));
            };
            let Ok(weight) = weight.parse::<i64>() else {
                return Err((number, format!("the weight `{weight}` is not an integer of 64 bits")));
            };
            if weights.insert(OptionId::from_index(known - 1), weight).is_some() {
                return Err((number, format!("option {known} has a weight already")));
            }
        }
        Ok(Weights(weights))
    }

    pub(super) fn of(&self, option: OptionId) -> i64 {
        self.0.get(&option).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_an_option_and_its_weight() {
        let weights = Weights::parse("# of the pieces\n\n 2\t-7 \n1 9223372036854775807\r\n", 3).unwrap();
        assert_eq!([0, 1, 2].map(|index| weights.of(OptionId::from_index(index))), [i64::MAX, -7, 0]);
        for (text, line, message) in [
            ("1 2\n3\n", 2, "there should be two numbers, not 1"),
            ("1 2 3\n", 1, "there should be two numbers, not 3"),
            ("0 2\n", 1, "there is no option `0`; the problem has 3 options"),
            ("4 2\n", 1, "there is no option `4`; the problem has 3 options"),
            ("1 1.5\n", 1, "the weight `1.5` is not an integer of 64 bits"),
            ("1 9223372036854775808\n", 1, "the weight `9223372036854775808` is not an integer of 64 bits"),
            ("1 2\n\n1 2\n", 3, "option 1 has a weight already"),
        ] {
            assert_eq!(Weights::parse(text, 3).unwrap_err(), (line, message.to_owned()), "{text}");
        }
    }
}
