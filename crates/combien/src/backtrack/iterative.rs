//! The iterative form: a stack (*pile*) of the remaining values of each set `Sk`.

use std::vec;

use super::Schema;

/// The solutions, by a loop and a stack.
pub fn iterative<S: Schema + ?Sized>(schema: &S) -> Iterative<'_, S> {
    Iterative { schema, vector: vec![], sets: vec![], is_to_enter: true }
}

/// The solutions of a [`Schema`], found by a loop. [`iterative`] makes it.
///
/// The loop that is printed in the lesson goes back one rank too many after a solution. So the remaining
/// values of its set are never tried, and the vector stays one too long: of the sums `1 + 1` and `2` of 2 it
/// finds only the first. A test shows this. Here a solution is a vector that cannot be extended, like a dead
/// end. Unlike the recursive form, that loop also does not test whether `[]` is a solution.
#[derive(Debug)]
pub struct Iterative<'s, S: Schema + ?Sized> {
    schema: &'s S,
    /// `V`. It is one shorter than `sets`, or equally long before a vector is entered.
    vector: Vec<S::Value>,
    /// The remaining values of `S1`, `S2`, ...
    sets: Vec<vec::IntoIter<S::Value>>,
    /// The vector was extended, but not tested yet.
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
