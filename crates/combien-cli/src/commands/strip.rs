//! `combien strip`: tilings of boards of every length.

use std::fmt::Write;
use std::ops::RangeInclusive;

use combien::budget::{Budget, Reason};
use combien::problem::Solution;
use combien::solve::each;
use combien::transfer::{Growth, Series, Tell, TransferError};
use combien_lang::{Family, Loaded, OfLengths, UpTo};
use combien_tiling::draw::{Picture, Style, text};
use combien_tiling::strip::{Strip, StripError};
use combien_tiling::{Tiling, TilingError};
use serde_json::{Value, json};

use crate::report::failure::Failure;
use crate::report::output::{Output, deliver};
use crate::report::{diagnostics, document};
use crate::request::{self, Search};
use crate::session::progress::SharedReport;
use crate::session::watch::Watch;
use crate::system::ending::Ending;
use crate::system::files::Disk;

/// The language allows no longer range.
const MOST_MEMBERS: u64 = 10_000;
/// Terms beyond this number are asked for one by one.
const MOST_TERMS: u64 = 100_000;
/// The example of an entry has the tilings of one of the first boards, if their number is in this range.
const LOOKED_AT: usize = 40;
const DRAWN: RangeInclusive<u64> = 3..=12;
const COLUMNS: usize = 76;

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
    let by = request.by.as_deref();
    let all = members(request, request.from..=request.from + MOST_MEMBERS - 1)?;
    let strip = Strip::find_by(by, request.from as u32 - 1, all, &budget);
    let strip = strip.map_err(|fault| match fault {
        Fault::Family(failure) => failure,
        Fault::Strip(StripError::Tiling(_, TilingError::Stopped(reason))) => stopped(reason),
        Fault::Strip(error @ StripError::Tiling(_, TilingError::Filtered)) => Failure::hinted(
            error.to_string(),
            "leave it out; `where crossroads 0` alone, that no four pieces meet, is known here",
        ),
        Fault::Strip(error) => Failure::of(error),
    })?;
    let failed = |error: TransferError| match error {
        TransferError::Stopped(reason) => stopped(reason),
        TransferError::TooManyStates(_) => {
            Failure::hinted(error.to_string(), "--states N allows more; a lower strip has fewer")
        }
        error => Failure::of(error),
    };
    let report = SharedReport::new(request.quiet || request.json);
    let tell: Tell<'_> = &|stage| report.say(|| stage.to_string());
    let up_to = if request.up_to.is_some() { UpTo::Symmetry } else { UpTo::Nothing };
    let found = OfLengths::of(strip, up_to, request.states as usize, &budget, tell).map_err(failed)?;
    let mut found = found.ok_or_else(|| not_plain("--up-to symmetry"))?;
    if request.primitive {
        found = found.primitive().ok_or_else(|| not_plain("--primitive"))?;
    }
    if let Some(path) = &request.proof {
        deliver(path, certificate(&found.strip, &found.series)?.as_bytes())?;
    }
    let is_plain = request.up_to.is_none() && request.by.is_none() && !request.primitive;
    let example = if request.oeis && is_plain { example(request, &found, &watch)? } else { String::new() };
    let mut output = Output::new();
    let answer = Answer { request, found: &found, budget: &budget, tell, example };
    output.deliver(&answer.text().map_err(failed)?)?;
    output.finish()?;
    Ok(Ending::Answered)
}

/// The tilings of the family, in the order of their numbers.
fn members(
    request: &request::Strip,
    numbers: RangeInclusive<u64>,
) -> Result<impl FnMut(u32) -> Result<Tiling, Fault>, Failure> {
    let asked = request.members(numbers).unwrap_or_default();
    let family = Family::load(&request.file, &Disk::default(), Loaded::new("--problem", asked.as_str()));
    let mut family = family.map_err(|error| Failure::unloaded(&request.file, error))?;
    diagnostics::show(&family.take_warnings(), request.json);
    Ok(move |n| match family.next() {
        Some(Ok(member)) => Ok(member.tiling),
        Some(Err(faults)) => Err(Fault::Family(Failure::Input(faults))),
        None => Err(Fault::Strip(StripError::TooLong(n))),
    })
}

/// The tilings of the first board that has a few, drawn side by side. Empty if there is none.
fn example(request: &request::Strip, found: &OfLengths, watch: &Watch) -> Result<String, Failure> {
    let range = found.range(LOOKED_AT);
    let terms = found.terms(range.clone(), &watch.budget(), &|_| {}).map_err(Failure::of)?.concat();
    let is_few = |term: &str| term.parse().is_ok_and(|term: u64| DRAWN.contains(&term));
    let few = range.zip(terms).find(|(n, term)| *n as u64 >= request.from && is_few(term));
    let Some((n, number)) = few else { return Ok(String::new()) };
    let tiling = match members(request, n as u64..=n as u64)?(n as u32) {
        Ok(tiling) => tiling,
        Err(Fault::Family(failure)) => return Err(failure),
        Err(Fault::Strip(error)) => return Err(Failure::of(error)),
    };
    let encoding = tiling.encode_within(&watch.budget()).map_err(Failure::of)?;
    let draw = |solution: Solution| {
        let picture = Picture::new("", &tiling, &encoding.placed(&solution));
        text(&picture, Style::Ascii).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let drawn: Vec<Vec<String>> = each(&encoding.problem).map_err(Failure::of)?.map(draw).collect();
    let width = drawn.iter().flatten().map(|line| line.chars().count() + 2).max().unwrap_or(2);
    let mut lines = vec![format!("%e The a({n}) = {number} tilings:")];
    for row in drawn.chunks((COLUMNS / width).max(1)) {
        for place in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let line = row.iter().map(|one| format!("{:width$}", one.get(place).map_or("", String::as_str)));
            lines.push(format!("%e {}", line.collect::<String>()).trim_end().to_owned());
        }
    }
    Ok(lines.join("\n") + "\n")
}

fn not_plain(setting: &str) -> Failure {
    Failure::hinted(
        format!("{setting} needs boards that are put together from equal slices, from the first one on"),
        "let the family begin with one slice",
    )
}

struct Answer<'a> {
    request: &'a request::Strip,
    found: &'a OfLengths,
    budget: &'a Budget,
    tell: Tell<'a>,
    /// Drawn tilings, for an entry of the OEIS.
    example: String,
}

impl Answer<'_> {
    fn text(&self) -> Result<String, TransferError> {
        let Answer { request, found, budget, tell, .. } = self;
        if let Some(n) = request.at {
            let term = self.term(n)?;
            return Ok(if request.json { self.one(n, &term) } else { found.words(&term) + "\n" });
        }
        if request.oeis {
            return self.entry();
        }
        let growth = found.series.growth(budget)?;
        if request.json {
            return self.document(growth.as_ref());
        }
        found.text(request.terms as usize, growth.as_ref(), budget, tell)
    }

    /// One term, however far away: polynomials are made one by one.
    fn term(&self, n: u64) -> Result<Vec<String>, TransferError> {
        let series = &self.found.series;
        Ok(match (self.request.modulo, &self.found.by) {
            (Some(modulus), _) => vec![series.term_modulo(n, modulus).to_string()],
            (None, None) => vec![series.term(n, self.budget)?.to_string()],
            (None, Some(_)) => {
                let end = n.saturating_add(1) as usize;
                self.found.terms(end - 1..end, self.budget, self.tell)?.pop().unwrap_or_default()
            }
        })
    }

    /// The lines of an entry of the OEIS, and a b-file. Polynomials are read by rows.
    fn entry(&self) -> Result<String, TransferError> {
        let Answer { request, found, budget, tell, .. } = self;
        let range = found.range(request.terms as usize);
        let (first, terms) = (range.start, found.terms(range, budget, tell)?.concat());
        let (quotient, recurrence) = (found.quotient(), found.recurrence());
        let mut text = format!("%S {}\n%F G.f.: {quotient}.\n%F {recurrence}.\n", terms.join(","));
        text += &self.example;
        if found.by.is_some() {
            let row = format!("polcoef({quotient} + O(x^(n+1)), n, x)");
            _ = writeln!(text, "%o (PARI) T(n, k) = polcoef({row}, k, y)\n");
        } else {
            let list = |numbers: &[String]| numbers.join(", ");
            let start = found.series.terms(0..found.series.order(), budget)?;
            let start: Vec<String> = start.iter().map(ToString::to_string).collect();
            let factors = found.series.denominator()[1..].iter().map(|factor| (-factor).to_string());
            _ = writeln!(
                text,
                "%o (PARI) a(n) = polcoef({quotient} + O(x^(n+1)), n)\n\
                 %o (Python)\n\
                 %o def a(n, t=[{}], c=[{}]):\n\
                 %o     while len(t) <= n: t.append(sum(x*y for x, y in zip(c, reversed(t))))\n\
                 %o     return t[n]\n",
                list(&start),
                list(&factors.collect::<Vec<_>>())
            );
        }
        for (place, term) in terms.iter().enumerate() {
            _ = writeln!(text, "{} {term}", first + place);
        }
        Ok(text)
    }

    fn up_to(&self) -> Option<&'static str> {
        self.request.up_to.map(|_| "symmetry")
    }

    /// One term, as a document.
    fn one(&self, n: u64, term: &[String]) -> String {
        let request = self.request;
        document([json!({
            "schema": 1, "command": "strip", "file": request.file, "problem": request.problem,
            "primitive": request.primitive, "up_to": self.up_to(), "by": request.by, "n": n,
            "modulus": request.modulo, "term": self.told(term),
        })])
    }

    /// A term as it stands in a document: a number, or the coefficients of a polynomial.
    fn told(&self, term: &[String]) -> Value {
        if self.found.by.is_some() { json!(term) } else { json!(term[0]) }
    }

    fn document(&self, growth: Option<&Growth>) -> Result<String, TransferError> {
        let Answer { request, found, budget, tell, .. } = self;
        let OfLengths { strip, automaton, .. } = found;
        let range = found.range(request.terms as usize);
        let (first, terms) = (range.start, found.terms(range, budget, tell)?);
        let terms: Vec<Value> = terms.iter().map(|term| self.told(term)).collect();
        let growth = growth.map(|growth| {
            let ([low, high], (remainder, modulus)) = (growth.bounds(15), growth.class);
            json!({
                "low": low, "high": high, "constant": growth.constant, "remainder": remainder, "modulus": modulus,
            })
        });
        let ([numerator, denominator], order) = (found.coefficients(), found.order());
        Ok(document([json!({
            "schema": 1, "command": "strip", "file": request.file, "problem": request.problem,
            "primitive": request.primitive, "up_to": self.up_to(), "by": request.by,
            "numerator": numerator.iter().map(|of| self.told(of)).collect::<Vec<_>>(),
            "denominator": denominator.iter().map(|of| self.told(of)).collect::<Vec<_>>(), "order": order, "first": first, "terms": terms, "growth": growth, "period": strip.period,
            "states": automaton.states(), "met": automaton.met, "from": request.from, "compared": strip.compared,
        })]))
    }
}

/// What `combien-verify` checks: the slices with their placements, and the quotient.
fn certificate(strip: &Strip, series: &Series) -> Result<String, Failure> {
    if strip.has_vertices() {
        let message = "--proof cannot be had with a clue about vertices: a certificate knows only cells";
        return Err(Failure::hinted(message, "leave the clue or --proof out"));
    }
    let strings = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    let slices = &strip.slices;
    let mut text = format!(
        "combien strip 1\nhead {}\nfirst {}\nsizes {}\n",
        slices.head,
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
    Ok(text + &format!("end {sum:016x}\n"))
}
