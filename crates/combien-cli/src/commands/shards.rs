//! `combien split` and `combien merge`: splits a search into files, and merges their results.

use std::fs;
use std::io;
use std::path::Path;

use combien::diagnostic::counted;
use combien::solve::Question;
use combien_formats::checkpoint::Checkpoint;
use combien_formats::checkpoint::shard::{self, Merged};
use serde_json::json;

use crate::input::{self, shard as file};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{at_least, document};
use crate::request::{Merge, Split};
use crate::system::catalogue::told;
use crate::system::ending::Ending;
use crate::system::files::write_whole;

/// The extension of shards.
const EXTENSION: &str = "shard";

pub(super) fn split(request: &Split) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, request.json)?;
    let there = shards_in(&request.out)?;
    if let Some(file) = there.first() {
        let message = format!("there are shards in `{}` already, such as `{file}`", request.out);
        return Err(Failure::hinted(message, "name another folder, or remove them"));
    }
    let count = request.shards as usize;
    let size = shard::sizes(input.problem(), count).map_err(Failure::of)?;
    let shards = shard::split(input.problem(), Question::Count, count, size);
    let shards = shards.map_err(Failure::of)?;
    let digits = count.to_string().len();
    for (index, shard) in shards.iter().enumerate() {
        let name = format!("{:0digits$}.{EXTENSION}", index + 1);
        let path = Path::new(&request.out).join(name).display().to_string();
        write_whole(&path, shard.to_string().as_bytes())
            .map_err(|error| Failure::unwritable(&path, &error))?;
    }
    let branches: usize = shards.iter().map(|shard| shard.state.pieces.len()).sum();
    let shown = if request.json {
        document([json!({
            "schema": 1, "command": "split", "file": request.problem.name, "problem": input.name(),
            "shards": count, "branches": branches, "folder": request.out,
        })])
    } else {
        format!("{} in `{}`, {branches} branches of the search\n", counted(count, "shard"), request.out)
    };
    Output::new().tell(&shown)?;
    Ok(Ending::Answered)
}

/// The shards in a folder, sorted by name. Empty if there is no such folder.
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
    files.sort_unstable();
    Ok(files)
}

pub(super) fn merge(request: &Merge) -> Result<Ending, Failure> {
    if !Path::new(&request.folder).is_dir() {
        return Err(Failure::message(format!("`{}` is no folder", request.folder)));
    }
    let files = shards_in(&request.folder)?;
    let checkpoints = files.iter().map(|path| file::read(path)).collect::<Result<Vec<Checkpoint>, _>>()?;
    let merged = shard::merge(&checkpoints).map_err(|error| {
        let message = error.describe(|place| files[place].as_str()).to_string();
        Failure::hinted(message, format!("`{}` must hold each shard of one split, once", request.folder))
    })?;
    deliver(request, &merged)?;
    Ok(if merged.open.is_empty() { Ending::Answered } else { Ending::Stopped })
}

fn deliver(request: &Merge, merged: &Merged) -> Result<(), Failure> {
    let Merged { of, found, work, open } = merged;
    if request.json {
        let open: Vec<_> =
            open.iter().map(|(number, part)| json!({"shard": number, "fraction": part})).collect();
        return Ok(Output::new().tell(&document([json!({
            "schema": 1, "command": "merge", "folder": request.folder, "shards": of,
            "outcome": if open.is_empty() { "answer" } else { "stopped" },
            "count": found.to_string(), "exact": open.is_empty(), "open": open,
            "nodes": work.nodes, "updates": work.updates,
        })]))?);
    }
    Output::new().tell(&format!("{}\n", at_least(found, open.is_empty())))?;
    if !open.is_empty() {
        let shown = open.iter().take(10).map(|(number, part)| format!("{number} ({:.1} %)", part * 100.0));
        let more = if open.len() > 10 { ", ..." } else { "" };
        let shown = shown.collect::<Vec<_>>().join(", ");
        told!("{} of {of} shards are not done: {shown}{more}", open.len());
    }
    Ok(())
}
