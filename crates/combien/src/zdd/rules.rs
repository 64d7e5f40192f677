//! The identities by which operations on families descend: the text of the algebra.
//!
//! With `v` the first item of `f` and `g`, write f0 for the members of f without v, and f1 for those with v,
//! without it; so for g. Each operation is what it answers at once (`known`), and how it is made of smaller
//! ones (`plan`). The identities and their notation are those of the family algebra in TAOCP 7.1.4 (exercises
//! 203 and 236, and those that follow them).

use super::Family;
use Step::{Combine, Compute, Node, Value};

/// An operation on one or two families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// f ∪ g
    Union,
    /// f ∩ g
    Intersection,
    /// f \ g
    Difference,
    /// f ⊕ g
    SymmetricDifference,
    /// f ⊔ g = { s ∪ t }
    Join,
    /// f ⊓ g = { s ∩ t }
    Meet,
    /// f ⊞ g = { s ⊕ t }
    Delta,
    /// f / g
    Quotient,
    /// f ↗ g: the members of f that are within no member of g
    NonSubsets,
    /// f ↘ g: the members of f that no member of g is within
    NonSupersets,
    /// f↑: the maximal members of f; g is ∅
    Maximal,
    /// f↓: the minimal members of f; g is ∅
    Minimal,
}

/// What the machine does next, to make a result of smaller ones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Pushes this value.
    Value(Family),
    /// Computes the operation on these two, and pushes the result.
    Compute(Op, Family, Family),
    /// Pops g, then f, and computes the operation on them.
    Combine(Op),
    /// Pops hi, then lo, and pushes the node of this item with them.
    Node(u32),
    /// Remembers the topmost value as the result of the operation on these two.
    Remember(Op, Family, Family),
}

impl Op {
    /// The operands in the order in which a result is remembered: the older first, where the order means
    /// nothing.
    #[inline]
    pub(super) fn ordered(self, f: Family, g: Family) -> (Family, Family) {
        use Op::{Delta, Intersection, Join, Meet, SymmetricDifference, Union};
        let commutes = matches!(self, Union | Intersection | SymmetricDifference | Join | Meet | Delta);
        if commutes && g < f { (g, f) } else { (f, g) }
    }

    /// The result where it needs no node of either. The operands are `ordered`; ∅ and {∅} are older than any
    /// other.
    #[inline]
    pub(super) fn known(self, f: Family, g: Family) -> Option<Family> {
        const EMPTY: Family = Family::EMPTY;
        const BASE: Family = Family::BASE;
        match self {
            Op::Union if f == g || f == EMPTY => Some(g),
            Op::Intersection if f == g || f == EMPTY => Some(f),
            Op::Difference if f == EMPTY || f == g => Some(EMPTY),
            Op::Difference if g == EMPTY => Some(f),
            Op::SymmetricDifference if f == g => Some(EMPTY),
            Op::SymmetricDifference if f == EMPTY => Some(g),
            Op::Join | Op::Delta if f == EMPTY => Some(EMPTY),
            Op::Join | Op::Delta if f == BASE => Some(g),
            Op::Quotient if f == EMPTY || g == EMPTY => Some(EMPTY),
            Op::Quotient if g == BASE => Some(f),
            Op::Quotient if f == BASE => Some(EMPTY),
            Op::Quotient if f == g => Some(BASE),
            Op::NonSubsets | Op::NonSupersets if g == EMPTY || f == EMPTY => Some(f),
            Op::NonSubsets if f == BASE || f == g => Some(EMPTY),
            Op::NonSupersets if g == BASE || f == g => Some(EMPTY),
            Op::Meet | Op::Maximal | Op::Minimal if f.is_terminal() => Some(f),
            _ => None,
        }
    }

    /// How the result is made of smaller ones. The steps are pushed so that the first is taken first; each
    /// works on the values that those before it left.
    #[inline]
    pub(super) fn plan(self, v: u32, [f0, f1]: [Family; 2], [g0, g1]: [Family; 2], steps: &mut Vec<Step>) {
        let none = Family::EMPTY;
        let plan: &[Step] = match self {
            // (f ∘ g)0 = f0 ∘ g0, (f ∘ g)1 = f1 ∘ g1
            Op::Union | Op::Intersection | Op::Difference | Op::SymmetricDifference => {
                &[Compute(self, f0, g0), Compute(self, f1, g1), Node(v)]
            }
            // (f ⊔ g)0 = f0 ⊔ g0, (f ⊔ g)1 = (f1 ⊔ (g0 ∪ g1)) ∪ (f0 ⊔ g1)
            Op::Join => &[
                Compute(Op::Join, f0, g0),
                Value(f1),
                Compute(Op::Union, g0, g1),
                Combine(Op::Join),
                Compute(Op::Join, f0, g1),
                Combine(Op::Union),
                Node(v),
            ],
            // (f ⊓ g)0 = (f0 ⊓ (g0 ∪ g1)) ∪ (f1 ⊓ g0), (f ⊓ g)1 = f1 ⊓ g1
            Op::Meet => &[
                Value(f0),
                Compute(Op::Union, g0, g1),
                Combine(Op::Meet),
                Compute(Op::Meet, f1, g0),
                Combine(Op::Union),
                Compute(Op::Meet, f1, g1),
                Node(v),
            ],
            // (f ⊞ g)0 = (f0 ⊞ g0) ∪ (f1 ⊞ g1), (f ⊞ g)1 = (f0 ⊞ g1) ∪ (f1 ⊞ g0)
            Op::Delta => &[
                Compute(Op::Delta, f0, g0),
                Compute(Op::Delta, f1, g1),
                Combine(Op::Union),
                Compute(Op::Delta, f0, g1),
                Compute(Op::Delta, f1, g0),
                Combine(Op::Union),
                Node(v),
            ],
            // No member of g has v: (f / g)0 = f0 / g, (f / g)1 = f1 / g
            Op::Quotient if g1 == none => {
                &[Compute(Op::Quotient, f0, g0), Compute(Op::Quotient, f1, g0), Node(v)]
            }
            // All have it, or some: f / g = (f1 / g1) ∩ (f0 / g0), where a quotient by ∅ sets no condition
            Op::Quotient if g0 == none => &[Compute(Op::Quotient, f1, g1)],
            Op::Quotient => {
                &[Compute(Op::Quotient, f1, g1), Compute(Op::Quotient, f0, g0), Combine(Op::Intersection)]
            }
            // (f ↗ g)0 = f0 ↗ g0 ↗ g1, (f ↗ g)1 = f1 ↗ g1
            Op::NonSubsets => &[
                Compute(Op::NonSubsets, f0, g0),
                Value(g1),
                Combine(Op::NonSubsets),
                Compute(Op::NonSubsets, f1, g1),
                Node(v),
            ],
            // (f ↘ g)0 = f0 ↘ g0, (f ↘ g)1 = f1 ↘ g0 ↘ g1
            Op::NonSupersets => &[
                Compute(Op::NonSupersets, f0, g0),
                Compute(Op::NonSupersets, f1, g0),
                Value(g1),
                Combine(Op::NonSupersets),
                Node(v),
            ],
            // (f↑)0 = f0↑ ↗ f1, (f↑)1 = f1↑
            Op::Maximal => &[
                Compute(Op::Maximal, f0, none),
                Value(f1),
                Combine(Op::NonSubsets),
                Compute(Op::Maximal, f1, none),
                Node(v),
            ],
            // (f↓)0 = f0↓, (f↓)1 = f1↓ ↘ f0
            Op::Minimal => &[
                Compute(Op::Minimal, f0, none),
                Compute(Op::Minimal, f1, none),
                Value(f0),
                Combine(Op::NonSupersets),
                Node(v),
            ],
        };
        steps.extend(plan.iter().rev());
    }
}
