//! The iterative form: a stack (*pile*) of what is left of each set `Sk`.

use std::vec;

use super::Schema;

/// The solutions, by a loop and a stack.
pub fn iterative<S: Schema + ?Sized>(schema: &S) -> Iterative<'_, S> {
    Iterative { schema, vector: vec![], sets: vec![], is_to_enter: true }
}

/// The solutions of a [`Schema`], found by a loop. [`iterative`] makes it.
///
/// The loop printed in the lesson goes back one rank too many after a solution, so that the values left in its set are
/// never tried, and the vector stays one too long: of the sums `1 + 1` and `2` of 2 it finds the first only. A test holds that;
/// here a solution is a vector with nothing to extend it, like any dead end. Nor does that loop ask whether `[]` is a
/// solution, as the recursive form does.
#[derive(Debug)]
pub struct Iterative<'s, S: Schema + ?Sized> {
    schema: &'s S,
    /// `V`; one shorter than `sets`, or just as long where it is to be entered.
    vector: Vec<S::Value>,
    /// What is left of `S1`, `S2`, ...
    sets: Vec<vec::IntoIter<S::Value>>,
    /// The vector was extended, and not looked at yet.
    is_to_enter: bool,
}

impl<S: Schema + ?Sized> Iterator for Iterative<'_, S> {
    type Item = Vec<S::Value>;

    fn next(&mut self) -> Option<Vec<S::Value>> {
        loop {
            if std::mem::take(&mut self.is_to_enter) {
                if self.schema.is_solution(&self.vector) {
                    self.sets.push(vec![].into_iter());
                    return Some(self.vector.clone());
                }
                self.sets.push(self.schema.acceptable(&self.vector).into_iter());
            }
            if let Some(value) = self.sets.last_mut()?.next() {
                self.vector.push(value);
                self.is_to_enter = true;
            } else {
                self.sets.pop();
                self.vector.pop();
            }
        }
    }
}
