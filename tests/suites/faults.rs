//! Writers and readers over files that fail: at any byte, in small steps, interrupted. An error is handed on
//! as it is, what was written is the beginning of the whole, and nothing panics.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

use combien::problem::{Problem, dlx};
use combien::proof::Proof;
use combien::solve::{Compile, Diagram, Engine, Outcome};
use combien_formats::{dimacs, json, lp, opb};
use combien_puzzles::sudoku::{BoxShape, ReadError, Reader};

/// Takes this many bytes, a few at a time; then it fails. Between the steps it is interrupted.
struct Narrow {
    taken: Vec<u8>,
    room: usize,
    step: usize,
    calls: usize,
    /// What happens when there is no more room; `None` is a write of nothing.
    end: Option<ErrorKind>,
}

impl Narrow {
    fn new(room: usize, step: usize, end: Option<ErrorKind>) -> Narrow {
        Narrow { taken: vec![], room, step, calls: 0, end }
    }
}

impl Write for Narrow {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        let room = self.room - self.taken.len();
        if room == 0 && !content.is_empty() {
            return self.end.map_or(Ok(0), |kind| Err(kind.into()));
        }
        let count = content.len().min(room).min(self.step);
        self.taken.extend(&content[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn problem() -> Problem {
    let text = "a b 0:2|c 2|d | x y\na x:1 c\nb y d\nb x:1 d\na c y\na d\nb d\n";
    dlx::parse("t", text).unwrap().problem
}

fn plain() -> Problem {
    dlx::parse("t", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n").unwrap().problem
}

fn diagram() -> Diagram {
    let report = Compile::of(&plain()).by(Engine::Zdd).run().unwrap();
    let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("there is no limit") };
    diagram
}

type Writer = fn(&mut Narrow) -> io::Result<()>;

/// Each writer of the library.
const WRITERS: [(&str, Writer); 8] = [
    ("dlx", |output| {
        dlx::write(&problem(), output).map_err(|error| match error {
            dlx::WriteError::Io(error) => error,
            dlx::WriteError::Unfit(other) => panic!("{other}"),
        })
    }),
    ("json", |output| json::write(&problem(), output)),
    ("dimacs", |output| dimacs::write(&problem(), output)),
    ("opb", |output| opb::write(&problem(), output)),
    ("lp", |output| lp::write(&problem(), output)),
    ("dot", |output| diagram().write_dot(output)),
    ("diagram", |output| {
        let diagram = diagram();
        let (store, family) = diagram.family().unwrap();
        store.write(family, output)
    }),
    ("graphillion", |output| {
        let diagram = diagram();
        let (store, family) = diagram.family().unwrap();
        store.write_graphillion(family, output)
    }),
];

#[test]
fn writers_hand_errors_on_at_any_byte() {
    for (name, write) in WRITERS {
        let mut whole = Narrow::new(usize::MAX, usize::MAX, None);
        write(&mut whole).unwrap();
        let whole = whole.taken;
        assert!(whole.len() > 40, "{name}");
        for step in [1, 3, usize::MAX] {
            let mut narrow = Narrow::new(whole.len(), step, Some(ErrorKind::StorageFull));
            write(&mut narrow).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(narrow.taken == whole, "{name} in steps of {step}");
            for room in 0..whole.len() {
                let mut narrow = Narrow::new(room, step, Some(ErrorKind::StorageFull));
                let error = write(&mut narrow).expect_err(name);
                assert_eq!(error.kind(), ErrorKind::StorageFull, "{name} at byte {room}");
                assert!(narrow.taken == whole[..room], "{name} at byte {room}");
            }
        }
        let mut narrow = Narrow::new(whole.len() / 2, 5, None);
        assert_eq!(write(&mut narrow).expect_err(name).kind(), ErrorKind::WriteZero, "{name}");
    }
}

/// Gives some bytes, a few at a time, and then fails.
struct Broken<'t> {
    text: &'t [u8],
    left: usize,
    step: usize,
    calls: usize,
}

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.left == 0 {
            return Err(ErrorKind::TimedOut.into());
        }
        let count = buffer.len().min(self.step).min(self.left).min(self.text.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        (self.text, self.left) = (&self.text[count..], self.left - count);
        Ok(count)
    }
}

fn broken(text: &[u8], left: usize, step: usize) -> impl BufRead {
    BufReader::with_capacity(16, Broken { text, left, step, calls: 0 })
}

#[test]
fn readers_hand_errors_on_at_any_byte() {
    let mut text = vec![];
    dlx::write(&problem(), &mut text).unwrap();
    let verified = {
        let mut json = vec![];
        json::write(&plain(), &mut json).unwrap();
        combien_verify::Problem::read(std::str::from_utf8(&json).unwrap()).unwrap()
    };
    let proof = Proof::of(
        &plain(),
        &combien::budget::Budget::UNLIMITED,
        &mut None::<&mut dyn combien::budget::Meter>,
    )
    .unwrap();
    let puzzles = b"12..3.2....1.4.2\n1...2...3...4...\n";
    let shape = BoxShape::new(2, 2).unwrap();
    for step in [1, 7] {
        assert_eq!(dlx::read("t", broken(&text, usize::MAX, step)).unwrap().problem, problem());
        for left in 0..text.len() {
            let error = dlx::read("t", broken(&text, left, step)).unwrap_err();
            assert!(
                matches!(error, dlx::ReadError::Io(error) if error.kind() == ErrorKind::TimedOut),
                "{left}"
            );
        }
        let certificate =
            |left| combien_verify::check_certificate(&verified, broken(proof.text(), left, step), 1 << 20);
        assert_eq!(certificate(usize::MAX).unwrap().covers.to_string(), "7");
        // The last byte but one: the sum has been read.
        assert!((0..proof.text().len() - 1).all(|left| certificate(left).is_err()));
        for left in 0..puzzles.len() {
            let read: Vec<_> = Reader::new("t", broken(puzzles, left, step), shape).take(3).collect();
            let is_io = |puzzle: &Result<_, ReadError>| matches!(puzzle, Err(ReadError::Io(_)));
            assert!(read.iter().any(is_io), "{left}: {read:?}");
            assert_eq!(read.iter().filter(|puzzle| puzzle.is_ok()).count(), left / 17, "{left}");
        }
    }
}
