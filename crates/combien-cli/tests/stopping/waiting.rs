//! The command can be stopped whatever it waits for: readers and writers of pipes, endless devices, solvers.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{READ, SOON, file, send, side_by_side};
use crate::shared;

/// Long enough for the output to fill a pipe.
const FILLED: Duration = Duration::from_secs(1);

/// The exit code of a child whose output nobody reads, and how long after `begin` it ended.
fn end(mut child: Child, begin: Instant) -> (Option<i32>, Duration) {
    let status = child.wait().unwrap();
    (status.code(), begin.elapsed())
}

/// Commands that print without end. One of them runs a tiling file, which is written into the folder.
fn printing(folder: &std::path::Path) -> Vec<Vec<String>> {
    let script = folder.join("all.cmb");
    fs::write(&script, "problem p = constant 8x8 true [{**} ~sym] all links p").unwrap();
    let (script, pairs) = (script.display().to_string(), file("pairs100").display().to_string());
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    vec![
        [words("solve --all"), vec![pairs.clone()]].concat(),
        [words("solve --all --up-to symmetry --json"), vec![pairs]].concat(),
        [words("sample --seed 1 -n 1000000000"), vec!["puzzle:queens 8".to_owned()]].concat(),
        [words("run"), vec![script]].concat(),
        words("sudoku generate --seed 1 -n 1000000000"),
        words("puzzle queens 12 --all"),
    ]
}

fn spawn(arguments: &[String], more: &[&str]) -> Child {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    shared::combien(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_command_whose_pipe_nobody_reads_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    side_by_side(printing(folder.path()), |arguments| {
        let child = spawn(&arguments, &["--quiet"]);
        thread::sleep(FILLED);
        send("-TERM", &child);
        let (code, time) = end(child, Instant::now());
        assert!(code == Some(3) && time < SOON, "{arguments:?}: {code:?}, {time:?}");
        let begin = Instant::now();
        let (code, time) = end(spawn(&arguments, &["--quiet", "--time", "1"]), begin);
        assert!(code == Some(3) && time < FILLED + SOON, "{arguments:?}: {code:?}, {time:?}");
    });
}

/// Standard error may be the same pipe, so the reason cannot be printed.
#[test]
fn a_command_whose_standard_error_is_full_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "exec {} solve --all --time 1 {} 2>&1",
        env!("CARGO_BIN_EXE_combien"),
        file("pairs100").display()
    );
    let begin = Instant::now();
    let child = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (code, time) = end(child, begin);
    assert!(code == Some(3) && time < FILLED + SOON, "{code:?}, {time:?}");
}

/// An output that is a pipe does not have to be written completely.
#[test]
fn a_command_whose_named_pipe_has_no_reader_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pairs = file("pairs100");
    let (pairs, pipe) = (pairs.to_str().unwrap(), pipe.to_str().unwrap());
    let solve: Vec<String> = ["solve", "--all", pairs, "-o", pipe].map(str::to_owned).to_vec();
    let child = spawn(&solve, &[]);
    thread::sleep(FILLED);
    send("-TERM", &child);
    let (code, time) = end(child, Instant::now());
    assert!(code == Some(3) && time < SOON, "{code:?}, {time:?}");
    // The same for reading from a pipe that nobody writes to.
    for arguments in [
        vec!["count", "--format", "dlx", "--time", "1", pipe],
        vec!["run", "--time", "1", pipe],
        vec!["count", "--up-to", "automorphism", "--generators", pipe, "--time", "1", pairs],
    ] {
        let begin = Instant::now();
        let child = spawn(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>(), &[]);
        let (code, time) = end(child, begin);
        assert!(code == Some(3) && time < READ + SOON + SOON, "{arguments:?}: {code:?}, {time:?}");
    }
}

#[test]
fn endless_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("zero.cmb");
    fs::write(&script, "include \"/dev/zero\"\ninclude \"/dev/urandom\"\n").unwrap();
    let mut check = shared::combien(&["check", script.to_str().unwrap()]);
    let (code, _, errors) = shared::ended(&check.env("COMBIEN_ALLOW_READ", "/dev").output().unwrap());
    let words = "`/dev/zero` cannot be included: it is endless, or larger than 16 MB";
    assert!(code == 2 && errors.contains(words), "{errors}");
    assert!(errors.contains("zero.cmb:1:9") && errors.contains("zero.cmb:2:9"), "{errors}");
    for format in ["dlx", "cmb", "json", "shard"] {
        for (file, input) in [("/dev/zero", "/dev/null"), ("-", "/dev/zero")] {
            let mut command = shared::combien(&["count", "--format", format, file]);
            if format == "shard" && file == "-" {
                continue;
            }
            let output = command.stdin(fs::File::open(input).unwrap()).output().unwrap();
            let (code, _, errors) = shared::ended(&output);
            assert!(code == 2 && errors.contains("endless"), "{format} {file}: {errors}");
        }
    }
    let sudoku = shared::combien(&["sudoku", "solve"]).stdin(fs::File::open("/dev/zero").unwrap()).output();
    let (code, _, errors) = shared::ended(&sudoku.unwrap());
    assert!(code == 2 && errors.contains("endless"), "{errors}");
    // A device is not refused merely because it is a device.
    let empty = shared::combien(&["count", "--format", "dlx", "/dev/null"]).output().unwrap();
    assert!(!shared::ended(&empty).2.contains("endless"));
}

/// A solver that does nothing, and has started another process. Both ignore SIGTERM and SIGINT.
const STUBBORN: &str =
    "#!/bin/sh\ntrap '' TERM INT\nsleep 1000 &\necho $! >pids\necho $$ >>pids\nwait\nsleep 1000\n";

fn is_alive(pid: &str) -> bool {
    // A process that has ended and that nobody has waited for is a zombie.
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn solvers_end_with_all_that_they_started() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("solver.sh"), STUBBORN).unwrap();
    let script = "problem p = {**} [{**}] solve sat \"sh ./solver.sh\" p print p";
    fs::write(folder.path().join("t.cmb"), script).unwrap();
    let pids = folder.path().join("pids");
    for (flags, signals) in
        [(&["--time", "2"][..], &[][..]), (&[], &["-TERM"]), (&[], &["-INT"]), (&[], &["-INT", "-INT"])]
    {
        let _ = fs::remove_file(&pids);
        let child = shared::combien(&[&["run", "--allow-run", "t.cmb"], flags].concat())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while fs::read_to_string(&pids).unwrap_or_default().lines().count() < 2 {
            assert!(started.elapsed() < Duration::from_secs(20), "the solver does not start");
            thread::sleep(Duration::from_millis(20));
        }
        for signal in signals {
            send(signal, &child);
        }
        let (begin, flags_time) = (Instant::now(), Duration::from_secs(2));
        let output = child.wait_with_output().unwrap();
        assert!(begin.elapsed() < SOON + flags_time, "{flags:?} {signals:?}: {:?}", begin.elapsed());
        let code = output.status.code();
        assert!(code == Some(3) || (signals.len() == 2 && code == Some(130)), "{output:?}");
        if code == Some(3) {
            assert_eq!(output.stdout, b"problem \"p\": the solver was stopped\n");
        }
        let pids = fs::read_to_string(&pids).unwrap();
        for pid in pids.lines() {
            let begin = Instant::now();
            while is_alive(pid) {
                assert!(begin.elapsed() < SOON, "{flags:?} {signals:?}: {pid} lives on");
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
