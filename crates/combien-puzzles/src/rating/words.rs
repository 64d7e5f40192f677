//! Steps in words.

use super::{Reason, Step, Technique};
use combien::problem::OptionId;
use combien_tiling::why::Subject;

impl Step {
    /// The step as a sentence, without a capital letter and a full stop, in the terms of the tiling if there
    /// is one. The subject is that of the [path](super::Path::of).
    pub fn words(&self, subject: Subject<'_>) -> String {
        let Some((&first, others)) = self.options.split_first() else { return String::new() };
        let option = subject.option_words(first);
        let kind = if subject.tiling().is_some() { "placement" } else { "option" };
        let more = |count: u64| format!("{count} more {kind}{}", if count == 1 { "" } else { "s" });
        let others = match others.len() {
            0 => String::new(),
            others => format!("; the same holds for {}", more(others as u64)),
        };
        match &self.reason {
            Reason::Forced(item) => {
                let item = subject.item_words(*item);
                match (self.technique, &*self.options) {
                    (Technique::ForcedPiece, [_]) => format!("{item} fits only as {option}"),
                    (_, [_]) => format!("only {option} covers {item}"),
                    (_, several) => {
                        let words = |&option: &OptionId| subject.option_words(option);
                        let all: Vec<String> = several.iter().map(words).collect();
                        format!("{item} needs all that are left: {}", all.join("; "))
                    }
                }
            }
            Reason::Dead(item) => {
                let item = subject.item_words(*item);
                let forced = match self.technique {
                    Technique::LookAhead(forced) => {
                        format!("forces {}, and then leaves", more(u64::from(forced)))
                    }
                    _ => "leaves".to_owned(),
                };
                format!("{option} {forced} nothing for {item}{others}")
            }
            Reason::CutOff(cells) => {
                let cut = subject.several(cells);
                format!(
                    "{option} cuts off {cut}, and no pieces that are left have that size together{others}"
                )
            }
            Reason::Colors(coloring) => {
                let name = coloring.name();
                format!(
                    "colored {name}, the other pieces cannot cover as many cells of each color as {option} leaves{others}"
                )
            }
        }
    }
}
