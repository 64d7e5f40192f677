//! The command `combien`: see the library of this crate.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(combien_cli::run(env::args_os()))
}
