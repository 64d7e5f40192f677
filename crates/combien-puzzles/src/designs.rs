//! Combinatorial designs: blocks, parallel classes, orthogonal arrays and squares, factorisations of complete
//! graphs.
//!
//! C. J. Colbourn and J. H. Dinitz (eds.), Handbook of Combinatorial Designs, second edition, 2007, has the
//! definitions and what is known of their numbers. Objects are labelled: two that differ by names of points
//! are two.

use super::classic::{Classic, Draft, Form, MOST_OPTIONS, Regions};
use super::fault::{Fault, within};
use super::partitions::subsets;
use combien::problem::ItemId;

/// An item for each subset of a size, with the subsets in lexicographic order.
struct Subsets {
    all: Vec<Vec<usize>>,
    items: Vec<ItemId>,
}

impl Subsets {
    fn new(draft: &mut Draft, points: usize, size: usize, times: usize) -> Result<Subsets, Fault> {
        moderate(choose(points, size))?;
        let all: Vec<Vec<usize>> = subsets(points, size).collect();
        let items = match times {
            1 => draft.primary(all.len(), |subset| joined(&all[subset]))?,
            times => all
                .iter()
                .map(|subset| draft.exactly(times, &joined(subset)))
                .collect::<Result<_, Fault>>()?,
        };
        Ok(Subsets { all, items })
    }

    /// Only for a subset of the points, in order.
    fn item(&self, subset: &[usize]) -> ItemId {
        self.items[self.all.partition_point(|other| **other < *subset)]
    }
}

/// Binomial coefficients, or the largest number where they are larger.
fn choose(n: usize, k: usize) -> usize {
    let larger = |total: usize, step: usize| total.checked_mul(n - step).map(|product| product / (step + 1));
    if k > n { 0 } else { (0..k.min(n - k)).try_fold(1, larger).unwrap_or(usize::MAX) }
}

/// Refuses a number of items or options that a problem may not have.
fn moderate(count: usize) -> Result<(), Fault> {
    if count > MOST_OPTIONS { Err(Fault::TooLarge) } else { Ok(()) }
}

/// Points from 0, as they are written from 1: `1-2-4`.
fn joined(points: &[usize]) -> String {
    let names: Vec<String> = points.iter().map(|point| format!("{}", point + 1)).collect();
    names.join("-")
}

/// Simple t-designs, t-(v, k, λ): different blocks of `size` points out of `points`, so that any `strength`
/// of these points are together in exactly `times` blocks.
///
/// With a strength of 2 these are balanced incomplete block designs; with λ = 1 Steiner systems, of which
/// triple systems are 2-(v, 3, 1) and quadruple systems 3-(v, 4, 1). The items are the sets of t points, the
/// options the blocks.
pub fn design(strength: usize, points: usize, size: usize, times: usize) -> Result<Classic, Fault> {
    within("V", points, 1..=150)?;
    within("K", size, 1..=points)?;
    within("T", strength, 1..=size)?;
    within("LAMBDA", times, 1..=MOST_OPTIONS)?;
    moderate(choose(points, size))?;
    let mut draft = Draft::new();
    let covered = Subsets::new(&mut draft, points, strength, times)?;
    for block in subsets(points, size) {
        let within_block = subsets(size, strength).map(|subset| {
            let subset: Vec<usize> = subset.into_iter().map(|place| block[place]).collect();
            covered.item(&subset)
        });
        let says: Vec<(usize, String)> = block.iter().map(|point| (0, format!("{}", point + 1))).collect();
        draft.option(within_block, says)?;
    }
    Ok(draft.finish(format!("simple {strength}-({points}, {size}, {times}) designs"), Form::Sets))
}

/// Steiner triple systems: triples of points, so that any two points are in exactly one. They exist only if
/// the number of points is 1 or 3 modulo 6.
pub fn steiner(points: usize) -> Result<Classic, Fault> {
    within("V", points, 1..=150)?;
    let mut classic = if points < 3 { no_pair(points)? } else { design(2, points, 3, 1)? };
    classic.rename(format!("Steiner triple systems on {points} points"));
    Ok(classic)
}

/// The pairs of one or two points, which no triple covers.
fn no_pair(points: usize) -> Result<Classic, Fault> {
    let mut draft = Draft::new();
    Subsets::new(&mut draft, points, 2, 1)?;
    Ok(draft.finish("", Form::Sets))
}

/// Kirkman triple systems: a Steiner triple system whose triples are shared out to days, so that each point
/// has one triple on each day. They exist if and only if the number of points is 3 modulo 6 (Ray-Chaudhuri
/// and Wilson, 1971).
///
/// An option puts a triple on a day. The order of the days does not matter: they are sorted by the smallest
/// point that is with point 1, for which secondary items see to each pair of consecutive days. So KTS(15) has
/// 15! · 13/42 solutions.
pub fn kirkman(points: usize) -> Result<Classic, Fault> {
    within("V", points, 3..=45)?;
    if points % 6 != 3 {
        return Err(Fault::Mismatch(format!("V is 3 modulo 6, as 9, 15 and 21 are, not {points}")));
    }
    let days = (points - 1) / 2;
    moderate(choose(points, 3).saturating_mul(days))?;
    let mut draft = Draft::new();
    let pairs = Subsets::new(&mut draft, points, 2, 1)?;
    let lessons =
        draft.primary(days * points, |place| format!("D{}#{}", place / points + 1, place % points + 1))?;
    // For each pair of consecutive days, and each point but the first.
    let order = draft.secondary((days - 1) * (points - 1), |place| {
        format!("D{}<{}", place / (points - 1) + 1, place % (points - 1) + 2)
    })?;
    let order = |day: usize, point: usize| order[day * (points - 1) + point - 1];
    for triple in subsets(points, 3) {
        let [a, b, c] = triple[..] else { continue };
        for day in 0..days {
            let mut items = vec![pairs.item(&[a, b]), pairs.item(&[a, c]), pairs.item(&[b, c])];
            items.extend(triple.iter().map(|point| lessons[day * points + point]));
            if a == 0 {
                // With the next day this one forbids what is not larger, with the day before what is not
                // smaller.
                if day + 1 < days {
                    items.extend((1..=b).map(|point| order(day, point)));
                }
                if day > 0 {
                    items.extend((b..points).map(|point| order(day - 1, point)));
                }
            }
            draft.option(items, [(day, joined(&triple))])?;
        }
    }
    let names = (1..=days).map(|day| format!("day {day}")).collect();
    Ok(draft.finish(format!("Kirkman triple systems on {points} points"), Form::Classes(names)))
}

/// The rows of an array with these columns and `symbols` in each, in which any `strength` columns show each
/// tuple once. `says` tells what a row means.
fn array(
    columns: &[String],
    symbols: usize,
    strength: usize,
    says: impl Fn(&[usize]) -> Vec<(usize, String)>,
) -> Result<Draft, Fault> {
    let power = |exponent: usize| symbols.saturating_pow(exponent as u32);
    moderate(power(columns.len()))?;
    moderate(choose(columns.len(), strength).saturating_mul(power(strength)))?;
    let digits = |mut number: usize, count: usize| {
        let mut digits = vec![0; count];
        for digit in digits.iter_mut().rev() {
            *digit = number % symbols;
            number /= symbols;
        }
        digits
    };
    let mut draft = Draft::new();
    let chosen: Vec<Vec<usize>> = subsets(columns.len(), strength).collect();
    let mut items = vec![];
    for places in &chosen {
        items.push(draft.primary(power(strength), |tuple| {
            let entry = |(symbol, place): (usize, &usize)| format!("{}{}", columns[*place], symbol + 1);
            let entries: Vec<String> = digits(tuple, strength).into_iter().zip(places).map(entry).collect();
            entries.join("-")
        })?);
    }
    for row in (0..power(columns.len())).map(|row| digits(row, columns.len())) {
        let tuple = |places: &[usize]| places.iter().fold(0, |tuple, &place| tuple * symbols + row[place]);
        draft.option(chosen.iter().zip(&items).map(|(places, items)| items[tuple(places)]), says(&row))?;
    }
    Ok(draft)
}

/// Orthogonal arrays OA(nᵗ, k, n, t) of index 1: nᵗ rows and k columns of n symbols; any t columns show each
/// t-tuple of symbols in exactly one row. The order of the rows does not matter: they are sorted by their
/// first t columns.
///
/// With t = 2 an array of three columns is a Latin square, and one of k columns k - 2 orthogonal squares;
/// with t = 3 and four columns it is a Latin cube.
pub fn orthogonal_array(columns: usize, symbols: usize, strength: usize) -> Result<Classic, Fault> {
    within("K", columns, 1..=26)?;
    within("N", symbols, 1..=1000)?;
    within("T", strength, 1..=columns)?;
    let names: Vec<String> = (b'a'..).take(columns).map(|letter| char::from(letter).to_string()).collect();
    let draft = array(&names, symbols, strength, |row| {
        let number = row[..strength].iter().fold(0, |number, symbol| number * symbols + symbol);
        let cells = (number * columns..).zip(row);
        cells.map(|(cell, symbol)| (cell, format!("{}", symbol + 1))).collect()
    })?;
    let rows = symbols.pow(strength as u32);
    let form = Form::Table { rows, columns, regions: Regions::None };
    Ok(draft.finish(format!("orthogonal arrays OA({rows}, {columns}, {symbols}, {strength})"), form))
}

/// Mutually orthogonal Latin squares: any two of them, laid over each other, show each pair of symbols once.
/// They are a list: in another order they are another solution. A cell shows its symbols in all squares, from
/// `1` to `9`, then from `A`.
pub fn orthogonal_squares(squares: usize, side: usize) -> Result<Classic, Fault> {
    within("K", squares, 1..=24)?;
    within("N", side, 1..=35)?;
    let letters = (b'a'..).take(squares).map(|letter| char::from(letter).to_string());
    let names: Vec<String> = ["R".to_owned(), "C".to_owned()].into_iter().chain(letters).collect();
    let draft = array(&names, side, 2, |row| {
        let symbol =
            |&symbol: &usize| char::from_digit(symbol as u32 + 1, 36).unwrap_or('?').to_ascii_uppercase();
        vec![(row[0] * side + row[1], row[2..].iter().map(symbol).collect())]
    })?;
    let form = Form::Table { rows: side, columns: side, regions: Regions::None };
    Ok(draft.finish(format!("{squares} mutually orthogonal Latin squares of order {side}"), form))
}

/// Factorisations of the complete graph into perfect matchings, which are its *1-factors*. If they are to be
/// perfect, any two factors together form one cycle through all vertices.
///
/// The items are the edges, the options the factors. Two factors form more than one cycle if and only if both
/// of them match a set of vertices within itself; so in a perfect factorisation each such set is a secondary
/// item.
pub fn factorisations(vertices: usize, is_perfect: bool) -> Result<Classic, Fault> {
    within("V", vertices, 2..=14)?;
    let mut draft = Draft::new();
    let edges = Subsets::new(&mut draft, vertices, 2, 1)?;
    // Sets with the first vertex, as the bits of their other vertices: a set and its complement say the same.
    // A set of one edge is that edge, and the set of all vertices would be in all factors.
    let is_set = |&set: &usize| {
        let size = set.count_ones() as usize + 1;
        is_perfect && size.is_multiple_of(2) && (4..vertices).contains(&size)
    };
    let sets: Vec<usize> = (0..1 << (vertices - 1)).filter(is_set).collect();
    let set_items = draft.secondary(sets.len(), |place| {
        let others = (1..vertices).filter(|vertex| sets[place] >> (vertex - 1) & 1 == 1);
        format!("S{}", joined(&std::iter::once(0).chain(others).collect::<Vec<_>>()))
    })?;
    let mut factor = vec![];
    factors(vertices, &mut factor, &mut |factor| {
        let mut items: Vec<ItemId> = factor.iter().map(|edge| edges.item(edge)).collect();
        if is_perfect {
            let others = factor.len() - 1;
            items.extend((1..(1usize << others) - 1).map(|chosen| {
                let chosen =
                    (0..others).filter(|edge| chosen >> edge & 1 == 1).flat_map(|edge| factor[edge + 1]);
                let set = chosen.chain([factor[0][1]]).fold(0usize, |set, vertex| set | 1 << (vertex - 1));
                set_items[sets.partition_point(|&other| other < set)]
            }));
        }
        let says: Vec<(usize, String)> = factor.iter().map(|edge| (0, joined(edge))).collect();
        draft.option(items, says).map(|_| ())
    })?;
    let which = if is_perfect { "perfect factorisations" } else { "factorisations" };
    Ok(draft.finish(format!("{which} of the complete graph on {vertices} vertices"), Form::Sets))
}

/// Calls `each` with the perfect matchings that begin with this one, in lexicographic order.
fn factors(
    vertices: usize,
    so_far: &mut Vec<[usize; 2]>,
    each: &mut impl FnMut(&[[usize; 2]]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let is_free =
        |vertex: &usize, so_far: &[[usize; 2]]| !so_far.iter().flatten().any(|other| other == vertex);
    let Some(first) = (0..vertices).find(|vertex| is_free(vertex, so_far)) else { return each(so_far) };
    for second in first + 1..vertices {
        if is_free(&second, so_far) {
            so_far.push([first, second]);
            factors(vertices, so_far, each)?;
            so_far.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients() {
        for (n, k, expected) in [(0, 0, 1), (5, 0, 1), (5, 2, 10), (5, 5, 1), (3, 4, 0), (15, 3, 455)] {
            assert_eq!(choose(n, k), expected);
        }
        assert_eq!(choose(150, 75), usize::MAX);
    }

    #[test]
    fn sizes_are_refused_before_anything_is_built() {
        for refused in [
            design(10, 150, 10, 1),
            design(2, 150, 75, 1),
            orthogonal_array(26, 1000, 26),
            orthogonal_array(7, 8, 2),
            orthogonal_squares(5, 8),
        ] {
            assert!(matches!(refused, Err(Fault::TooLarge)));
        }
        assert!(matches!(kirkman(10), Err(Fault::Mismatch(_))));
    }
}
