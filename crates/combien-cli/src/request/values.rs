//! Readers of values on the command line. An error says what a correct value looks like.

use std::num::{NonZeroUsize, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use combien::engine::fast::Kernel;
use combien::problem::{Decimal, NoDecimal};
use combien::solve::Engine;
use combien_puzzles::rating::{Rating, Technique};
use combien_puzzles::sudoku::{BoxShape, Symmetry};

use super::table::{Choice, words};
use super::{Format, Numbers, Outside, UpTo};

words! {
    String: |text: &str| Ok(text.to_owned()),
    u64: whole,
    u32: shards,
    usize: columns,
    f64: length,
    [u32; 3]: inside,
    NonZeroUsize: threads,
    Duration: duration,
    Decimal: total,
    RangeInclusive<Rating>: ratings,
    Rating: rating,
    Symmetry: symmetry,
    Engine: parsed,
    Kernel: parsed,
    Outside: parsed,
    Numbers: parsed,
    BoxShape: parsed,
}

impl Choice for Format {}

impl Choice for UpTo {}

/// Read as its type reads itself.
fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// The help of an option that takes an engine: what it is for, and the engines that can do that.
pub(super) fn engines(purpose: &str, can: impl Fn(Engine) -> bool) -> String {
    let names = Engine::ALL.into_iter().filter(|&engine| can(engine)).map(Engine::name);
    format!("{purpose}: {}", names.collect::<Vec<_>>().join(", "))
}

/// How many puzzles stand side by side.
pub(super) fn columns(text: &str) -> Result<usize, String> {
    let columns: i64 = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    let is_in = (1..=4).contains(&columns);
    is_in.then_some(columns as usize).ok_or_else(|| format!("{columns} is not in 1..=4"))
}

/// A length in millimetres.
pub(super) fn length(text: &str) -> Result<f64, String> {
    let length: f64 = text.parse().map_err(|_| "write a number of millimetres, such as 0.2".to_owned())?;
    if length.is_finite() && length >= 0.0 {
        Ok(length)
    } else {
        Err("a length must be 0 or more".to_owned())
    }
}

pub(super) fn side_length(text: &str) -> Result<f64, String> {
    length(text).and_then(|length| {
        if length > 0.0 { Ok(length) } else { Err("a side must be longer than 0".to_owned()) }
    })
}

/// The maximum number of threads. More threads than cores would only use memory, because each has its own
/// search.
const MOST_THREADS: usize = 1024;

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// A limit on the sum of costs: an exact decimal number.
pub(super) fn total(text: &str) -> Result<Decimal, String> {
    Decimal::total(text).map_err(|error: NoDecimal| error.to_string())
}

/// A whole number.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// A whole number that is not 0.
pub(super) fn positive(text: &str) -> Result<u64, String> {
    number(text, 1, u64::MAX)
}

/// A whole number from 2.
pub(super) fn plural(text: &str) -> Result<u64, String> {
    number(text, 2, u64::MAX)
}

pub(super) fn shards(text: &str) -> Result<u32, String> {
    number(text, 1, 100_000).map(|number| number as u32)
}

fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| match (least, most) {
        (0, u64::MAX) => "write a whole number".to_owned(),
        (least, u64::MAX) => format!("write a whole number of at least {least}"),
        (least, most) => format!("write a whole number from {least} to {most}"),
    })
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((last, 's')) => (&text[..last], 1.0),
        Some((last, 'm')) => (&text[..last], 60.0),
        Some((last, 'h')) => (&text[..last], 3600.0),
        _ => (text, 1.0),
    };
    let seconds =
        number.parse::<f64>().map_err(|_| "write a number of seconds, or `90s`, `1.5m`, `2h`".to_owned())?;
    Duration::try_from_secs_f64(seconds * unit).map_err(|_| "this is not a valid length of time".to_owned())
}

pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((last, 'k' | 'K')) => (&text[..last], 1 << 10),
        Some((last, 'M')) => (&text[..last], 1 << 20),
        Some((last, 'G')) => (&text[..last], 1 << 30),
        _ => (text, 1),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.ok_or_else(|| "write a number of bytes, or `64k`, `500M`, `4G`".to_owned())
}

pub(super) fn side(text: &str) -> Result<BoxShape, String> {
    let side = text.parse().map_err(|_| "write a number from 1 to 36".to_owned())?;
    BoxShape::of_side(side).map_err(|error| error.to_string())
}

pub(super) fn symmetry(text: &str) -> Result<Symmetry, String> {
    let named = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text);
    named.ok_or_else(|| format!("write one of: {}", Symmetry::ALL.map(Symmetry::name).join(", ")))
}

/// The sides of a box; in the plane, the third is 1.
pub(super) fn inside(text: &str) -> Result<[u32; 3], String> {
    let form = || "write a size such as 6x6 or 4x4x4".to_owned();
    let sides: Result<Vec<u32>, String> = text
        .split('x')
        .map(|side| side.parse().ok().filter(|&side: &u32| side > 0).ok_or_else(form))
        .collect();
    match sides?[..] {
        [width, height] => Ok([width, height, 1]),
        [width, height, depth] => Ok([width, height, depth]),
        _ => Err(form()),
    }
}

/// A rating, or a range of them; an end may be missing.
pub(super) fn ratings(text: &str) -> Result<RangeInclusive<Rating>, String> {
    let form = || "write a rating such as 2.5, or a range such as 1.0..2.5, ..2.5 or 2.5..".to_owned();
    let end = |text: &str, left_out: u32| match text {
        "" => Ok(Rating { tenths: left_out }),
        text => rating(text).map_err(|_| form()),
    };
    if text.is_empty() {
        return Err(form());
    }
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let band = end(low, 0)?..=end(high, u32::MAX)?;
    if band.is_empty() {
        return Err("no rating is in this range: write the lower end first".to_owned());
    }
    if !Technique::ratings().any(|rating| band.contains(&rating)) {
        let all: Vec<String> = Technique::ratings().map(|rating| rating.to_string()).collect();
        let (few, last) = (all[..6].join(", "), &all[all.len() - 1]);
        return Err(format!("no technique has such a rating: they have {few} and so on up to {last}"));
    }
    Ok(band)
}

/// `4`, `4.6`.
pub(super) fn rating(text: &str) -> Result<Rating, String> {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let digits = format!("{whole}{tenths}");
    let is_number =
        tenths.len() == 1 && !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let tenths = is_number.then(|| digits.parse().ok()).flatten();
    let tenths = tenths.ok_or("write a number such as 4 or 4.6")?;
    Ok(Rating { tenths })
}
