//! `combien split` and `combien merge`: a search shared out over files, and put together again.

use std::fs;
use std::io;
use std::path::Path;

use combien::checkpoint::Checkpoint;
use combien::checkpoint::shard::{self, Merged};
use combien::engine::Branch;
use combien::solve::estimate::Estimator;
use combien::solve::{Engine, Question};
use serde_json::json;

use crate::args::{MergeArgs, SplitArgs};
use crate::failure::{Ending, Failure};
use crate::files::{STDOUT, write_whole};
use crate::input;
use crate::keeper::{self, ReadError};
use crate::output::Output;

/// The extension of shards.
const EXTENSION: &str = "shard";

/// Each branch is probed so often that all probes together take a second or so: fewer times if there are many shards.
const PROBES: u32 = 1 << 12;
const MOST_PROBES: u32 = 16;
/// Fixed: the same split is the same files.
const SEED: u64 = 1;

pub(crate) fn split(args: &SplitArgs) -> Result<Ending, Failure> {
    if input::is_shard(&args.problem) {
        return Err(Failure::hinted("a shard is not split again", "split the problem into more shards"));
    }
    if args.out == STDOUT {
        let message = "shards are files in a folder, and cannot go to standard output";
        return Err(Failure::hinted(message, "name a folder"));
    }
    let input = input::read(&args.problem, args.json)?;
    let there = shards_in(&args.out)?;
    if let Some(file) = there.first() {
        let message = format!("there are shards in `{}` already, such as `{file}`", args.out);
        return Err(Failure::hinted(message, "name another folder, or remove them"));
    }
    let count = args.shards as usize;
    let estimator = Estimator::new(input.problem(), Engine::Auto, SEED);
    let mut estimator = estimator.map_err(|error| Failure::message(error.to_string()))?;
    let probes = (PROBES / args.shards).clamp(1, MOST_PROBES);
    let size = |branch: &Branch| estimator.nodes_below(branch, probes);
    let shards = shard::split(input.problem(), Question::Count, count, size);
    let shards = shards.map_err(|error| Failure::message(error.to_string()))?;
    let digits = count.to_string().len();
    for (index, shard) in shards.iter().enumerate() {
        let name = format!("{:0digits$}.{EXTENSION}", index + 1);
        let path = Path::new(&args.out).join(name).display().to_string();
        write_whole(&path, shard.to_string().as_bytes())
            .map_err(|error| Failure::unwritable(&path, &error))?;
    }
    let branches: usize = shards.iter().map(|shard| shard.state.pieces.len()).sum();
    let mut output = Output::new();
    let files = if count == 1 { "shard" } else { "shards" };
    let shown = if args.json {
        let document = json!({
            "schema": 1, "command": "split", "file": args.problem.file, "problem": input.name(),
            "shards": count, "branches": branches, "folder": args.out,
        });
        format!("{document}\n")
    } else {
        format!("{count} {files} in `{}`, {branches} branches of the search\n", args.out)
    };
    output.deliver(&shown)?;
    output.finish()?;
    Ok(Ending::Answered)
}

/// The shards in a folder, by name; none if there is no such folder.
fn shards_in(folder: &str) -> Result<Vec<String>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(Failure::unreadable(folder, &error)),
    };
    let mut files = vec![];
    for entry in entries {
        let path = entry.map_err(|error| Failure::unreadable(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path.display().to_string());
        }
    }
    files.sort();
    Ok(files)
}

pub(crate) fn merge(args: &MergeArgs) -> Result<Ending, Failure> {
    if !Path::new(&args.folder).is_dir() {
        return Err(Failure::message(format!("`{}` is no folder", args.folder)));
    }
    let files = shards_in(&args.folder)?;
    let mut checkpoints: Vec<Checkpoint> = vec![];
    for file in &files {
        checkpoints.push(keeper::read_one(file).map_err(|error| match error {
            ReadError::Io(error) => Failure::unreadable(file, &error),
            ReadError::Content(error) => Failure::message(format!("`{file}`: {error}")),
        })?);
    }
    let merged = shard::merge(&checkpoints).map_err(|error| {
        let message = error.describe(|place| files[place].as_str()).to_string();
        Failure::hinted(message, format!("`{}` must hold each shard of one split, once", args.folder))
    })?;
    deliver(args, &merged)?;
    Ok(if merged.open.is_empty() { Ending::Answered } else { Ending::Stopped })
}

fn deliver(args: &MergeArgs, merged: &Merged) -> Result<(), Failure> {
    let Merged { of, found, work, open } = merged;
    let mut output = Output::new();
    if args.json {
        let open: Vec<_> =
            open.iter().map(|(number, part)| json!({"shard": number, "fraction": part})).collect();
        let document = json!({
            "schema": 1, "command": "merge", "folder": args.folder, "shards": of,
            "outcome": if open.is_empty() { "answer" } else { "stopped" },
            "count": found.to_string(), "exact": open.is_empty(), "open": open,
            "nodes": work.nodes, "updates": work.updates,
        });
        output.deliver(&format!("{document}\n"))?;
        return Ok(output.finish()?);
    }
    output.deliver(&format!("{}{found}\n", if open.is_empty() { "" } else { ">= " }))?;
    output.finish()?;
    if !open.is_empty() {
        let shown = open.iter().take(10).map(|(number, part)| format!("{number} ({:.1} %)", part * 100.0));
        let more = if open.len() > 10 { ", ..." } else { "" };
        let shown = shown.collect::<Vec<_>>().join(", ");
        anstream::eprintln!("{} of {of} shards are not done: {shown}{more}", open.len());
    }
    Ok(())
}
