//! A time limit and a signal stop every command and every engine.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use combien::solve::Engine;

use super::{READ, SOON, end, endless, file, send, side_by_side};
use crate::shared;

/// The time limit of the table, and when a signal is sent: all has been read by then, unless the file is
/// large.
fn after(input: Input) -> Duration {
    Duration::from_millis(if matches!(input, File("plane450" | "pairs600")) { 1000 } else { 400 })
}

/// Where a command of the table gets its problem.
#[derive(Clone, Copy)]
enum Input {
    /// A file of this name.
    File(&'static str),
    /// A tiling file with this text.
    Script(&'static str),
    /// Standard input, which is silent and does not end.
    Silence,
    /// The command needs none.
    None,
}

use Input::{File, None as Nothing, Script, Silence};

/// Commands that have a limit on time, each with a problem that is too long for it.
fn table() -> Vec<(Vec<&'static str>, Input)> {
    let mut table: Vec<(Vec<&str>, Input)> = vec![];
    let mut add = |command: &'static str, input| table.push((command.split(' ').collect(), input));
    for engine in Engine::ALL {
        let board = if engine == Engine::Pfaffian { "plane450" } else { "board50" };
        add(Box::leak(format!("count --engine {engine}").into_boxed_str()), File(board));
    }
    for engine in Engine::ALL.into_iter().filter(|engine| engine.lists_solutions()) {
        add(Box::leak(format!("solve --engine {engine}").into_boxed_str()), File("mutilated"));
    }
    add("count --reduce", File("board50"));
    add("count --verify", File("board50"));
    add("count --proof never.proof", File("board50"));
    add("count --up-to symmetry", File("board50"));
    add("count --up-to automorphism", File("board50"));
    add("count --up-to symmetry --where symmetric", File("board50"));
    add("solve --all", File("board50"));
    add("solve --restarts", File("mutilated"));
    add("solve --all --up-to symmetry", File("board50"));
    add("solve --all --up-to symmetry --where symmetric", File("board50"));
    add("symmetries", File("pairs600"));
    add("take-apart", Script("problem3 p = constant 4x4x4 true [[{**}] ~sym]"));
    add("why", File("cliques21"));
    add("why --almost", File("cliques31"));
    add("unique", File("mutilated"));
    add("unique --take 1", File("mutilated"));
    add("rate", File("mutilated"));
    add("solve --proof never.proof", File("mutilated"));
    add("estimate --probes 1000000000000", File("board50"));
    add("sample", File("board50"));
    add("solve --min", File("mutilated"));
    add("solve --within 0", File("board50"));
    add("count --within 0", File("board50"));
    add("solve --pareto i0,i1", File("board50"));
    add("zdd", File("board50"));
    add("marginals", File("board50"));
    add("booklet", Script("problem p = torus constant 49x49 true [{**} ~sym, {***$***$***} ~sym ~times 3]"));
    add(
        "design sets",
        Script(
            "problem p = constant 20x20 true [{**$.**} ~sym, {.*.$***} ~sym, {*..$***} ~sym, {**$*.} ~sym, {*****} ~sym]",
        ),
    );
    add(
        "design boards",
        Script(
            "include <pentominoes> problem p = constant 1x1 true [F ~one ~sym, L ~one ~sym, N ~one ~sym, Y ~one ~sym, P ~one ~sym]",
        ),
    );
    add(
        "strip --states 100000000 --problem p<n>",
        Script("include <pentominoes> problem p<n> = constant (n, 7) true pentominoes ~times 0.."),
    );
    add("take-apart --problem p", Script("problem3 p = constant 8x4x4 true [[{**}] ~sym]"));
    add("plane polyominoes 11", Nothing);
    add("plane {**} --growth 32", Nothing);
    // Nothing fits on top of the second tile, so no torus is covered.
    add("plane --together 400", Script("problem p = {*} [{*} ~sides \"1a2b\", {*} ~sides \"2b3a\"]"));
    // The hat tiles the plane, but not periodically, and its coronas grow.
    add(
        "plane --copies 200 --coronas 8 --problem p",
        Script("problem p = kite {*} [kite {..**..$****..$....**$......} ~sym]"),
    );
    add("generate --seed 1 -n 1000000", File("board50"));
    add("puzzle queens 30 --count", Nothing);
    add("puzzle queens 30 --all", Nothing);
    add("run", Script("problem p = torus constant 50x50 true [{**} ~sym] count p"));
    add("run", Script("problem p = torus constant 50x50 true [{**} ~sym] all links p json"));
    add("run", Script("problem p = torus constant 40x40 true [{**} ~sym] count p up to symmetry"));
    add(
        "test",
        Script(
            "problem p = torus constant 50x50 true [{**} ~sym] assert count p = 1000000000000000000000000000000",
        ),
    );
    add("sudoku generate --seed 1 -n 1000000000", Nothing);
    for command in ["solve", "rate", "hint", "check", "minimise --seed 1"] {
        add(Box::leak(format!("sudoku {command}").into_boxed_str()), Silence);
    }
    for command in [
        "count",
        "solve",
        "estimate",
        "sample",
        "zdd",
        "marginals",
        "symmetries",
        "why",
        "unique",
        "run",
        "test",
    ] {
        add(Box::leak(format!("{command} -").into_boxed_str()), Silence);
    }
    table
}

/// Starts a command of the table; the caller that waits for it reads its standard output and error. A script
/// is written to the place.
fn start(arguments: &[&str], input: Input, script: &Path) -> Child {
    let mut command: Command = shared::combien(arguments);
    match input {
        File(name) => {
            command.arg(file(name));
        }
        Script(text) => {
            fs::write(script, text).unwrap();
            command.arg(script);
        }
        Silence => {
            command.stdin(Stdio::piped());
        }
        Nothing => {}
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The commands share two cores with each other and with other tests. This is long for one command alone, and
/// short compared with the time that each would take without a limit.
const LATE: Duration = Duration::from_secs(6);

#[test]
fn every_command_obeys_the_time_limit_and_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<_> = table().into_iter().enumerate().collect();
    side_by_side(rows, |(row, (arguments, input))| {
        let (after, script) = (after(input), folder.path().join(format!("{row}.cmb")));
        let begin = Instant::now();
        let limit = after.as_secs_f32().to_string();
        let mut child = start(&[&arguments[..], &["--time", &limit]].concat(), input, &script);
        let silence = child.stdin.take();
        let (output, _) = end(child);
        let what = format!("{arguments:?}: {:?}, {output:?}", begin.elapsed());
        drop(silence);
        assert_eq!(output.status.code(), Some(3), "{what}");
        assert!(begin.elapsed() < after + LATE, "{what}");

        let mut child = start(&arguments, input, &script);
        let silence = child.stdin.take();
        thread::sleep(after);
        send("-TERM", &child);
        let (output, time) = end(child);
        println!("{arguments:?}: {time:?}");
        let what = format!("{arguments:?}: {time:?}, {output:?}");
        drop(silence);
        // None: it was still reading, and was killed.
        assert!([Some(3), None].contains(&output.status.code()), "{what}");
        assert!(time < LATE, "{what}");
    });
}

/// These have no limit on time. A signal kills them.
#[test]
fn commands_without_a_limit_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards");
    let page = folder.path().join("page.html");
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    for arguments in [
        vec!["convert".to_owned(), "--to".into(), "cnf".into()],
        vec!["matrix".into()],
        vec!["check".into()],
        vec!["split".into(), "-n".into(), "1000".into(), "--out".into(), name(&shards)],
        vec!["trace".into(), "--html".into(), name(&page)],
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let child = start(&arguments, File("board450"), Path::new(""));
        thread::sleep(Duration::from_millis(300));
        send("-TERM", &child);
        let (output, time) = end(child);
        assert!(time < SOON, "{arguments:?}: {time:?}, {output:?}");
    }
}

/// A strip has one symmetry but many items: the work for each item must not look at all the others.
#[test]
fn symmetries_of_a_long_strip_are_stopped() {
    let commands = [
        &["count", "--up-to", "automorphism"][..],
        &["solve", "--up-to", "automorphism", "--all"],
        &["count", "--up-to", "automorphism", "--where", "symmetric"],
        &["symmetries"],
    ];
    side_by_side(commands.to_vec(), |arguments| {
        let begin = Instant::now();
        let limited = [arguments, &["--time", "3"]].concat();
        let (output, _) = end(start(&limited, File("strip100000"), Path::new("")));
        let what = format!("{arguments:?}: {output:?}");
        // A command may be quick enough to end by itself.
        assert!([Some(0), Some(3)].contains(&output.status.code()), "{what}");
        assert!(begin.elapsed() < Duration::from_secs(3) + SOON, "{what}");
        let child = start(arguments, File("strip100000"), Path::new(""));
        thread::sleep(3 * READ);
        let has_ended = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        let (output, time) = end(child);
        assert!(time < SOON, "{arguments:?}: {time:?}, {output:?}");
        assert!(has_ended.is_ok());
    });
}

/// The table has every command that has a limit on time, and every engine.
#[test]
fn the_table_is_complete() {
    let help = shared::run(&["--help"]).1;
    let mut limited = 0;
    for name in shared::commands_in(&help) {
        // These have commands of their own.
        if ["sudoku", "design"].contains(&name) {
            continue;
        }
        let has_limit = shared::run(&[name, "--help"]).1.contains("--time <TIME>");
        let is_there = table().iter().any(|(arguments, _)| arguments[0] == name);
        assert_eq!(has_limit, is_there, "{name}");
        limited += usize::from(has_limit);
    }
    assert!(limited >= 10, "{limited}");
    let engines: Vec<&str> = combien_engines().collect();
    for engine in &engines {
        assert!(table().iter().any(|(arguments, _)| arguments.contains(engine)), "{engine}");
    }
    assert!(engines.len() >= 9);
    assert!(endless().exists());
}

/// The engines that the help of `count` names.
fn combien_engines() -> impl Iterator<Item = &'static str> {
    let help: &'static str = Box::leak(shared::run(&["count", "--help"]).1.into_boxed_str());
    let list = help.split("Which engine counts:").nth(1).unwrap().split('[').next().unwrap();
    list.split([',', ' ', '\n']).map(str::trim).filter(|word| !word.is_empty())
}
