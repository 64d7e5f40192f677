//! External solvers: they are started, read, and ended together with all processes that they started.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use combien::solve::StopFlag;

/// The time that a solver has to end after it is asked to.
const GRACE: Duration = Duration::from_millis(200);
/// The time between checks whether it has ended, or should end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// The maximum length of its output.
const MOST_BYTES: u64 = 1 << 30;

/// The process group of the running solver, or 0. There is at most one at a time.
static GROUP: AtomicU32 = AtomicU32::new(0);

/// Runs a solver to its end, and returns its exit status and its output. Returns an error if the flag is
/// raised before.
///
/// It has its own process group, because shells start solvers, and solvers start others. When this returns,
/// no process of the group is left.
pub(crate) fn run(mut command: Command, stop: Option<&StopFlag>) -> io::Result<(ExitStatus, Vec<u8>)> {
    command.stdout(Stdio::piped());
    run_as_set(command, stop)
}

/// Runs a solver to its end, with the standard output that is set. If it is no pipe, nothing is returned of
/// it.
pub(crate) fn run_as_set(mut command: Command, stop: Option<&StopFlag>) -> io::Result<(ExitStatus, Vec<u8>)> {
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut solver = Solver { child: command.spawn()?, is_reaped: false };
    GROUP.store(solver.child.id(), Ordering::SeqCst);
    let printed = solver.child.stdout.take();
    let (sender, read) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = vec![];
        let result = printed.map_or(Ok(0), |printed| printed.take(MOST_BYTES).read_to_end(&mut bytes));
        // The waiting thread may be gone.
        let _ = sender.send(result.map(|_| bytes));
    });
    while !solver.has_ended()? {
        if stop.is_some_and(StopFlag::is_raised) {
            solver.ask_to_end();
            let start = Instant::now();
            while start.elapsed() < GRACE && !solver.has_ended()? {
                thread::sleep(BETWEEN_LOOKS);
            }
            return Err(io::ErrorKind::Interrupted.into());
        }
        thread::sleep(BETWEEN_LOOKS);
    }
    // Processes that it left behind would keep its standard output open.
    kill();
    let status = solver.reap()?;
    loop {
        match read.recv_timeout(BETWEEN_LOOKS) {
            Ok(bytes) => return Ok((status, bytes?)),
            Err(RecvTimeoutError::Timeout) if stop.is_some_and(StopFlag::is_raised) => {
                return Err(io::ErrorKind::Interrupted.into());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// Kills the running solver, if there is one, and its process group.
pub(crate) fn kill() {
    let group = GROUP.swap(0, Ordering::SeqCst);
    #[cfg(unix)]
    if let Some(group) = group_of(group) {
        // It may have ended by itself.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

#[cfg(unix)]
fn group_of(number: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(number.cast_signed())
}

/// A running solver. It is killed when this is dropped.
struct Solver {
    child: Child,
    is_reaped: bool,
}

impl Solver {
    /// Has it ended? On Unix it is not reaped yet, so that its process number is not reused before its group
    /// is killed.
    fn has_ended(&mut self) -> io::Result<bool> {
        #[cfg(unix)]
        {
            use rustix::process::{WaitId, WaitIdOptions, waitid};
            let Some(pid) = group_of(self.child.id()) else { return Ok(true) };
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            Ok(waitid(WaitId::Pid(pid), options)?.is_some())
        }
        #[cfg(not(unix))]
        {
            Ok(self.child.try_wait()?.is_some())
        }
    }

    fn ask_to_end(&mut self) {
        #[cfg(unix)]
        if let Some(group) = group_of(self.child.id()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
    }

    fn reap(&mut self) -> io::Result<ExitStatus> {
        self.is_reaped = true;
        self.child.wait()
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        kill();
        if !self.is_reaped {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
