//! Random problems with random settings, for as long as you like: every way to answer is compared with a
//! search by the definition (`combien_tests::fuzz`). What differs is made smaller and printed, as a problem
//! and as bytes.
//!
//! ```text
//! cargo run --release -p combien-campaign -- [--seconds N] [--seed S]
//! cargo run --release -p combien-campaign -- --replay BYTES      (in hexadecimal, as it was printed)
//! ```

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use combien_formats::json;
use combien_tests::fuzz::{Bytes, KINDS, compared, drawn};

/// Bytes of a case: enough for the largest problems and all settings.
const LENGTH: usize = 600;
/// A case is made smaller by at most this number of tries.
const MOST_TRIES: usize = 4_000;
/// Different findings are shown up to this number.
const MOST_SHOWN: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |flag: &str| {
        let at = words.iter().position(|word| word == flag)?;
        words.get(at + 1)
    };
    // A panic is told with its case.
    panic::set_hook(Box::new(|_| {}));
    if let Some(bytes) = value("--replay") {
        let Some(data) = from_hexadecimal(bytes) else {
            eprintln!("`{bytes}` is no list of bytes in hexadecimal");
            return ExitCode::from(2);
        };
        println!("{}", shown(&data));
        return match compare(&data) {
            Ok(compared) => {
                println!("{compared} comparisons, and no difference");
                ExitCode::SUCCESS
            }
            Err(difference) => {
                println!("{difference}");
                ExitCode::FAILURE
            }
        };
    }
    let number = |flag: &str, otherwise: u64| match value(flag) {
        Some(word) => word.parse().map_err(|_| format!("{flag} {word}: write a whole number")),
        None => Ok(otherwise),
    };
    match (number("--seconds", 60), number("--seed", 1)) {
        (Ok(seconds), Ok(seed)) => campaign(Duration::from_secs(seconds), seed),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Cases of a seed until the time is up.
fn campaign(time: Duration, seed: u64) -> ExitCode {
    let (start, mut next) = (Instant::now(), seed);
    let (mut cases, mut comparisons, mut passed_over) = (0_u64, 0, 0_u64);
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    let mut findings: BTreeMap<String, u64> = BTreeMap::new();
    while start.elapsed() < time {
        let data = random_bytes(&mut next);
        cases += 1;
        match compare(&data) {
            Ok(compared) => {
                comparisons += compared;
                passed_over += u64::from(compared == 0);
                *kinds.entry(KINDS[Bytes::new(&data).below(KINDS.len())]).or_default() += compared;
            }
            Err(difference) => {
                let kind = difference.split(':').next().unwrap_or_default().to_owned();
                let times = findings.entry(kind).or_default();
                *times += 1;
                if *times == 1 && findings.len() <= MOST_SHOWN {
                    let least = smaller(&data);
                    let difference = compare(&least).err().unwrap_or(difference);
                    println!("FOUND {difference}\n{}", shown(&least));
                }
            }
        }
    }
    println!(
        "{comparisons} comparisons of {cases} problems in {:.0?}, seed {seed}; {passed_over} took too long",
        start.elapsed()
    );
    for (kind, compared) in kinds {
        println!("  {kind}: {compared}");
    }
    for (what, times) in &findings {
        println!("  FOUND {times} times: {what}");
    }
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The comparisons of a case; a panic is a difference too.
fn compare(data: &[u8]) -> Result<u64, String> {
    let compared = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut bytes = Bytes::new(data);
        let problem = drawn(&mut bytes);
        compared(&problem, &mut bytes)
    }));
    compared.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("of no text");
        Err(format!("a panic: {text}"))
    })
}

/// The same kind of difference with fewer and smaller bytes: stretches are left out, or become zero.
fn smaller(data: &[u8]) -> Vec<u8> {
    let kind =
        |data: &[u8]| compare(data).err().map(|text| text.split(':').next().unwrap_or_default().to_owned());
    let wanted = kind(data);
    let (mut least, mut tries) = (data.to_vec(), 0);
    let mut length = least.len() / 2;
    while length > 0 && tries < MOST_TRIES {
        let (mut at, mut is_better) = (0, false);
        while at < least.len() && tries < MOST_TRIES {
            let end = (at + length).min(least.len());
            let without = [&least[..at], &least[end..]].concat();
            let zero = [&least[..at], &vec![0; end - at][..], &least[end..]].concat();
            tries += 2;
            if kind(&without) == wanted {
                (least, is_better) = (without, true);
            } else if zero != least && kind(&zero) == wanted {
                (least, is_better, at) = (zero, true, end);
            } else {
                at = end;
            }
        }
        if !is_better {
            length /= 2;
        }
    }
    least
}

/// The problem of a case, and its bytes.
fn shown(data: &[u8]) -> String {
    let problem = drawn(&mut Bytes::new(data));
    let mut text = vec![];
    json::write(&problem, &mut text).expect("a vector takes all");
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    let bytes: String = data.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    format!("{}--replay {bytes}", String::from_utf8_lossy(&text))
}

fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// `SplitMix64` (Steele, Lea and Flood, 2014).
fn random_bytes(state: &mut u64) -> Vec<u8> {
    let word = |state: &mut u64| {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    (0..LENGTH / 8).flat_map(|_| word(state).to_le_bytes()).collect()
}
