//! `run`, `test`, `fmt`: the commands for tiling files.

use combien_lang::Sizes;

use super::parts::{SearchArgs, ThreadArgs};
use super::values::{length, side_length};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{Fmt, Permitted, Programs, Request, Run, Test};

/// What `--allow-run` without names means.
const ANY: &str = "*";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each file is checked as a whole before its first command runs.

A tiling file may come from anywhere. So it can write files only below the current folder, replaces only files that Combien
wrote, includes only files below its own folder, and cannot run programs. --allow-write, --overwrite and --allow-run permit
more. The variable COMBIEN_ALLOW_RUN=minisat,cadical always permits these two, and COMBIEN_ALLOW_READ=DIR to include files
below that folder.

Examples:
  combien run examples/scott.cmb
  combien run --allow-write ~/pictures mine.cmb     its pictures may go there
  combien run --allow-run=minisat mine.cmb          `solve sat` may run minisat
  combien run --ascii first.cmb second.cmb
  combien run --json examples/box.cmb | jq .count
  echo 'problem p = {**} [{*}] count dlx p' | combien run -")]
pub(crate) struct RunArgs {
    /// Tiling files, run one after the other; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Draw with `+`, `-` and `|` only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Also show every solution that is found on a page in this folder: `index.html`, and a picture for each
    #[arg(long, value_name = "DIR")]
    pub(crate) gallery: Option<String>,
    /// The side of a cell, in millimetres, of pieces to be cut or printed (`svg "F" cut`, `stl "F"`): 20 by default
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = side_length)]
    pub(crate) side: Option<f64>,
    /// The width that the cutting tool removes, in millimetres: paths run half of it outside; 0 by default
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = length)]
    pub(crate) kerf: Option<f64>,
    /// The distance between printed pieces that touch, in millimetres: 0.2 by default
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = length)]
    pub(crate) gap: Option<f64>,
    #[command(flatten)]
    pub(crate) permissions: PermissionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Print one JSON document on each line: one for each solution that is shown, and one for each command of the files
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) json: bool,
}

impl Words for RunArgs {
    fn request(&self) -> Result<Request, Failure> {
        conflicts::check_gallery(self.gallery.as_deref())?;
        conflicts::refuse_problems(&self.files)?;
        Ok(Request::Run(Run {
            files: self.files.clone(),
            ascii: self.ascii,
            gallery: self.gallery.clone(),
            sizes: Sizes::with(self.side, self.kerf, self.gap),
            permitted: self.permissions.permitted(),
            search: self.search.search_with(&self.threads),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PermissionArgs {
    /// Let the files run any command as a solver; with names, as in `--allow-run=minisat,cadical`, only these programs
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = ANY)]
    pub(crate) allow_run: Option<String>,
    /// Let the files write below this folder, in addition to the current one; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_write: Vec<String>,
    /// Let the files replace files that Combien did not write
    #[arg(long)]
    pub(crate) overwrite: bool,
}

impl PermissionArgs {
    fn permitted(&self) -> Permitted {
        let programs = match self.allow_run.as_deref() {
            Some(ANY) => Programs::Any,
            list => Programs::These(
                list.into_iter().flat_map(|list| list.split(',')).map(str::to_owned).collect(),
            ),
        };
        Permitted { programs, folders: self.allow_write.clone(), overwrite: self.overwrite }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Runs the assertions of files (`assert count p = 520`, `assert solvable p`) and nothing else, and continues after one that
fails. The exit code is 0 if all hold, 1 if one fails, 3 if a limit left one undecided.

Examples:
  combien test examples/*.cmb
  combien test --json --time 10s puzzles/scott.cmb")]
pub(crate) struct TestArgs {
    /// Tiling files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Print one JSON document on each line: one for each assertion
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for TestArgs {
    fn request(&self) -> Result<Request, Failure> {
        conflicts::refuse_problems(&self.files)?;
        let search = self.search.search_with(&self.threads);
        Ok(Request::Test(Test { files: self.files.clone(), search, json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Comments stay, and the meaning does not change. If one of the files has an error, it is shown and no file is changed. With
--check the names of files that are not formatted are printed; the exit code is 0 if there are none, and 1 otherwise.

Examples:
  combien fmt examples/scott.cmb
  combien fmt --check examples/*.cmb
  echo 'pattern a={**}count dlx p' | combien fmt -")]
pub(crate) struct FmtArgs {
    /// Tiling files, changed in place; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Change nothing; print the names of the files that would be changed
    #[arg(long)]
    pub(crate) check: bool,
}

impl Words for FmtArgs {
    fn request(&self) -> Result<Request, Failure> {
        conflicts::refuse_problems(&self.files)?;
        Ok(Request::Fmt(Fmt { files: self.files.clone(), check: self.check }))
    }
}
