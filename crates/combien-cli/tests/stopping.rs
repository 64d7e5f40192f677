//! The real binary, asked to stop: it ends soon, whatever it is doing, and prints what is certain.

mod commands;
mod waiting;

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// A command that is asked to stop should end within a tenth of a second. A build with debug assertions, on a
/// machine that runs other tests, gets more time.
const SOON: Duration = Duration::from_secs(2);
/// After this long, most commands have read their input, and none is finished.
const READ: Duration = Duration::from_millis(400);

/// Does this for each case, for some at the same time: they wait more than they work.
fn side_by_side<Case: Send>(cases: Vec<Case>, run: impl Fn(Case) + Sync) {
    let cases = Mutex::new(cases.into_iter());
    let next = || cases.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| std::iter::from_fn(next).for_each(&run));
        }
    });
}

/// Dominoes on a square board.
fn plane(rows: usize) -> String {
    let cells = rows * rows;
    let across = (0..cells).filter(|cell| cell % rows + 1 < rows).map(|cell| (cell, cell + 1));
    let down = (0..cells - rows).map(|cell| (cell, cell + rows));
    text(0..cells, across.chain(down).map(|(one, other)| vec![one, other]))
}

/// Dominoes on a square board whose sides are joined to a torus: so `pfaffian` cannot count them. Beyond
/// about 70 rows, it is too large to look for a good order of the cells.
fn dominoes(rows: usize) -> String {
    let cells = rows * rows;
    let across = (0..cells).map(|cell| (cell, cell / rows * rows + (cell + 1) % rows));
    let down = (0..cells).map(|cell| (cell, (cell + rows) % cells));
    text(0..cells, across.chain(down).map(|(one, other)| vec![one, other]))
}

/// Dominoes on a square board without two opposite corners, which have the same color: there is no solution.
fn mutilated(rows: usize) -> String {
    let whole = plane(rows);
    let last = format!("i{} ", rows * rows - 1);
    let mut lines = whole.lines();
    let items = lines.next().unwrap().replace(&last, "").replacen("i0 ", "", 1);
    let kept = lines.filter(|line| !line.contains("i0 ") && !line.contains(&last));
    std::iter::once(items.as_str()).chain(kept).flat_map(|line| [line, "\n"]).collect()
}

/// Pairs within three sets of an odd size, and pairs of one item of each set with one further item: two of
/// the sets stay odd (W. T. Tutte, 1947). Neither weights nor fractions show this, so everything must be
/// tried.
fn cliques(size: usize) -> String {
    let within = |set: usize| {
        let items = set * size..(set + 1) * size;
        items.clone().flat_map(move |one| (one + 1..(set + 1) * size).map(move |other| vec![one, other]))
    };
    let last = 3 * size;
    text(0..=last, (0..3).flat_map(within).chain((0..3).map(|set| vec![set * size, last])))
}

/// All pairs of this many points.
fn pairs(points: usize) -> String {
    text(0..points, (0..points).flat_map(|a| (0..a).map(move |b| vec![a, b])))
}

/// Random sets of up to `largest` items, the same each time; and each item alone.
fn sets(items: usize, sets: usize, largest: usize) -> String {
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = move |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % bound
    };
    let mut set = || {
        let mut set: Vec<usize> = (0..=below(largest)).map(|_| below(items)).collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    text(0..items, (0..sets).map(|_| set()).chain((0..items).map(|item| vec![item])))
}

/// Two pairs of items, each covered by this many equal options: very many branches, and nothing below them.
fn alike(options: usize) -> String {
    text(0..4, (0..2 * options).map(|option| if option < options { vec![0, 1] } else { vec![2, 3] }))
}

fn text(items: impl Iterator<Item = usize>, options: impl Iterator<Item = Vec<usize>>) -> String {
    let mut text = String::new();
    for line in std::iter::once(items.collect::<Vec<_>>()).chain(options) {
        for item in line {
            write!(text, "i{item} ").unwrap();
        }
        text.push('\n');
    }
    text
}

/// The file of a problem, written once for all tests.
fn file(name: &str) -> PathBuf {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let problems = [
            ("board50", dominoes(50)),
            ("board300", dominoes(300)),
            ("board450", dominoes(450)),
            ("plane450", plane(450)),
            ("pairs100", pairs(100)),
            ("pairs600", pairs(600)),
            ("sets300", sets(300, 10_000, 60)),
            ("sets60", sets(60, 100_000, 12)),
            ("alike", alike(100_000)),
            ("strip100000", text(0..100_000, (1..100_000).map(|item| vec![item - 1, item]))),
            ("mutilated", mutilated(24)),
            ("cliques21", cliques(21)),
            ("cliques31", cliques(31)),
        ];
        for (name, text) in problems {
            fs::write(folder.path().join(name).with_extension("dlx"), text).unwrap();
        }
        folder
    });
    folder.path().join(name).with_extension("dlx")
}

fn start(arguments: &[&str], file: &Path) -> Child {
    crate::shared::combien(arguments)
        .arg(file)
        .arg("--quiet")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success(), "no signal could be sent");
}

/// How it ended, and how long that took from now on.
fn end(child: Child) -> (Output, Duration) {
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    (output, start.elapsed())
}

/// Starts a command and sends it a signal after this time. It must end soon, with the exit code of a stopped
/// search. If it was still reading its input, this is repeated with twice the time.
fn stopped_by(signal: &str, after: Duration, arguments: &[&str], name: &str) -> String {
    let child = start(arguments, &file(name));
    thread::sleep(after);
    send(signal, &child);
    let (output, time) = end(child);
    let what = format!("{arguments:?} on {name}, {signal} after {after:?}");
    println!("{what}: ended {time:?} later");
    assert!(time < SOON, "{time:?} for {what}");
    if output.status.code().is_none() && after < 32 * READ {
        return stopped_by(signal, 2 * after, arguments, name);
    }
    assert_eq!(output.status.code(), Some(3), "{what}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn assert_is_bound(count: &str) {
    let number = count.strip_prefix(">= ").and_then(|rest| rest.strip_suffix('\n'));
    assert!(number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())), "{count}");
}

#[test]
fn counting_obeys_a_signal() {
    let cases = [
        ("auto", "board50"),
        ("auto", "board450"),
        ("auto", "plane450"),
        ("fast", "board450"),
        ("links", "board450"),
        ("fast", "alike"),
        ("links", "alike"),
        ("frontier", "board50"),
        ("frontier", "board450"),
        ("frontier", "sets60"),
        ("frontier", "pairs600"),
        ("memo", "board50"),
        ("memo", "sets60"),
        ("memo", "sets300"),
        ("pfaffian", "plane450"),
        ("zdd", "board450"),
        ("intersect", "board50"),
        ("intersect", "board450"),
        ("intersect", "pairs600"),
        ("naive", "board450"),
        ("naive", "pairs600"),
        ("naive", "sets300"),
        ("sat", "board50"),
        ("sat", "board450"),
        ("sat", "sets60"),
        ("sat", "pairs600"),
    ];
    side_by_side(cases.into_iter().enumerate().collect(), |(place, (engine, name))| {
        let (signal, after) = if place % 2 == 0 { ("-INT", READ) } else { ("-TERM", 2 * READ) };
        assert_is_bound(&stopped_by(signal, after, &["count", "--engine", engine], name));
    });
}

#[test]
fn a_diagram_and_a_list_obey_a_signal() {
    for engine in ["zdd", "intersect"] {
        assert_eq!(stopped_by("-INT", READ, &["zdd", "--engine", engine], "board450"), "");
        assert_eq!(stopped_by("-TERM", READ, &["solve", "--all", "--engine", engine], "board450"), "");
    }
    for command in [&["zdd"][..], &["solve", "--all"]] {
        assert_eq!(stopped_by("-INT", READ, &[command, &["--engine", "memo"]].concat(), "board50"), "");
    }
    // The solutions printed are complete.
    for name in ["board50", "board450", "pairs600", "sets60"] {
        stopped_by("-INT", READ, &["generate", "--seed", "1", "-n", "1000000"], name);
    }
    let found = stopped_by("-INT", READ, &["solve", "--all", "--engine", "links", "--json"], "pairs100");
    assert!(found.ends_with("}\n") && found.lines().last().unwrap().contains(r#""outcome":"stopped""#));
}

/// Too large to enumerate in a test.
fn endless() -> PathBuf {
    crate::shared::root().join("tests/corpus/bench/domino10x10.dlx")
}

#[test]
fn a_lower_bound_is_printed_after_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let child = start(&["count", "--engine", "links"], &endless());
        thread::sleep(READ);
        send(signal, &child);
        let (output, time) = end(child);
        let (code, out, errors) = crate::shared::ended(&output);
        assert!(time < SOON, "{time:?}");
        assert_eq!(code, 3, "{errors}");
        let certain: u64 = out.trim().strip_prefix(">= ").unwrap().parse().unwrap();
        assert!(certain > 1000, "{certain}");
        assert!(errors.starts_with("interrupted: >= ") && errors.contains(" % searched, "), "{errors}");
    }
}

#[test]
fn solutions_printed_before_a_signal_are_whole() {
    let mut child = start(&["solve", "--all", "--json"], &endless());
    let mut stdout = child.stdout.take().unwrap();
    thread::sleep(READ);
    send("-INT", &child);
    let mut text = String::new();
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let documents = crate::shared::json_lines(&text);
    let (end, solutions) = documents.split_last().unwrap();
    assert_eq!((&end["outcome"], &end["complete"]), (&"stopped".into(), &false.into()));
    assert_eq!(end["solutions"], solutions.len().to_string());
}

#[test]
fn a_script_stops_at_the_action_that_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.cmb");
    let interrupted = |script: &str| {
        fs::write(&path, script).unwrap();
        let child = start(&["run"], &path);
        thread::sleep(READ);
        send("-INT", &child);
        let (code, out, _) = crate::shared::ended(&end(child).0);
        assert_eq!(code, 3, "{script}: {out}");
        out
    };
    let out = interrupted("problem p = constant 12x12 true [{**} ~sym] count links p print p");
    assert!(out.starts_with("p : (DLX) at least ") && out.lines().count() == 1, "{out}");
    let out = interrupted("problem p = {**} [{**}, {*}] sample p 1000000000000 print p");
    assert!(!out.contains("problem"), "{}", &out[..out.len().min(500)]);
}

/// A million cells: placing pieces takes a second or more, and then the search is set up.
#[test]
fn a_script_stops_while_its_problem_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.cmb");
    fs::write(&path, "problem p = constant 1000x1000 true [{****} ~sym, {**$**}] count p print p").unwrap();
    for after in [READ, 3 * READ] {
        let child = start(&["run"], &path);
        thread::sleep(after);
        send("-INT", &child);
        let (output, time) = end(child);
        let (code, out, _) = crate::shared::ended(&output);
        assert!(time < SOON, "{time:?}");
        // Killed, if it was still reading on a busy machine.
        assert!([3, -1].contains(&code) && out.lines().count() <= 1, "{code}: {out}");
    }
}

/// The time limit counts from the start: a search that has not begun by then does not begin.
#[test]
fn the_time_limit_is_obeyed_too() {
    for (engine, name) in
        [("auto", "pairs100"), ("frontier", "sets60"), ("memo", "board50"), ("zdd", "board450")]
    {
        for seconds in [1, 2, 4, 8, 16] {
            let (begin, time) = (Instant::now(), seconds.to_string());
            let (output, _) = end(start(&["count", "--engine", engine, "--time", &time], &file(name)));
            let what = format!("{engine} on {name}: {output:?}");
            assert_eq!(output.status.code(), Some(3), "{what}");
            assert!(begin.elapsed() < Duration::from_secs(seconds) + SOON, "{what}");
            let errors = String::from_utf8_lossy(&output.stderr);
            if errors == "stopped at the time limit, before the search began\n" && seconds < 16 {
                continue;
            }
            assert_is_bound(&String::from_utf8(output.stdout).unwrap());
            assert!(errors.starts_with(&format!("stopped at the time limit of {seconds}s: ")), "{what}");
            break;
        }
    }
}

/// Shells make background processes ignore Ctrl-C, and their children with them. Then the program does not
/// notice it until it searches, and this test would wait forever.
fn interrupts_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

/// There are no results yet that could be lost.
#[test]
fn a_signal_while_input_is_read_ends_the_program_at_once() {
    let signals = ["-INT", "-TERM"].into_iter().skip(usize::from(interrupts_are_ignored()));
    for signal in signals {
        let mut child = crate::shared::combien(&["count", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"a b\na b\n").unwrap();
        thread::sleep(Duration::from_millis(500));
        send(signal, &child);
        let (output, time) = end(child);
        assert_eq!((output.status.code(), output.stdout.len()), (None, 0), "{signal}: it was killed");
        assert!(time < SOON, "{time:?}");
        drop(input);
    }
}

/// A second signal kills it, whatever it waits for, unless the first one has already ended it.
#[test]
fn a_second_signal_kills() {
    let mut child = start(&["solve", "--all"], &file("pairs100"));
    // Its output fills the pipe, and it waits there.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    thread::sleep(READ);
    let pid = child.id().to_string();
    let status =
        Command::new("sh").args(["-c", &format!("kill -INT {pid}; sleep 0.05; kill -INT {pid}")]).status();
    assert!(status.unwrap().success());
    let begin = Instant::now();
    let code = child.wait().unwrap().code();
    assert!(code == Some(130) || code == Some(3), "{code:?}");
    assert!(begin.elapsed() < SOON);
}
