//! Groups of problems that were made for one thing each.

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
fn what_is_there_must_be_kept() {
    assert_eq!(order("a b c d\na b\nb c\nc d\nd a\n"), "8");
    assert_eq!(automorphisms(&Problem::default(), &Budget::UNLIMITED).certain().order, Count::ONE);
    assert_eq!(order("a b c\n"), "1");
    // Of the square's symmetries, those that keep a corner with other bounds; or a side with an item more.
    assert_eq!(order("a 0:2|b c d\na b\nb c\nc d\nd a\n"), "2");
    assert_eq!(order("a b c d | x\na b x\nb c\nc d\nd a\n"), "2");
    // One side twice: its reflection, and the swap.
    assert_eq!(order("a b c d\na b\nb c\nc d\nd a\na b\n"), "4");
}

/// Colors of an item are permuted, each item's by themselves; no color is none of them.
#[test]
fn colors_go_together() {
    assert_eq!(order("a | x\na x:1\na x:2\na x:3\n"), "6");
    assert_eq!(order("a | x\na x:1\na x:2\na x\n"), "2");
    assert_eq!(order("a b | x\na x:1\na x:2\nb x:1\nb x:2\n"), "4");
    assert_eq!(order("a b | x y\na x:1 y:1\na x:2 y:2\nb x:1 y:2\nb x:2 y:1\n"), "8");
    // Items in the same options that tell them apart by colors in different ways go to each other.
    assert_eq!(order("a | x y\na x:1 y:1\na x:1 y:2\na x:2 y:1\na x:2 y:2\n"), "8");
}

/// An item that nothing tells from another moves no option.
#[test]
fn twin_items_are_left_out() {
    assert_eq!(order("a b c d e f\na b\nc d\n"), "2");
}
