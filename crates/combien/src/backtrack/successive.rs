//! The iterative form that stores no set `Sk`: the next value is found when it is needed.

use super::Schema;

/// The solutions, by a loop that stores only the vector.
pub fn successive<S: Schema + ?Sized>(schema: &S) -> Successive<'_, S> {
    Successive { schema, vector: vec![], step: Step::Enter }
}

/// The solutions of a [`Schema`], found by a loop that asks for one value after the other (*suivant*).
/// [`successive`] makes it.
///
/// The removed value determines the next one, so the vector is enough.
#[derive(Debug)]
pub struct Successive<'s, S: Schema + ?Sized> {
    schema: &'s S,
    vector: Vec<S::Value>,
    step: Step,
}

#[derive(Debug)]
enum Step {
    /// Look at the vector.
    Enter,
    /// Take back its last value, and try the next.
    Back,
    Done,
}

impl<S: Schema + ?Sized> Iterator for Successive<'_, S> {
    type Item = Vec<S::Value>;

    fn next(&mut self) -> Option<Vec<S::Value>> {
        loop {
            let value = match self.step {
                Step::Enter if self.schema.is_solution(&self.vector) => {
                    self.step = Step::Back;
                    return Some(self.vector.clone());
                }
                Step::Enter => self.schema.after(&self.vector, None),
                Step::Back => {
                    // The empty vector was left: the search is finished.
                    self.step = Step::Done;
                    let last = self.vector.pop()?;
                    self.schema.after(&self.vector, Some(&last))
                }
                Step::Done => return None,
            };
            self.step = if value.is_some() { Step::Enter } else { Step::Back };
            self.vector.extend(value);
        }
    }
}
