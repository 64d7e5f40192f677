//! Formulas and programs of problems: models and solutions are one to one. The readers and evaluators here
//! share no code with the writers.

use std::collections::{BTreeMap, BTreeSet};

use combien::Count;
use combien::check::check;
use combien::problem::{Bounds, Builder, ItemId, Kind, OptionId, Problem};
use combien::solve::{Engine, Enumerate};
use combien_formats::model::{Verdict, read};
use combien_formats::{csv, dimacs, json, mps, sage};
use combien_formats::{flatzinc, lp, minizinc, opb};
use combien_tests::corpus::{self, Instance};
use combien_tests::random;
use proptest::collection::vec;
use proptest::prelude::*;

/// An instance with more solutions is left to other suites: each model is blocked as a whole, which is slow.
/// Those with bounds are small, and have the counters.
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

/// All models over all variables. The formula is a problem: a variable is an item with two options, one for
/// each value, and a clause is an item that the options of its literals cover at least once.
fn models(Cnf { variables, clauses, .. }: &Cnf) -> Vec<Vec<bool>> {
    let mut builder = Builder::new();
    let variable: Vec<_> = (0..*variables).map(|v| builder.primary(&format!("v{v}")).unwrap()).collect();
    let bounds = Bounds { lo: 1, hi: Bounds::UNLIMITED };
    let mut of_literal: BTreeMap<i64, BTreeSet<ItemId>> = BTreeMap::new();
    for (number, clause) in clauses.iter().enumerate() {
        let item = builder.bounded(&format!("c{number}"), bounds).unwrap();
        for &literal in clause {
            of_literal.entry(literal).or_default().insert(item);
        }
    }
    for (&item, number) in variable.iter().zip(1i64..) {
        for literal in [number, -number] {
            let satisfied = of_literal.remove(&literal).unwrap_or_default();
            builder.option([item].into_iter().chain(satisfied)).unwrap();
        }
    }
    let models = Enumerate::of(&builder.build()).by(Engine::Sat).run().unwrap();
    models.map(|model| model.options().iter().map(|option| option.index() % 2 == 0).collect()).collect()
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
    let (mut constraints, mut names) = (vec![], BTreeSet::new());
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

/// Reads an MPS file in the free form as the published description has it, whatever the coefficients are.
fn read_mps(text: &str) -> (usize, Vec<Linear>) {
    let (mut section, mut rows, mut columns) = ("", vec![], BTreeMap::new());
    let (mut constraints, mut fixed) = (BTreeMap::new(), vec![]);
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with(' ') {
            section = words[0];
            continue;
        }
        match (section, &words[..]) {
            ("ROWS", [kind, name]) => {
                let relation = BTreeMap::from([("E", "="), ("G", ">="), ("L", "<="), ("N", "")])[kind];
                rows.push((*name, *kind));
                let linear = Linear { terms: BTreeMap::new(), relation: relation.to_owned(), right: 0 };
                assert!(constraints.insert(*name, vec![linear]).is_none(), "{name} is there twice");
            }
            ("COLUMNS", ["MARKER", ..]) => {}
            ("COLUMNS", [column, row, value]) => {
                let number = columns.len() + 1;
                let number = *columns.entry(*column).or_insert(number);
                if rows[0].0 != *row {
                    constraints.get_mut(row).unwrap()[0].terms.insert(number, value.parse().unwrap());
                }
            }
            ("RHS", [_, row, value]) => constraints.get_mut(row).unwrap()[0].right = value.parse().unwrap(),
            ("RANGES", [_, row, value]) => {
                let of_row = constraints.get_mut(row).unwrap();
                assert_eq!(of_row[0].relation, ">=", "only rows of type G get a range");
                let right = of_row[0].right + value.parse::<i64>().unwrap();
                let terms = of_row[0].terms.clone();
                of_row.push(Linear { terms, relation: "<=".to_owned(), right });
            }
            ("BOUNDS", ["BV", _, column]) => assert!(columns.contains_key(column)),
            ("BOUNDS", ["FX", _, column, "0"]) => fixed.push(columns[column]),
            _ => panic!("in {section}: {line}"),
        }
    }
    assert_eq!((section, rows[0].1), ("ENDATA", "N"));
    let objective = rows[0].0;
    let mut all: Vec<Linear> =
        constraints.into_iter().filter(|(name, _)| *name != objective).flat_map(|(_, list)| list).collect();
    let zero = |column| Linear { terms: BTreeMap::from([(column, 1)]), relation: "=".to_owned(), right: 0 };
    all.extend(fixed.into_iter().map(zero));
    (columns.len(), all)
}

/// Reads FlatZinc as far as it is written: variables, constraints.
fn read_flatzinc(text: &str) -> (usize, Vec<Linear>) {
    let (mut variables, mut constraints) = (0, vec![]);
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("var 0..1: ") {
            variables += 1;
            assert_eq!(variable(name.strip_suffix(';').unwrap()), variables);
        } else if let Some(constraint) = line.strip_prefix("constraint int_lin_") {
            let (relation, rest) = constraint.split_once("([").unwrap();
            let (factors, rest) = rest.split_once("], [").unwrap();
            let (names, right) = rest.split_once("], ").unwrap();
            let factors: Vec<&str> = factors.split(", ").collect();
            let names: Vec<&str> = names.split(", ").collect();
            assert_eq!(factors.len(), names.len());
            let terms =
                names.iter().zip(factors).map(|(name, factor)| (variable(name), factor.parse().unwrap()));
            let relation = BTreeMap::from([("eq", "="), ("le", "<=")])[relation].to_owned();
            let right = right.strip_suffix(");").unwrap().parse().unwrap();
            constraints.push(Linear { terms: terms.collect(), relation, right });
        } else {
            assert!(line.starts_with(['%', 'a', 's']), "{line}");
        }
    }
    (variables, constraints)
}

/// A model in MiniZinc: its lists of numbers and of sets of numbers, by their names.
struct Model {
    lists: BTreeMap<String, Vec<Vec<usize>>>,
    never: Vec<usize>,
}

/// The constraints of a model, which are the same for all problems.
const CONSTRAINTS: [&str; 4] = [
    "let { var int: times = sum (k in covers[i]) (bool2int(x[k])) } in times >= low[i] /\\ times <= high[i]);",
    "(x[use_option[u]] -> color[use_item[u]] = use_color[u]);",
    "(color[i] <= colors[i]);",
    "(color[i] > 0 -> exists (k in has[i]) (x[k]));",
];

fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

fn read_minizinc(text: &str) -> Model {
    let (mut lists, mut never) = (BTreeMap::new(), vec![]);
    let mut constraints = vec![];
    for statement in text.split(";\n") {
        let lines = statement.lines().filter(|line| !line.starts_with('%'));
        let statement = lines.map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned();
        if let Some(set) = statement.strip_prefix("constraint forall (k in {") {
            let (set, then) = set.split_once('}').unwrap();
            assert_eq!(then, ") (not x[k])");
            never = numbers(set);
        } else if statement.starts_with("constraint") {
            constraints.push(format!("{statement};"));
        } else if let Some((head, list)) =
            statement.split_once(" = [").filter(|_| statement.starts_with("array"))
        {
            let name = head.rsplit(' ').next().unwrap();
            let list = list.strip_suffix(']').unwrap();
            if head.contains("set of int") {
                lists.insert(name.to_owned(), list.split('{').skip(1).map(numbers).collect());
            } else if head.contains("of int") {
                lists.insert(name.to_owned(), numbers(list).into_iter().map(|number| vec![number]).collect());
            }
        }
    }
    let expected = if lists.contains_key("colors") { &CONSTRAINTS[..] } else { &CONSTRAINTS[..1] };
    assert_eq!(constraints.len(), expected.len());
    for (constraint, end) in constraints.iter().zip(expected) {
        assert!(constraint.ends_with(end), "{constraint}");
    }
    Model { lists, never }
}

/// In how many ways the colors of a model fit to a set of options; 0 if the set breaks another constraint.
fn ways(model: &Model, set: u64) -> usize {
    let none = vec![];
    let list = |name: &str| model.lists.get(name).unwrap_or(&none);
    let is_chosen = |option: &&usize| set >> (*option - 1) & 1 == 1;
    let counts = list("covers").iter().map(|options| options.iter().filter(is_chosen).count());
    let mut bounds = list("low").iter().zip(list("high")).zip(counts);
    if model.never.iter().any(|option| is_chosen(&option))
        || !bounds.all(|((low, high), times)| low[0] <= times && times <= high[0])
    {
        return 0;
    }
    let of_item = |item: usize| {
        (0..=list("colors")[item][0])
            .filter(|&color| {
                let uses =
                    (0..list("use_item").len()).filter(|&place| list("use_item")[place][0] == item + 1);
                let mut chosen = uses.filter(|&place| is_chosen(&&list("use_option")[place][0]));
                chosen.all(|place| list("use_color")[place][0] == color)
                    && (color == 0 || list("has")[item].iter().any(|option| is_chosen(&option)))
            })
            .count()
    };
    (0..list("colors").len()).map(of_item).product()
}

/// The same problem with costs.
fn with_costs(problem: Problem, costs: &[(i32, u32)]) -> Problem {
    let mut builder = Builder::from(problem);
    for (&(units, places), option) in costs.iter().zip(builder.so_far().options()) {
        let cost = combien::problem::Decimal::new(units.into(), places).unwrap();
        builder.cost(option, cost).unwrap();
    }
    builder.build()
}

/// The problem as text, the items of each option in their order.
fn sorted(problem: &Problem) -> String {
    let mut builder = Builder::new();
    for item in problem.items() {
        let name = problem.item_name(item);
        let declared = match problem.kind(item) {
            Kind::Primary => builder.bounded(name, problem.bounds(item)),
            Kind::Secondary => builder.secondary(name),
        };
        declared.unwrap();
    }
    for option in problem.options() {
        let mut entries = problem.option(option).to_vec();
        entries.sort_by_key(|entry| entry.item);
        let entries: Vec<combien::problem::Entry> = entries
            .iter()
            .map(|&entry| match entry.color {
                Some(color) => entry.item.colored(builder.color(problem.color_name(color))),
                None => entry.item.into(),
            })
            .collect();
        let added = builder.option(entries).unwrap();
        builder.cost(added, problem.decimal_cost(option)).unwrap();
    }
    let sorted = builder.build();
    text_of(|bytes| json::write(&sorted, bytes))
}

/// The same without the colors that several options share.
fn without_colors(problem: &Problem) -> Problem {
    let mut builder = Builder::new();
    for item in problem.items() {
        let name = problem.item_name(item);
        let declared = match problem.kind(item) {
            Kind::Primary => builder.bounded(name, problem.bounds(item)),
            Kind::Secondary => builder.secondary(name),
        };
        declared.unwrap();
    }
    for option in problem.options() {
        builder.option(problem.option(option).iter().map(|entry| entry.item)).unwrap();
    }
    builder.build()
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
            ("mps", read_mps(&text_of(|bytes| mps::write(&problem, bytes)))),
            ("fzn", read_flatzinc(&text_of(|bytes| flatzinc::write(&problem, bytes)))),
        ] {
            // Two to the number of variables are tried; few problems have more.
            prop_assume!(read.0 <= 16);
            prop_assert_eq!(&assignments(&problem, &read), &expected, "{}", format);
        }
    }

    /// Lists without colors and bounds have a row for each option, and the solutions of all rows, without those behind the options, are those of
    /// the problem.
    #[test]
    fn lists_for_sage_have_the_same_solutions(problem in random::problems()) {
        let mut bytes = vec![];
        let is_plain = |option| problem.option(option).iter().all(|entry| entry.color.is_none());
        let has_primary = |option| problem.option(option).iter().any(|entry| problem.kind(entry.item) == Kind::Primary);
        let occurs = |item| problem.options().any(|option| problem.option(option).iter().any(|entry| entry.item == item));
        let can_be = problem.options().all(|option| is_plain(option) && has_primary(option))
            && problem.primary_items().all(|item| occurs(item) && problem.bounds(item) == Bounds::ONCE);
        prop_assert_eq!(sage::write(&problem, &mut bytes).is_ok(), can_be);
        if can_be {
            let lists = json::parse("t.sage", std::str::from_utf8(&bytes).unwrap()).unwrap().problem;
            let mut found: Vec<Vec<OptionId>> = solutions(&lists);
            for solution in &mut found {
                solution.retain(|option| option.index() < problem.option_count());
            }
            found.sort();
            prop_assert_eq!(found, solutions(&problem));
        }
    }

    #[test]
    fn models_in_minizinc_are_the_solutions(problem in problems()) {
        let model = read_minizinc(&text_of(|bytes| minizinc::write(&problem, bytes)));
        for set in 0u64..1 << problem.option_count() {
            let chosen: Vec<_> = problem.options().filter(|o| set >> o.index() & 1 == 1).collect();
            prop_assert_eq!(ways(&model, set), usize::from(check(&problem, &chosen).is_ok()));
        }
    }

    #[test]
    fn csv_reads_back_the_same(problem in problems(), costs in vec((-99i32..99, 0u32..3), 0..10)) {
        let problem = with_costs(problem, &costs);
        let mut bytes = vec![];
        csv::write(&problem, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(sorted(&csv::parse("written", &text).unwrap().problem), sorted(&problem), "{}", text);
        // The same with other delimiters.
        for delimiter in [";", "\t"] {
            let text = text.replace(',', delimiter);
            if !text.lines().next().unwrap_or_default().contains(delimiter) {
                continue;
            }
            prop_assert_eq!(sorted(&csv::parse("written", &text).unwrap().problem), sorted(&problem), "{}", text);
        }
    }

    #[test]
    fn mps_reads_back_the_same(problem in problems(), costs in vec((-99i32..99, 0u32..3), 0..10)) {
        let problem = with_costs(without_colors(&problem), &costs);
        let text = text_of(|bytes| mps::write(&problem, bytes));
        let again = mps::parse("written", &text).unwrap().problem;
        prop_assert_eq!(text_of(|bytes| json::write(&again, bytes)), text_of(|bytes| json::write(&problem, bytes)), "{}", text);
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
        if let Err(error) = csv::parse("random", &text.replace('{', ";")) {
            prop_assert!(!error.to_string().is_empty());
        }
        let problem = Builder::new().build();
        let _ = read(&problem, &text);
        let _ = read(&problem, &format!("SAT\n{text}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_program_makes_the_reader_panic(
        text in "(NAME\n|ROWS\n|COLUMNS\n|RHS\n|RANGES\n|BOUNDS\n|ENDATA\n| [NEGLX] [abé]\n|    x[12] [abé] -?[0-9e.]{1,4}\n|    M 'MARKER' 'INTORG'\n| (BV|UP|FX|XX) B x[12] [012]\n|    R [ab] [0-9]\n|[ \né]){0,30}"
    ) {
        if let Err(error) = mps::parse("random", &text) {
            prop_assert!(!error.to_string().is_empty());
        }
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
