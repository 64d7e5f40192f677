//! Shards: a search that is split in advance, for machines that do not communicate.
//!
//! A shard is a checkpoint of a search that has not begun. It contains some branches of the whole search, and
//! the problem. So it is searched, stopped and resumed like any other checkpoint. Shards are consecutive
//! parts of the search: their solutions, in the order of the shards, are those of the whole search in its
//! order.

use std::collections::BTreeMap;
use std::fmt;

use super::{Checkpoint, CheckpointError};
use combien::count::Count;
use combien::diagnostic::shown;
use combien::engine::{Branch, Work};
use combien::problem::dlx::{self, WriteError};
use combien::problem::{Digest, Fingerprint, Problem, Subproblem};
use combien::solve::estimate::Estimator;
use combien::solve::{self, Engine, Piece, Question, State};

/// Which part of a whole it is, and the problem itself, so that nothing else is needed to search it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The same for all shards of one split, and for no others.
    pub whole: Fingerprint,
    /// The problem in Knuth's text format.
    pub text: String,
}

impl Shard {
    /// The problem of a shard. It is an error if it is not the problem of the checkpoint.
    pub fn problem(&self, checkpoint: &Checkpoint) -> Result<Problem, CheckpointError> {
        let document = dlx::parse("shard", &self.text).map_err(|_| CheckpointError::Damaged(1))?;
        checkpoint.is_of(&document.problem)?;
        Ok(document.problem)
    }
}

/// The number of branches for each shard, if there are enough. Then one that is larger than estimated matters
/// less.
const BRANCHES: usize = 16;
/// The maximum number of branches that are opened one after the other, for trees that are one long path.
const ROUNDS: usize = 64;

/// The number of probes for each branch is chosen so that all probes together take about a second.
const PROBES: usize = 1 << 12;
const MOST_PROBES: usize = 16;
/// A fixed seed, so that the same split gives the same shards.
const SEED: u64 = 1;

/// Estimates of sizes for a [`split`], by random probes. Returns an error if no search can be cut.
#[doc(hidden)]
pub fn sizes(problem: &Problem, shards: usize) -> Result<impl FnMut(&Branch) -> f64 + use<>, solve::Error> {
    let mut estimator = Estimator::new(problem, Engine::Auto, SEED)?;
    let probes = (PROBES / shards.max(1)).clamp(1, MOST_PROBES) as u32;
    Ok(move |branch: &Branch| estimator.nodes_below(branch, probes))
}

/// Splits a search. Takes time in proportion to `shards` and to the size of the problem.
///
/// `size` estimates the size of a branch, in any unit. Branches are opened until each is small, and all
/// shards get about the same share.
///
/// Returns an error if Knuth's text format cannot express the problem.
pub fn split(
    problem: &Problem,
    question: Question,
    shards: usize,
    mut size: impl FnMut(&Branch) -> f64,
) -> Result<Vec<Checkpoint>, WriteError> {
    let mut text = vec![];
    dlx::write(problem, &mut text)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let branches = open(problem, shards, &mut size);
    let whole = whole(problem, shards, &branches);
    let all: f64 = branches.iter().map(|(_, size)| size).sum();
    let mut parts: Vec<Vec<(Branch, f64)>> = vec![vec![]; shards];
    let mut before = 0.0;
    for (branch, size) in branches {
        // The position of its middle.
        let place = ((before + size / 2.0) / all * shards as f64) as usize;
        before += size;
        parts[place.min(shards - 1)].push((branch, size));
    }
    let engine = Engine::Auto.for_search();
    let empty = State { pieces: vec![], ..State::new(problem, question, engine) };
    let of_whole = Checkpoint::new(problem, empty);
    let shard = |(index, part): (usize, Vec<(Branch, f64)>)| {
        let all: f64 = part.iter().map(|(_, size)| size).sum();
        let even = 1.0 / part.len().max(1) as f64;
        let share = |size: f64| if all > 0.0 { size / all } else { even };
        let piece = |(branch, size)| Piece::Branch(Branch { share: share(size), ..branch });
        let pieces = part.into_iter().map(piece).collect();
        let shard = Shard { number: index + 1, of: shards, whole, text: text.clone() };
        Checkpoint {
            state: State { pieces, ..of_whole.state.clone() },
            shard: Some(shard),
            ..of_whole.clone()
        }
    };
    Ok(parts.into_iter().enumerate().map(shard).collect())
}

/// The branches of the whole search, in order, each with its size. They are opened until each is small or
/// cannot be opened further.
fn open(problem: &Problem, shards: usize, size: &mut impl FnMut(&Branch) -> f64) -> Vec<(Branch, f64)> {
    let Ok((whole, mut search)) = solve::whole(problem) else {
        return vec![(Branch::whole(Subproblem::whole()), 1.0)];
    };
    let mut branches: Vec<(Branch, f64)> = match &whole[..] {
        [one] => vec![(one.clone(), 1.0)],
        _ => whole.into_iter().map(|one| (size(&one), one)).map(|(size, one)| (one, size)).collect(),
    };
    for _ in 0..ROUNDS {
        let all: f64 = branches.iter().map(|(_, size)| size).sum();
        let small = all / (shards * BRANCHES) as f64;
        let (mut opened, mut is_changed) = (vec![], false);
        for (branch, its_size) in branches {
            if its_size <= small {
                opened.push((branch, its_size));
                continue;
            }
            let inner = solve::opened(&mut search, &branch);
            match &inner[..] {
                // It has no solution.
                [] => {}
                // It is a single solution and cannot be opened: small, but not empty.
                [one] if one.subproblem == branch.subproblem || one.share <= 0.0 => {
                    opened.push((branch, its_size.min(small)));
                }
                _ => {
                    is_changed = true;
                    opened.extend(
                        inner.into_iter().map(|one| (size(&one), one)).map(|(size, one)| (one, size)),
                    );
                }
            }
        }
        branches = opened;
        if !is_changed {
            break;
        }
    }
    branches
}

/// What all shards of one split have in common.
fn whole(problem: &Problem, shards: usize, branches: &[(Branch, f64)]) -> Fingerprint {
    let mut digest = Digest::default();
    digest.add(problem.fingerprint().to_string().as_bytes());
    digest.add(&(shards as u64).to_le_bytes());
    for (branch, _) in branches {
        for option in branch.subproblem.taken() {
            digest.add(&(option.number() as u64).to_le_bytes());
        }
        digest.add(&0u64.to_le_bytes());
    }
    digest.fingerprint()
}

/// The merged results of the shards of a split.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// How many shards there are.
    pub of: usize,
    /// The solutions found so far.
    pub found: Count,
    /// The work done.
    pub work: Work,
    /// The unfinished shards by number, each with its finished part.
    pub open: Vec<(usize, f64)>,
}

/// Why checkpoints are not the shards of one split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// There is none.
    Nothing,
    /// The one at this position is not a shard.
    NoShard(usize),
    /// The two at these positions are of different problems, splits or questions.
    Foreign(usize, usize),
    /// These two are the same shard, of that number.
    Twice(usize, usize, usize),
    /// The shards with these numbers are missing, out of this many.
    Missing(Vec<usize>, usize),
}

impl MergeError {
    /// The message, with a name for each checkpoint.
    pub fn describe<'a>(&'a self, name: impl Fn(usize) -> &'a str + 'a) -> impl fmt::Display + 'a {
        shown(move |f| match self {
            MergeError::Nothing => f.write_str("there is no shard"),
            MergeError::NoShard(one) => write!(f, "`{}` is a checkpoint, but not a shard", name(*one)),
            MergeError::Foreign(one, other) => {
                write!(f, "`{}` and `{}` are of different splits", name(*one), name(*other))
            }
            MergeError::Twice(one, other, number) => {
                write!(f, "shard {number} is there twice: `{}` and `{}`", name(*one), name(*other))
            }
            MergeError::Missing(numbers, of) => {
                let shown: Vec<String> = numbers.iter().take(10).map(usize::to_string).collect();
                let more = if numbers.len() > 10 { ", ..." } else { "" };
                let shards = if numbers.len() == 1 { "shard" } else { "shards" };
                write!(f, "{} of {of} {shards} missing: {}{more}", numbers.len(), shown.join(", "))
            }
        })
    }
}

/// Merges the shards of one split. Each must be there exactly once, and no other.
pub fn merge(checkpoints: &[Checkpoint]) -> Result<Merged, MergeError> {
    let shard = |place: usize| checkpoints[place].shard.as_ref().ok_or(MergeError::NoShard(place));
    let first = if checkpoints.is_empty() { return Err(MergeError::Nothing) } else { shard(0)? };
    let mut places = BTreeMap::new();
    for (place, checkpoint) in checkpoints.iter().enumerate() {
        let shard = shard(place)?;
        let is_foreign = shard.whole != first.whole
            || checkpoint.state.problem != checkpoints[0].state.problem
            || checkpoint.state.question != checkpoints[0].state.question;
        if is_foreign {
            return Err(MergeError::Foreign(0, place));
        }
        if let Some(other) = places.insert(shard.number, place) {
            return Err(MergeError::Twice(other, place, shard.number));
        }
    }
    let missing: Vec<usize> = (1..=first.of).filter(|number| !places.contains_key(number)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing, first.of));
    }
    let states = || places.iter().map(|(&number, &place)| (number, &checkpoints[place].state));
    Ok(Merged {
        of: first.of,
        found: states().map(|(_, state)| state.found.clone()).sum(),
        work: states().fold(Work::default(), |sum, (_, state)| Work {
            nodes: sum.nodes + state.work.nodes,
            updates: sum.updates + state.work.updates,
        }),
        open: states()
            .filter(|(_, state)| !state.is_complete())
            .map(|(number, state)| (number, state.fraction()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx::parse;
    use combien::solve::{self, Enumerate};

    /// Pairs of twelve points: 10395 matchings.
    fn matchings() -> Problem {
        let names: Vec<String> = (0..12).map(|point| point.to_string()).collect();
        let pairs = (0..12).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n")));
        parse("K12", &format!("{}\n{}", names.join(" "), pairs.collect::<String>())).unwrap().problem
    }

    #[test]
    fn shards_in_their_order_have_the_solutions_of_the_whole() {
        let problem = matchings();
        let whole: Vec<_> = Enumerate::of(&problem).by(Engine::Links).run().unwrap().collect();
        for shards in [1, 2, 7, 40] {
            let parts = split(&problem, Question::Each, shards, |branch| branch.share).unwrap();
            assert_eq!(parts.len(), shards);
            let mut solutions = vec![];
            for part in &parts {
                let again = Checkpoint::read(&part.to_string()).unwrap();
                let problem = again.shard.as_ref().unwrap().problem(&again).unwrap();
                let before = solutions.len();
                solutions.extend(Enumerate::of(&problem).resume(&again.state).run().unwrap());
                assert!(solutions.len() - before < 2 * whole.len() / shards + 1);
            }
            assert!(solutions == whole, "{shards}");
        }
    }

    #[test]
    fn problems_with_bounds_can_be_shared_out() {
        // Graphs on six points, each with degree two or three: cells search them. And matchings of eight
        // points, each pair of one of three kinds, of which there are bounds: masks do.
        let pairs =
            |n: u32| (0..n).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect::<String>();
        let kinds = (0..8).flat_map(|a| (0..a).map(move |b| format!("k{} {b} {a}\n", (a + 2 * b) % 3)));
        let kinds = kinds.collect::<String>();
        for text in [
            format!("2:3|0 2:3|1 2:3|2 2:3|3 2:3|4 2:3|5\n{}", pairs(6)),
            format!("1:2|k0 0:2|k1 0:3|k2 0 1 2 3 4 5 6 7\n{kinds}"),
        ] {
            are_shared_out(&parse("t", &text).unwrap().problem);
        }
    }

    fn are_shared_out(problem: &Problem) {
        let whole: Vec<_> = Enumerate::of(problem).run().unwrap().collect();
        assert!(whole.len() > 10);
        for shards in [1, 3, 10] {
            let parts = split(problem, Question::Each, shards, |branch| branch.share).unwrap();
            let mut solutions = vec![];
            for part in &parts {
                let again = Checkpoint::read(&part.to_string()).unwrap();
                assert_eq!(again.state.engine, Engine::Fast);
                let problem = again.shard.as_ref().unwrap().problem(&again).unwrap();
                solutions.extend(Enumerate::of(&problem).resume(&again.state).run().unwrap());
            }
            assert!(solutions == whole, "{shards}");
        }
    }

    #[test]
    fn tiny_problems_can_be_shared_out_too() {
        for (text, count) in
            [("a\na\n", 1u64), ("a b\na\n", 0), ("a b\na b\na\nb\n", 2), ("a b c\na b\nb c\n", 0)]
        {
            let problem = parse("t", text).unwrap().problem;
            let parts = split(&problem, Question::Count, 3, |branch| branch.share).unwrap();
            let found = parts.iter().map(|part| {
                let again = Checkpoint::read(&part.to_string()).unwrap();
                assert_eq!(again, *part, "{text}");
                let report = solve::Count::of(&problem).resume(&again.state).run();
                report.unwrap().outcome.certain().to_u64().unwrap()
            });
            assert_eq!(found.sum::<u64>(), count, "{text}");
            // Without estimates of sizes the parts still make up the whole.
            let blind = split(&problem, Question::Count, 2, |_| 0.0).unwrap();
            assert!(
                blind.iter().all(|part| Checkpoint::read(&part.to_string()).as_ref() == Ok(part)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_merge_needs_each_shard_once() {
        let parts = split(&matchings(), Question::Count, 3, |branch| branch.share).unwrap();
        let merged = merge(&parts).unwrap();
        assert_eq!((merged.open.len(), merged.found), (3, Count::ZERO));
        assert_eq!(merge(&[]), Err(MergeError::Nothing));
        let pick = |places: &[usize]| -> Vec<Checkpoint> {
            places.iter().map(|&place| parts[place].clone()).collect()
        };
        assert_eq!(merge(&pick(&[2, 0])), Err(MergeError::Missing(vec![2], 3)));
        assert_eq!(merge(&pick(&[2, 0, 2])), Err(MergeError::Twice(0, 2, 3)));
        let others = split(&matchings(), Question::Count, 4, |branch| branch.share).unwrap();
        assert_eq!(merge(&[parts[0].clone(), others[1].clone()]), Err(MergeError::Foreign(0, 1)));
        let bare = Checkpoint { shard: None, ..parts[1].clone() };
        assert_eq!(merge(&[parts[0].clone(), bare]), Err(MergeError::NoShard(1)));
    }
}
