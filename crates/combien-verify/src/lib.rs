//! Checks answers about exact covers without the program that gave them.
//!
//! Nothing is believed: the problem is read by a reader of this crate's own, certificates of counts are followed step by
//! step, and solutions are held against the options. README.md says what is checked, and docs/certificates.md of the project
//! how a certificate is written.
//!
//! | module | what it does | to read |
//! | --- | --- | --- |
//! | `problem` | what a problem is; reads it from Knuth's text and from JSON | first |
//! | `state` | what options that were chosen leave to be done | second |
//! | `certificate` | follows a certificate, line by line | third |
//! | `reason` | checks short reasons why there is no cover | |
//! | `solutions` | checks lists of solutions | |
//! | `natural`, `json` | numbers of any size; a reader of JSON | |
//!
//! ```
//! let problem = combien_verify::Problem::read("a b\na b\na\nb\n").unwrap();
//! let certificate = "combien certificate 1\nproblem 2 0 3\nstates +\n1 1 . 2,.\ncovers 2\nend 172ff628ae96da4d\n";
//! let count = combien_verify::check_certificate(&problem, certificate.as_bytes(), 1 << 20).unwrap();
//! assert_eq!(count.to_string(), "2");
//! ```

#![forbid(unsafe_code)]

mod certificate;
mod json;
mod natural;
mod problem;
mod reason;
mod solutions;
mod state;

pub use certificate::{Refusal, check as check_certificate};
pub use natural::Natural;
pub use problem::{Entry, Fault, Item, Problem};
pub use solutions::{Listed, check as check_solutions};
