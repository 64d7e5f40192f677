//! Random small problems, for proptest.

use combien::problem::{Builder, Kind, Problem};
use proptest::collection::vec;
use proptest::prelude::*;

/// A problem with up to six items, three of them perhaps secondary, and up to ten options with up to three colors.
/// Options without primary items, equal options and items that no option covers occur.
pub fn problems() -> impl Strategy<Value = Problem> {
    let items = (0usize..=4, 0usize..=3);
    items.prop_flat_map(|(primary, secondary)| {
        let entry = prop_oneof![3 => Just(None), 2 => Just(Some(0u8))];
        let colored = prop_oneof![3 => Just(None), 1 => Just(Some(0u8)), 2 => (1u8..=3).prop_map(Some)];
        let option = (vec(entry, primary), vec(colored, secondary), any::<bool>());
        vec(option, 0..=10).prop_map(move |options| build(primary, secondary, options))
    })
}

/// `None`: the item is not in the option; `Some(0)`: it is, without color.
type Choice = Option<u8>;

fn build(primary: usize, secondary: usize, options: Vec<(Vec<Choice>, Vec<Choice>, bool)>) -> Problem {
    let mut builder = Builder::new();
    let kinds = (0..primary).map(|_| Kind::Primary).chain((0..secondary).map(|_| Kind::Secondary));
    let items: Vec<_> = kinds
        .enumerate()
        .map(|(number, kind)| builder.item(&format!("i{number}"), kind).expect("the names differ"))
        .collect();
    for (first, second, backwards) in options {
        let mut entries = vec![];
        for (&item, choice) in items.iter().zip(first.iter().chain(&second)) {
            match choice {
                None => {}
                Some(0) => entries.push(item.into()),
                Some(color) => entries.push(item.colored(builder.color(&format!("c{color}")))),
            }
        }
        if backwards {
            entries.reverse();
        }
        builder.option(entries).expect("each item occurs once");
    }
    builder.build()
}
