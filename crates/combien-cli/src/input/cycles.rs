//! Permutations of options in files: one on each line, as cycles of option numbers.

use combien::diagnostic::{Diagnostic, Place, Source};
use combien::problem::{Automorphism, NoAutomorphism, OptionId, Problem};
use combien_lang::Files;

use crate::report::failure::Failure;
use crate::system::files::Disk;

/// A permutation as cycles of option numbers. Fixed options are left out.
pub(crate) fn in_cycles(automorphism: &Automorphism) -> String {
    let cycles = automorphism.cycles().into_iter().filter(|cycle| cycle.len() > 1);
    let shown = cycles.map(|cycle| {
        let numbers: Vec<String> = cycle.iter().map(|option| option.number().to_string()).collect();
        format!("({})", numbers.join(" "))
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Permutations, one on each line. Blank lines and text after `#` are skipped.
pub(crate) fn read(file: &str, problem: &Problem) -> Result<Vec<Automorphism>, Failure> {
    let loaded = Disk::default().read(file, None).map_err(|error| Failure::unreadable(file, &error))?;
    let source = Source::new(loaded.name, loaded.text);
    let (mut read, mut faults, mut start) = (vec![], vec![], 0);
    for line in source.text.split_inclusive('\n') {
        let text = line.split('#').next().unwrap_or_default().trim_end();
        let place = Place::new(&source, start..start + text.len());
        start += line.len();
        if text.trim().is_empty() {
            continue;
        }
        let made = from_cycles(text, problem).and_then(|options| {
            Automorphism::of_options(problem, options).map_err(|error| said(problem, error))
        });
        match made {
            Ok(automorphism) => read.push(automorphism),
            Err(message) => faults.push(
                Diagnostic::error("generator", message, place)
                    .hinted("write a permutation of the options in cycles: `(1 4 2) (3 5)`"),
            ),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(Failure::Input(faults)) }
}

/// An error in the names of the problem.
fn said(problem: &Problem, error: NoAutomorphism) -> String {
    match error {
        NoAutomorphism::Item(item) => format!(
            "this is not a symmetry: the options of item `{}` go to options that no item has together",
            problem.item_name(item)
        ),
        other => format!("this is not a symmetry: {other}"),
    }
}

/// The images of the options, by their cycles.
fn from_cycles(text: &str, problem: &Problem) -> Result<Vec<OptionId>, String> {
    let mut images: Vec<OptionId> = problem.options().collect();
    let mut moved = vec![false; images.len()];
    for cycle in text.trim().split(')').filter(|cycle| !cycle.trim().is_empty()) {
        let inner =
            cycle.trim().strip_prefix('(').ok_or_else(|| format!("`{}` is no cycle", cycle.trim()))?;
        let mut members = vec![];
        for word in inner.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            let number: usize = word.parse().map_err(|_| format!("`{word}` is not an option number"))?;
            match number.checked_sub(1).and_then(|place| moved.get_mut(place)) {
                None => return Err(format!("there is no option {number}")),
                Some(moved) if *moved => return Err(format!("option {number} appears twice")),
                Some(moved) => *moved = true,
            }
            members.push(OptionId::from_index(number - 1));
        }
        for (place, &member) in members.iter().enumerate() {
            images[member.index()] = members[(place + 1) % members.len()];
        }
    }
    if !text.trim_end().ends_with(')') {
        return Err("the last cycle has no end".to_owned());
    }
    Ok(images)
}
