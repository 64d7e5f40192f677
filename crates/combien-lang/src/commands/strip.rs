//! `strip p<n>`: the tilings of boards of every length.

use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};

use combien::budget::Budget;
use combien::transfer::{self, Automaton, ByCopies, Growth, Series, Tell, TransferError};
use combien_tiling::TilingError;
use combien_tiling::strip::{Strip, StripError};

use super::{Command, Part};
use crate::ast::{Question, Spanned};
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
    let up_to = match &question.up_to_symmetry {
        Some(Spanned { node: true, span }) => {
            let message = "`strip` counts up to symmetry, not up to rotation".to_owned();
            return elaborator.error("symmetry", span, message, Some("write `up to symmetry`".into()));
        }
        Some(_) => UpTo::Symmetry,
        None => UpTo::Nothing,
    };
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
            Ok(text) => {
                self.print(&format!("{name} : tilings for every n\n{text}"))?;
                self.print_time_since(start, name)
            }
        }
    }

    fn of_lengths(&self, problems: &[usize], up_to: UpTo, budget: &Budget) -> Result<String, Fault> {
        let tiling = |n: u32| {
            let problem = problems.get(n as usize - 1).ok_or(StripError::TooLong(n))?;
            Ok::<_, StripError>(self.problem(*problem).tiling.clone())
        };
        let found = OfLengths::of(Strip::find(0, tiling, budget)?, up_to, MOST_STATES, budget, &|_| {})?;
        let found = found.ok_or(Fault::NoMotions)?;
        let growth = found.series.growth(budget)?;
        Ok(found.text(TERMS, growth.as_ref(), budget, &|_| {})?)
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
    /// The numbers of tilings, or of those up to symmetry, or of the primitive ones.
    pub series: Series,
    /// The numbers by the copies of a piece.
    pub by: Option<ByCopies>,
    up_to: UpTo,
}

impl OfLengths {
    /// The numbers for a strip. `None` if they are asked for up to symmetry and the strip is not
    /// [plain](Strip::is_plain). Copies are not counted up to symmetry.
    pub fn of(
        strip: Strip,
        up_to: UpTo,
        states: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Option<OfLengths>, TransferError> {
        let automaton = Automaton::telling(&strip.slices, states, budget, tell)?;
        let first = strip.first as usize;
        let mut by = None;
        let series = if up_to == UpTo::Symmetry {
            let Some(turns) = strip.turns() else { return Ok(None) };
            transfer::up_to(&strip.slices, &turns, states, budget, tell)?
        } else if strip.by.is_some() {
            by.insert(ByCopies::of(&automaton, first, budget, tell)?).total(budget)?
        } else {
            Series::telling(&automaton, first, budget, tell)?
        };
        Ok(Some(OfLengths { strip, automaton, series, by, up_to }))
    }

    /// The members of these numbers of a family whose length is written `n`, as in `p<3, n>`. `None` if it
    /// has no such argument, or several.
    pub fn members(name: &str, numbers: RangeInclusive<u64>) -> Option<String> {
        let is_end = |c: Option<char>| c.is_some_and(|c| matches!(c, ' ' | ',' | '<' | '>'));
        let alone = |&(place, _): &(usize, &str)| {
            is_end(name[..place].chars().next_back()) && is_end(name[place + 1..].chars().next())
        };
        let mut places = name.match_indices('n').filter(alone).map(|(place, _)| place);
        let place = places.next().filter(|_| places.next().is_none())?;
        let (before, behind) = (&name[..place], &name[place + 1..]);
        before.contains('<').then(|| format!("{before}{}..{}{behind}", numbers.start(), numbers.end()))
    }

    /// The numbers of the primitive tilings. `None` if the strip is not [plain](Strip::is_plain).
    #[must_use]
    pub fn primitive(self) -> Option<OfLengths> {
        let series = self.series.primitive().filter(|_| self.strip.is_plain())?;
        let by = self.by.as_ref().and_then(ByCopies::primitive);
        Some(OfLengths { series, by, ..self })
    }

    /// The numbers n of the first terms.
    pub fn range(&self, number: usize) -> Range<usize> {
        let first = self.strip.first as usize + self.strip.slices.head;
        first..first.saturating_add(number)
    }

    /// The terms of a range, each a number alone, or the coefficients of a polynomial in y.
    pub fn terms(
        &self,
        range: Range<usize>,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Vec<Vec<String>>, TransferError> {
        // To write a large number takes time, too.
        let text = |number: &dyn ToString| budget.check().map(|()| number.to_string());
        let terms = if let Some(by) = &self.by {
            let terms = by.terms_telling(range, budget, tell)?;
            let texts = terms.iter().map(|term| term.iter().map(|number| text(number)).collect());
            texts.collect::<Result<_, _>>()
        } else {
            let terms = self.series.terms_telling(range, budget, tell)?;
            terms.iter().map(|term| Ok(vec![text(term)?])).collect()
        };
        Ok(terms?)
    }

    /// A term in words: a number, or a polynomial in y such as `1 + 4*y + 2*y^2`.
    pub fn words(&self, term: &[String]) -> String {
        let word = |(power, count): (usize, &String)| match (power, count.as_str()) {
            (_, "0") => None,
            (0, count) => Some(count.to_owned()),
            (power, count) => {
                let factor = if count == "1" { String::new() } else { format!("{count}*") };
                Some(format!("{factor}y{}", if power > 1 { format!("^{power}") } else { String::new() }))
            }
        };
        let words: Vec<String> = term.iter().enumerate().filter_map(word).collect();
        if words.is_empty() { "0".to_owned() } else { words.join(" + ") }
    }

    /// The quotient.
    pub fn quotient(&self) -> String {
        self.by.as_ref().map_or_else(|| self.series.to_string(), ByCopies::to_string)
    }

    /// The coefficients of its numerator and denominator, each a number alone, or a polynomial.
    pub fn coefficients(&self) -> [Vec<Vec<String>>; 2] {
        match &self.by {
            Some(by) => [by.numerator(), by.denominator()].map(|polynomials| {
                let texts = |of: &Vec<_>| of.iter().map(ToString::to_string).collect();
                polynomials.iter().map(texts).collect()
            }),
            None => [self.series.numerator(), self.series.denominator()]
                .map(|numbers| numbers.iter().map(|number| vec![number.to_string()]).collect()),
        }
    }

    /// The recurrence holds for this n and all greater ones.
    pub fn order(&self) -> usize {
        self.by.as_ref().map_or_else(|| self.series.order(), ByCopies::order)
    }

    /// The recurrence, and from which n on it holds.
    pub fn recurrence(&self) -> String {
        let sum = self.by.as_ref().map_or_else(|| self.series.recurrence(), ByCopies::recurrence);
        format!("a(n) = {sum} for n >= {}", self.order())
    }

    /// The formulas, and a number of terms.
    pub fn text(
        &self,
        terms: usize,
        growth: Option<&Growth>,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<String, TransferError> {
        let OfLengths { strip, automaton, by, up_to, .. } = self;
        let range = self.range(terms);
        let first = range.start;
        let terms = self.terms(range, budget, tell)?;
        let words: Vec<String> = terms.iter().map(|term| self.words(term)).collect();
        let mut text = format!("g.f.        {}\nrecurrence  {}\n", self.quotient(), self.recurrence());
        match by {
            None if words.is_empty() => {}
            None => _ = writeln!(text, "terms       a({first}), ... = {}", words.join(", ")),
            Some(_) => {
                for (n, word) in (first..).zip(words) {
                    _ = writeln!(text, "{:<11} {word}", format!("a({n}) ="));
                }
            }
        }
        if let Some(growth) = growth {
            _ = write!(text, "growth      {growth}");
            if by.is_some() {
                text += " for y = 1";
            }
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
        Ok(text)
    }
}
