//! Problems as plain data: for pickles, and to compare them.

use combien::problem::{Bounds, Color, Decimal, Entry, ItemId, Kind, OptionId};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::handles::error::{error, raise, refused};
use crate::handles::labels::Labels;
use crate::handles::objects::{Object, Pickle, Tuple};
use crate::handles::problem::{Held, Problem, Solution};

/// The version of the pickle format.
const VERSION: u32 = 1;

/// Of a pickle: the colors, the entries of all options (item, then 0 or the color's number from 1), where the entries of each
/// option end, and the names of options.
pub(crate) type Parts<'py> =
    (Vec<Object<'py>>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<(usize, Object<'py>)>);

/// The costs of the options, in units of 10 to the power of minus the number behind them. Only a problem with costs has them in its
/// pickle.
pub(crate) type Costs<'py> = (Bound<'py, PyBytes>, u32);

fn labels<'py>(py: Python<'py>, labels: &Labels) -> PyResult<Object<'py>> {
    match labels {
        Labels::Numbers(count) => Ok(count.into_pyobject(py)?.into_any()),
        Labels::Objects(objects, _) => Ok(PyList::new(py, objects)?.into_any()),
    }
}

/// The contents of a pickle, with these items and colors.
fn state<'py>(
    py: Python<'py>,
    core: &combien::Problem,
    items: Object<'py>,
    colors: Vec<Object<'py>>,
    names: Vec<(usize, Object<'py>)>,
) -> PyResult<Tuple<'py>> {
    let kinds: Vec<u8> = core.items().map(|item| u8::from(core.kind(item) == Kind::Secondary)).collect();
    let bounds: Vec<_> =
        core.bounded_items().map(|(item, bounds)| (item.index(), bounds.lo, bounds.hi)).collect();
    let (mut entries, mut ends) = (Vec::<u8>::new(), Vec::<u8>::new());
    for option in core.options() {
        for entry in core.option(option) {
            entries.extend((entry.item.index() as u32).to_le_bytes());
            entries.extend(entry.color.map_or(0, |color| color.index() as u32 + 1).to_le_bytes());
        }
        ends.extend(((entries.len() / 8) as u32).to_le_bytes());
    }
    let parts = (colors, PyBytes::new(py, &entries), PyBytes::new(py, &ends), names);
    let kinds = PyBytes::new(py, &kinds);
    if !core.has_costs() {
        return (VERSION, items, kinds, bounds, parts).into_pyobject(py);
    }
    let costs: Vec<u8> = core.options().flat_map(|option| core.cost(option).to_le_bytes()).collect();
    (VERSION, items, kinds, bounds, parts, (PyBytes::new(py, &costs), core.cost_places())).into_pyobject(py)
}

pub(crate) fn reduce<'py>(problem: &Held<'py>) -> PyResult<Pickle<'py>> {
    let py = problem.py();
    let problem = problem.borrow();
    let core = problem.builder.so_far();
    let given = |option: OptionId| Some((option.index(), problem.names.given(py, option.index())?));
    let names: Vec<_> = core.options().filter_map(given).collect();
    let colors = labels(py, &problem.colors)?.extract()?;
    let state = state(py, core, labels(py, &problem.items)?, colors, names)?;
    Ok((py.import("combien._combien")?.getattr("_restore")?, state))
}

/// The arguments of ``_restore`` for the same problem with strings for items and colors, and no names of options: a machine that
/// only searches it needs none of the user's objects. Its fingerprint is the same.
pub(crate) fn plain<'py>(problem: &Held<'py>) -> PyResult<Tuple<'py>> {
    let py = problem.py();
    let core = problem.borrow().core();
    let text = |name: &str| PyString::new(py, name).into_any();
    let items = PyList::new(py, core.items().map(|item| text(core.item_name(item))))?.into_any();
    let colors = core.colors().map(|color| text(core.color_name(color))).collect();
    state(py, &core, items, colors, vec![])
}

/// A pickle of a solution: a problem of its own options alone, as large as it is itself, and their numbers.
pub(crate) fn reduce_solution<'py>(solution: &Bound<'py, Solution>) -> PyResult<Pickle<'py>> {
    let (py, solution) = (solution.py(), solution.get());
    let numbers = solution.numbers();
    let whole = solution.problem.bind(py).borrow();
    let (core, mut alone) = (whole.builder.so_far(), Problem::empty(py));
    let entries = || solution.options().iter().flat_map(|&option| core.option(option));
    let mut items: Vec<ItemId> = entries().map(|entry| entry.item).collect();
    items.sort_unstable();
    items.dedup();
    for &item in &items {
        alone.add_item(&whole.items.object(py, item.index()), core.kind(item), core.bounds(item))?;
    }
    for (&option, &number) in solution.options().iter().zip(&numbers) {
        let mut kept = vec![];
        for entry in core.option(option) {
            let color = entry.color.map(|color| alone.color(&whole.colors.object(py, color.index())));
            let item = items.partition_point(|&item| item < entry.item);
            kept.push(Entry { item: ItemId::from_index(item), color: color.transpose()? });
        }
        let kept = alone.builder.option(kept).map_err(refused)?;
        alone.builder.cost(kept, core.decimal_cost(option)).map_err(refused)?;
        let given = whole.names.given(py, option.index());
        alone.name(kept, &given.map_or_else(|| number.into_bound_py_any(py), Ok)?)?;
    }
    drop(whole);
    let restore = py.import("combien._combien")?.getattr("_restore_solution")?;
    Ok((restore, (alone, numbers).into_pyobject(py)?))
}

/// A solution of all options of its problem, which had these numbers in another one.
pub(crate) fn restore_solution(problem: &Held, numbers: Vec<usize>) -> PyResult<Solution> {
    let options: Vec<OptionId> = problem.borrow().core().options().collect();
    if options.len() != numbers.len() {
        raise!("this pickle of a solution is broken");
    }
    let solution = Solution::of_options(problem, &options);
    Ok(Solution { numbers: Some(numbers.into()), ..solution })
}

fn words(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word) as usize)
}

pub(crate) fn restore(
    py: Python<'_>,
    version: u32,
    items: &Object,
    kinds: &Bound<'_, PyBytes>,
    bounds: &[(usize, u32, u32)],
    (colors, entries, ends, names): Parts<'_>,
    costs: Option<Costs<'_>>,
) -> PyResult<Problem> {
    if version != VERSION {
        raise!("this pickle is of version {version}, and only {VERSION} can be read");
    }
    let broken = || error("this pickle of a problem is broken");
    let kinds = kinds.as_bytes();
    let mut problem = Problem::empty(py);
    let kind_of = |number: usize| match kinds.get(number) {
        Some(0) => Ok(Kind::Primary),
        Some(1) => Ok(Kind::Secondary),
        _ => Err(broken()),
    };
    if let Ok(count) = items.extract::<usize>() {
        if count != kinds.len() {
            return Err(broken());
        }
        for number in 0..count {
            problem.builder.item(&number.to_string(), kind_of(number)?).map_err(|_| broken())?;
        }
        problem.items = Labels::Numbers(count);
    } else {
        for (number, item) in items.try_iter()?.enumerate() {
            let given = bounds.iter().find(|&&(bounded, ..)| bounded == number);
            let bounds = given.map_or(Bounds::ONCE, |&(_, lo, hi)| Bounds { lo, hi });
            problem.add_item(&item?, kind_of(number)?, bounds)?;
        }
    }
    let colors = colors.iter().map(|color| problem.color(color)).collect::<PyResult<Vec<_>>>()?;
    let entries: Vec<usize> = words(entries.as_bytes()).collect();
    let mut start = 0;
    for end in words(ends.as_bytes()) {
        let pairs = entries.get(2 * start..2 * end).ok_or_else(broken)?;
        let entry = |pair: &[usize]| {
            let color = pair[1].checked_sub(1).map(|color| colors.get(color).copied().ok_or_else(broken));
            Ok(Entry { item: ItemId::from_index(pair[0]), color: color.transpose()? })
        };
        let option = pairs.chunks_exact(2).map(entry).collect::<PyResult<Vec<_>>>()?;
        problem.builder.option(option).map_err(|_| broken())?;
        start = end;
    }
    if let Some((units, places)) = costs {
        let (units, rest) = units.as_bytes().as_chunks();
        if !rest.is_empty() || units.len() != problem.builder.so_far().option_count() {
            return Err(broken());
        }
        for (option, &units) in units.iter().enumerate() {
            let cost = Decimal::new(i64::from_le_bytes(units), places).ok_or_else(broken)?;
            problem.builder.cost(OptionId::from_index(option), cost).map_err(|_| broken())?;
        }
    }
    for (option, name) in names {
        if option >= problem.builder.so_far().option_count() {
            return Err(broken());
        }
        problem.name(OptionId::from_index(option), &name)?;
    }
    Ok(problem)
}

/// Have two problems the same items and the same options, in the same order, by the same names and with the same costs?
pub(crate) fn are_equal(one: &Held, other: &Held) -> PyResult<bool> {
    if one.is(other) {
        return Ok(true);
    }
    let py = one.py();
    let (one, other) = (one.borrow(), other.borrow());
    let (a, b) = (one.builder.so_far(), other.builder.so_far());
    let is_alike = (a.item_count(), a.option_count(), a.entry_count())
        == (b.item_count(), b.option_count(), b.entry_count())
        && a.items().all(|item| (a.kind(item), a.bounds(item)) == (b.kind(item), b.bounds(item)));
    if !is_alike {
        return Ok(false);
    }
    if !matches!((&one.items, &other.items), (Labels::Numbers(_), Labels::Numbers(_))) {
        for item in 0..a.item_count() {
            if !one.items.object(py, item).eq(other.items.object(py, item))? {
                return Ok(false);
            }
        }
    }
    // Colors may be numbered differently.
    let mut colors = vec![];
    for color in 0..one.colors.len() {
        let object = one.colors.object(py, color);
        colors.push(other.colors.finder(py).find(&object, "a color")?);
    }
    let color_in_other = |entry: &Entry| match entry.color {
        Some(color) => colors[color.index()].map(Some),
        None => Some(None),
    };
    for option in a.options() {
        let (entries, others) = (a.option(option), b.option(option));
        let same = |(entry, other): (&Entry, &Entry)| {
            entry.item == other.item && color_in_other(entry) == Some(other.color.map(Color::index))
        };
        let (given, also) = (one.names.given(py, option.index()), other.names.given(py, option.index()));
        let are_alike = a.decimal_cost(option) == b.decimal_cost(option)
            && entries.len() == others.len()
            && entries.iter().zip(others).all(same)
            && (given.is_none() && also.is_none()
                || one.names.name(py, option.index()).eq(other.names.name(py, option.index()))?);
        if !are_alike {
            return Ok(false);
        }
    }
    Ok(true)
}
