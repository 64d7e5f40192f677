//! All forms compared with each other, and with the lesson.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;

struct Queens(usize);

impl Schema for Queens {
    type Value = usize;
    fn is_solution(&self, rows: &[usize]) -> bool {
        rows.len() == self.0
    }
    fn after(&self, rows: &[usize], last: Option<&usize>) -> Option<usize> {
        let attacks = |distance: usize, other: usize, row| other == row || other.abs_diff(row) == distance;
        (last.map_or(1, |last| last + 1)..=self.0)
            .find(|&row| !rows.iter().rev().zip(1..).any(|(&other, distance)| attacks(distance, other, row)))
    }
}

/// Sums of an integer in which the order counts.
struct Compositions(u32);

impl Schema for Compositions {
    type Value = u32;
    fn is_solution(&self, terms: &[u32]) -> bool {
        terms.iter().sum::<u32>() == self.0
    }
    fn after(&self, terms: &[u32], last: Option<&u32>) -> Option<u32> {
        let term = last.map_or(1, |last| last + 1);
        (terms.iter().sum::<u32>() + term <= self.0).then_some(term)
    }
}

/// A given tree: its words are solutions, and their prefixes are partial solutions.
struct Tree(BTreeSet<&'static str>);

impl Schema for Tree {
    type Value = char;
    fn is_solution(&self, word: &[char]) -> bool {
        self.0.contains(word.iter().collect::<String>().as_str())
    }
    fn after(&self, word: &[char], last: Option<&char>) -> Option<char> {
        let begin: String = word.iter().collect();
        let letters = self.0.iter().filter_map(|known| known.strip_prefix(&begin)?.chars().next());
        letters.filter(|letter| last.is_none_or(|last| letter > last)).min()
    }
}

/// Records each vector that is looked at.
struct Traced<S: Schema>(S, RefCell<Vec<Vec<S::Value>>>);

impl<S: Schema> Schema for Traced<S> {
    type Value = S::Value;
    fn is_solution(&self, vector: &[S::Value]) -> bool {
        self.1.borrow_mut().push(vector.to_vec());
        self.0.is_solution(vector)
    }
    fn after(&self, vector: &[S::Value], last: Option<&S::Value>) -> Option<S::Value> {
        self.0.after(vector, last)
    }
}

type Vectors<S> = Vec<Vec<<S as Schema>::Value>>;

/// The solutions and the vectors visited by all forms, which must be the same.
fn visited<S: Schema<Value: PartialEq + std::fmt::Debug>>(schema: S) -> (Vectors<S>, Vectors<S>) {
    let traced = Traced(schema, RefCell::default());
    let (mut entered, mut open, mut found) = (vec![], vec![], vec![]);
    let _ = walk(&traced, &mut |event| {
        match event {
            Event::Enter(vector) => {
                entered.push(vector.to_vec());
                open.push(vector.to_vec());
                assert_eq!(vector.len() + 1, open.len());
            }
            Event::Solution(vector) => found.push(vector.to_vec()),
            Event::Leave(vector) => assert_eq!(open.pop(), Some(vector.to_vec())),
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(open.is_empty());
    let trace = traced.1.take();
    assert_eq!(entered, trace);
    assert_eq!((recursive(&traced).collect::<Vec<_>>(), traced.1.take()), (found.clone(), trace.clone()));
    assert_eq!((iterative(&traced).collect::<Vec<_>>(), traced.1.take()), (found.clone(), trace.clone()));
    assert_eq!((successive(&traced).collect::<Vec<_>>(), traced.1.take()), (found.clone(), trace.clone()));
    (found, trace)
}

#[test]
fn all_forms_visit_the_same_vectors_in_the_same_order() {
    for (n, count) in [(0, 1), (1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        assert_eq!(visited(Queens(n)).0.len(), count, "{n} queens");
    }
    // The lesson draws this tree up to the first solution.
    let (found, trace) = visited(Queens(4));
    assert_eq!(found, [[2, 4, 1, 3], [3, 1, 4, 2]]);
    let upto = ["", "1", "13", "14", "142", "2", "24", "241", "2413"];
    let written = |vector: &Vec<usize>| vector.iter().map(usize::to_string).collect::<String>();
    assert_eq!(trace.iter().map(written).take(9).collect::<Vec<_>>(), upto);
    // A sum of n in which the order counts: 2^(n-1) of them.
    for n in 1..10 {
        assert_eq!(visited(Compositions(n)).0.len(), 1 << (n - 1));
    }
    assert_eq!(visited(Compositions(0)).0, [[0u32; 0]]);
    let words = Tree(BTreeSet::from(["ab", "abc", "b", "cab", "caa", "cb"]));
    let found: Vec<String> = visited(words).0.into_iter().map(String::from_iter).collect();
    // `abc` begins with a solution, and is out of reach.
    assert_eq!(found, ["ab", "b", "caa", "cab", "cb"]);
    assert!(visited(Tree(BTreeSet::new())).0.is_empty());
}

#[test]
fn a_form_that_is_at_its_end_stays_there() {
    let queens = Queens(4);
    let (mut a, mut b, mut c) = (recursive(&queens), iterative(&queens), successive(&queens));
    assert_eq!((a.by_ref().count(), b.by_ref().count(), c.by_ref().count()), (2, 2, 2));
    assert_eq!((a.next(), b.next(), c.next()), (None, None, None));
}

/// No vector is looked at before it is needed.
#[test]
fn solutions_are_found_on_demand() {
    let looked_at = |next: &dyn Fn(&Traced<Compositions>) -> Option<Vec<u32>>| {
        let traced = Traced(Compositions(20), RefCell::default());
        assert_eq!(next(&traced), Some(vec![1; 20]));
        traced.1.take().len()
    };
    assert_eq!(looked_at(&|traced| recursive(traced).next()), 21);
    assert_eq!(looked_at(&|traced| iterative(traced).next()), 21);
    assert_eq!(looked_at(&|traced| successive(traced).next()), 21);
}

#[test]
fn a_visitor_may_stop_the_search() {
    let first = walk(&Queens(6), &mut |event| match event {
        Event::Solution(rows) => ControlFlow::Break(rows.to_vec()),
        Event::Enter(_) | Event::Leave(_) => ControlFlow::Continue(()),
    });
    assert_eq!(first, ControlFlow::Break(vec![2, 4, 6, 1, 3, 5]));
}

/// The loop as the lesson prints it, line by line.
fn as_printed<S: Schema>(schema: &S) -> Vectors<S> {
    let (mut vector, mut found) = (vec![], vec![]);
    let mut sets = vec![schema.acceptable(&vector).into_iter()];
    while let Some(set) = sets.last_mut() {
        if let Some(value) = set.next() {
            vector.push(value);
            if schema.is_solution(&vector) {
                found.push(vector.clone());
                sets.pop();
                vector.pop();
            } else {
                sets.push(schema.acceptable(&vector).into_iter());
            }
        } else {
            sets.pop();
            vector.pop();
        }
    }
    found
}

#[test]
fn the_loop_as_the_lesson_prints_it_loses_solutions() {
    assert_eq!(as_printed(&Compositions(2)), [[1, 1]]);
    assert_eq!(iterative(&Compositions(2)).collect::<Vec<_>>(), [vec![1, 1], vec![2]]);
}
