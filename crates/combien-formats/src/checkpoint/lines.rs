//! The lines of a checkpoint.

use serde::{Deserialize, Serialize};

use super::{Checkpoint, CheckpointError, FORMAT, FORMATS, Shard, Written};
use combien::count::Count;
use combien::engine::{Branch, Work};
use combien::problem::{Fingerprint, OptionId, OptionList, Solution, Subproblem};
use combien::solve::{Engine, Piece, Question, State};

/// What the first line is about.
const KIND: &str = "checkpoint";

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    combien: String,
    format: u64,
    /// The version that wrote it, for people.
    version: String,
    problem: String,
    items: usize,
    options: usize,
    question: String,
    engine: String,
    nodes: u64,
    updates: u64,
    found: String,
    pieces: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<WrittenLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardLine>,
}

/// The part of the first line that every format has.
#[derive(Deserialize)]
struct Kind {
    combien: String,
    format: u64,
}

#[derive(Serialize, Deserialize)]
struct WrittenLine {
    bytes: u64,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
struct ShardLine {
    number: usize,
    of: usize,
    whole: String,
    text: String,
}

/// A remaining piece. Options are numbered from 1.
///
/// Consecutive branches mostly begin with the same options: a path of a thousand options has a thousand
/// branches. So a line has only the options after the common beginning with the previous branch. Otherwise
/// the text would be quadratic in the length of the path.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PieceLine {
    Branch {
        /// It takes this many of the first options of the previous branch, and then these.
        #[serde(default, skip_serializing_if = "is_zero")]
        keep: usize,
        take: Vec<u32>,
        /// It refuses this many of the first refused options of the previous branch, and then those of
        /// `refuse`.
        #[serde(default, skip_serializing_if = "is_zero")]
        keep_refused: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refuse: Vec<u32>,
        share: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_fixed_order: Option<u64>,
    },
    Solutions {
        solutions: Vec<Vec<u32>>,
    },
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct Seal {
    sha256: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes all fields so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn numbers(options: impl IntoIterator<Item = OptionId>) -> Vec<u32> {
    options.into_iter().map(|option| option.number() as u32).collect()
}

pub(super) fn write(checkpoint: &Checkpoint) -> String {
    let Checkpoint { size: (items, options), state, written, shard } = checkpoint;
    let head = Head {
        combien: KIND.to_owned(),
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        problem: state.problem.to_string(),
        items: *items,
        options: *options,
        question: name(state.question).to_owned(),
        engine: state.engine.to_string(),
        nodes: state.work.nodes,
        updates: state.work.updates,
        found: state.found.to_string(),
        pieces: state.pieces.len(),
        shown: Some(state.shown).filter(|&shown| shown > 0.0),
        written: written.map(|Written { bytes, content }| WrittenLine { bytes, sha256: content.to_string() }),
        shard: shard.as_ref().map(|shard| ShardLine {
            number: shard.number,
            of: shard.of,
            whole: shard.whole.to_string(),
            text: shard.text.clone(),
        }),
    };
    let mut text = line(&head);
    let whole = Subproblem::whole();
    let mut before = &whole;
    for piece in &state.pieces {
        text += &line(&match piece {
            Piece::Branch(branch) => {
                let (taken, refused) = (branch.subproblem.taken(), branch.subproblem.refused());
                let keep = taken.shared_with(before.taken());
                let keep_refused = refused.shared_with(before.refused());
                before = &branch.subproblem;
                PieceLine::Branch {
                    keep,
                    take: numbers(taken.iter_from(keep)),
                    keep_refused,
                    refuse: numbers(refused.iter_from(keep_refused)),
                    share: branch.share,
                    in_fixed_order: branch.in_fixed_order,
                }
            }
            Piece::Solutions(solutions) => PieceLine::Solutions {
                solutions: solutions
                    .iter()
                    .map(|solution| numbers(solution.options().iter().copied()))
                    .collect(),
            },
        });
    }
    text += &line(&Seal { sha256: Fingerprint::of_bytes(text.as_bytes()).to_string() });
    text
}

fn line(document: &impl Serialize) -> String {
    // A share is finite, so JSON can express it.
    serde_json::to_string(document).expect("plain structures of numbers and texts") + "\n"
}

fn name(question: Question) -> &'static str {
    match question {
        Question::Count => "count",
        Question::Each => "each",
    }
}

pub(super) fn read(text: &str) -> Result<Checkpoint, CheckpointError> {
    let first = text.lines().next().unwrap_or_default();
    let kind: Kind = serde_json::from_str(first).map_err(|_| CheckpointError::NotOne)?;
    if kind.combien != KIND {
        return Err(CheckpointError::NotOne);
    }
    if !FORMATS.contains(&kind.format) {
        return Err(CheckpointError::Format(kind.format));
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let damaged = |line: usize| CheckpointError::Damaged(line + 1);
    let last = lines.len() - 1;
    let seal: Seal = serde_json::from_str(lines[last]).map_err(|_| damaged(last))?;
    let sealed = Fingerprint::of_bytes(&text.as_bytes()[..text.len() - lines[last].len()]).to_string();
    if last == 0 || !lines[last].ends_with('\n') || seal.sha256 != sealed {
        return Err(damaged(last));
    }
    // Text that this program wrote has no errors below. For text with a valid digest from elsewhere, the
    // place is reported.
    let head: Head = serde_json::from_str(first).map_err(|_| damaged(0))?;
    let mut pieces = vec![];
    let mut before = Subproblem::whole();
    for (at, line) in lines.iter().enumerate().take(last).skip(1) {
        let piece: PieceLine = serde_json::from_str(line).map_err(|_| damaged(at))?;
        pieces.push(as_piece(piece, &mut before, head.options).ok_or(damaged(at))?);
    }
    if pieces.len() != head.pieces {
        return Err(damaged(last));
    }
    of_head(head, pieces).ok_or(damaged(0))
}

fn of_head(head: Head, pieces: Vec<Piece>) -> Option<Checkpoint> {
    let question = [Question::Count, Question::Each].into_iter().find(|&q| name(q) == head.question)?;
    let engine = head.engine.parse().ok().filter(|engine: &Engine| engine.profile().cuts)?;
    let found: Count = head.found.parse().ok()?;
    let work = Work { nodes: head.nodes, updates: head.updates };
    let written = match head.written {
        None => None,
        Some(WrittenLine { bytes, sha256 }) => Some(Written { bytes, content: sha256.parse().ok()? }),
    };
    let shard = match head.shard {
        None => None,
        Some(ShardLine { number, of, whole, text }) if (1..=of).contains(&number) => {
            Some(Shard { number, of, whole: whole.parse().ok()?, text })
        }
        Some(_) => return None,
    };
    let shown = head.shown.unwrap_or_default();
    (0.0..=1.0).contains(&shown).then_some(())?;
    let problem = head.problem.parse().ok()?;
    let state = State { problem, question, engine, work, found, pieces, shown };
    let size = (head.items, head.options);
    Some(Checkpoint { size, state, written, shard })
}

/// A piece, checked against the problem. `before` is the previous branch, and is replaced by this one if it
/// is a branch.
fn as_piece(line: PieceLine, before: &mut Subproblem, options: usize) -> Option<Piece> {
    let ids = |numbers: Vec<u32>| -> Option<Vec<OptionId>> {
        let id = |number: u32| {
            let index = (number as usize).checked_sub(1).filter(|&index| index < options)?;
            Some(OptionId::from_index(index))
        };
        numbers.into_iter().map(id).collect()
    };
    Some(match line {
        PieceLine::Branch { keep, take, keep_refused, refuse, share, in_fixed_order } => {
            let begins = |list: &OptionList, len| (len <= list.len()).then(|| list.prefix(len));
            let taken = begins(before.taken(), keep)?.with(ids(take)?);
            let refused = begins(before.refused(), keep_refused)?.with(ids(refuse)?);
            let subproblem = Subproblem::of_lists(taken, refused);
            (0.0..=1.0).contains(&share).then_some(())?;
            *before = subproblem.clone();
            Piece::Branch(Branch { subproblem, share, in_fixed_order })
        }
        PieceLine::Solutions { solutions } => {
            let all = solutions.into_iter().map(|one| Some(ids(one)?.into_iter().collect::<Solution>()));
            Piece::Solutions(all.collect::<Option<_>>()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx::parse;

    fn checkpoint() -> Checkpoint {
        let problem = parse("t", "a b c | x\na x\nb\nc\nb c\n").unwrap().problem;
        let option = OptionId::from_index;
        let subproblem = Subproblem::new(vec![option(0)], vec![option(3)]);
        let branch = Branch { subproblem, share: 0.1, in_fixed_order: Some(7) };
        let solutions = vec![[option(0), option(3)].into_iter().collect(), Solution::default()];
        let longer = Subproblem::new(vec![option(0), option(1)], vec![option(3), option(2)]);
        let pieces = vec![
            Piece::Solutions(solutions),
            Piece::Branch(branch),
            Piece::Branch(Branch { share: 0.2, ..Branch::whole(longer) }),
            Piece::Branch(Branch::whole(Subproblem::whole())),
        ];
        let state = State {
            problem: problem.fingerprint(),
            question: Question::Each,
            engine: Engine::Links,
            work: Work { nodes: 3, updates: u64::MAX },
            found: "123456789012345678901234567890".parse().unwrap(),
            pieces,
            shown: 0.125,
        };
        let content = Fingerprint::of_bytes(b"x");
        let shard = Shard { number: 2, of: 3, whole: content, text: "a b\n\"c\"\n".to_owned() };
        Checkpoint {
            written: Some(Written { bytes: 1, content }),
            shard: Some(shard),
            ..Checkpoint::new(&problem, state)
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let whole = checkpoint();
        assert_eq!(Checkpoint::read(&whole.to_string()), Ok(whole.clone()));
        let bare = Checkpoint { written: None, shard: None, ..whole };
        assert_eq!(Checkpoint::read(&bare.to_string()), Ok(bare));
    }

    #[test]
    fn incomplete_and_damaged_texts_are_refused() {
        let text = checkpoint().to_string();
        for end in 0..text.len() {
            if let Some(part) = text.get(..end) {
                assert!(Checkpoint::read(part).is_err(), "{part}");
            }
        }
        // A byte that was changed, anywhere.
        for at in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(Checkpoint::read(&changed).is_err(), "byte {at}");
            }
        }
        // Lines that are missing, or come twice.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            let without: String = [&lines[..at], &lines[at + 1..]].concat().concat();
            let twice: String = [&lines[..=at], &lines[at..]].concat().concat();
            assert!(Checkpoint::read(&without).is_err() && Checkpoint::read(&twice).is_err(), "line {at}");
        }
    }

    /// A valid digest, but impossible contents.
    #[test]
    fn impossible_contents_are_refused_with_their_line() {
        let sealed = |text: &str| {
            let seal = Seal { sha256: Fingerprint::of_bytes(text.as_bytes()).to_string() };
            text.to_owned() + &line(&seal)
        };
        let text = checkpoint().to_string();
        let body = &text[..=text.trim_end().rfind('\n').unwrap()];
        let cases = [
            ("\"take\":[1]", "\"take\":[0]", 3),
            ("\"take\":[1]", "\"take\":[5]", 3),
            ("\"share\":0.1", "\"share\":1.5", 3),
            ("\"keep\":1,", "\"keep\":2,", 4),
            ("\"keep_refused\":1,", "\"keep_refused\":2,", 4),
            ("[[1,4],[]]", "[[1,9],[]]", 2),
            ("\"pieces\":4", "\"pieces\":3", 6),
            ("\"shown\":0.125", "\"shown\":1.125", 1),
            ("\"question\":\"each\"", "\"question\":\"why\"", 1),
            ("\"engine\":\"links\"", "\"engine\":\"memo\"", 1),
            ("\"number\":2", "\"number\":4", 1),
            ("\"found\":\"1", "\"found\":\"-1", 1),
        ];
        for (from, to, line) in cases {
            assert!(body.contains(from), "{from}");
            let changed = sealed(&body.replacen(from, to, 1));
            assert_eq!(Checkpoint::read(&changed), Err(CheckpointError::Damaged(line)), "{to}");
        }
        let newer = body.replacen("\"format\":2", "\"format\":3", 1);
        assert_eq!(Checkpoint::read(&newer), Err(CheckpointError::Format(3)));
        for other in ["", "\n", "a b\na\n", "{}", "{\"combien\":\"else\",\"format\":1}\n"] {
            assert_eq!(Checkpoint::read(other), Err(CheckpointError::NotOne), "{other}");
        }
    }

    /// In format 1 each line had all options of its branch.
    #[test]
    fn the_first_format_is_still_read() {
        let text = checkpoint().to_string();
        let body = &text[..=text.trim_end().rfind('\n').unwrap()];
        let first = body
            .replace("\"format\":2", "\"format\":1")
            .replace("\"keep\":1,\"take\":[2]", "\"take\":[1,2]")
            .replace("\"keep_refused\":1,\"refuse\":[3]", "\"refuse\":[4,3]");
        assert!(!first.contains("keep"));
        let seal = Seal { sha256: Fingerprint::of_bytes(first.as_bytes()).to_string() };
        assert_eq!(Checkpoint::read(&(first + &line(&seal))), Ok(checkpoint()));
    }

    /// Branches off a long path: one short line each, however long the path is.
    #[test]
    fn the_text_is_linear_in_the_branches() {
        let option = OptionId::from_index;
        let path: OptionList = (0..5_000).map(option).collect();
        let off = |len| {
            let taken = path.prefix(len).with([option(5_000)]);
            Piece::Branch(Branch::whole(Subproblem::of_lists(taken, OptionList::default())))
        };
        let mut whole = checkpoint();
        whole.size.1 = 5_001;
        whole.state.pieces = (0..5_000).rev().map(off).collect();
        let text = whole.to_string();
        assert!(text.len() < 500_000, "{}", text.len());
        let again = Checkpoint::read(&text).unwrap();
        assert!(again == whole);
        assert_eq!(again.to_string(), text);
    }

    #[test]
    fn another_problem_is_told_apart() {
        let checkpoint = checkpoint();
        let same = parse("t", "a b c | x\na x\nb\nc\nb c\n").unwrap().problem;
        let other = parse("t", "a b c | x\na x\nb\nc\nc b\n").unwrap().problem;
        assert_eq!(checkpoint.is_of(&same), Ok(()));
        assert_eq!(checkpoint.is_of(&other), Err(CheckpointError::OtherProblem { size: (4, 4) }));
        assert_eq!(checkpoint.answers(Question::Each), Ok(()));
        assert_eq!(checkpoint.answers(Question::Count), Err(CheckpointError::OtherQuestion(Question::Each)));
    }
}
