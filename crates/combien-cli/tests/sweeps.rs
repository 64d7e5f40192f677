//! Sweeps by the real binary: saved, killed and resumed, and larger than memory.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::shared::{combien, ended, run};

/// The counts are in tests/corpus/oracles.tsv, with their sources; the states in notes/counting.md.
const DOMINOES: (&str, &str) = ("tests/corpus/bench/domino16x16.dlx", "2444888770250892795802079170816\n");
const STATES: u64 = 362_598;
const MANY: (&str, &str) =
    ("tests/corpus/bench/domino20x20.dlx", "1269984011256235834242602753102293934298576249856\n");

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

/// A temporary folder, with the name of a file or folder in it.
fn folder(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join(name).display().to_string();
    (folder, name)
}

#[test]
fn a_sweep_resumes_where_a_limit_stopped_it() {
    let (folder, state) = folder("state");
    let scratch = folder.path().join("scratch").display().to_string();
    let mut rounds = 0;
    for memory in ["64M", "100k"].iter().cycle() {
        let jobs = format!("-j{}", 1 + rounds % 3);
        let (code, out, errors) = run(&[
            "count",
            "--json",
            "--checkpoint",
            &state,
            "--scratch",
            &scratch,
            "--memory",
            memory,
            "--nodes",
            "50000",
            &jobs,
            DOMINOES.0,
        ]);
        let report = &crate::shared::json_lines(&out)[0];
        if code == 0 {
            assert_eq!(report["count"], DOMINOES.1.trim_end());
            assert_eq!(report["nodes"], STATES, "the states before the stops included");
            break;
        }
        rounds += 1;
        assert_eq!((code, report["nodes"].as_u64()), (3, Some(50_000 * rounds)), "{errors}");
        assert_eq!(report["reason"], "stopped at the limit of 50000 nodes");
    }
    assert_eq!(rounds, STATES / 50_000);
    // The answer is kept too. Without a name, the engine is that of the checkpoint.
    let again = run(&["count", "-q", "--checkpoint", &state, "--nodes", "0", DOMINOES.0]);
    assert_eq!((again.0, &again.1[..]), (0, DOMINOES.1));
    assert!(is_empty(Path::new(&scratch)));
}

#[test]
fn a_sweep_says_how_to_go_on() {
    let (_folder, state) = folder("state");
    let count = ["count", "--engine", "frontier", "--checkpoint", &state, "--nodes", "100000", DOMINOES.0];
    let (code, out, errors) = run(&count);
    assert_eq!((code, &out[..]), (3, ">= 0\n"));
    assert!(errors.contains("to go on from here, run the same command again"), "{errors}");
    let (_, _, errors) = run(&count);
    assert!(errors.contains("going on from") && errors.contains("of states"), "{errors}");
}

/// Killed ten times, at any moment, each time with another number of threads: the count is exact.
#[test]
fn a_sweep_survives_being_killed() {
    let (folder, state) = folder("state");
    let scratch = folder.path().join("scratch").display().to_string();
    let mut kills = 0;
    for round in 0.. {
        let jobs = format!("-j{}", 1 + round % 3);
        let memory = if round % 2 == 0 { "1G" } else { "3M" };
        let mut child = combien(&[
            "count",
            "-q",
            "--checkpoint",
            &state,
            "--every",
            "0",
            "--scratch",
            &scratch,
            "--memory",
            memory,
            &jobs,
            MANY.0,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
        if kills < 10 {
            thread::sleep(Duration::from_millis(30 + 47 * round % 200));
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                continue;
            }
        }
        let (code, out, errors) = ended(&child.wait_with_output().unwrap());
        assert_eq!((code, &out[..]), (0, MANY.1), "{errors}");
        if kills == 10 {
            break;
        }
        fs::remove_file(&state).unwrap();
    }
}

#[test]
fn files_that_are_no_sweep_of_the_problem_are_refused() {
    let (_folder, state) = folder("state");
    let count = ["count", "-q", "--engine", "frontier", "--checkpoint", &state];
    let with = |more: &[&str]| run(&[&count[..], more].concat());
    assert_eq!(with(&["--nodes", "20000", DOMINOES.0]).0, 3);
    let good = fs::read(&state).unwrap();
    let text = String::from_utf8_lossy(&good).into_owned();
    let refused = |content: &[u8], file: &str, message: &str, hint: &str| {
        fs::write(&state, content).unwrap();
        let (code, out, errors) = with(&[file]);
        assert_eq!((code, &out[..]), (2, ""), "{message}");
        assert!(errors.contains(message) && errors.contains(hint), "{errors}");
        assert!(fs::read(&state).unwrap() == content, "a refused file is left unchanged");
    };
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 4;
    refused(&good, MANY.0, "a sweep of another problem (items: 256, options: 480)", "another file");
    refused(&good[..good.len() - 1], DOMINOES.0, "is damaged: what begins at byte", "remove it");
    refused(&changed, DOMINOES.0, "is damaged: what begins at byte", "remove it");
    refused(
        text.replacen("combien sweep 2 ", "combien sweep 7 ", 1).as_bytes(),
        DOMINOES.0,
        "of format 7",
        "the version",
    );
    refused(b"my notes\n", DOMINOES.0, "this is no checkpoint of a sweep", "not there yet");
    refused(b"", DOMINOES.0, "this is no checkpoint of a sweep", "not there yet");
    // Another engine does not take it for one of its own.
    fs::write(&state, &good).unwrap();
    let (code, _, errors) = run(&["count", "-q", "--engine", "fast", "--checkpoint", &state, DOMINOES.0]);
    assert!(code == 2 && errors.contains("this is no checkpoint"), "{errors}");
}

#[test]
fn scratch_space_is_bounded_and_leaves_nothing() {
    let (folder, scratch) = folder("deep/scratch");
    let count = ["count", "-q", "--scratch", &scratch, "--memory", "100k", DOMINOES.0];
    let with = |more: &[&str]| run(&[&count[..], more].concat());
    let (code, out, errors) = with(&["--explain"]);
    assert_eq!((code, &out[..]), (0, DOMINOES.1));
    assert!(errors.contains("of states were on disk"), "{errors}");
    assert!(is_empty(Path::new(&scratch)));
    let (code, out, errors) = with(&["--disk", "20k"]);
    assert_eq!((code, &out[..]), (3, ">= 0\n"));
    assert!(errors.contains("stopped at the limit of 20480 bytes of scratch space"), "{errors}");
    assert!(is_empty(Path::new(&scratch)));
    fs::write(folder.path().join("file"), "").unwrap();
    let file = folder.path().join("file").display().to_string();
    for (arguments, message) in [
        (vec!["count", "--scratch", &file, DOMINOES.0], "cannot be written"),
        (vec!["count", "--scratch", "-", DOMINOES.0], "cannot go to standard output"),
        (vec!["count", "--scratch", &scratch, "--engine", "memo", DOMINOES.0], "is for the engine frontier"),
        (vec!["count", "--scratch", &scratch, "--reduce", DOMINOES.0], "cannot be used with"),
        (vec!["count", "--disk", "1G", DOMINOES.0], "--scratch"),
    ] {
        let (code, out, errors) = run(&arguments);
        assert!(code == 2 && out.is_empty() && errors.contains(message), "{arguments:?}: {errors}");
    }
}

/// One signal stops the sweep, two end the program: neither leaves files behind.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_sweep_removes_its_files() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for signals in [1, 2] {
        let (folder, scratch) = folder("scratch");
        let state = folder.path().join("state").display().to_string();
        let latin = "tests/corpus/bench/latin7.dlx";
        let child =
            combien(&["count", "--scratch", &scratch, "--memory", "8M", "--checkpoint", &state, latin])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
        wait_for_files(&child, Path::new(&scratch));
        for _ in 0..signals {
            kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).unwrap();
            thread::sleep(Duration::from_millis(1));
        }
        let (code, _, errors) = ended(&child.wait_with_output().unwrap());
        assert!(code == 3 || signals == 2 && code == 130, "{code}: {errors}");
        assert!(is_empty(Path::new(&scratch)), "{signals} signals leave files");
        if code == 3 {
            assert!(
                errors.contains("interrupted") && fs::metadata(&state).unwrap().len() > 100_000,
                "{errors}"
            );
        }
    }
}

/// What killed runs leave behind is removed by the next run in the folder, unless a process still has it.
/// Other files stay.
#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_killed_runs_are_removed() {
    let (folder, scratch) = folder("scratch");
    let latin = "tests/corpus/bench/latin7.dlx";
    let sweep = || {
        let mut sweep = combien(&["count", "--scratch", &scratch, "--memory", "8M", latin]);
        sweep.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.into_string().unwrap()).collect()
    };
    let mut killed = sweep();
    wait_for_files(&killed, Path::new(&scratch));
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = names(Path::new(&scratch));
    assert_eq!(left.len(), 1);
    let mut living = sweep();
    while names(Path::new(&scratch)) == left {
        thread::sleep(Duration::from_millis(5));
    }
    let of_user = Path::new(&scratch).join("combien-scratch-mine12");
    fs::create_dir(&of_user).unwrap();
    fs::write(of_user.join("notes"), "").unwrap();
    assert_eq!(run(&["count", "-q", "--scratch", &scratch, DOMINOES.0]).0, 0);
    let now = names(Path::new(&scratch));
    assert!(living.try_wait().unwrap().is_none(), "it still sweeps");
    living.kill().unwrap();
    living.wait().unwrap();
    assert!(now.is_disjoint(&left) && now.len() == 2 && now.contains("combien-scratch-mine12"), "{now:?}");

    // A run that is killed while it writes leaves a file that nobody has locked.
    let state = folder.path().join("state");
    let [lost, held] = ["111111", "222222"].map(|end| folder.path().join(format!(".combien-tmp-{end}")));
    fs::write(&lost, "half a check").unwrap();
    let lock = fs::File::create(&held).unwrap();
    lock.lock().unwrap();
    fs::write(folder.path().join(".combien-tmp-notes"), "").unwrap();
    let kept = ["count", "-q", "--engine", "frontier", "--checkpoint", state.to_str().unwrap(), DOMINOES.0];
    assert_eq!(run(&kept).0, 0);
    let expected = ["scratch", "state", ".combien-tmp-222222", ".combien-tmp-notes"].map(str::to_owned);
    assert_eq!(names(folder.path()), BTreeSet::from(expected));
}

/// Waits until a sweep has written states into a folder of its own.
#[cfg(target_os = "linux")]
fn wait_for_files(child: &Child, scratch: &Path) {
    let start = Instant::now();
    let has_files = || {
        let folders = fs::read_dir(scratch).into_iter().flatten().flatten();
        folders
            .into_iter()
            .any(|folder| fs::read_dir(folder.path()).is_ok_and(|mut files| files.next().is_some()))
    };
    while !has_files() {
        assert!(start.elapsed() < Duration::from_secs(60), "process {} writes nothing", child.id());
        thread::sleep(Duration::from_millis(5));
    }
}
