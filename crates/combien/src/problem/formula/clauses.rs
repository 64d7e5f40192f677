//! The demands of a problem as clauses.
//!
//! A short list of options of which at most one is chosen gives a clause *not both* for each pair: solvers
//! handle such clauses best, and no variables are added. A long one is divided into groups, and for each
//! group a new variable says *one of this group is chosen*; at most one of these holds, by the same method
//! (the commanders of Klieber and Kwon, 2007). A color of a long list is such a group too. Other bounds are
//! counted: the new variable s(i, j) says *of the first i options at least j are chosen* (the sequential
//! counter of Sinz, 2005).
//!
//! Both encodings are usually written with implications in one direction, which is enough for satisfiability.
//! Here they are equivalences: otherwise a solution would have several models.

use std::convert::Infallible;

use super::{Demand, Use, Uses, classes};
use crate::problem::{Entry, ItemId, OptionId, Problem};

/// A variable, from 1; negative if it must be 0.
pub type Literal = i64;

/// Pairs are written out up to this many options.
const SHORT: usize = 16;
/// A longer list is divided into groups of at most this size.
const GROUP: usize = 6;

/// A problem as a formula in conjunctive normal form, whose models are the solutions of the problem, one to
/// one.
///
/// ```
/// use combien::problem::{dlx, formula::Formula};
/// let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
/// let mut clauses = vec![];
/// Formula::of(&problem).each(|clause| clauses.push(clause.to_vec()));
/// assert_eq!(clauses, [vec![1, 2], vec![-1, -2], vec![1, 3], vec![-1, -3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula<'p>(Uses<'p>);

impl<'p> Formula<'p> {
    /// The formula of a problem. Linear in the problem. The clauses are made on demand.
    pub fn of(problem: &'p Problem) -> Formula<'p> {
        Formula(Uses::of(problem))
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.0.problem
    }

    /// Calls a function with each clause, always in the same order. Returns the number of variables.
    pub fn each(&self, mut clause: impl FnMut(&[Literal])) -> usize {
        let given = self.try_each(|literals| {
            clause(literals);
            Ok::<(), Infallible>(())
        });
        match given {
            Ok(variables) => variables,
            Err(never) => match never {},
        }
    }

    /// Calls a function with each clause, always in the same order, until it returns an error. Returns the
    /// number of variables.
    pub fn try_each<E>(&self, clause: impl FnMut(&[Literal]) -> Result<(), E>) -> Result<usize, E> {
        let mut writer = Writer { problem: self.problem(), variables: self.problem().option_count(), clause };
        for demand in self.0.demands() {
            writer.demand(demand)?;
        }
        Ok(writer.variables)
    }
}

/// The variable that says that an option is chosen.
fn chosen(option: OptionId) -> Literal {
    option.number() as Literal
}

struct Writer<'p, F> {
    problem: &'p Problem,
    /// The variables so far.
    variables: usize,
    clause: F,
}

impl<E, F: FnMut(&[Literal]) -> Result<(), E>> Writer<'_, F> {
    fn demand(&mut self, demand: Demand<'_>) -> Result<(), E> {
        match demand {
            Demand::Between { item, low, high, options } => {
                let options: Vec<Literal> = options.iter().map(|has| chosen(has.option)).collect();
                self.between(item, low, high, &options)
            }
            Demand::Agree { item, options } if options.len() <= SHORT => self.agree(item, options),
            Demand::Agree { item, options } => {
                let classes = classes(options);
                if classes.len() < 2 {
                    return Ok(());
                }
                let of_class = |class: &Vec<OptionId>| class.iter().copied().map(chosen).collect();
                let classes: Vec<Vec<Literal>> = classes.iter().map(of_class).collect();
                let commanders =
                    classes.iter().map(|class| self.any_of(class)).collect::<Result<Vec<_>, E>>()?;
                self.at_most_one(item, commanders)
            }
            Demand::Never(option) => (self.clause)(&[-chosen(option)]),
        }
    }

    /// No two options that disagree on this item.
    fn agree(&mut self, item: ItemId, options: &[Use]) -> Result<(), E> {
        for (place, &has) in options.iter().enumerate() {
            for &other in options[..place].iter().filter(|other| !other.agrees_with(has)) {
                self.not_both(item, chosen(other.option), chosen(has.option))?;
            }
        }
        Ok(())
    }

    /// At least `low` and at most `high` of these options.
    fn between(&mut self, item: ItemId, low: usize, high: usize, of: &[Literal]) -> Result<(), E> {
        let high = high.min(of.len());
        if low > high {
            return (self.clause)(&[]);
        }
        // Counting the chosen ones is the same as counting the others.
        let (others_low, others_high) = (of.len() - high, of.len() - low);
        if low.max(high + 1) <= others_low.max(others_high + 1) {
            self.bounded(item, low, high, of)
        } else {
            let others: Vec<Literal> = of.iter().map(|literal| -literal).collect();
            self.bounded(item, others_low, others_high, &others)
        }
    }

    fn bounded(&mut self, item: ItemId, low: usize, high: usize, of: &[Literal]) -> Result<(), E> {
        if low == 1 {
            (self.clause)(of)?;
        }
        if high == 1 { self.at_most_one(item, of.to_vec()) } else { self.count(low, high, of) }
    }

    /// At most one of these literals. Literals of options are options that have the item.
    fn at_most_one(&mut self, item: ItemId, mut of: Vec<Literal>) -> Result<(), E> {
        while of.len() > SHORT {
            let mut commanders = vec![];
            for group in of.chunks(GROUP) {
                self.no_two(item, group)?;
                commanders.push(self.any_of(group)?);
            }
            of = commanders;
        }
        self.no_two(item, &of)
    }

    fn no_two(&mut self, item: ItemId, of: &[Literal]) -> Result<(), E> {
        for (place, &literal) in of.iter().enumerate() {
            for &other in &of[..place] {
                self.not_both(item, other, literal)?;
            }
        }
        Ok(())
    }

    /// Not both of these, unless two options that disagree on an earlier item already exclude each other.
    fn not_both(&mut self, item: ItemId, one: Literal, other: Literal) -> Result<(), E> {
        let options = 1..=self.problem.option_count() as Literal;
        let option = |literal: Literal| OptionId::from_index(literal as usize - 1);
        let is_known = options.contains(&one)
            && options.contains(&other)
            && disagree_before(self.problem, option(one), option(other), item);
        if is_known { Ok(()) } else { (self.clause)(&[-one, -other]) }
    }

    /// A literal that holds if and only if one of these does: a new variable, unless there is only one.
    fn any_of(&mut self, of: &[Literal]) -> Result<Literal, E> {
        if let [only] = of {
            return Ok(*only);
        }
        let any = self.new_variable();
        for &literal in of {
            (self.clause)(&[-literal, any])?;
        }
        let mut some = vec![-any];
        some.extend(of);
        (self.clause)(&some)?;
        Ok(any)
    }

    /// At least `low`, unless that is 1, and at most `high`, by counting from the first to the last.
    fn count(&mut self, low: usize, high: usize, of: &[Literal]) -> Result<(), E> {
        let (needs_low, needs_high) = (low > 1, high < of.len());
        let most = match (needs_low, needs_high) {
            (_, true) => high + 1,
            (true, false) => low,
            (false, false) => return Ok(()),
        };
        // before[j - 1]: at least j of the previous ones hold. More than its length is impossible.
        let mut before: Vec<Literal> = vec![];
        for (place, &literal) in of.iter().enumerate() {
            let mut now = vec![];
            for j in 1..=most.min(place + 1) {
                now.push(self.count_one_more(literal, &before, j)?);
            }
            before = now;
        }
        if needs_low {
            (self.clause)(&[before[low - 1]])?;
        }
        if needs_high {
            (self.clause)(&[-before[high]])?;
        }
        Ok(())
    }

    /// The variable that says that at least j hold, including one more literal.
    fn count_one_more(&mut self, literal: Literal, before: &[Literal], j: usize) -> Result<Literal, E> {
        let enough = before.get(j - 1).copied();
        let one_less = (j > 1).then(|| before[j - 2]);
        let now = match (enough, one_less) {
            // The first one is counted by itself.
            (None, None) => return Ok(literal),
            _ => self.new_variable(),
        };
        if let Some(enough) = enough {
            (self.clause)(&[-enough, now])?;
            (self.clause)(&[-now, enough, literal])?;
        } else {
            (self.clause)(&[-now, literal])?;
        }
        if let Some(one_less) = one_less {
            (self.clause)(&[-one_less, -literal, now])?;
            (self.clause)(&[-now, one_less])?;
        } else {
            (self.clause)(&[-literal, now])?;
        }
        Ok(now)
    }

    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables as Literal
    }
}

/// Do the options disagree on an earlier item that only one option may cover? Then they exclude each other
/// already.
fn disagree_before(problem: &Problem, one: OptionId, other: OptionId, at: ItemId) -> bool {
    let is_earlier = |entry: &&Entry| entry.item < at && problem.bounds(entry.item).hi == 1;
    let earlier = |option| problem.option(option).iter().filter(is_earlier);
    earlier(one).any(|&a| earlier(other).any(|&b| !a.agrees_with(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Builder;

    /// How many models the clauses have that count this many of n, and how many variables, by trying all
    /// assignments.
    fn models(
        n: usize,
        demand: impl Fn(&mut Writer<'_, &mut dyn FnMut(&[Literal]) -> Result<(), Infallible>>),
    ) -> (usize, usize) {
        let problem = Builder::new().build();
        let mut clauses: Vec<Vec<Literal>> = vec![];
        let mut keep = |clause: &[Literal]| {
            clauses.push(clause.to_vec());
            Ok(())
        };
        let mut writer = Writer {
            problem: &problem,
            variables: n,
            clause: &mut keep as &mut dyn FnMut(&[Literal]) -> Result<(), Infallible>,
        };
        demand(&mut writer);
        let variables = writer.variables;
        let holds =
            |set: u32, literal: Literal| (set >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
        let is_model =
            |&set: &u32| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(set, literal)));
        ((0..1u32 << variables).filter(is_model).count(), variables)
    }

    fn binomial(n: usize, k: usize) -> usize {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    #[test]
    fn bounds_have_a_model_for_each_subset_of_an_allowed_size() {
        let item = ItemId::from_index(0);
        for n in 0..=5 {
            let all: Vec<Literal> = (1..=n as Literal).collect();
            for low in 0..=n + 1 {
                for high in low..=n + 2 {
                    let expected: usize = (low..=high.min(n)).map(|k| binomial(n, k)).sum();
                    let (found, variables) =
                        models(n, |writer| match writer.between(item, low, high, &all) {
                            Ok(()) => {}
                            Err(never) => match never {},
                        });
                    assert_eq!(found, expected, "{low} to {high} of {n}, {variables} variables");
                }
            }
        }
    }

    #[test]
    fn long_lists_have_as_many_models_as_members_and_none() {
        let item = ItemId::from_index(0);
        let n = SHORT + 1;
        let (found, variables) =
            models(n, |writer| match writer.at_most_one(item, (1..=n as Literal).collect()) {
                Ok(()) => {}
                Err(never) => match never {},
            });
        assert_eq!((found, variables), (n + 1, n + n.div_ceil(GROUP)));
    }
}
