//! The questions about a reduced problem: its components are counted, or searched, separately.

use super::choice::Choice;
use super::engine::Engine;
use super::error::Error;
use super::guard::Guard;
use super::product::{Product, ROOM};
use super::report::Report;
use super::solutions::{Renamed, Solutions};
use super::{counting, enumeration};
use crate::budget::{Budget, Meter, Outcome, Progress, Reason, Work};
use crate::count::Count;
use crate::reduce::Reduction;

/// Each solution: the options taken, with one solution of each component.
pub(super) fn each<'a>(
    reduction: &Reduction,
    choice: &Choice,
    budget: Budget,
    at_most: Option<u64>,
    meter: Option<Box<dyn Meter + 'a>>,
) -> Result<Solutions<'a>, Error> {
    let (engine, problem) = (choice.engine(), reduction.original());
    let profile = engine.profile();
    if !profile.lists_solutions() {
        return Err(Error::Unsupported { engine, question: "list solutions" });
    }
    let is_searched = profile.cuts || profile.lists;
    if let (true, false, [only]) = (is_searched, reduction.is_impossible(), reduction.components()) {
        engine.can_take(only.problem())?;
        let renamed = Renamed { taken: reduction.shared_taken(), component: only.clone() };
        return match enumeration::each(only.problem(), choice, &budget, at_most) {
            Ok(search) => Ok(Solutions::of(
                problem,
                search,
                Some(renamed),
                Guard::new(budget, meter).at_most(at_most).reasons(choice.reasons(only.problem())),
            )),
            Err(Error::Stopped(reason)) => {
                Ok(Solutions::not_begun(problem, engine, reason, Guard::new(budget, meter)))
            }
            Err(error) => Err(error),
        };
    }
    let product = Product::new(reduction, choice.clone(), &budget, ROOM)?;
    Ok(Solutions::of(problem, Box::new(product), None, Guard::new(budget, meter).at_most(at_most)))
}

/// The count: the product of the counts of the components. The smallest comes first, because a component
/// without solutions settles the answer.
///
/// If it is stopped, the product of the certain counts is certain; a component that was not begun may have no
/// solution.
pub(super) fn count(
    reduction: &Reduction,
    choice: &Choice,
    budget: &Budget,
    mut meter: Option<Box<dyn Meter + '_>>,
) -> Result<Report<Count>, Error> {
    let parts = reduction.components();
    let mut total = Total::new(reduction, choice.engine());
    for (place, part) in parts.iter().rev().enumerate() {
        let mut share =
            Share { meter: meter.as_deref_mut(), before: total.work.nodes, place, of: parts.len() };
        let guard = Guard::new(budget.after(total.work.nodes), Some(Box::new(&mut share)));
        let guard = guard.reasons(choice.reasons(part.problem()));
        let report = counting::count(part.problem(), choice, guard)?;
        let fraction = share.of_all(report.fraction);
        let is_last = place + 1 == parts.len();
        if total.multiply(report, fraction, is_last, budget) {
            break;
        }
    }
    Ok(total.report(parts.len()))
}

/// The product of the counts so far.
struct Total {
    certain: Count,
    stopped: Option<Reason>,
    /// The engine that counted the last component, and why.
    engine: Engine,
    why: String,
    work: Work,
    fraction: f64,
}

impl Total {
    fn new(reduction: &Reduction, engine: Engine) -> Total {
        let certain = Count::from(u64::from(!reduction.is_impossible()));
        let why = "the reduction left nothing to search".to_owned();
        Total {
            certain,
            stopped: None,
            engine: engine.for_search(),
            why,
            work: Work::default(),
            fraction: 1.0,
        }
    }

    /// Takes the next component into account. Returns true if nothing more will become known.
    fn multiply(&mut self, report: Report<Count>, fraction: f64, is_last: bool, budget: &Budget) -> bool {
        (self.engine, self.why) = (report.engine, report.why);
        self.work += report.work;
        match report.outcome {
            Outcome::Answer(count) if count.is_zero() => {
                (self.certain, self.stopped, self.fraction) = (count, None, 1.0);
                true
            }
            Outcome::Answer(count) => {
                self.certain = &self.certain * &count;
                false
            }
            Outcome::Stopped { certain, reason } => {
                self.certain = &self.certain * &certain;
                if self.stopped.is_none() {
                    self.fraction = fraction;
                    self.stopped = Some(budget.blame(reason));
                }
                // Another component may still fit into memory, and have no solution.
                let continues = matches!(reason, Reason::Memory(_));
                if !continues && !is_last {
                    self.certain = Count::ZERO;
                }
                !continues
            }
        }
    }

    fn report(self, parts: usize) -> Report<Count> {
        let Total { certain, stopped, engine, work, fraction, .. } = self;
        let why = match parts {
            0 | 1 => self.why,
            _ => format!("{}; this was the last of {parts} independent parts", self.why),
        };
        match stopped {
            None => Report::answered(certain, engine, why, work),
            Some(reason) => Report::stopped((certain, reason), engine, why, work, fraction),
        }
    }
}

/// Tells a meter how far the whole is, from how far one component is.
struct Share<'m, 'a> {
    meter: Option<&'m mut (dyn Meter + 'a)>,
    /// The nodes of other components.
    before: u64,
    place: usize,
    of: usize,
}

impl Share<'_, '_> {
    fn of_all(&self, fraction: f64) -> f64 {
        (self.place as f64 + fraction) / self.of as f64
    }
}

impl Meter for Share<'_, '_> {
    fn tick(&mut self, Progress { nodes, solutions, fraction, left }: Progress) {
        let fraction = self.of_all(fraction);
        if let Some(meter) = &mut self.meter {
            // The later components have not been searched.
            let left = left.filter(|_| self.place + 1 == self.of);
            meter.tick(Progress { nodes: self.before + nodes, solutions, fraction, left });
        }
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        self.meter.as_mut().is_some_and(|meter| meter.is_due(self.before + nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Problem, Solution, dlx::parse};
    use crate::solve::{self, Ending, Enumerate, StopFlag};

    /// One option taken, and three components with 7, 3 and 2 solutions.
    const PARTS: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\na\nb\nc\nd\n\
                         e f\ne\nf\ne\ng h\ng\nh\ni j\n";

    fn problem(text: &str) -> Problem {
        parse("t.dlx", text).unwrap().problem
    }

    fn limited(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::UNLIMITED }
    }

    fn listed(reduction: &Reduction, room: usize, nodes: Option<u64>) -> (Vec<Solution>, Work, Ending) {
        let budget = Budget { nodes, ..Budget::UNLIMITED };
        let product =
            Product::new(reduction, Choice { by: Engine::Links.into(), ..Choice::default() }, &budget, room)
                .unwrap();
        let guard = Guard::new(budget, None);
        let mut solutions = Solutions::of(reduction.original(), Box::new(product), None, guard);
        let found = solutions.by_ref().collect();
        (found, solutions.work(), solutions.ending().unwrap())
    }

    #[test]
    fn components_multiply_and_the_first_one_is_the_slowest() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        let options: Vec<_> =
            reduction.components().iter().map(|part| part.problem().option_count()).collect();
        assert_eq!(options, [8, 4, 3]);
        let report = solve::Count::reduced(&reduction).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(42u64.into()));
        assert!(report.why.ends_with("; this was the last of 3 independent parts"), "{}", report.why);
        let found: Vec<_> = Enumerate::reduced(&reduction).run().unwrap().collect();
        let mut whole: Vec<_> = Enumerate::of(&problem).run().unwrap().collect();
        let of_first = |solution: &Solution| {
            solution.options().iter().filter(|option| option.index() < 8).copied().collect::<Vec<_>>()
        };
        let runs = found.chunk_by(|a, b| of_first(a) == of_first(b)).map(<[_]>::len).collect::<Vec<_>>();
        assert_eq!(runs, [6; 7]);
        whole.sort();
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(sorted, whole);
    }

    #[test]
    fn with_and_without_room_for_lists_the_solutions_are_the_same() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        let (found, least, ending) = listed(&reduction, ROOM, None);
        assert_eq!(ending, Ending::Complete);
        for room in (0..600).step_by(7) {
            let (again, work, _) = listed(&reduction, room, None);
            assert_eq!(again, found, "room for {room}");
            assert!(work.nodes >= least.nodes);
        }
    }

    #[test]
    fn a_limit_of_nodes_stops_at_the_same_place_and_one_above_the_truth_does_not() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        for room in [0, 200, ROOM] {
            let (found, work, _) = listed(&reduction, room, None);
            for nodes in 0..work.nodes {
                let (some, stopped, ending) = listed(&reduction, room, Some(nodes));
                assert_eq!((stopped.nodes, ending), (nodes, Ending::Stopped(Reason::Nodes(nodes))));
                assert_eq!(some, found[..some.len()]);
            }
            assert_eq!(listed(&reduction, room, Some(work.nodes)), (found, work, Ending::Complete));
        }
        let whole = solve::Count::reduced(&reduction).run().unwrap();
        for nodes in 0..whole.work.nodes {
            let report = solve::Count::reduced(&reduction).budget(limited(nodes)).run().unwrap();
            let Outcome::Stopped { certain, reason } = report.outcome else { panic!("{nodes} were enough") };
            assert_eq!((reason, report.work.nodes), (Reason::Nodes(nodes), nodes));
            assert!(certain < 42u64.into() && report.fraction < 1.0);
        }
        assert_eq!(solve::Count::reduced(&reduction).budget(limited(whole.work.nodes)).run().unwrap(), whole);
    }

    #[test]
    fn components_not_begun_count_as_nothing() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        let certain = |nodes| {
            let report = solve::Count::reduced(&reduction).budget(limited(nodes)).run().unwrap();
            report.outcome.certain().clone()
        };
        // The two small components have 3 * 2 solutions; of the large one, one more is known at each step.
        let whole = solve::Count::reduced(&reduction).run().unwrap().work;
        let counts: Vec<Count> = (0..whole.nodes).map(certain).collect();
        assert!(counts.is_sorted() && counts.contains(&Count::ZERO) && counts.contains(&36u64.into()));
        assert!(counts.iter().all(|count| count.to_u64().unwrap() % 6 == 0), "{counts:?}");
    }

    #[test]
    fn a_component_without_solutions_decides_the_answer() {
        // Five points cannot be matched in pairs, as a search finds; the larger component does not have to be
        // searched.
        let points = ["p", "q", "r", "s", "t"];
        let pairs = (0..5)
            .flat_map(|a| (0..a).map(move |b| format!("{} {}\n", points[b], points[a])))
            .collect::<String>();
        let problem = problem(&format!("a b c p q r s t\n{}{pairs}", "a b\nb c\na\nc\n".repeat(4)));
        let reduction = Reduction::new(&problem, u64::MAX);
        let options: Vec<_> =
            reduction.components().iter().map(|part| part.problem().option_count()).collect();
        assert_eq!(options, [16, 10]);
        let report = solve::Count::reduced(&reduction).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(Count::ZERO));
        let alone = solve::Count::of(reduction.components()[1].problem()).run().unwrap();
        assert_eq!(report.work, alone.work);
        let first = Enumerate::reduced(&reduction).first().unwrap();
        assert_eq!((first.outcome, first.work), (Outcome::Answer(None), alone.work));
    }

    #[test]
    fn impossible_and_decided_problems_need_no_engine() {
        for (text, count) in [("a b\na\n", 0u64), ("a b\na\nb\n", 1)] {
            let problem = problem(text);
            let reduction = Reduction::new(&problem, u64::MAX);
            for engine in [Engine::Auto, Engine::Links, Engine::Zdd] {
                let report = solve::Count::reduced(&reduction).by(engine).run().unwrap();
                assert_eq!((report.outcome, report.work), (Outcome::Answer(count.into()), Work::default()));
                assert_ne!(report.engine, Engine::Auto);
                let first = Enumerate::reduced(&reduction).by(engine).first().unwrap();
                assert_eq!(first.outcome.certain().is_some(), count == 1);
            }
            assert!(Enumerate::reduced(&reduction).by(Engine::Frontier).run().is_err());
        }
        let empty = Problem::default();
        let reduction = Reduction::new(&empty, u64::MAX);
        let found: Vec<_> = Enumerate::reduced(&reduction).run().unwrap().collect();
        assert_eq!(found, [Solution::default()]);
    }

    #[test]
    fn a_raised_flag_and_little_memory_stop_it() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let outcome = solve::Count::reduced(&reduction).budget(budget.clone()).run().unwrap().outcome;
        assert_eq!(outcome, Outcome::Stopped { certain: Count::ZERO, reason: Reason::Asked });
        let mut solutions = Enumerate::reduced(&reduction).budget(budget).run().unwrap();
        assert_eq!((solutions.next(), solutions.ending()), (None, Some(Ending::Stopped(Reason::Asked))));
        let little = Budget { memory: Some(100), ..Budget::UNLIMITED };
        let mut solutions =
            Enumerate::reduced(&reduction).by(Engine::Zdd).budget(little.clone()).run().unwrap();
        assert_eq!(
            (solutions.next(), solutions.ending()),
            (None, Some(Ending::Stopped(Reason::Memory(100))))
        );
        let outcome = solve::Count::reduced(&reduction).by(Engine::Zdd).budget(little).run().unwrap().outcome;
        assert_eq!(outcome, Outcome::Stopped { certain: Count::ZERO, reason: Reason::Memory(100) });
    }

    #[test]
    fn a_limit_on_solutions_is_obeyed() {
        let problem = problem(PARTS);
        let reduction = Reduction::new(&problem, u64::MAX);
        let outcome = Enumerate::reduced(&reduction).at_most(5).tally().unwrap().outcome;
        assert_eq!(outcome, Outcome::Stopped { certain: 5u64.into(), reason: Reason::Solutions(5) });
    }
}
