//! Estimated lengths of time, in words.

/// The seconds of a year.
pub(crate) const YEAR: f64 = 365.25 * 86400.0;
/// The seconds of larger units, each with its name.
const UNITS: [(f64, &str); 6] =
    [(YEAR, "years"), (86400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms")];

/// A length of time to two digits, in the largest unit of which it has two: `90 s`, `5.5 min`, `30 h`, `3e12
/// years`.
pub(crate) fn words(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "for ever".to_owned();
    }
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| seconds >= 2.0 * unit).unwrap_or((1e-3, "ms"));
    let number = seconds / unit;
    let number = match number {
        0.0..9.95 if unit >= 3600.0 => format!("{}", (number * 10.0).round() / 10.0),
        0.0..2000.0 => format!("{number:.0}"),
        _ => format!("{number:.0e}"),
    };
    if number == "0" { "no time".to_owned() } else { format!("{number} {name}") }
}

/// From one length of time to another.
pub(crate) fn range(low: f64, high: f64) -> String {
    let (from, to) = (words(low), words(high));
    if from == to {
        return format!("about {to}");
    }
    if low < 1.0 && high >= 2.0 {
        return format!("at most {to}");
    }
    // The unit is written once if both have the same.
    match (from.split_once(' '), to.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number} to {to}"),
        _ => format!("{from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        let times =
            [0.0, 0.012, 0.5, 1.5, 2.4, 90.0, 119.9, 150.0, 7000.0, 9000.0, 2e5, 1e8, 3e20, 1e308 * 10.0];
        let words: Vec<String> = times.into_iter().map(words).collect();
        let expected = [
            "no time",
            "12 ms",
            "500 ms",
            "1500 ms",
            "2 s",
            "90 s",
            "120 s",
            "2 min",
            "117 min",
            "2.5 h",
            "2.3 days",
            "3.2 years",
            "1e13 years",
            "for ever",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn ranges_say_the_unit_once() {
        assert_eq!(range(120.0, 300.0), "2 to 5 min");
        assert_eq!(range(90.0, 300.0), "90 s to 5 min");
        assert_eq!(range(299.0, 301.0), "about 5 min");
        assert_eq!(range(0.1, 300.0), "at most 5 min");
        assert_eq!(range(0.1, 0.4), "100 to 400 ms");
        assert_eq!(range(90.0, f64::INFINITY), "90 s to for ever");
    }
}
