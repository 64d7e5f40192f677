//! Formulas and programs of problems: models and solutions are one to one. The readers and evaluators here share no code
//! with the writers.

use std::collections::BTreeMap;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use combien::Count;
use combien::check::check;
use combien::problem::formula::model::{Verdict, read};
use combien::problem::formula::{lp, opb};
use combien::problem::{Bounds, Builder, Kind, OptionId, Problem, dimacs, json};
use combien_tests::corpus::{self, Instance};
use combien_tests::random;
use proptest::collection::vec;
use proptest::prelude::*;

/// An instance with more solutions is left to other suites: each model is blocked as a whole, which is slow. Those with
/// bounds are small, and have the counters.
fn has_few(instance: &Instance) -> bool {
    let is_hard = ["pent", "scott", "torq11"].iter().any(|name| instance.file.contains(name));
    !is_hard && instance.has_at_most(if instance.kind == "MCC" { 1000 } else { 300 })
}

/// A formula in the DIMACS format: how many variables, those that are shown if not all, and clauses.
struct Cnf {
    variables: usize,
    shown: Option<Vec<usize>>,
    clauses: Vec<Vec<i64>>,
}

fn cnf(problem: &Problem) -> Cnf {
    let mut bytes = vec![];
    dimacs::write(problem, &mut bytes).unwrap();
    let (mut shown, mut clauses, mut sizes) = (None, vec![], None);
    for line in String::from_utf8(bytes).unwrap().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers = |words: &[&str]| -> Vec<i64> {
            let (&end, words) = words.split_last().unwrap();
            assert_eq!(end, "0");
            words.iter().map(|word| word.parse().unwrap()).collect()
        };
        match words[..] {
            ["p", "cnf", variables, count] => {
                sizes = Some((variables.parse().unwrap(), count.parse::<usize>().unwrap()));
            }
            ["c", "p", "show", ..] => {
                shown = Some(numbers(&words[3..]).into_iter().map(|literal| literal as usize).collect());
            }
            ["c", ..] => {}
            _ => clauses.push(numbers(&words)),
        }
    }
    let (variables, count) = sizes.unwrap();
    assert_eq!(clauses.len(), count);
    Cnf { variables, shown, clauses }
}

/// All models over all variables, by a solver; each is blocked as a whole.
fn models(Cnf { variables, clauses, .. }: &Cnf) -> Vec<Vec<bool>> {
    let mut solver = BasicSolver::default();
    let literals: Vec<Lit> = (0..*variables).map(|_| Lit::new(solver.new_var_default(), true)).collect();
    for clause in clauses {
        let literal = |&literal: &i64| literals[literal.unsigned_abs() as usize - 1] ^ (literal < 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    let mut models = vec![];
    while solver.solve_limited(&[]) == lbool::TRUE {
        let model: Vec<bool> =
            literals.iter().map(|&literal| solver.value_lit(literal) == lbool::TRUE).collect();
        solver.add_clause_reuse(
            &mut literals.iter().zip(&model).map(|(&literal, &value)| literal ^ value).collect(),
        );
        models.push(model);
    }
    models
}

/// The options that a model chooses; further variables are forgotten.
fn chosen(problem: &Problem, model: &[bool]) -> Vec<OptionId> {
    problem.options().filter(|option| model[option.index()]).collect()
}

/// All solutions, by trying each set of options.
fn solutions(problem: &Problem) -> Vec<Vec<OptionId>> {
    let sets = 0u32..1 << problem.option_count();
    let sets = sets.map(|set| problem.options().filter(|o| set >> o.index() & 1 == 1).collect::<Vec<_>>());
    let mut solutions: Vec<_> = sets.filter(|set| check(problem, set).is_ok()).collect();
    solutions.sort();
    solutions
}

/// A random problem, some of whose primary items get bounds.
fn problems() -> impl Strategy<Value = Problem> {
    let bounds = prop_oneof![2 => Just(None), 3 => (0u32..=3, 0u32..=2).prop_map(Some)];
    (random::problems(), vec(bounds, 4)).prop_map(|(problem, wishes)| {
        let mut builder = Builder::new();
        let mut wishes = wishes.into_iter();
        for item in problem.items() {
            let name = problem.item_name(item);
            let declared = match (problem.kind(item), wishes.next().flatten()) {
                (Kind::Primary, Some((lo, more))) => {
                    builder.bounded(name, Bounds { lo, hi: (lo + more).max(1) })
                }
                (kind, _) => builder.item(name, kind),
            };
            declared.unwrap();
        }
        for option in problem.options() {
            let entries = problem.option(option).iter().map(|&entry| match entry.color {
                Some(color) => entry.item.colored(builder.color(problem.color_name(color))),
                None => entry.item.into(),
            });
            let entries: Vec<combien::problem::Entry> = entries.collect();
            builder.option(entries).unwrap();
        }
        builder.build()
    })
}

/// A linear constraint: coefficients by variable, a relation, a number.
struct Linear {
    terms: BTreeMap<usize, i64>,
    relation: String,
    right: i64,
}

impl Linear {
    fn holds(&self, set: u64) -> bool {
        let sum: i64 = self.terms.iter().map(|(&variable, &c)| c * (set >> (variable - 1) & 1) as i64).sum();
        match &*self.relation {
            ">=" => sum >= self.right,
            "<=" => sum <= self.right,
            "=" => sum == self.right,
            other => panic!("no relation: {other}"),
        }
    }
}

fn variable(word: &str) -> usize {
    word.strip_prefix('x').unwrap().parse().unwrap()
}

/// Reads the OPB format: variables, constraints.
fn read_opb(text: &str) -> (usize, Vec<Linear>) {
    let head: Vec<&str> = text.lines().next().unwrap().split(' ').collect();
    let ["*", "#variable=", variables, "#constraint=", count] = head[..] else { panic!("no head: {head:?}") };
    let constraint = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [terms @ .., relation, right, ";"] = &words[..] else { panic!("no constraint: {line}") };
        assert!(!terms.is_empty(), "the format wants a term: {line}");
        let terms = terms.chunks(2).map(|pair| (variable(pair[1]), pair[0].parse().unwrap())).collect();
        Linear { terms, relation: (*relation).to_owned(), right: right.parse().unwrap() }
    };
    let constraints: Vec<Linear> =
        text.lines().filter(|line| !line.starts_with('*')).map(constraint).collect();
    assert_eq!(constraints.len(), count.parse::<usize>().unwrap());
    (variables.parse().unwrap(), constraints)
}

/// Reads as much of the LP format as is written: variables, constraints.
fn read_lp(text: &str) -> (usize, Vec<Linear>) {
    let mut words = text.split_whitespace().skip_while(|&word| word != "Subject").skip(2).peekable();
    let (mut constraints, mut names) = (vec![], std::collections::BTreeSet::new());
    while let Some(name) = words.next_if(|&word| word != "Binary") {
        let name = name.strip_suffix(':').unwrap();
        assert!(names.insert(name.to_owned()), "{name} is there twice");
        assert!(name.len() <= 255 && !name.starts_with(['e', 'E', '.']));
        let (mut terms, mut sign) = (BTreeMap::new(), 1);
        let relation = loop {
            match words.next().unwrap() {
                "+" => sign = 1,
                "-" => sign = -1,
                relation @ (">=" | "<=" | "=") => break relation,
                name => _ = terms.insert(variable(name), sign),
            }
        };
        let right = words.next().unwrap().parse().unwrap();
        constraints.push(Linear { terms, relation: relation.to_owned(), right });
    }
    let binary: Vec<usize> = words.skip(1).take_while(|&word| word != "End").map(variable).collect();
    assert!(binary.iter().copied().eq(1..=binary.len()));
    (binary.len(), constraints)
}

/// The sets of options among the 0/1 assignments that hold, each as often as it occurs.
fn assignments(problem: &Problem, (variables, constraints): &(usize, Vec<Linear>)) -> Vec<Vec<OptionId>> {
    let holding =
        (0u64..1 << variables).filter(|&set| constraints.iter().all(|constraint| constraint.holds(set)));
    let chosen = |set: u64| problem.options().filter(|o| set >> o.index() & 1 == 1).collect();
    let mut found: Vec<_> = holding.map(chosen).collect();
    found.sort();
    found
}

fn text_of(write: impl Fn(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = vec![];
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn models_are_the_solutions(problem in problems()) {
        let mut found: Vec<_> = models(&cnf(&problem)).iter().map(|model| chosen(&problem, model)).collect();
        found.sort();
        prop_assert_eq!(found, solutions(&problem));
    }

    #[test]
    fn assignments_are_the_solutions(problem in problems()) {
        let expected = solutions(&problem);
        for (format, read) in [
            ("opb", read_opb(&text_of(|bytes| opb::write(&problem, bytes)))),
            ("lp", read_lp(&text_of(|bytes| lp::write(&problem, bytes)))),
        ] {
            // Two to the number of variables are tried; few problems have more.
            prop_assume!(read.0 <= 16);
            prop_assert_eq!(&assignments(&problem, &read), &expected, "{}", format);
        }
    }

    #[test]
    fn json_reads_back_the_same(problem in problems()) {
        let text = text_of(|bytes| json::write(&problem, bytes));
        let again = json::parse("written", &text).unwrap().problem;
        // Color numbers may differ, for a file declares colors where it uses them; so the texts are compared.
        prop_assert_eq!(text_of(|bytes| json::write(&again, bytes)), text);
        prop_assert_eq!(solutions(&again), solutions(&problem));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "([{}\\[\\]\":,1-9 \n\u{e9}]|\"items\"|\"options\"|\"schema\": 1|\"name\"){0,40}") {
        if let Err(error) = json::parse("random", &text) {
            prop_assert!(!error.to_string().is_empty());
        }
        let problem = Builder::new().build();
        let _ = read(&problem, &text);
        let _ = read(&problem, &format!("SAT\n{text}"));
    }
}

/// Long lists, counters and colors of real instances: as many models over all variables as the sources say.
#[test]
fn instances_have_as_many_models_as_solutions() {
    let (mut run, mut with_more) = (0, 0);
    for instance in corpus::instances().into_iter().filter(has_few) {
        let problem = instance.read().unwrap().problem;
        let formula = cnf(&problem);
        let models = models(&formula);
        assert_eq!(Some(Count::from(models.len() as u64)), instance.count, "{}", instance.file);
        let has_more = formula.variables > problem.option_count();
        let options: Vec<usize> = (1..=problem.option_count()).collect();
        assert_eq!(formula.shown, has_more.then_some(options), "{}", instance.file);
        for model in models.iter().take(10) {
            let literals =
                model.iter().zip(1i64..).map(|(&value, number)| if value { number } else { -number });
            let literals: Vec<String> = literals.map(|literal| literal.to_string()).collect();
            let said = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
            let Ok(Verdict::Solution(solution)) = read(&problem, &said) else { panic!("{said}") };
            assert_eq!(check(&problem, solution.options()), Ok(()), "{}", instance.file);
        }
        run += 1;
        with_more += usize::from(has_more);
    }
    assert!(run >= 60 && with_more >= 10, "only {run} instances were run, {with_more} with more variables");
}
