//! The demands of a problem as rows of a linear program over variables that are 0 or 1.
//!
//! A row sums variables with the coefficients 1 and -1. Where several options give a secondary item the same
//! color, a further variable says that it has this color: at least each of these options, and at most their
//! sum. So it is determined. At most one of the colors, and of the options without a color, may be 1.

use combien::problem::formula::{Demand, Uses, classes};
use combien::problem::{ItemId, OptionId, Problem};

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// How often the item is covered.
    Item(ItemId),
    /// The item has a color if this option is chosen, or if one of several is.
    Color(ItemId),
    /// The option is kept out.
    Option(OptionId),
}

/// A row: the sum of the terms compared with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) subject: Subject,
    /// Variables, from 1; negative if the coefficient is -1. There is at least one.
    pub(super) terms: Vec<i64>,
    pub(super) relation: Relation,
    pub(super) right: i64,
}

/// A problem as rows.
pub(super) struct Rows<'p>(Uses<'p>);

impl<'p> Rows<'p> {
    pub(super) fn of(problem: &'p Problem) -> Rows<'p> {
        Rows(Uses::of(problem))
    }

    /// Calls a function with each row, always in the same order. Returns the number of variables.
    pub(super) fn try_each<E>(&self, row: impl FnMut(Row) -> Result<(), E>) -> Result<usize, E> {
        let mut writer = Writer { variables: self.0.problem.option_count(), row };
        for demand in self.0.demands() {
            writer.demand(demand)?;
        }
        Ok(writer.variables)
    }
}

struct Writer<F> {
    variables: usize,
    row: F,
}

fn chosen(option: OptionId) -> i64 {
    option.number() as i64
}

impl<E, F: FnMut(Row) -> Result<(), E>> Writer<F> {
    fn demand(&mut self, demand: Demand<'_>) -> Result<(), E> {
        match demand {
            Demand::Between { item, low, high, options } => {
                let options = options.iter().map(|has| chosen(has.option)).collect();
                self.between(item, low, high, options)
            }
            Demand::Agree { item, options } => {
                let classes = classes(options);
                if classes.len() < 2 {
                    return Ok(());
                }
                let terms = classes.iter().map(|class| self.class(item, class));
                let terms = terms.collect::<Result<_, E>>()?;
                self.write(Subject::Item(item), terms, Relation::AtMost, 1)
            }
            Demand::Never(option) => {
                self.write(Subject::Option(option), vec![chosen(option)], Relation::Equal, 0)
            }
        }
    }

    fn between(&mut self, item: ItemId, low: usize, high: usize, terms: Vec<i64>) -> Result<(), E> {
        let subject = Subject::Item(item);
        let (low, high, count) = (low as i64, high as i64, terms.len() as i64);
        if terms.is_empty() {
            if low == 0 {
                return Ok(());
            }
            // A row needs a term, and there is none. In its place, a variable must be 2.
            self.variables = self.variables.max(1);
            return self.write(subject, vec![1], Relation::AtLeast, 2);
        }
        if low == high {
            return self.write(subject, terms, Relation::Equal, low);
        }
        if low > 0 {
            self.write(subject, terms.clone(), Relation::AtLeast, low)?;
        }
        if high < count {
            self.write(subject, terms, Relation::AtMost, high)?;
        }
        Ok(())
    }

    /// The variable that says that one of a class is chosen: a new one, unless the class has only one option.
    fn class(&mut self, item: ItemId, class: &[OptionId]) -> Result<i64, E> {
        if let [only] = class {
            return Ok(chosen(*only));
        }
        self.variables += 1;
        let color = self.variables as i64;
        for &option in class {
            self.write(Subject::Color(item), vec![color, -chosen(option)], Relation::AtLeast, 0)?;
        }
        let any = class.iter().copied().map(chosen).chain([-color]).collect();
        self.write(Subject::Color(item), any, Relation::AtLeast, 0)?;
        Ok(color)
    }

    fn write(&mut self, subject: Subject, terms: Vec<i64>, relation: Relation, right: i64) -> Result<(), E> {
        (self.row)(Row { subject, terms, relation, right })
    }
}
