//! Chains, orders, stabilizers and elements of groups.

use super::*;
use crate::automorphisms::automorphisms;
use crate::problem::{Builder, dlx};

/// The pairs of n points.
fn pairs_of(n: usize) -> Problem {
    let mut builder = Builder::new();
    let points: Vec<_> = (0..n).map(|point| builder.primary(&format!("{point}")).unwrap()).collect();
    for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
        builder.option([points[a], points[b]]).unwrap();
    }
    builder.build()
}

/// The pairs of n points, with all permutations of the points: two of them generate the symmetric group.
fn pairs(n: usize) -> (Problem, Symmetries) {
    let problem = pairs_of(n);
    let points: Vec<_> = problem.items().collect();
    let numbers: Vec<_> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let acting = |image: &dyn Fn(usize) -> usize| {
        let option = |&(a, b): &(usize, usize)| {
            let (a, b) = (image(a), image(b));
            let place = numbers.iter().position(|&pair| pair == (a.min(b), a.max(b))).unwrap();
            OptionId::from_index(place)
        };
        let options = numbers.iter().map(option).collect();
        Automorphism::new(&problem, options, (0..n).map(|point| points[image(point)]).collect()).unwrap()
    };
    let turn = acting(&|point| (point + 1) % n);
    let swap = acting(&|point| match point {
        0 => 1,
        1 => 0,
        other => other,
    });
    let group = Symmetries::generated_by(&problem, [turn, swap], &Budget::UNLIMITED).unwrap();
    (problem, group)
}

/// The symmetric group: n! elements, a class for each partition of n (OEIS A000142, A000041).
#[test]
fn symmetric_groups() {
    for (n, order, classes) in [(3, 6u64, 3), (4, 24, 5), (5, 120, 7), (6, 720, 11), (7, 5040, 15)] {
        let (problem, group) = pairs(n);
        assert_eq!(group.order(), Count::from(order), "{n}");
        assert_eq!(group.generators().len(), 2);
        let of_classes = group.classes(&problem, &Budget::UNLIMITED).unwrap();
        assert_eq!(of_classes.len(), classes, "{n}");
        assert!(of_classes[0].representative.is_identity());
        assert_eq!(of_classes.into_iter().map(|class| class.size).sum::<Count>(), Count::from(order));
    }
    assert_eq!(pairs(20).1.order().to_string(), "2432902008176640000");
}

/// The symmetric groups of 64 and 100 points on their pairs: the orbits are shallow trees, which take a few
/// megabytes. All elements that map home would take 17 and 99 for the first orbit alone.
#[test]
fn large_orbits_take_little_memory() {
    let (problem, few) = pairs(6);
    let found = automorphisms(&problem, &Budget::UNLIMITED);
    let made = Symmetries::found(&problem, found.certain().clone(), &Budget::UNLIMITED).unwrap();
    assert_eq!(made.order(), few.order());
    assert!(made.elements().all(|element| few.has(&element)));

    let symmetric = |points: usize| {
        let problem = pairs_of(points);
        let found = automorphisms(&problem, &Budget::UNLIMITED);
        let group = Symmetries::found(&problem, found.certain().clone(), &Budget::UNLIMITED).unwrap();
        assert_eq!(group.order(), (1..=points as u64).map(Count::from).fold(Count::ONE, |all, n| &all * &n));
        group.chain.iter().for_each(|level| level.check_invariants(&group.identity));
        group
    };
    let large = symmetric(100);
    assert!(large.bytes() < 24 << 20, "{}", large.bytes());
    let group = symmetric(64);
    assert!(group.bytes() < 8 << 20, "{}", group.bytes());
    let pair = OptionId::from_index(1000);
    let (_, stabilizer) = group.split_at(pair, &Budget::UNLIMITED).unwrap();
    assert!(stabilizer.generators().iter().all(|generator| generator.option(pair) == pair));
    assert_eq!(&stabilizer.order() * &Count::from(2016u64), group.order());
    let wrong = Generated {
        order: Count::from(7u64),
        ..automorphisms(&pairs_of(4), &Budget::UNLIMITED).certain().clone()
    };
    let made = Symmetries::found(&pairs_of(4), wrong, &Budget::UNLIMITED).unwrap();
    assert_eq!(made.order(), Count::from(24u64), "a wrong order does no harm");
}

/// A cycle of 5000 options: one generator, which alone would lead to paths of 5000 steps.
#[test]
fn long_cycles_have_short_paths() {
    const LENGTH: usize = 5000;
    let mut builder = Builder::new();
    for number in 0..LENGTH {
        let item = builder.primary(&number.to_string()).unwrap();
        builder.option([item]).unwrap();
    }
    let problem = builder.build();
    let turn = (0..LENGTH).map(|place| OptionId::from_index((place + 1) % LENGTH)).collect();
    let turn = Automorphism::of_options(&problem, turn).unwrap();
    let group = Symmetries::generated_by(&problem, [turn], &Budget::UNLIMITED).unwrap();
    assert_eq!(group.order(), Count::from(LENGTH as u64));
    group.chain[0].check_invariants(&group.identity);
    // All elements that map home would take 200.
    assert!(group.bytes() < 4 << 20, "{}", group.bytes());
}

/// Each element is listed once and is in the group; the stabilizer of a pair has the right order.
#[test]
fn elements_and_stabilizers() {
    let (_, group) = pairs(5);
    let elements: BTreeSet<_> = group.elements().collect();
    assert_eq!(elements.len(), 120);
    assert!(elements.iter().all(|element| group.has(element)));
    for option in (0..10).map(OptionId::from_index) {
        let (_, stabilizer) = group.split_at(option, &Budget::UNLIMITED).unwrap();
        assert_eq!(stabilizer.order(), Count::from(12u64), "2! ways within the pair, 3! without");
        let keeping = elements.iter().filter(|element| element.option(option) == option);
        assert!(keeping.clone().all(|element| stabilizer.has(element)));
        assert_eq!(keeping.count(), 12);
    }
    assert!(group.orbits().iter().all(|least| least.index() == 0));
}

#[test]
fn the_trivial_group() {
    let problem = dlx::parse("t.dlx", "a b\na\nb\n").unwrap().problem;
    let group = Symmetries::trivial(&problem);
    assert_eq!((group.order(), group.elements().count()), (Count::ONE, 1));
    assert_eq!(group.classes(&problem, &Budget::UNLIMITED).unwrap().len(), 1);
    let orbits: Vec<usize> = group.orbits().iter().map(|option| option.index()).collect();
    assert_eq!(orbits, [0, 1]);
}

#[test]
fn a_raised_flag_stops() {
    let (problem, group) = pairs(6);
    let stop = crate::solve::StopFlag::new();
    stop.raise();
    let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
    let again = Symmetries::generated_by(&problem, group.generators().to_vec(), &budget);
    assert_eq!(again.unwrap_err(), GroupError::Stopped(Reason::Asked));
    assert_eq!(group.classes(&problem, &budget).unwrap_err(), GroupError::Stopped(Reason::Asked));
    assert!(group.orbits_within(&budget).is_err() && group.item_orbits_within(&budget).is_err());
}

/// Stopping is possible everywhere without a panic.
#[test]
fn a_raised_flag_stops_every_question() {
    use std::ops::ControlFlow;

    use crate::solve::{Ending, StopFlag};
    use crate::symmetry::{
        Representative, automorphisms, count, count_kept, each, each_kept, each_symmetric,
    };

    let (problem, group) = pairs(6);
    let stop = StopFlag::new();
    stop.raise();
    let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
    let asked = Some(Reason::Asked);
    assert_eq!(automorphisms(&problem, &budget).reason(), asked);
    assert_eq!(count(&problem, &group, &budget, None).unwrap().outcome.reason(), asked);
    assert_eq!(count_kept(&problem, group.generators(), &budget, None).unwrap().outcome.reason(), asked);
    let mut none = |_: Representative| -> ControlFlow<()> { unreachable!("nothing is found") };
    let listed = [
        each(&problem, &group, &budget, None, &mut none).unwrap(),
        each_symmetric(&problem, &group, &budget, None, &mut none).unwrap(),
        each_kept(&problem, group.generators(), &budget, None, &mut |_| unreachable!()).unwrap(),
    ];
    assert!(listed.iter().all(|listed| listed.ending == Ending::Stopped(Reason::Asked)));
}
