//! Checks answers about exact covers without the program that gave them.
//!
//! Nothing is taken on trust: this crate has its own reader of problems, follows certificates of counts step
//! by step, and compares solutions with the options. README.md says what is checked, and docs/certificates.md
//! of the project how a certificate is written.
//!
//! | module | what it does | to read |
//! | --- | --- | --- |
//! | `problem` | what a problem is; reads it from Knuth's text and from JSON | first |
//! | `state` | what options that were chosen leave to be done | second |
//! | `certificate` | follows a certificate, line by line | third |
//! | `reason` | checks short reasons why there is no cover | |
//! | `solutions` | checks lists of solutions | |
//! | `strip` | checks generating functions of coverings of regions that grow by slices | |
//! | `natural`, `json`, `refusal` | numbers of any size; a reader of JSON; the error | |
//!
//! ```
//! let problem = combien_verify::Problem::read("a b\na b\na\nb\n").unwrap();
//! let certificate = "combien certificate 1\nproblem 2 0 3\nstates +\n1 1 . 2,.\ncovers 2\nend 172ff628ae96da4d\n";
//! let proved = combien_verify::check_certificate(&problem, certificate.as_bytes(), 1 << 20).unwrap();
//! assert_eq!(proved.covers.to_string(), "2");
//! ```

#![forbid(unsafe_code)]

mod certificate;
mod json;
mod lines;
mod natural;
mod problem;
mod reason;
mod solutions;
mod state;
mod strip;

pub use certificate::{Proved, check as check_certificate};
pub use lines::Refusal;
pub use natural::Natural;
pub use problem::{Entry, Item, Problem};
pub use solutions::{Listed, check as check_solutions};
pub use strip::{Proved as ProvedStrip, check as check_strip};
