//! Combinations of flags that are refused and that the parser cannot express. They are refused before
//! anything is read.

use std::ops::RangeInclusive;

use combien::solve::Engine;
use combien_lang::ast::Format;
use combien_puzzles::sudoku::techniques::{LADDER, Rating, Technique};

use crate::report::failure::Failure;
use crate::report::pictures;
use crate::request::{self, Source, Target, is_no_tiling_file};
use crate::system::files::{STDIN, STDOUT};

/// A flag, and whether it was given.
type Flag<'a> = (bool, &'a str);

fn given<'a>(flags: &[Flag<'a>]) -> Option<&'a str> {
    flags.iter().find_map(|&(is_given, flag)| is_given.then_some(flag))
}

/// An error with a hint, if something is wrong.
fn refuse(is_wrong: bool, message: &str, hint: &str) -> Result<(), Failure> {
    if is_wrong { Err(Failure::hinted(message, hint)) } else { Ok(()) }
}

/// Refuses flags that make no sense together with another.
pub(super) fn refuse_with(flags: &[Flag<'_>], with: &str) -> Result<(), Failure> {
    refuse_given(flags, &format!("cannot be combined with {with}"), "leave it out")
}

/// Refuses flags.
fn refuse_given(flags: &[Flag<'_>], what: &str, hint: &str) -> Result<(), Failure> {
    given(flags).map_or(Ok(()), |flag| refuse(true, &format!("{flag} {what}"), hint))
}

/// An outside solver is asked for one solution, the best.
pub(super) fn with_without_goal() -> Failure {
    Failure::hinted("--with asks a solver for the best solution", "say --min or --max, too")
}

/// Refuses a flag that asks more of the members of a family than their numbers.
pub(super) fn refuse_for_family(flag: Option<&str>) -> Result<(), Failure> {
    let Some(flag) = flag else { return Ok(()) };
    let hint = "leave it out, or name one member: --problem 'NAME<1, 2>', 'puzzle:queens 8'";
    refuse_given(&[(true, flag)], "is about one problem, and ranges mean several", hint)
}

/// Refuses flags that say how the members of a family are written, where there is one problem.
pub(super) fn refuse_without_family(flags: &[Flag<'_>]) -> Result<(), Failure> {
    let hint = "give a range: --problem 'NAME<1..9>' or 'puzzle:queens 1..9'";
    refuse_given(flags, "writes a row for each member of a family", hint)
}

/// Refuses a flag that makes no sense for a part of a problem.
pub(super) fn refuse_for_shard(problem: &Source, flag: Option<&str>) -> Result<(), Failure> {
    let Some(flag) = flag.filter(|_| problem.is_shard()) else { return Ok(()) };
    refuse_given(&[(true, flag)], "needs a whole problem, and a shard is a part of one", "leave it out")
}

/// Refuses a part of a problem, where the question is about a whole one.
pub(super) fn refuse_shard(problem: &Source) -> Result<(), Failure> {
    let message = "a shard is a part of a problem, and the question is about a whole one";
    refuse(problem.is_shard(), message, "name the file of the problem")
}

/// Refuses to save the search of a shard in the shard itself if it comes from standard input.
pub(super) fn refuse_shard_from_stdin(file: &str) -> Result<(), Failure> {
    let hint = "say --checkpoint FILE, or name the file of the shard";
    refuse(file == STDIN, "a shard from standard input cannot be kept in itself", hint)
}

pub(super) fn refuse_checkpoint_on_stdout(path: &str) -> Result<(), Failure> {
    let message = "a checkpoint is read again: it cannot go to standard output";
    refuse(path == STDOUT, message, "name a file")
}

/// Refuses scratch space for an engine that does not use any, and on standard output.
pub(super) fn check_scratch(folder: Option<&str>, engine: Engine) -> Result<(), Failure> {
    let message = "scratch space is files in a folder, and cannot go to standard output";
    refuse(folder == Some(STDOUT), message, "name a folder")?;
    let message = format!("--scratch is for the engine frontier; {engine} keeps everything in memory");
    let is_other = folder.is_some() && !matches!(engine, Engine::Auto | Engine::Frontier);
    refuse(is_other, &message, "leave --engine or --scratch out")
}

pub(super) fn refuse_proof_on_stdout(path: &str) -> Result<(), Failure> {
    refuse(path == STDOUT, "the answer is on standard output, so the certificate cannot be", "name a file")
}

/// Checks where a certificate goes, and what it is of. A certificate is about the problem of the file, so no
/// options can be given.
pub(super) fn check_proof(path: &str, problem: &Source) -> Result<(), Failure> {
    refuse_proof_on_stdout(path)?;
    let hint = "`combien unique --take` names the given options in its certificate; or write the clues into the problem";
    refuse(!problem.given.is_empty(), "--proof cannot be used with --take or --forbid", hint)
}

/// Refuses to write two results to one file.
pub(super) fn refuse_same_file(one: Option<&String>, other: Option<&String>) -> Result<(), Failure> {
    match (one, other) {
        (Some(one), Some(other)) if one == other => {
            Err(Failure::hinted(format!("two results cannot both go to `{one}`"), "name two files"))
        }
        _ => Ok(()),
    }
}

/// Checks a search that saves its state while it lists solutions: it must know later what it has written.
pub(super) fn check_kept_solutions(
    all: bool,
    output: Option<&str>,
    has_restarts: bool,
) -> Result<(), Failure> {
    let is_printed = !all || output.is_none_or(|path| path == STDOUT);
    let message =
        "--checkpoint needs --all and --output FILE: solutions that are printed cannot be taken back";
    refuse(is_printed, message, "say --all -o FILE")?;
    refuse(has_restarts, "a search with restarts cannot be kept", "leave --restarts out")
}

/// Refuses two of these files on standard output, because they could not be told apart.
pub(super) fn check_stdout(files: &[Option<&String>]) -> Result<(), Failure> {
    let are_several = files.iter().flatten().filter(|path| path.as_str() == STDOUT).count() > 1;
    let message = "several results on standard output could not be told apart";
    refuse(are_several, message, "write `-` for one of them only")
}

/// Refuses what cannot be a picture, and several pictures on standard output.
pub(super) fn check_picture(path: &str, are_several: bool) -> Result<(), Failure> {
    pictures::format_of(path)?;
    let message = "several pictures on standard output could not be told apart";
    let hint = "name a file: further pictures get a number in its name";
    refuse(path == STDOUT && are_several, message, hint)
}

/// Refuses pictures of a matrix that this build cannot write.
pub(super) fn check_pictures(svg: Option<&str>, png: bool, pdf: bool) -> Result<(), Failure> {
    if let Some(path) = svg {
        check_picture(path, false)?;
    }
    for (format, is_wanted) in [(Format::Png, png), (Format::Pdf, pdf)] {
        if is_wanted {
            pictures::available(format)?;
        }
    }
    Ok(())
}

/// Refuses several problems on standard output, except in the tiling language: there, a text holds any number
/// of them.
pub(super) fn check_problems_on_stdout(
    format: Target,
    output: Option<&str>,
    number: u64,
) -> Result<(), Failure> {
    let are_mixed = format != Target::Cmb && number > 1 && output.is_none_or(|path| path == STDOUT);
    let message = "several problems on standard output could not be told apart";
    refuse(are_mixed, message, "say -o FILE: further ones get a number in its name")
}

pub(super) fn refuse_puzzles_of_shard(problem: &Source) -> Result<(), Failure> {
    let message = "a shard is a part of a search: puzzles are of a whole problem";
    refuse(problem.is_shard(), message, "name the problem that it was split from")
}

/// Refuses a booklet under the name of a format that it does not have.
pub(super) fn check_page(path: &str) -> Result<(), Failure> {
    let ending =
        std::path::Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_other =
        ["pdf", "png", "svg", "docx", "cmb"].iter().any(|other| ending.eq_ignore_ascii_case(other));
    let message = format!("`{path}`: a booklet is a page of HTML");
    refuse(is_other, &message, "name the file .html; a browser prints it, to paper or to a PDF file")
}

/// Standard input is a text of the tiling language, where no other is possible.
pub(super) fn text_of_stdin(file: &str) -> Option<request::Format> {
    (file == STDIN).then_some(request::Format::Cmb)
}

/// Refuses a table of variables for a format without any.
pub(super) fn check_table(to: Target) -> Result<(), Failure> {
    let message = "--table says what variables mean, and this format has none";
    refuse(!to.has_variables(), message, "leave it out; with --reduce, --map tells of the options")
}

/// Refuses to read two things from standard input.
pub(super) fn takes_stdin(files: &[Option<&String>]) -> Result<(), Failure> {
    let are_several = files.iter().flatten().filter(|path| path.as_str() == STDIN).count() > 1;
    refuse(are_several, "only one file can come from standard input", "write `-` for one of them only")
}

pub(super) fn refuse_both_from_stdin(problem: &str, solutions: &str) -> Result<(), Failure> {
    if problem == STDIN && solutions == STDIN {
        return Err(Failure::message("the problem and the solution cannot both come from standard input"));
    }
    Ok(())
}

/// Refuses to split a shard, and shards in no folder.
pub(super) fn check_split(problem: &Source, folder: &str) -> Result<(), Failure> {
    refuse(problem.is_shard(), "a shard is not split again", "split the problem into more shards")?;
    let message = "shards are files in a folder, and cannot go to standard output";
    refuse(folder == STDOUT, message, "name a folder")
}

pub(super) fn check_gallery(folder: Option<&str>) -> Result<(), Failure> {
    let message = "a gallery is a folder, and cannot go to standard output";
    refuse(folder == Some(STDOUT), message, "name a folder")
}

/// Refuses a file that is named as a problem where a tiling file is wanted: read as one, it would seem to be
/// full of mistakes.
pub(super) fn refuse_problems(files: &[String]) -> Result<(), Failure> {
    match files.iter().find(|file| is_no_tiling_file(file)) {
        None => Ok(()),
        Some(file) => Err(Failure::hinted(
            format!("`{file}` is a problem, and no tiling file (.cmb)"),
            format!("`combien solve` and `combien count` take it: combien solve '{file}'"),
        )),
    }
}

/// The range of ratings, if one of its ends was given. Refuses a range that no puzzle can have.
pub(super) fn band(
    from: Option<Rating>,
    to: Option<Rating>,
) -> Result<Option<RangeInclusive<Rating>>, Failure> {
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let band = from.unwrap_or(Rating { tenths: 0 })..=to.unwrap_or(Rating { tenths: u32::MAX });
    if band.is_empty() {
        let message = format!("no rating is at least {} and at most {}", band.start(), band.end());
        return Err(Failure::hinted(message, "--from is the lower one"));
    }
    let ratings: Vec<Rating> = LADDER.iter().map(Technique::rating).collect();
    if !ratings.iter().any(|rating| band.contains(rating)) {
        let message = "no technique has a rating within that band";
        let hint = format!("ratings go from {} to {}", ratings[0], ratings[ratings.len() - 1]);
        return Err(Failure::hinted(message, hint));
    }
    Ok(Some(band))
}
