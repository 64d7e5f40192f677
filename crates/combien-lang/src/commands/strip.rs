//! `strip p<n>`: the tilings of boards of every length.

use std::fmt::Write as _;
use std::ops::Range;

use combien::budget::Budget;
use combien::transfer::{self, Automaton, Growth, Series, Tell, TransferError};
use combien_tiling::TilingError;
use combien_tiling::strip::{Strip, StripError};

use super::{Command, Part};
use crate::ast::Question;
use crate::elaborate::Elaborator;
use crate::run::{Failed, Fault, Run};
use crate::script::{ActionKind, Asked, UpTo};

const RULE: &str = "boards [ symmetry ]";

pub(crate) const ROWS: &[Command] = &[Command {
    name: "strip",
    words: &[("strip", RULE, "counts the tilings of boards of every length n", "strip r<n>")],
    target: "a family",
    is_about_lengths: true,
    tail: &[Part::Symmetry],
    ignores_where: Some((
        "`strip` cannot obey `where`, because it sees one slice after the other",
        "`where crossroads 0` alone, that no four pieces meet, is known here",
    )),
    mean,
    run: |run, asked| run.strip(asked),
    ..Command::ASKS
}];

/// States, unless the command says otherwise.
const MOST_STATES: usize = 50_000;
/// The number of terms that are printed.
const TERMS: usize = 12;

fn mean(elaborator: &mut Elaborator, question: &Question, span: &Range<usize>) {
    let Some(problems) = elaborator.boards(&question.target, question.space) else { return };
    let up_to = if question.up_to_symmetry.is_some() { UpTo::Symmetry } else { UpTo::Nothing };
    let asked = Asked::of(question.command, problems[0]);
    let family = Some((question.target.to_string(), problems));
    elaborator.act(ActionKind::Ask(Asked { up_to, family, ..asked }), span);
}

impl Run<'_> {
    fn strip(&mut self, asked: &Asked) -> Result<(), Failed> {
        let Some((name, problems)) = &asked.family else { return Ok(()) };
        let (start, budget) = (self.host.clock(), self.host.budget());
        match self.of_lengths(problems, asked.up_to, &budget) {
            Err(
                Fault::Strip(StripError::Tiling(_, TilingError::Stopped(reason)))
                | Fault::Transfer(TransferError::Stopped(reason)),
            ) => {
                self.stopped = Some(reason);
                let reason = self.host.describe(reason);
                self.print(&format!("{name} : no formula found yet: {reason}\n"))
            }
            Err(fault) => Err(fault.into()),
            Ok((found, growth)) => {
                self.print(&format!("{name} : tilings for every n\n{}", found.text(TERMS, growth.as_ref())))?;
                self.print_time_since(start, name)
            }
        }
    }

    fn of_lengths(
        &self,
        problems: &[usize],
        up_to: UpTo,
        budget: &Budget,
    ) -> Result<(OfLengths, Option<Growth>), Fault> {
        let tiling = |n: u32| {
            let problem = problems.get(n as usize - 1).ok_or(StripError::TooLong(n))?;
            Ok::<_, StripError>(self.problem(*problem).tiling.clone())
        };
        let found = OfLengths::of(Strip::find(0, tiling, budget)?, up_to, MOST_STATES, budget, &|_| {})?;
        let found = found.ok_or(Fault::NoMotions)?;
        let growth = found.series.growth(budget)?;
        Ok((found, growth))
    }
}

/// The numbers of tilings of boards of every length.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct OfLengths {
    /// What grows.
    pub strip: Strip,
    /// The automaton of all tilings.
    pub automaton: Automaton,
    /// The numbers of tilings, or of those up to symmetry.
    pub series: Series,
    up_to: UpTo,
}

impl OfLengths {
    /// The numbers for a strip. `None` if they are asked for up to symmetry and the strip is not
    /// [plain](Strip::is_plain).
    pub fn of(
        strip: Strip,
        up_to: UpTo,
        states: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Option<OfLengths>, TransferError> {
        let automaton = Automaton::telling(&strip.slices, states, budget, tell)?;
        let series = if up_to == UpTo::Symmetry {
            let Some(turns) = strip.turns() else { return Ok(None) };
            transfer::up_to(&strip.slices, &turns, states, budget, tell)?
        } else {
            Series::telling(&automaton, strip.first as usize, budget, tell)?
        };
        Ok(Some(OfLengths { strip, automaton, series, up_to }))
    }

    /// The number of the first term, and the first terms.
    pub fn terms(&self, number: usize) -> (usize, Vec<String>) {
        let first = self.strip.first as usize + self.strip.slices.head;
        let terms = self.series.terms(first.saturating_add(number));
        (first, terms[first..].iter().map(ToString::to_string).collect())
    }

    /// The recurrence, and from which n on it holds.
    pub fn recurrence(&self) -> String {
        format!("a(n) = {} for n >= {}", self.series.recurrence(), self.series.order())
    }

    /// The formulas, and a number of terms.
    pub fn text(&self, terms: usize, growth: Option<&Growth>) -> String {
        let OfLengths { strip, automaton, series, up_to } = self;
        let (first, terms) = self.terms(terms);
        let mut text = format!("g.f.        {series}\nrecurrence  {}\n", self.recurrence());
        if !terms.is_empty() {
            _ = writeln!(text, "terms       a({first}), ... = {}", terms.join(", "));
        }
        if let Some(growth) = growth {
            _ = write!(text, "growth      {growth}");
            if let Some(constant) = growth.constant {
                let class = match growth.class {
                    (_, 1) => String::new(),
                    (remainder, modulus) => format!(" for n = {remainder} mod {modulus}"),
                };
                _ = write!(text, ", a(n) ~ {constant:.9} * growth^n{class}");
            }
            text.push('\n');
        }
        let others = if *up_to == UpTo::Symmetry { ", and by those of the motions" } else { "" };
        let (met, states, compared) = (automaton.met, automaton.states(), (strip.first + 1, strip.compared));
        _ = writeln!(
            text,
            "proved      by an automaton of {states} states ({met} before merging){others}; the boards for n = {} to {} \
             were compared",
            compared.0, compared.1
        );
        text
    }
}
