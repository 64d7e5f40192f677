//! Lines of the inverse of a basis, from which others are subtracted.

/// Smaller numbers of the inverse are 0.
pub(super) const NOTHING: f64 = 1e-12;

/// Subtracts a multiple of a line that is 0 but for these places. Returns the squared length, which was `norm`.
pub(super) fn subtract_at(
    places: &[u32],
    target: &mut [f64],
    factor: f64,
    line: &[f64],
    mut norm: f64,
) -> f64 {
    for &place in places {
        let entry = &mut target[place as usize];
        norm -= *entry * *entry;
        *entry -= factor * line[place as usize];
        if entry.abs() < NOTHING {
            *entry = 0.0;
        }
        norm += *entry * *entry;
    }
    norm.max(1e-4)
}

/// Subtracts a multiple of a line. Returns the squared length. Four sums at a time, so that they are vectors.
pub(super) fn subtract(target: &mut [f64], factor: f64, line: &[f64]) -> f64 {
    let mut norms = [0.0; 4];
    let ((targets, target), (lines, line)) = (target.as_chunks_mut::<4>(), line.as_chunks::<4>());
    for (target, line) in targets.iter_mut().zip(lines) {
        for place in 0..4 {
            target[place] -= factor * line[place];
            norms[place] += target[place] * target[place];
        }
    }
    for (entry, other) in target.iter_mut().zip(line) {
        *entry -= factor * other;
        norms[0] += *entry * *entry;
    }
    norms.iter().sum()
}
