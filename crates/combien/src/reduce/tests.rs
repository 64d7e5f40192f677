//! The smallest telling case of each rule, and where rules meet.

use super::*;
use crate::problem::{Builder, dlx::parse};

fn problem(text: &str) -> Problem {
    parse("t.dlx", text).unwrap().problem
}

fn numbers(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.number()).collect()
}

/// The numbers of the options taken; the components as text; what was removed, work aside.
fn reduced(text: &str) -> (Vec<usize>, Vec<String>, Removed) {
    let problem = problem(text);
    let reduction = Reduction::new(&problem, u64::MAX);
    let components = reduction.components().iter().map(|part| written(part.problem())).collect();
    let removed = Removed { work: 0, rounds: 0, ..*reduction.removed() };
    (numbers(reduction.taken()), components, removed)
}

fn written(problem: &Problem) -> String {
    let names: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
    let options: Vec<_> = problem.options().map(|option| problem.show_option(option).to_string()).collect();
    format!("{}: {}", names.join(" "), options.join(", "))
}

#[test]
fn an_option_that_leaves_an_item_bare_is_impossible() {
    // With the last option, a cannot be covered: it clashes with the first on b and with the second on c.
    let (taken, parts, removed) = reduced("a b c\na b\na c\nb\nc\nb c\n");
    assert_eq!((taken, parts), (vec![], vec!["a b c: a b, a c, b, c".into()]));
    assert_eq!(removed, Removed { impossible: 1, ..Removed::default() });
}

#[test]
fn the_only_option_of_an_item_is_taken_and_what_clashes_goes() {
    let (taken, parts, removed) = reduced("a b c d\na b\nb c\nc d\nc d\n");
    assert_eq!((taken, parts), (vec![1], vec!["c: c, c".into()]));
    assert_eq!(removed, Removed { excluded: 1, covered: 2, implied: 1, ..Removed::default() });
}

#[test]
fn an_item_implied_by_another_goes_with_the_options_that_have_it_alone() {
    // Every option of p has q: the one with q alone is impossible, and then they have the same options.
    let (taken, parts, removed) = reduced("p q r s\np q r\np q s\nq\nr\ns\n");
    assert_eq!((taken, parts), (vec![], vec!["p r s: p r, p s, r, s".into()]));
    assert_eq!(removed, Removed { impossible: 1, implied: 1, ..Removed::default() });
}

#[test]
fn a_secondary_item_on_which_nothing_can_clash_goes() {
    let one_option = "a b | x\na x\na b\nb\nb\n";
    let one_color = "a b | x\na x:1\na b\nb x:1\nb\n";
    let within_a_primary_item = "a b | x\na x:1\na x\na b\nb\nb\n";
    let within_a_secondary_item = "a b | y x\na y x\nb y x\na b y\na\nb\n";
    for text in [one_option, one_color, within_a_primary_item, within_a_secondary_item] {
        let (taken, parts, removed) = reduced(text);
        assert_eq!((taken, parts.len(), removed.loose), (vec![], 1, 1), "{text}");
        assert!(!parts[0].contains('x'), "{text}: {parts:?}");
    }
    for stays in [
        "a b | x\na x\na\nb x\nb\na b\n",
        "a b | x\na x:1\na\nb x:2\nb\na b\n",
        "a b | x\na x:1\na\nb x\nb\na b\n",
        // All options with x have y too, but two of them in one color: on y alone they do not clash.
        "a b | y x\na y:1 x\nb y:1 x\na\nb\na y\n",
    ] {
        let (taken, parts, removed) = reduced(stays);
        assert_eq!((taken, parts.len(), removed), (vec![], 1, Removed::default()), "{stays}");
    }
}

#[test]
fn colors_that_agree_do_not_clash() {
    // Option 1 is taken; its color keeps option 3 and lets option 4 go, and x says nothing more.
    let (taken, parts, removed) = reduced("a b c | x\na x:1\nb\nb x:1\nb x:2\nc\nc x:1\n");
    assert_eq!((taken, parts), (vec![1], vec!["b: b, b".into(), "c: c, c".into()]));
    assert_eq!(removed, Removed { excluded: 1, covered: 2, ..Removed::default() });
    // TAOCP 7.2.2.1, (49): its only solution is options 2 and 4.
    let (taken, parts, _) = reduced("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    assert_eq!((taken, parts.len()), (vec![2, 4], 0));
}

#[test]
fn equal_options_stay() {
    let (taken, parts, removed) = reduced("a\na\na\n");
    assert_eq!((taken, parts, removed), (vec![], vec!["a: a, a".into()], Removed::default()));
}

#[test]
fn parts_without_a_common_item_are_components_the_largest_first() {
    let problem = problem("a b c d e | x\na b\na\nb\nc d x\nc\nd x\nc d\nd\ne\n");
    let reduction = Reduction::new(&problem, u64::MAX);
    let parts: Vec<_> = reduction.components().iter().map(|part| numbers(part.originals())).collect();
    assert_eq!((parts, numbers(reduction.taken())), (vec![vec![4, 5, 6, 7, 8], vec![1, 2, 3]], vec![9]));
}

#[test]
fn empty_and_impossible_problems_differ() {
    let none = Problem::default();
    let reduction = Reduction::new(&none, u64::MAX);
    assert!(!reduction.is_impossible() && reduction.taken().is_empty() && reduction.components().is_empty());
    assert_eq!(reduction.whole().problem(), &none);
    for text in ["a b\na\n", "a b c\na b\nb c\na c\n"] {
        let problem = problem(text);
        let reduction = Reduction::new(&problem, u64::MAX);
        assert!(
            reduction.is_impossible() && reduction.taken().is_empty() && reduction.components().is_empty()
        );
        let whole = reduction.whole();
        assert_eq!((whole.problem().primary_count(), whole.problem().option_count()), (1, 0), "{text}");
    }
}

#[test]
fn without_primary_items_nothing_is_left() {
    let (mut builder, mut kept_out) = (Builder::new(), 0);
    builder.secondary("x").unwrap();
    for _ in 0..3 {
        kept_out += 1;
        builder.option_by_names(["x"]).unwrap();
    }
    let problem = builder.build();
    let reduction = Reduction::new(&problem, u64::MAX);
    assert!(!reduction.is_impossible() && reduction.components().is_empty());
    assert_eq!((reduction.removed().kept_out, reduction.whole().originals().len()), (kept_out, 0));
}

#[test]
fn the_whole_keeps_names_and_gives_each_taken_option_an_item_of_its_own() {
    let mut builder = Builder::new();
    for name in ["a", "b", "c"] {
        builder.primary(name).unwrap();
    }
    for (name, items) in [("first", "a b"), ("second", "b c"), ("third", "c"), ("fourth", "c")] {
        let option = builder.option_by_names(items.split(' ')).unwrap();
        builder.name_option(option, name);
    }
    let problem = builder.build();
    let reduction = Reduction::new(&problem, u64::MAX);
    let whole = reduction.whole();
    assert_eq!(written(whole.problem()), "a c: a, c, c");
    assert_eq!(numbers(whole.originals()), [1, 3, 4]);
    let names: Vec<_> = whole.problem().options().map(|option| whole.problem().option_name(option)).collect();
    assert_eq!(names, [Some("first"), Some("third"), Some("fourth")]);
}

#[test]
fn work_in_slices_is_the_same_work() {
    let text = "a b c d e | x\na b\na\nb\nc d x\nc\nd x\nc d\nd\ne\nb c\na d x\n";
    let problem = problem(text);
    let at_once = Reduction::new(&problem, u64::MAX);
    let mut reducer = Reducer::new(&problem);
    while !reducer.run(reducer.removed.work + 1) {
        reducer.lists.check_invariants();
    }
    let sliced = reducer.finish();
    assert_eq!((sliced.removed(), sliced.whole().problem()), (at_once.removed(), at_once.whole().problem()));
}
