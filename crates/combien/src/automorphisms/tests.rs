//! Groups of small problems, each of which tests one thing.

use super::*;
use crate::problem::dlx;

fn order(text: &str) -> String {
    let problem = dlx::parse("t.dlx", text).unwrap().problem;
    let Outcome::Answer(found) = automorphisms(&problem, &Budget::UNLIMITED) else {
        panic!("there are no limits")
    };
    assert!(found.generators.iter().all(|generator| !generator.is_identity()));
    found.order.to_string()
}

#[test]
fn symmetries_keep_bounds_and_options() {
    assert_eq!(order("a b c d\na b\nb c\nc d\nd a\n"), "8");
    assert_eq!(automorphisms(&Problem::default(), &Budget::UNLIMITED).certain().order, Count::ONE);
    assert_eq!(order("a b c\n"), "1");
    // The symmetries of the square that leave in place a corner with other bounds, or a side with a further
    // item.
    assert_eq!(order("a 0:2|b c d\na b\nb c\nc d\nd a\n"), "2");
    assert_eq!(order("a b c d | x\na b x\nb c\nc d\nd a\n"), "2");
    // With one side twice: its reflection, and the swap of the two.
    assert_eq!(order("a b c d\na b\nb c\nc d\nd a\na b\n"), "4");
}

/// The colors of each item are permuted separately; having no color is not one of them.
#[test]
fn colors_are_permuted_with_their_item() {
    assert_eq!(order("a | x\na x:1\na x:2\na x:3\n"), "6");
    assert_eq!(order("a | x\na x:1\na x:2\na x\n"), "2");
    assert_eq!(order("a b | x\na x:1\na x:2\nb x:1\nb x:2\n"), "4");
    assert_eq!(order("a b | x y\na x:1 y:1\na x:2 y:2\nb x:1 y:2\nb x:2 y:1\n"), "8");
    // Items in the same options, whose colors group these differently, are mapped to each other.
    assert_eq!(order("a | x y\na x:1 y:1\na x:1 y:2\na x:2 y:1\na x:2 y:2\n"), "8");
}

/// Exchanging two items that nothing tells apart moves no option.
#[test]
fn twin_items_are_left_out() {
    assert_eq!(order("a b c d e f\na b\nc d\n"), "2");
}
