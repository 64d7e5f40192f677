//! Problems from sets, from matrices of any kind, and from rows of column numbers.

use combien::problem::{BuildError, Builder, Decimal, Entry, ItemId, Kind};
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::handles::error::exceptions::WrongType;
use crate::handles::error::{error, failure, raise, refused, wrong_type};
use crate::handles::labels::{Labels, in_order, is_one, pairs, repr};
use crate::handles::objects::{Dict, Maybe, Object};
use crate::handles::problem::{Held, Problem};
use crate::questions::entries::{add_option, with_items};

/// The maximum number of columns. Each takes some hundred bytes, even if it is empty.
const MOST_COLUMNS: usize = 1 << 24;

pub(crate) fn from_sets<'py>(
    py: Python<'py>,
    sets: &Object<'py>,
    primary: Maybe<'_, 'py>,
    secondary: Maybe<'_, 'py>,
    bounds: Option<&Dict<'py>>,
) -> PyResult<Held<'py>> {
    let sets: Vec<_> = match pairs(sets)? {
        Some(sets) => sets.into_iter().map(|(name, set)| (Some(name), set)).collect(),
        None => in_order(sets, "the sets")?.into_iter().map(|set| (None, set)).collect(),
    };
    // The elements are kept, because the argument may be a generator.
    let sets: Vec<_> =
        sets.into_iter().map(|(name, set)| Ok((name, in_order(&set, "a set")?))).collect::<PyResult<_>>()?;
    let secondary = secondary.map_or(Ok(vec![]), |items| in_order(items, "the items"))?;
    let primary = match primary {
        Some(items) => in_order(items, "the items")?,
        None => appearing(py, &sets, &secondary)?,
    };
    let problem = Bound::new(py, with_items(&primary, &secondary, bounds, py)?)?;
    for (name, set) in &sets {
        let set = pyo3::types::PyList::new(py, set)?;
        add_option(&problem, name.as_ref().filter(|name| !name.is_none()), set.as_any(), Decimal::default())?;
    }
    Ok(problem)
}

/// A set: its name, if it has one, and its items.
type Set<'py> = (Option<Object<'py>>, Vec<Object<'py>>);

/// The items that appear in sets and are not secondary, nor in a color.
fn appearing<'py>(
    py: Python<'py>,
    sets: &[Set<'py>],
    secondary: &[Object<'py>],
) -> PyResult<Vec<Object<'py>>> {
    let choose = py.import("combien._types")?.getattr("appearing")?;
    let sets: Vec<_> = sets.iter().map(|(_, set)| set).collect();
    let items = choose.call1((sets, secondary));
    let items =
        items.map_err(|raised| wrong_type(py, raised, |why| format!("an item cannot be hashed: {why}")))?;
    items.try_iter()?.collect()
}

/// Items that are the numbers of columns, and a builder that has them.
struct Columns {
    builder: Builder,
    count: usize,
}

impl Columns {
    fn new(count: usize, primary: Option<usize>) -> PyResult<Columns> {
        if count > MOST_COLUMNS {
            raise!("{count} columns are too many: there can be {MOST_COLUMNS}");
        }
        let primary = primary.unwrap_or(count);
        if primary > count {
            return Err(refused(BuildError::MorePrimaryThanColumns { primary, columns: count }));
        }
        let mut builder = Builder::new();
        for column in 0..count {
            let kind = if column < primary { Kind::Primary } else { Kind::Secondary };
            builder.item(&column.to_string(), kind).map_err(refused)?;
        }
        Ok(Columns { builder, count })
    }

    fn row(&mut self, columns: impl IntoIterator<Item = usize>) -> PyResult<()> {
        let entries = columns.into_iter().map(|column| Entry::from(ItemId::from_index(column)));
        self.builder.option(entries).map_err(refused)?;
        Ok(())
    }

    fn problem(self, py: Python<'_>) -> Problem {
        let items = Labels::Numbers(self.count);
        Problem { builder: self.builder, items, ..Problem::empty(py) }
    }
}

pub(crate) fn from_rows(
    py: Python<'_>,
    rows: &Object,
    columns: Option<usize>,
    primary: Option<usize>,
) -> PyResult<Problem> {
    let mut lists = vec![];
    let mut needed = 0;
    for (place, row) in in_order(rows, "the rows")?.iter().enumerate() {
        let mut list = vec![];
        for column in in_order(row, "a row")? {
            let number = column.extract::<usize>().map_err(|_| {
                failure!("row {place} has {}, which is not the number of a column", repr(&column))
            })?;
            if columns.is_some_and(|columns| number >= columns) {
                raise!("row {place} has column {number}, and there are {}", columns.unwrap_or(0));
            }
            needed = needed.max(number.saturating_add(1));
            list.push(number);
        }
        lists.push(list);
    }
    let mut problem = Columns::new(columns.unwrap_or(needed), primary)?;
    lists.into_iter().try_for_each(|list| problem.row(list))?;
    Ok(problem.problem(py))
}

pub(crate) fn from_matrix(py: Python<'_>, matrix: &Object, primary: Option<usize>) -> PyResult<Problem> {
    if matrix.hasattr("tocsr")? {
        return sparse(py, matrix, primary);
    }
    if matrix.hasattr("mask")? && matrix.hasattr("filled")? {
        raise!("a masked array has entries that are neither 0 nor 1; fill them first");
    }
    if matrix.hasattr("to_numpy")? {
        return from_matrix(py, &matrix.call_method0("to_numpy")?, primary);
    }
    if let Ok(view) = PyMemoryView::from(matrix) {
        let shape: Vec<usize> = view.getattr("shape")?.extract()?;
        let [rows, columns] = two(&shape)?;
        if let Some(digits) = Digits::of(&view)? {
            return dense(py, &view, &digits, [rows, columns], primary);
        }
    }
    if matrix.hasattr("tolist")? {
        return nested(py, &matrix.call_method0("tolist")?, primary);
    }
    nested(py, matrix, primary)
}

fn two(shape: &[usize]) -> PyResult<[usize; 2]> {
    <[usize; 2]>::try_from(shape)
        .map_err(|_| failure!("a matrix has two dimensions, and this has {}", shape.len()))
}

/// The bytes of 0 and 1 in a buffer.
struct Digits {
    size: usize,
    one: Vec<u8>,
    is_float: bool,
    is_big: bool,
}

impl Digits {
    /// `None` if its elements do not have a plain type, such as objects.
    fn of(view: &Bound<'_, PyMemoryView>) -> PyResult<Option<Digits>> {
        let format: String = view.getattr("format")?.extract()?;
        let size: usize = view.getattr("itemsize")?.extract()?;
        let (is_big, letter) = match format.as_bytes() {
            [b'>' | b'!', letter] => (true, *letter),
            [b'<', letter] => (false, *letter),
            [b'@' | b'=', letter] | [letter] => (cfg!(target_endian = "big"), *letter),
            _ => return Ok(None),
        };
        let mut one = match (letter, size) {
            (b'e', 2) => 0x3c00_u16.to_le_bytes().to_vec(),
            (b'f', 4) => 1.0_f32.to_le_bytes().to_vec(),
            (b'd', 8) => 1.0_f64.to_le_bytes().to_vec(),
            (
                b'?' | b'b' | b'B' | b'h' | b'H' | b'i' | b'I' | b'l' | b'L' | b'q' | b'Q' | b'n' | b'N',
                1..=8,
            ) => 1_u64.to_le_bytes()[..size].to_vec(),
            _ => return Ok(None),
        };
        if is_big {
            one.reverse();
        }
        Ok(Some(Digits { size, one, is_float: matches!(letter, b'e' | b'f' | b'd'), is_big }))
    }

    /// 0 or 1, if it is one of them. The negative zero of floats is zero.
    fn read(&self, number: &[u8]) -> Option<bool> {
        if number == self.one {
            return Some(true);
        }
        let sign = if self.is_big { 0 } else { self.size - 1 };
        let is_zero =
            |(place, &byte): (usize, &u8)| byte == 0 || (self.is_float && place == sign && byte == 0x80);
        number.iter().enumerate().all(is_zero).then_some(false)
    }
}

/// Puts the column of an entry into its row if it is 1. `shown` shows what is neither 0 nor 1.
fn put(
    listed: &mut Vec<usize>,
    [row, column]: [usize; 2],
    is_one: Option<bool>,
    shown: impl FnOnce() -> PyResult<String>,
) -> PyResult<()> {
    match is_one {
        Some(true) => listed.push(column),
        Some(false) => {}
        None => {
            let found = shown().unwrap_or_else(|_| "another number".to_owned());
            raise!("entry [{row}, {column}] of the matrix is {found}, not 0 or 1");
        }
    }
    Ok(())
}

fn dense(
    py: Python<'_>,
    view: &Bound<'_, PyMemoryView>,
    digits: &Digits,
    [rows, columns]: [usize; 2],
    primary: Option<usize>,
) -> PyResult<Problem> {
    let bytes = view.call_method0("tobytes")?;
    let bytes: &[u8] = bytes.extract()?;
    let mut problem = Columns::new(columns, primary)?;
    for row in 0..rows {
        let mut listed = vec![];
        for column in 0..columns {
            let start = (row * columns + column) * digits.size;
            let is_one = digits.read(&bytes[start..start + digits.size]);
            put(&mut listed, [row, column], is_one, || Ok(repr(&view.get_item((row, column))?)))?;
        }
        problem.row(listed)?;
    }
    Ok(problem.problem(py))
}

fn nested(py: Python<'_>, rows: &Object, primary: Option<usize>) -> PyResult<Problem> {
    let mut problem = None;
    let rows = rows.try_iter().map_err(|_| WrongType::new_err(format!("{} is not a matrix", repr(rows))))?;
    for (number, row) in rows.enumerate() {
        let row = row?;
        let entries = row.try_iter().map_err(|_| {
            WrongType::new_err(format!("row {number} of the matrix is {}, which is not a list", repr(&row)))
        })?;
        let (mut listed, mut length) = (vec![], 0);
        for entry in entries {
            let entry = entry?;
            put(&mut listed, [number, length], is_one(&entry), || Ok(repr(&entry)))?;
            length += 1;
        }
        let problem = match &mut problem {
            Some(problem) => problem,
            none => none.insert(Columns::new(length, primary)?),
        };
        if length != problem.count {
            let expected = problem.count;
            raise!("row {number} of the matrix has {length} columns, row 0 has {expected}");
        }
        problem.row(listed)?;
    }
    Ok(problem.map_or_else(|| Columns::new(0, primary), Ok)?.problem(py))
}

/// The whole numbers of an array.
fn whole_numbers(array: &Object) -> PyResult<Vec<usize>> {
    let view = PyMemoryView::from(array)?;
    let size: usize = view.getattr("itemsize")?.extract()?;
    let bytes = view.call_method0("tobytes")?;
    let bytes: &[u8] = bytes.extract()?;
    let number = |number: &[u8]| match *number {
        [a, b, c, d] => usize::try_from(i32::from_ne_bytes([a, b, c, d])).ok(),
        [a, b, c, d, e, f, g, h] => usize::try_from(i64::from_ne_bytes([a, b, c, d, e, f, g, h])).ok(),
        _ => None,
    };
    let numbers: Option<Vec<usize>> = bytes.chunks_exact(size).map(number).collect();
    numbers.ok_or_else(|| error("the sparse matrix has an index that is negative or too large"))
}

fn sparse(py: Python<'_>, matrix: &Object, primary: Option<usize>) -> PyResult<Problem> {
    let shape: Vec<usize> = matrix.getattr("shape")?.extract()?;
    let [rows, columns] = two(&shape)?;
    let mut problem = Columns::new(columns, primary)?;
    let mut matrix = matrix.call_method0("tocsr")?;
    if !matrix.getattr("has_canonical_format")?.is_truthy()? {
        // Entries that are stored twice are added. The user's own matrix is not changed.
        matrix = matrix.call_method0("copy")?;
        matrix.call_method0("sum_duplicates")?;
    }
    let (starts, places) =
        (whole_numbers(&matrix.getattr("indptr")?)?, whole_numbers(&matrix.getattr("indices")?)?);
    let numbers = matrix.getattr("data")?;
    let entries = all(&numbers)?;
    let fits = starts.len() == rows + 1
        && starts.is_sorted()
        && starts.last().is_some_and(|&end| end <= places.len().min(entries.len()))
        && places.iter().all(|&column| column < columns);
    if !fits {
        raise!("the parts of the sparse matrix do not fit each other");
    }
    for (row, ends) in starts.windows(2).enumerate() {
        let mut listed = vec![];
        for place in ends[0]..ends[1] {
            let shown = || Ok(repr(&numbers.get_item(place)?));
            put(&mut listed, [row, places[place]], entries[place], shown)?;
        }
        listed.sort_unstable();
        problem.row(listed)?;
    }
    Ok(problem.problem(py))
}

/// Which of the numbers of an array are 1, and which are neither 0 nor 1.
fn all(array: &Object) -> PyResult<Vec<Option<bool>>> {
    if let Ok(view) = PyMemoryView::from(array)
        && let Some(digits) = Digits::of(&view)?
    {
        let bytes = view.call_method0("tobytes")?;
        let bytes: &[u8] = bytes.extract()?;
        return Ok(bytes.chunks_exact(digits.size).map(|number| digits.read(number)).collect());
    }
    array.call_method0("tolist")?.try_iter()?.map(|number| Ok(is_one(&number?))).collect()
}
