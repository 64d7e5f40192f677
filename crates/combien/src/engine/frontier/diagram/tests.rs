use super::*;
use crate::budget::at_once;
use crate::problem::dlx::parse;

#[test]
fn the_limit_of_memory_is_kept() {
    let pairs: Vec<_> = (0..8).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect();
    let problem = parse("k8", &format!("0 1 2 3 4 5 6 7\n{}", pairs.concat())).unwrap().problem;
    let order = Order::best(&problem);
    let layout = at_once(|effort| Layout::new(&problem, &order, effort)).unwrap();
    let run = |limit| {
        let mut store = Store::new();
        let schedule = at_once(|effort| Schedule::new(&problem, &order, &layout, effort)).unwrap();
        let mut states = States::<1>::new(schedule, None, limit);
        let pause = states.run(u64::MAX, u64::MAX, &mut store);
        assert_eq!(states.run(u64::MAX, u64::MAX, &mut store), pause, "what has ended stays so");
        assert!(states.memory.peak <= limit);
        (pause, states.memory.peak, states.family().map(|family| store.count(family).to_string()))
    };
    let (pause, enough, count) = run(usize::MAX);
    assert_eq!((pause, count.as_deref()), (Pause::End, Some("105")));
    assert_eq!(run(enough), (Pause::End, enough, count));
    let (pause, less, family) = run(enough - 1);
    assert!(pause == Pause::Memory && less < enough && family.is_none());
    assert_eq!(run(0), (Pause::Memory, 0, None));
}

#[test]
fn working_in_small_steps_changes_nothing() {
    let pairs: Vec<_> = (0..8).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect();
    let problem = parse("k8", &format!("0 1 2 3 4 5 6 7\n{}", pairs.concat())).unwrap().problem;
    let new = || Diagram::new(&problem, &Order::best(&problem), &Budget::UNLIMITED).unwrap();
    let (mut whole, mut paused, mut store) = (new(), new(), Store::new());
    assert_eq!(whole.run(u64::MAX, &mut store), Pause::End);
    while paused.run_within(u64::MAX, 3, &mut store) != Pause::End {}
    // In one store the same family is the same handle.
    assert_eq!((paused.family(), paused.work()), (whole.family(), whole.work()));
}

#[test]
fn without_solutions_the_family_is_empty_and_without_items_it_is_base() {
    let family = |problem: &Problem| {
        let mut diagram = Diagram::new(problem, &Order::best(problem), &Budget::UNLIMITED).unwrap();
        assert_eq!(diagram.run(u64::MAX, &mut Store::new()), Pause::End);
        diagram.family().unwrap()
    };
    assert_eq!(family(&parse("t", "a b\na\n").unwrap().problem), Family::EMPTY);
    assert_eq!(family(&Problem::default()), Family::BASE);
}

#[test]
fn whatever_is_allowed_has_its_solutions() {
    let text = "a b c d e f\na b\nb c\nc d\nd e\ne f\nf a\na b c\nd e f\na\nb\nc\nd\ne\nf\n";
    let problem = parse("t", text).unwrap().problem;
    let order = Order::best(&problem);
    let mut random = crate::random::SplitMix64::new(3);
    // All solutions within an amount, and whether the construction says that it has all there are.
    for unit in [1, i128::from(u64::MAX)] {
        let costs: Vec<i128> = problem.options().map(|_| unit * random.place(9) as i128).collect();
        let within = |most: i128| {
            let (mut store, allowance) = (Store::new(), Allowance { costs: costs.clone(), most });
            let mut diagram =
                Diagram::within(&problem, &order, &Budget::UNLIMITED, Some(&allowance)).unwrap();
            assert_eq!(diagram.run(u64::MAX, &mut store), Pause::End);
            let mut sums: Vec<i128> = store
                .members(diagram.family().unwrap())
                .map(|set| set.iter().map(|&var| costs[diagram.options()[var as usize].index()]).sum())
                .collect();
            sums.sort_unstable();
            (sums, diagram.has_refused(), diagram.work())
        };
        let (all, has_refused, work) = within(1000 * unit);
        assert!(!has_refused && all.len() > 10);
        for most in (0..30).map(|most| most * unit) {
            let (some, has_refused, less) = within(most);
            let is_allowed = |sum: &&i128| **sum <= most;
            assert!(all.iter().filter(is_allowed).eq(some.iter().filter(is_allowed)), "{most}");
            assert!(has_refused || some.len() == all.len());
            assert!(less <= work);
        }
        assert!(within(0).2 < work);
    }
}
