//! Long searches by the real binary: killed at any moment, resumed, split into shards, and merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn combien(arguments: &[&str]) -> Command {
    let mut command = crate::shared::combien(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    combien(arguments).output().unwrap()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An instance of the corpus. `tests/corpus/oracles.tsv` names the source of its count.
fn corpus(file: &str) -> String {
    crate::shared::root().join("tests/corpus").join(file).display().to_string()
}

/// A temporary folder for one test, and paths in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

/// Delays that differ from round to round of a loop, and are the same each time the test runs.
struct Moments(u64);

impl Moments {
    fn next(&mut self) -> Duration {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Duration::from_micros(10_000 + self.0 % 140_000)
    }
}

/// Runs a command again and again until it ends by itself. As long as there are kills left, each round kills
/// it earlier.
fn run_and_kill(arguments: &[&str], kills: &mut u32, moments: &mut Moments) -> Output {
    for round in 0.. {
        let jobs = format!("-j{}", 1 + round % 3);
        let mut child = combien(arguments).arg(jobs).spawn().unwrap();
        if *kills > 0 {
            thread::sleep(moments.next());
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                *kills -= 1;
                child.wait().unwrap();
                if let Some(at) = arguments.iter().position(|&argument| argument == "--checkpoint") {
                    assert_are_two_files(arguments[at + 1]);
                }
                continue;
            }
        }
        return child.wait_with_output().unwrap();
    }
    unreachable!("the loop ends when the command does")
}

/// A checkpoint and the previous one are separate files on disk, so that damage to one does not affect the
/// other.
fn assert_are_two_files(state: &str) {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(state), fs::metadata(format!("{state}.previous"))) {
        use std::os::unix::fs::MetadataExt;
        assert_ne!(one.ino(), other.ino(), "`{state}` and the previous one are the same file");
    }
}

/// A damaged checkpoint never replaces the good previous one, even if the run that found it writes nothing
/// more.
#[test]
fn damage_does_not_spread_to_the_previous_checkpoint() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/queens8.dlx"), folder.name("state"));
    let count = ["count", "-q", &file, "--checkpoint", &state];
    assert_eq!(code(&run(&[&count[..], &["--nodes", "20"]].concat())), Some(3));
    let good = fs::read_to_string(&state).unwrap();
    fs::write(&state, &good[..good.len() - 9]).unwrap();
    fs::write(format!("{state}.previous"), &good).unwrap();
    // This run stops before it has done any work, but after it has written its first checkpoint.
    assert_eq!(code(&run(&[&count[..], &["--nodes", "0"]].concat())), Some(3));
    assert_are_two_files(&state);
    for name in [state.clone(), format!("{state}.previous")] {
        let copy = folder.name("copy");
        fs::copy(&name, &copy).unwrap();
        let output = run(&["count", "-q", &file, "--checkpoint", &copy]);
        assert_eq!(stdout(&output), "92\n", "{name}: {}", stderr(&output));
        fs::remove_file(&copy).unwrap();
        let _ = fs::remove_file(folder.name("copy.previous"));
    }
}

/// Killed twenty times with `kill -9`, at any moment, each time with another number of threads: the count is
/// exact.
#[test]
fn a_count_survives_being_killed() {
    let (folder, mut moments) = (Folder::new(), Moments(7));
    let (file, state) = (corpus("bench/queens13.dlx"), folder.name("state"));
    let mut kills = 20;
    while kills > 0 {
        let arguments = ["count", "-q", &file, "--checkpoint", &state, "--every", "0"];
        let output = run_and_kill(&arguments, &mut kills, &mut moments);
        assert_eq!(stdout(&output), "73712\n", "{}", stderr(&output));
        assert_eq!(code(&output), Some(0));
        fs::remove_file(&state).unwrap();
    }
}

/// The same for solutions written to a file: none is lost, none is written twice, and they stay in order.
#[test]
fn a_stream_survives_being_killed() {
    let (folder, mut moments) = (Folder::new(), Moments(11));
    let (file, state) = (corpus("bench/queens11.dlx"), folder.name("state"));
    let (whole, part) = (folder.name("whole"), folder.name("part"));
    assert_eq!(code(&run(&["solve", "-q", "--all", &file, "-o", &whole, "--engine", "fast"])), Some(0));
    let expected = fs::read_to_string(&whole).unwrap();
    assert_eq!(expected.matches("solution ").count(), 2680);
    let mut kills = 20;
    while kills > 0 {
        let arguments = [
            "solve",
            "-q",
            "--all",
            &file,
            "-o",
            &part,
            "--checkpoint",
            &state,
            "--every",
            "0",
            "--engine",
            "fast",
        ];
        let output = run_and_kill(&arguments, &mut kills, &mut moments);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        assert!(fs::read_to_string(&part).unwrap() == expected, "{kills} kills are left");
        // Once more: the search is already complete, and nothing changes.
        let again = run(&arguments);
        assert_eq!(code(&again), Some(0), "{}", stderr(&again));
        assert!(fs::read_to_string(&part).unwrap() == expected);
        fs::remove_file(&state).unwrap();
    }
}

/// The percentage shown at a stop is shown again at the next start, and it rises from stop to stop.
#[test]
fn a_resumed_search_starts_at_the_percentage_of_its_stop() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/queens13.dlx"), folder.name("state"));
    let percent = |text: &str| {
        let before = text.split(" % searched").next().unwrap();
        before.rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let mut shown = 0.0;
    for _ in 0..4 {
        let output = run(&["count", "-j1", "--checkpoint", &state, "--nodes", "150000", &file]);
        assert_eq!(code(&output), Some(3));
        let errors = stderr(&output);
        let (resumed, stopped): (Vec<&str>, Vec<&str>) =
            errors.lines().partition(|line| line.starts_with("resumed from "));
        assert!(resumed.iter().all(|line| (percent(line) - shown).abs() < 1e-9), "{shown}: {errors}");
        let now = percent(stopped.iter().find(|line| line.starts_with("stopped at ")).unwrap());
        assert!(now > shown, "{shown}, then {now}");
        shown = now;
    }
    // 600,000 of 786,781 nodes; estimates by probes tend to be too low.
    assert!((50.0..85.0).contains(&shown), "{shown}");
    let output = run(&["count", "-j1", "--checkpoint", &state, &file]);
    assert!(code(&output) == Some(0) && (percent(&stderr(&output)) - shown).abs() < 1e-9, "{shown}");
}

/// A limit stops the search, which prints a lower bound; the same command resumes it.
#[test]
fn a_search_resumes_where_a_limit_stopped_it() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/pent20x3.dlx"), folder.name("state"));
    let (mut rounds, mut last) = (0, 0);
    loop {
        let output = run(&["count", &file, "--checkpoint", &state, "--nodes", "3000"]);
        rounds += 1;
        if code(&output) == Some(0) {
            assert_eq!(stdout(&output), "8\n");
            break;
        }
        assert_eq!(code(&output), Some(3), "{}", stderr(&output));
        let certain: u64 = stdout(&output).trim().strip_prefix(">= ").unwrap().parse().unwrap();
        assert!(
            certain >= last && stderr(&output).contains("run the same command again"),
            "{}",
            stderr(&output)
        );
        last = certain;
    }
    assert!(rounds > 5, "{rounds}");
    // The search is complete: the answer is printed at once, whatever the limit.
    assert_eq!(stdout(&run(&["count", &file, "--checkpoint", &state, "--nodes", "0"])), "8\n");
}

/// An error says what is wrong with a checkpoint; nothing is counted or written.
#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/queens8.dlx"), folder.name("state"));
    assert_eq!(code(&run(&["count", "-q", &file, "--checkpoint", &state, "--nodes", "20"])), Some(3));
    let good = fs::read_to_string(&state).unwrap();
    let refused = |file: &str, content: &str, message: &str| {
        fs::write(&state, content).unwrap();
        let _ = fs::remove_file(format!("{state}.previous"));
        let output = run(&["count", "-q", file, "--checkpoint", &state]);
        assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()), "{message}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&state).unwrap(), content, "a refused file is left unchanged");
    };
    refused(&corpus("bench/queens7.dlx"), &good, "a checkpoint of another problem");
    refused(&file, &good.replace("\"format\":2", "\"format\":9"), "of format 9");
    refused(&file, &good[..good.len() / 2], "is damaged");
    refused(&file, &good.replacen("\"found\":\"", "\"found\":\"9", 1), "is damaged");
    refused(&file, "my notes\n", "this is no checkpoint");
    refused(&file, "", "this is no checkpoint");
    // If a checkpoint is damaged, the previous one is used.
    fs::write(&state, &good[..good.len() - 9]).unwrap();
    fs::write(format!("{state}.previous"), &good).unwrap();
    let output = run(&["count", &file, "--checkpoint", &state]);
    assert_eq!((code(&output), stdout(&output)), (Some(0), "92\n".to_owned()));
    assert!(stderr(&output).contains("the one before"), "{}", stderr(&output));
    // Another question.
    let (all, other) = (folder.name("all"), folder.name("other"));
    let output = run(&["solve", &file, "--all", "-o", &all, "--checkpoint", &state]);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("of a count"), "{}", stderr(&output));
    // The solutions written so far were changed after the stop.
    let solve = ["solve", "-q", &file, "--all", "-o", &all, "--checkpoint", &other];
    let stopped = [&solve[..], &["--nodes", "200"]].concat();
    assert_eq!(code(&run(&stopped)), Some(3));
    let text = fs::read_to_string(&all).unwrap();
    assert!(text.len() > 100);
    for content in [&text[..50], &text.replacen("solution 1", "solution 7", 1)] {
        fs::write(&all, content).unwrap();
        let output = run(&solve);
        assert_eq!(code(&output), Some(2));
        assert!(stderr(&output).contains("does not begin with"), "{}", stderr(&output));
    }
    fs::write(&all, format!("{text}and more")).unwrap();
    assert_eq!(code(&run(&solve)), Some(0));
    assert_eq!(fs::read_to_string(&all).unwrap().matches("solution ").count(), 92);
}

#[test]
fn unusable_checkpoint_options_are_refused_before_the_search() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/queens8.dlx"), folder.name("state"));
    let (no_folder, out) = (folder.name("file/state"), folder.name("out"));
    fs::write(folder.path("file"), "").unwrap();
    let directory = folder.name("");
    for (arguments, message) in [
        (vec!["count", &file, "--checkpoint", &no_folder], "cannot be written"),
        (vec!["count", &file, "--checkpoint", &state, "--reduce"], "cannot be used with"),
        (
            vec!["count", &file, "--checkpoint", &state, "--engine", "memo"],
            "cannot go on where a search stopped",
        ),
        (
            vec!["solve", &file, "--all", "-o", &out, "--checkpoint", &state, "--engine", "frontier"],
            "cannot go on where a search stopped",
        ),
        (vec!["solve", &file, "--checkpoint", &state], "needs --all and --output"),
        (vec!["solve", &file, "--all", "--checkpoint", &state], "needs --all and --output"),
        (vec!["count", &file, "-j", "0"], "from 1 to 1024"),
        (vec!["count", &file, "-j", "20000"], "from 1 to 1024"),
        (vec!["count", &file, "--checkpoint", &directory], "it is a directory"),
        (vec!["solve", &file, "--all", "-o", &directory], "it is a directory"),
        (vec!["count", &file, "--checkpoint", &state, "--every=-1"], "not a valid length of time"),
    ] {
        let output = run(&arguments);
        assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

/// A refused command leaves nothing behind: no checkpoint, no lock, no output.
#[test]
fn a_search_that_cannot_be_resumed_writes_nothing() {
    let folder = Folder::new();
    let (file, bounded) = (corpus("bench/queens8.dlx"), folder.name("bounded.dlx"));
    let (state, out) = (folder.name("deep/state"), folder.name("deep/out"));
    fs::write(&bounded, "0:2|a b\na\na b\n").unwrap();
    let cases = [
        (&file, "memo", "cannot go on where a search stopped"),
        (&file, "zdd", "cannot go on where a search stopped"),
        (&file, "intersect", "cannot go on where a search stopped"),
        (&file, "sat", "cannot go on where a search stopped"),
        (&bounded, "memo", "cannot go on where a search stopped"),
    ];
    for (file, engine, message) in cases {
        let count = ["count", file, "--checkpoint", &state, "--engine", engine];
        let solve = ["solve", "--all", file, "-o", &out, "--checkpoint", &state, "--engine", engine];
        for arguments in [&count[..], &solve] {
            let output = run(arguments);
            assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()), "{arguments:?}");
            assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
            assert!(!folder.path("deep").exists(), "{arguments:?}");
        }
    }
}

/// A full device is an error. If checkpoints can no longer be written, the search continues and reports it.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_no_answer() {
    let folder = Folder::new();
    let file = corpus("bench/queens8.dlx");
    let output = run(&["solve", "-q", "--all", &file, "-o", "/dev/full"]);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("`/dev/full` cannot be written"), "{}", stderr(&output));
    // The folder of the checkpoint disappears during the search, and a file takes its place.
    let (inner, state) = (folder.name("inner"), folder.name("inner/state"));
    let file = corpus("bench/queens14.dlx");
    let child =
        combien(&["count", &file, "--checkpoint", &state, "--every", "0.02s", "-j2"]).spawn().unwrap();
    while !Path::new(&state).exists() {
        thread::sleep(Duration::from_millis(1));
    }
    // The folder is moved as a whole, because the command writes into it; and again if the command has
    // recreated it.
    for attempt in 0.. {
        let _ = fs::rename(&inner, folder.name(&format!("moved{attempt}")));
        if fs::write(&inner, "").is_ok() {
            break;
        }
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stdout(&output)), (Some(0), "365596\n".to_owned()), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
}

#[test]
fn two_runs_cannot_share_a_checkpoint() {
    let folder = Folder::new();
    let (file, state) = (corpus("bench/queens15.dlx"), folder.name("state"));
    let mut first = combien(&["count", "-q", &file, "--checkpoint", &state]).spawn().unwrap();
    while !Path::new(&state).exists() {
        thread::sleep(Duration::from_millis(1));
    }
    let second = run(&["count", "-q", &file, "--checkpoint", &state]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(code(&second), Some(2));
    assert!(stderr(&second).contains("kept by another run"), "{}", stderr(&second));
}

/// Shards are counted separately, some of them stopped and resumed, and then merged.
#[test]
fn shards_are_counted_separately_and_merged() {
    let folder = Folder::new();
    let (file, shards) = (corpus("bench/pent15x4.dlx"), folder.name("shards"));
    let output = run(&["split", &file, "-n", "12", "--out", &shards]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let merge = |expected: i32| {
        let output = run(&["merge", &shards]);
        assert_eq!(code(&output), Some(expected), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    assert_eq!(merge(3).0, ">= 0\n");
    let shard = |number: u32| format!("{shards}/{number:02}.shard");
    let mut sum = 0;
    for number in 1..=12 {
        if number == 5 {
            let output = run(&["count", "-q", &shard(number), "--nodes", "40"]);
            assert_eq!(code(&output), Some(3), "{}", stderr(&output));
            assert!(merge(3).1.contains("8 of 12 shards are not done: 5 ("));
        }
        let output = run(&["count", "-q", &shard(number)]);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        sum += stdout(&output).trim().parse::<u64>().unwrap();
    }
    assert_eq!((merge(0).0, sum), ("1472\n".to_owned(), 1472));
    let json = run(&["merge", &shards, "--json"]);
    assert!(stdout(&json).contains("\"count\":\"1472\",\"exact\":true"), "{}", stdout(&json));
    // Existing shards are not overwritten.
    assert!(stderr(&run(&["split", &file, "-n", "2", "--out", &shards])).contains("shards in"));
    // Shards that are missing, doubled, damaged, or from another split.
    fs::rename(shard(7), folder.path("seven")).unwrap();
    assert!(merge(2).1.contains("1 of 12 shard missing: 7"));
    fs::copy(shard(8), shard(7)).unwrap();
    assert!(merge(2).1.contains("shard 8 is there twice"));
    let text = fs::read_to_string(folder.path("seven")).unwrap();
    fs::write(shard(7), &text[..text.len() - 3]).unwrap();
    assert!(merge(2).1.contains("damaged"));
    let other = folder.name("other");
    run(&["split", &file, "-n", "13", "--out", &other]);
    fs::copy(format!("{other}/07.shard"), shard(7)).unwrap();
    assert!(merge(2).1.contains("of different splits"));
    fs::rename(folder.path("seven"), shard(7)).unwrap();
    assert_eq!(merge(0).0, "1472\n");
    assert!(stderr(&run(&["merge", &folder.name("nowhere")])).contains("is no folder"));
}

/// One solution, or none, in more shards than the search has branches: some shards have nothing to do.
#[test]
fn tiny_problems_can_be_split() {
    for (text, count) in [("a b\na b\n", "1\n"), ("a b\na\n", "0\n"), ("a b\na b\na\nb\n", "2\n")] {
        let folder = Folder::new();
        let (file, shards) = (folder.name("tiny.dlx"), folder.name("shards"));
        fs::write(&file, text).unwrap();
        assert_eq!(code(&run(&["split", &file, "-n", "4", "--out", &shards])), Some(0));
        for number in 1..=4 {
            let output = run(&["count", "-q", &format!("{shards}/{number}.shard")]);
            assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        }
        let merged = run(&["merge", &shards]);
        assert_eq!((code(&merged), stdout(&merged).as_str()), (Some(0), count), "{}", stderr(&merged));
    }
}

/// A shard is never taken for the whole problem, nor the whole for a shard: the count would be wrong.
#[test]
fn a_shard_is_no_checkpoint_of_the_whole() {
    let folder = Folder::new();
    let (file, shards, state) = (corpus("bench/queens8.dlx"), folder.name("shards"), folder.name("state"));
    run(&["split", &file, "-n", "3", "--out", &shards]);
    let shard = format!("{shards}/2.shard");
    let output = run(&["count", "-q", &file, "--checkpoint", &shard]);
    assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()));
    assert!(stderr(&output).contains("is a shard"), "{}", stderr(&output));
    // With a checkpoint in another file, it is still the same shard.
    let kept = run(&["count", "-q", &shard, "--checkpoint", &state]);
    assert_eq!(code(&kept), Some(0), "{}", stderr(&kept));
    let whole = folder.name("whole");
    assert_eq!(stdout(&run(&["count", "-q", &file, "--checkpoint", &whole])), "92\n");
    assert!(stderr(&run(&["count", &shard, "--checkpoint", &whole])).contains("is of the whole problem"));
    let other = run(&["count", &format!("{shards}/1.shard"), "--checkpoint", &state]);
    assert_eq!(code(&other), Some(2), "{}", stdout(&other));
    // A listing with a checkpoint has only the solutions of the shard.
    let (out, listed) = (folder.name("out"), folder.name("listed"));
    let solve = ["solve", "-q", "--all", &shard, "-o", &out, "--checkpoint", &listed];
    assert_eq!(code(&run(&[&solve[..], &["--nodes", "30"]].concat())), Some(3));
    assert_eq!(code(&run(&solve)), Some(0));
    let found = fs::read_to_string(&out).unwrap().matches("solution ").count();
    assert_eq!(format!("{found}\n"), stdout(&kept));
    assert_eq!(stdout(&run(&["count", "-q", &shard])), stdout(&kept));
    assert!(found > 0 && found < 92);
}

/// The solutions of all shards, in order, are those of the whole problem, in its order.
#[test]
fn shards_list_the_solutions_of_the_whole() {
    let folder = Folder::new();
    let (file, shards) = (corpus("bench/queens8.dlx"), folder.name("shards"));
    run(&["split", &file, "-n", "5", "--out", &shards]);
    let options = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("solution")).map(str::to_owned).collect()
    };
    let whole = options(&stdout(&run(&["solve", "-q", "--all", &file, "--engine", "fast"])));
    let mut parts = vec![];
    for number in 1..=5 {
        let shard = format!("{shards}/{number}.shard");
        let before = fs::read_to_string(&shard).unwrap();
        let output = run(&["solve", "-q", "--all", &shard]);
        assert!(matches!(code(&output), Some(0 | 1)));
        parts.extend(options(&stdout(&output)).into_iter().filter(|line| line != "no solution"));
        assert_eq!(
            fs::read_to_string(&shard).unwrap(),
            before,
            "to list solutions leaves the shard as it is"
        );
    }
    assert!(whole == parts && whole.len() > 92 * 8);
    // Questions that need the whole problem are refused.
    let shard = format!("{shards}/1.shard");
    for flag in ["--verify", "--reduce"] {
        let output = run(&["count", &shard, flag]);
        assert_eq!(code(&output), Some(2));
        assert!(stderr(&output).contains("a shard is a part"), "{}", stderr(&output));
    }
    assert_eq!(code(&run(&["split", &shard, "-n", "2", "--out", &folder.name("again")])), Some(2));
    // A count stores its state in the shard itself, which can then no longer be listed.
    assert_eq!(code(&run(&["count", "-q", &shard])), Some(0));
    assert!(stderr(&run(&["solve", &shard])).contains("is being counted"));
}

/// A listing always has the same bytes as that of one run. This includes problems where the plan takes a
/// fixed order: once, searches with checkpoints, resumed searches and shards did not take it.
#[test]
fn a_listing_has_the_same_bytes_however_it_was_made() {
    let folder = Folder::new();
    let problem = corpus("found/rows9.dlx");
    let listing = |name: &str, more: &[&str]| {
        let mut arguments = vec!["solve", "--all", "-q", "-o"];
        let output = folder.name(name);
        arguments.push(&output);
        arguments.extend(more);
        let run = run(&arguments);
        (code(&run), fs::read(folder.path(name)).unwrap())
    };
    let (_, one) = listing("one.txt", &[&problem]);
    assert_eq!(String::from_utf8_lossy(&one).matches("solution ").count(), 17_400);
    assert!(listing("kept.txt", &[&problem, "--checkpoint", &folder.name("kept")]).1 == one);
    let state = folder.name("stopped");
    let mut stops = 0;
    for limit in ["2000", "2000", "3000", "4000", "1000000000"] {
        let (code, stopped) = listing("stopped.txt", &[&problem, "--checkpoint", &state, "--nodes", limit]);
        if code == Some(0) {
            assert!(stopped == one);
        }
        stops += usize::from(code == Some(3));
    }
    assert_eq!(stops, 4);
    assert_eq!(code(&run(&["split", &problem, "-n", "3", "--out", &folder.name("shards")])), Some(0));
    let shard = |number: usize| folder.path("shards").join(format!("{number}.shard")).display().to_string();
    let joined: Vec<u8> = (1..=3).flat_map(|number| listing("shard.txt", &[&shard(number)]).1).collect();
    let unnumbered = |listing: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(listing);
        text.lines()
            .filter(|line| !line.is_empty() && !line.starts_with("solution "))
            .map(str::to_owned)
            .collect()
    };
    assert!(unnumbered(&joined) == unnumbered(&one));
}
