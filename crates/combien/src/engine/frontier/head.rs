//! The first line of a sweep as a file: `combien sweep 2`, and then a name and a value for each field, as in
//! `step=12`: the problem with its fingerprint, the order of the items, the step and the work.

use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};

use crate::budget::Work;
use crate::problem::ItemId;

/// How the first line begins.
const KIND: &str = "combien sweep ";
/// The format that is written and read.
pub(super) const FORMAT: u64 = 2;

/// Where a sweep is.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// The words of a state.
    pub(super) words: usize,
    pub(super) step: usize,
    pub(super) work: Work,
    /// The states that were processed before this step, and the updates of this step.
    pub(super) before: u64,
    pub(super) updates: u64,
    /// What counts as memory.
    pub(super) reserve: usize,
    pub(super) peak: usize,
    /// The words of a number in each layer.
    pub(super) limbs: Vec<(usize, usize)>,
    /// A part of the states was on disk: then sizes and memory do not matter.
    pub(super) is_spilled: bool,
}

/// What the first line says.
pub(super) struct Head {
    pub(super) problem: String,
    pub(super) items: usize,
    pub(super) options: usize,
    pub(super) question: String,
    pub(super) order: Vec<ItemId>,
    /// How states are packed.
    pub(super) layout: String,
    pub(super) fraction: f64,
    pub(super) mark: Mark,
}

impl Head {
    /// The fields with their names, in their order. Items have numbers from 1.
    pub(super) fn line(&self) -> String {
        let Head { problem, items, options, question, order, layout, fraction, mark } = self;
        let Mark { words, step, work, before, updates, reserve, peak, limbs, is_spilled } = mark;
        let order = List(order.iter().map(|item| item.index() + 1).collect());
        let limbs = List(limbs.iter().flat_map(|&(layer, limbs)| [layer, limbs]).collect());
        format!(
            "{KIND}{FORMAT} version={} problem={problem} items={items} options={options} question={question} \
             order={order} layout={layout} fraction={fraction} words={words} step={step} nodes={} updates={} \
             before={before} of_step={updates} reserve={reserve} peak={peak} limbs={limbs} is_spilled={is_spilled}\n",
            env!("CARGO_PKG_VERSION"),
            work.nodes,
            work.updates,
        )
    }

    /// Reads what [`Head::line`] writes. The version is for people.
    pub(super) fn read(line: &str) -> Option<Head> {
        let mut fields = Fields(line.strip_prefix(KIND)?.split_ascii_whitespace());
        fields.0.next()?;
        fields.next::<String>("version")?;
        let head = Head {
            problem: fields.next("problem")?,
            items: fields.next("items")?,
            options: fields.next("options")?,
            question: fields.next("question")?,
            order: {
                let List(numbers) = fields.next("order")?;
                let item = |number: usize| number.checked_sub(1).map(ItemId::from_index);
                numbers.into_iter().map(item).collect::<Option<_>>()?
            },
            layout: fields.next("layout")?,
            fraction: fields.next("fraction")?,
            mark: Mark {
                words: fields.next("words")?,
                step: fields.next("step")?,
                work: Work { nodes: fields.next("nodes")?, updates: fields.next("updates")? },
                before: fields.next("before")?,
                updates: fields.next("of_step")?,
                reserve: fields.next("reserve")?,
                peak: fields.next("peak")?,
                limbs: {
                    let List(numbers) = fields.next("limbs")?;
                    numbers.chunks(2).map(|pair| Some((pair[0], *pair.get(1)?))).collect::<Option<_>>()?
                },
                is_spilled: fields.next("is_spilled")?,
            },
        };
        let is_whole = line.ends_with('\n') && fields.0.next().is_none();
        (is_whole && head.mark.words > 0 && head.fraction.is_finite()).then_some(head)
    }
}

/// The fields of a first line that have not been read.
struct Fields<'l>(SplitAsciiWhitespace<'l>);

impl Fields<'_> {
    /// The value of the next field, which must have this name.
    fn next<T: FromStr>(&mut self, name: &str) -> Option<T> {
        let (is, value) = self.0.next()?.split_once('=')?;
        value.parse().ok().filter(|_| is == name)
    }
}

/// Numbers, with commas between them.
struct List(Vec<usize>);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for List {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<List, Self::Err> {
        text.split(',').filter(|_| !text.is_empty()).map(str::parse).collect::<Result<_, _>>().map(List)
    }
}

/// The format of a sweep with this first line; `None` if it is no sweep.
pub(super) fn format_of(line: &[u8]) -> Option<u64> {
    let line = line.strip_prefix(KIND.as_bytes())?;
    let number = line.split(u8::is_ascii_whitespace).next()?;
    str::from_utf8(number).ok()?.parse().ok()
}
