//! Learned clauses, one behind the other in one array, and the literals that watch them.

use super::trail::{Conflict, Literal, Reason, Trail};

/// The clauses are kept as numbers: how many literals; glue and use; then the literals.
const HEAD: usize = 2;
/// The bits for use.
const USE_BITS: u32 = 2;
/// In the number of a clause at a watch: it has two literals, so that the watch tells all.
const IS_PAIR: u32 = 1 << 31;
/// A clause takes about this many bytes beside its literals: two watches in lists that double, its number.
const CLAUSE_BYTES: u64 = 80;
/// A literal is there twice while clauses are forgotten, and arrays that grew have left gaps: measured, 11 bytes.
const LITERAL_BYTES: u64 = 12;
/// Clauses with at most this glue are kept forever,
const GLUE_KEPT: u32 = 2;
/// and up to this one for two rounds after their last use (Chanseok Oh, 2015); others for one.
const GLUE_GOOD: u32 = 6;

/// A clause is seen when the literal in whose list this is becomes false, unless `blocker` is true.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Literal,
}

/// All learned clauses.
///
/// Invariants:
/// 1. The first two literals of a clause watch it, and no others.
/// 2. Once all is propagated: if a watching literal is false, some literal is true, at no higher level.
/// 3. The *glue* of a clause is a number of levels on which its literals once were.
pub(super) struct Clauses {
    words: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    /// Where the clauses are, ascending.
    all: Vec<u32>,
}

impl Clauses {
    pub(super) fn new(options: usize) -> Clauses {
        Clauses { words: vec![], watches: vec![vec![]; 2 * options], all: vec![] }
    }

    pub(super) fn literals(&self, clause: u32) -> impl ExactSizeIterator<Item = Literal> {
        let at = clause as usize;
        self.words[at + HEAD..at + HEAD + self.words[at] as usize].iter().map(|&word| Literal(word))
    }

    /// Adds a clause of two literals or more, whose first two are the ones to become false last.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, glue << USE_BITS | 1]);
        self.words.extend(literals.iter().map(|literal| literal.0));
        self.all.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let at = clause as usize;
        let (first, second) = (Literal(self.words[at + HEAD]), Literal(self.words[at + HEAD + 1]));
        let clause = if self.words[at] == 2 { clause | IS_PAIR } else { clause };
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    pub(super) fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1] >> USE_BITS
    }

    /// A clause has been used, and its glue is now this.
    pub(super) fn uses(&mut self, clause: u32, glue: u32) {
        self.words[clause as usize + 1] = glue << USE_BITS | if glue <= GLUE_GOOD { 2 } else { 1 };
    }

    /// What follows from the clauses that watch a literal that has become false.
    pub(super) fn follow(&mut self, no: Literal, trail: &mut Trail) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[no.index()]);
        let (mut kept, mut conflict) = (0, None);
        let mut place = 0;
        while place < watches.len() {
            let watch = watches[place];
            place += 1;
            let (stays, found) = if trail.is_true(watch.blocker) {
                (Some(watch), None)
            } else if watch.clause & IS_PAIR != 0 {
                (Some(watch), imply(watch.blocker, Reason::Other(no), trail))
            } else {
                self.visit(watch, no, trail)
            };
            if let Some(watch) = stays {
                watches[kept] = watch;
                kept += 1;
            }
            conflict = found;
            if conflict.is_some() {
                break;
            }
        }
        let rest = watches.len() - place;
        watches.copy_within(place.., kept);
        watches.truncate(kept + rest);
        self.watches[no.index()] = watches;
        conflict
    }

    /// Lets another literal watch the clause, if one is not false. Returns the watch if it stays.
    fn visit(&mut self, watch: Watch, no: Literal, trail: &mut Trail) -> (Option<Watch>, Option<Conflict>) {
        let at = watch.clause as usize;
        let end = at + HEAD + self.words[at] as usize;
        let literals = &mut self.words[at + HEAD..end];
        let other = Literal(literals[0] ^ literals[1] ^ no.0);
        let stays = Watch { clause: watch.clause, blocker: other };
        if trail.is_true(other) {
            return (Some(stays), None);
        }
        let free = literals.iter().skip(2).position(|&word| !trail.is_false(Literal(word)));
        if let Some(place) = free {
            let free = Literal(literals[place + 2]);
            (literals[0], literals[1], literals[place + 2]) = (other.0, free.0, no.0);
            self.watches[free.index()].push(stays);
            return (None, None);
        }
        (Some(stays), imply(other, Reason::Clause(watch.clause), trail))
    }

    /// Forgets half of the clauses that were of no use lately, and all that hold at level 0.
    pub(super) fn forget(&mut self, trail: &mut Trail) {
        let reason = |option: usize| match trail.reason[option] {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        };
        let mut reasons: Vec<u32> = trail.literals.iter().filter_map(|no| reason(no.option())).collect();
        reasons.sort_unstable();
        let (mut kept, mut idle) = (vec![], vec![]);
        for clause in std::mem::take(&mut self.all) {
            let (glue, uses) = (self.glue(clause), self.words[clause as usize + 1] & 3);
            let len = self.words[clause as usize];
            let is_reason = reasons.binary_search(&clause).is_ok();
            let is_true = |yes: Literal| trail.is_true(yes) && trail.level[yes.option()] == 0;
            if !is_reason && self.literals(clause).any(is_true) {
                continue;
            }
            if is_reason || glue <= GLUE_KEPT || len == 2 || uses > 0 {
                self.words[clause as usize + 1] = glue << USE_BITS | uses.saturating_sub(1);
                kept.push(clause);
            } else {
                idle.push((glue, len, clause));
            }
        }
        idle.sort_unstable();
        idle.truncate(idle.len() / 2);
        kept.extend(idle.iter().map(|&(_, _, clause)| clause));
        kept.sort_unstable();
        self.gather(kept, trail);
    }

    /// Moves these clauses together, and lets the trail know.
    fn gather(&mut self, kept: Vec<u32>, trail: &mut Trail) {
        let mut words = vec![];
        self.all = kept;
        for clause in &mut self.all {
            let at = *clause as usize;
            *clause = words.len() as u32;
            words.extend_from_slice(&self.words[at..at + HEAD + self.words[at] as usize]);
            // Where it is now.
            self.words[at] = *clause;
        }
        for place in 0..trail.literals.len() {
            if let Reason::Clause(clause) = &mut trail.reason[trail.literals[place].option()] {
                *clause = self.words[*clause as usize];
            }
        }
        self.words = words;
        self.watches.iter_mut().for_each(Vec::clear);
        // Pairs first: they need no look at the clause, and may spare others.
        for is_pair in [true, false] {
            for place in 0..self.all.len() {
                let clause = self.all[place];
                if (self.words[clause as usize] == 2) == is_pair {
                    self.watch(clause);
                }
            }
        }
    }

    /// The bytes that they take, about.
    pub(super) fn bytes(&self) -> u64 {
        CLAUSE_BYTES * self.all.len() as u64 + LITERAL_BYTES * self.words.len() as u64
    }

    /// Checks the invariants, if all is propagated and there was no conflict.
    #[cfg(test)]
    pub(super) fn check(&self, trail: &Trail) {
        for (index, watches) in self.watches.iter().enumerate() {
            let watching = |&clause: &u32| self.literals(clause).take(2).any(|no| no.index() == index);
            assert_eq!(watches.len(), self.all.iter().filter(|clause| watching(clause)).count());
        }
        let level = |literal: Literal| trail.level[literal.option()];
        for &clause in self.all.iter().filter(|_| trail.head == trail.literals.len()) {
            let watching: Vec<Literal> = self.literals(clause).take(2).collect();
            for no in watching {
                let is_seen = self
                    .literals(clause)
                    .any(|blocker| trail.is_true(blocker) && level(blocker) <= level(no));
                assert!(!trail.is_false(no) || is_seen, "{no:?}");
            }
        }
    }

    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Vec<Literal>> {
        self.all.iter().map(|&clause| self.literals(clause).collect())
    }
}

/// The last literal of a clause that is not false must be true.
fn imply(last: Literal, reason: Reason, trail: &mut Trail) -> Option<Conflict> {
    if !trail.is_false(last) {
        trail.assign(last, reason);
        return None;
    }
    // The literals of a learned clause contain it already.
    let beside = matches!(reason, Reason::Other(_)).then_some(last);
    Some(Conflict { reason, beside })
}
