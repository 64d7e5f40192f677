//! `combien strip`: tilings of boards of every length.

use std::fmt::Write;

use combien::budget::Reason;
use combien::transfer::{Automaton, Growth, Series, TransferError};
use combien_lang::{Family, Loaded};
use combien_tiling::strip::{Strip, StripError};
use combien_tiling::{Tiling, TilingError};
use serde_json::json;

use crate::report::failure::Failure;
use crate::report::output::{Output, deliver};
use crate::report::{diagnostics, document};
use crate::request::{self, Search};
use crate::session::watch::Watch;
use crate::system::ending::Ending;
use crate::system::files::Disk;

/// The language allows no longer range.
const MOST_MEMBERS: u64 = 10_000;
/// Terms beyond this number are asked for one by one.
const MOST_TERMS: u64 = 100_000;

/// Why there is no answer.
enum Fault {
    Family(Failure),
    Strip(StripError),
}

impl From<StripError> for Fault {
    fn from(error: StripError) -> Fault {
        Fault::Strip(error)
    }
}

pub(super) fn strip(request: &request::Strip) -> Result<Ending, Failure> {
    if request.terms > MOST_TERMS {
        let message = format!("--terms is at most {MOST_TERMS}");
        return Err(Failure::hinted(message, "--at N gives a term further on"));
    }
    if request.from > MOST_MEMBERS {
        return Err(Failure::hinted(
            format!("--from is at most {MOST_MEMBERS}"),
            "let the family begin earlier",
        ));
    }
    let search = Search { memory: request.memory, ..Search::default() };
    let watch = Watch::start(search)?;
    let budget = watch.budget();
    let stopped = |reason: Reason| Failure::Stopped(watch.describe(reason));
    let strip =
        Strip::find(request.from as u32 - 1, members(request)?, &budget).map_err(|fault| match fault {
            Fault::Family(failure) => failure,
            Fault::Strip(StripError::Tiling(_, TilingError::Stopped(reason))) => stopped(reason),
            Fault::Strip(error) => Failure::of(error),
        })?;
    let failed = |error: TransferError| match error {
        TransferError::Stopped(reason) => stopped(reason),
        TransferError::TooManyStates(_) => {
            Failure::hinted(error.to_string(), "--states N allows more; a lower strip has fewer")
        }
        error => Failure::of(error),
    };
    let automaton = Automaton::new(&strip.slices, request.states as usize, &budget).map_err(failed)?;
    let all = Series::of(&automaton, strip.first as usize, &budget).map_err(failed)?;
    let series = if request.primitive { primitive(&all, &strip)? } else { all };
    if let Some(path) = &request.proof {
        deliver(path, certificate(&strip, &series).as_bytes())?;
    }
    let mut output = Output::new();
    let answer = Answer { request, strip: &strip, automaton: &automaton, series: &series };
    if let Some(n) = request.at {
        let number = match request.modulo {
            Some(modulus) => series.term_modulo(n, modulus).to_string(),
            None => series.term(n, &budget).map_err(failed)?.to_string(),
        };
        output.deliver(&format!("{number}\n"))?;
    } else if request.oeis {
        output.deliver(&answer.entry())?;
    } else {
        let growth = series.growth(&budget).map_err(failed)?;
        output.deliver(&if request.json {
            answer.document(growth.as_ref())
        } else {
            answer.text(growth.as_ref())
        })?;
    }
    output.finish()?;
    Ok(Ending::Answered)
}

/// The tilings of the family, in the order of their numbers.
fn members(request: &request::Strip) -> Result<impl FnMut(u32) -> Result<Tiling, Fault>, Failure> {
    let asked = request.members(request.from..=request.from + MOST_MEMBERS - 1);
    let family = Family::load(&request.file, &Disk::default(), Loaded::new("--problem", asked.as_str()));
    let mut family = family.map_err(|error| Failure::unloaded(&request.file, error))?;
    diagnostics::show(&family.take_warnings(), request.json);
    Ok(move |n| match family.next() {
        Some(Ok(member)) => Ok(member.tiling),
        Some(Err(faults)) => Err(Fault::Family(Failure::Input(faults))),
        None => {
            let message = format!("the pieces are too long: boards up to n = {n} would have to be compared");
            Err(Fault::Family(Failure::message(message)))
        }
    })
}

fn primitive(series: &Series, strip: &Strip) -> Result<Series, Failure> {
    let is_plain = !strip.slices.has_head && strip.period == 1 && strip.first == 0;
    let found = is_plain.then(|| series.primitive()).flatten();
    found.ok_or_else(|| {
        Failure::hinted(
            "--primitive needs boards that are put together from equal slices, from the first one on",
            "let the family begin with one slice",
        )
    })
}

struct Answer<'a> {
    request: &'a request::Strip,
    strip: &'a Strip,
    automaton: &'a Automaton,
    series: &'a Series,
}

impl Answer<'_> {
    /// The number of the first term, and the first terms.
    fn terms(&self) -> (usize, Vec<String>) {
        let first = self.strip.first as usize + usize::from(self.strip.slices.has_head);
        let terms = self.series.terms(first.saturating_add(self.request.terms as usize));
        (first, terms[first..].iter().map(ToString::to_string).collect())
    }

    fn recurrence(&self) -> String {
        format!("a(n) = {} for n >= {}", self.series.recurrence(), self.series.order())
    }

    fn text(&self, growth: Option<&Growth>) -> String {
        let Answer { strip, automaton, series, .. } = self;
        let (first, terms) = self.terms();
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
        let Automaton { met, .. } = automaton;
        let compared = (self.request.from, strip.compared);
        text + &format!(
            "proved      by an automaton of {} states ({met} before merging); the boards for n = {} to {} were compared\n",
            automaton.states(),
            compared.0,
            compared.1
        )
    }

    /// The lines of an entry of the OEIS, and a b-file.
    fn entry(&self) -> String {
        let ((first, terms), series) = (self.terms(), self.series);
        let strings = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(", ");
        let start = strings(&mut series.terms(series.order()).iter().map(ToString::to_string));
        let factors = strings(&mut series.denominator()[1..].iter().map(|factor| (-factor).to_string()));
        let mut text = format!(
            "%S {}\n\
             %F G.f.: {series}.\n\
             %F {}.\n\
             %o (PARI) a(n) = polcoef({series} + O(x^(n+1)), n)\n\
             %o (Python)\n\
             %o def a(n, t=[{start}], c=[{factors}]):\n\
             %o     while len(t) <= n: t.append(sum(x*y for x, y in zip(c, reversed(t))))\n\
             %o     return t[n]\n\n",
            terms.join(","),
            self.recurrence(),
        );
        for (place, term) in terms.iter().enumerate() {
            _ = writeln!(text, "{} {term}", first + place);
        }
        text
    }

    fn document(&self, growth: Option<&Growth>) -> String {
        let Answer { request, strip, automaton, series } = self;
        let (first, terms) = self.terms();
        let growth = growth.map(|growth| {
            let ([low, high], (remainder, modulus)) = (growth.bounds(15), growth.class);
            json!({
                "low": low, "high": high, "constant": growth.constant, "remainder": remainder, "modulus": modulus,
            })
        });
        let numerator: Vec<String> = series.numerator().iter().map(ToString::to_string).collect();
        let denominator: Vec<String> = series.denominator().iter().map(ToString::to_string).collect();
        document([json!({
            "schema": 1, "command": "strip", "file": request.file, "problem": request.problem,
            "primitive": request.primitive, "numerator": numerator, "denominator": denominator,
            "order": series.order(), "first": first, "terms": terms, "growth": growth, "period": strip.period,
            "states": automaton.states(), "met": automaton.met, "from": request.from, "compared": strip.compared,
        })])
    }
}

/// What `combien-verify` checks: the slices with their placements, and the quotient.
fn certificate(strip: &Strip, series: &Series) -> String {
    let strings = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    let slices = &strip.slices;
    let mut text = format!(
        "combien strip 1\nhead {}\nfirst {}\nsizes {}\n",
        u8::from(slices.has_head),
        strip.first,
        strings(&mut slices.sizes.iter().map(ToString::to_string))
    );
    for (slice, placements) in slices.placements.iter().enumerate() {
        for placement in placements {
            let cells = strings(&mut placement.iter().map(|(ahead, cell)| format!("{ahead}.{cell}")));
            _ = writeln!(text, "placement {slice} {cells}");
        }
    }
    let shown = |name: &str, of: &[_]| -> String {
        of.iter().fold(name.to_owned(), |line, number: &_| format!("{line} {number}")) + "\n"
    };
    text += &shown("numerator", series.numerator());
    text += &shown("denominator", series.denominator());
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    text + &format!("end {sum:016x}\n")
}
