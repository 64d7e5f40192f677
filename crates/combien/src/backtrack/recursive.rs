//! The recursive forms: going back is hidden in the return from a call.

use std::ops::ControlFlow;
use std::vec;

use super::{Event, Schema};

/// Walks over the whole tree and reports each step, until the callback stops it: the lesson's recursive form
/// with one vector for all levels.
///
/// ```
/// use combien::backtrack::{self, Event, Schema};
/// use std::ops::ControlFlow;
///
/// /// Words of two letters, `a` or `b`, that are not twice the same.
/// struct Words;
/// impl Schema for Words {
///     type Value = char;
///     fn is_solution(&self, word: &[char]) -> bool { word.len() == 2 }
///     fn after(&self, word: &[char], last: Option<&char>) -> Option<char> {
///         "ab".chars().find(|letter| Some(letter) > last && !word.contains(letter))
///     }
/// }
///
/// let mut tree = String::new();
/// let _ = backtrack::walk(&Words, &mut |event| {
///     match event {
///         Event::Enter(word) => tree += &format!("({}", word.last().unwrap_or(&' ')),
///         Event::Solution(_) => tree += "!",
///         Event::Leave(_) => tree += ")",
///     }
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(tree, "( (a(b!))(b(a!)))");
/// ```
pub fn walk<S: Schema + ?Sized, B>(
    schema: &S,
    see: &mut impl FnMut(Event<'_, S::Value>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    backtrack(schema, &mut vec![], see)
}

/// `backtrack(rang)`: the rank is one more than the length of the vector.
fn backtrack<S: Schema + ?Sized, B>(
    schema: &S,
    vector: &mut Vec<S::Value>,
    see: &mut impl FnMut(Event<'_, S::Value>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    see(Event::Enter(vector))?;
    if schema.is_solution(vector) {
        see(Event::Solution(vector))?;
    } else {
        for value in schema.acceptable(vector) {
            vector.push(value);
            backtrack(schema, vector, see)?;
            vector.pop();
        }
    }
    see(Event::Leave(vector))
}

/// The solutions, by recursion.
pub fn recursive<S: Schema + ?Sized>(schema: &S) -> Recursive<'_, S> {
    Recursive { schema, vector: vec![], step: Step::Enter }
}

/// The solutions that begin with a vector: an iterator that asks an iterator of its own kind for those that
/// begin with each extension of it. [`recursive`] begins with the empty vector.
///
/// A recursive function cannot stop in the middle and return a solution, unless a separate thread holds its
/// stack, or all solutions are collected first. So the open calls are stored here instead, each in a box
/// inside its caller. `V ∘ x` is passed down as a parameter, and `next` calls `next` through all open calls.
/// It takes that many calls for each solution; [`walk`] and [`iterative`](super::iterative) do not.
#[derive(Debug)]
pub struct Recursive<'s, S: Schema + ?Sized> {
    schema: &'s S,
    vector: Vec<S::Value>,
    step: Step<'s, S>,
}

/// The state of a call.
#[derive(Debug)]
enum Step<'s, S: Schema + ?Sized> {
    /// At its beginning.
    Enter,
    /// In its loop over `Sk`: the call for the present value, if there is one, and the values after it.
    Loop(Option<Box<Recursive<'s, S>>>, vec::IntoIter<S::Value>),
    /// It has returned.
    Done,
}

impl<S: Schema + ?Sized> Iterator for Recursive<'_, S> {
    type Item = Vec<S::Value>;

    fn next(&mut self) -> Option<Vec<S::Value>> {
        if matches!(self.step, Step::Enter) {
            if self.schema.is_solution(&self.vector) {
                self.step = Step::Done;
                return Some(std::mem::take(&mut self.vector));
            }
            self.step = Step::Loop(None, self.schema.acceptable(&self.vector).into_iter());
        }
        while let Step::Loop(below, values) = &mut self.step {
            if let Some(solution) = below.as_mut().and_then(Iterator::next) {
                return Some(solution);
            }
            match values.next() {
                Some(value) => {
                    let vector = self.vector.iter().cloned().chain([value]).collect();
                    *below = Some(Box::new(Recursive { schema: self.schema, vector, step: Step::Enter }));
                }
                None => self.step = Step::Done,
            }
        }
        None
    }
}
