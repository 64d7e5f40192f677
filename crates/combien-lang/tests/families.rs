//! The members of families, made one after the other.

use std::ops::ControlFlow;

use crate::shared::warnings;
use combien::diagnostic::Diagnostic;
use combien::solve::{Budget, Engine, Outcome, Reason, StopFlag};
use combien_lang::elaborate::LoadError;
use combien_lang::{Census, Family, Loaded, Member};

fn family(text: &str, asked: &str) -> Result<Family, LoadError> {
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
    Family::load("t.cmb", &files, Loaded::new("asked", asked))
}

const BOXES: &str = "problem box<m, n> = constant (m, n) true [{**} ~sym]";

#[test]
fn members_come_in_order_with_the_last_argument_first() {
    let boxes = family(BOXES, "box<2..3, 4..6>").unwrap();
    assert_eq!((boxes.members(), boxes.ranges(), boxes.is_finished()), (6, &[0, 1][..], false));
    let names: Vec<String> = boxes.map(|member| member.unwrap().name).collect();
    assert_eq!(names, ["box<2, 4>", "box<2, 5>", "box<2, 6>", "box<3, 4>", "box<3, 5>", "box<3, 6>"]);
    assert_eq!(family(BOXES, "box<7, 1..3>").unwrap().ranges(), [1]);
}

/// A file that uses some members itself, and patterns and lists with parameters, has the same members.
#[test]
fn what_the_file_uses_itself_is_made_anew() {
    let text = "pattern board<n> = constant (n, 2) true
        tiles bars<n> = [{**} ~sym ~times 0..n]
        problem p<n> = board<n> bars<n>
        problem alone = {**} [{**}]
        count p<1..2> assert count p<3> = 3 count alone";
    let sizes = family(text, "p<1..4>").unwrap().map(|member| member.unwrap().tiling.board().cells().len());
    assert_eq!(sizes.collect::<Vec<_>>(), [2, 4, 6, 8]);
}

/// The limit on the cells of all boards is that of a script. A family can have more of them, one after the
/// other.
#[test]
fn limits_on_all_problems_are_those_of_a_member() {
    let large = "problem p<n> = constant (1000, 1000 + n % 2) true [{*}]";
    assert_eq!(family(large, "p<1..40>").unwrap().flatten().count(), 40);
}

/// Two pieces of the same shape: a warning for each member would be the same.
#[test]
fn a_warning_is_given_once() {
    let mut twice = family("problem p<n> = constant (n, 2) true [{**} ~sym, {**} ~sym]", "p<1..5>").unwrap();
    assert_eq!(twice.by_ref().flatten().count(), 5);
    assert_eq!(twice.take_warnings().len(), 1);
    assert_eq!(twice.take_warnings().len(), 0);
    // So it is for the members that a script asks for, also by way of a list with parameters.
    let text = "tiles t<n> = [{**} ~sym ~times n, {**} ~sym] problem p<n> = constant (n, 2) true t<n>
        count p<1..8> problem q<n> = constant (n, 2) true t<n + 1> count q<3>";
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
    let warnings = combien_lang::load("t.cmb", &files).unwrap().warnings;
    let last = |warning: &Diagnostic| warning.labels.last().map(|label| label.text.clone());
    let said: Vec<Option<String>> = warnings.iter().map(last).collect();
    let of = |member: &str| Some(format!("in {member}, which is asked for here"));
    assert_eq!(said, [of("p<1>"), of("q<3>")], "one for each family: {warnings:?}");
}

#[test]
fn the_first_member_that_cannot_be_made_is_the_last() {
    let mut shrinking = family("problem p<n> = constant (3 - n, 1) true [{*}]", "p<1..9>").unwrap();
    assert_eq!(shrinking.by_ref().take(2).flatten().count(), 2);
    let faults = shrinking.next().unwrap().unwrap_err();
    assert!(faults.iter().any(Diagnostic::is_error));
    assert!(shrinking.is_finished() && shrinking.next().is_none());
}

#[test]
fn a_census_goes_on_where_it_was_left_and_stops_when_asked() {
    let mut boxes = family(BOXES, "box<2, 1..10>").unwrap();
    let mut counted = vec![];
    let mut count = |boxes: &mut Family, census: Census| {
        census.count(boxes, &|| {}, &mut |member: Member| {
            counted.push(member.outcome.certain().to_u64().unwrap());
            ControlFlow::Continue(())
        })
    };
    let threads = std::num::NonZeroUsize::new(3);
    let some = Census { at_most: 4, budget: Budget { threads, ..Budget::UNLIMITED }, ..Census::default() };
    assert_eq!(count(&mut boxes, some.clone()).unwrap(), None);
    assert_eq!(count(&mut boxes, some).unwrap(), None);
    let stop = StopFlag::new();
    stop.raise();
    let asked = Census { budget: Budget::until(stop), ..Census::default() };
    assert_eq!(count(&mut boxes, asked).unwrap(), Some(Reason::Asked));
    assert_eq!(count(&mut boxes, Census::default()).unwrap(), None);
    assert_eq!(counted, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
}

/// The members that are counted at once share the memory, so that more threads do not take more of it.
#[test]
fn memory_is_shared() {
    let limit = 1 << 13;
    for (asked, threads, share) in
        [("box<12, 12..19>", 4, 4), ("box<12, 12..13>", 4, 2), ("box<12, 12>", 4, 1)]
    {
        let budget = Budget { threads: std::num::NonZeroUsize::new(threads), ..Budget::of_memory(limit) };
        let census = Census { engine: Engine::Frontier, budget, ..Census::default() };
        let mut reasons = vec![];
        let mut deliver = |member: Member| {
            reasons.push(match member.outcome {
                Outcome::Stopped { reason, .. } => Some(reason),
                Outcome::Answer(_) => None,
            });
            ControlFlow::Continue(())
        };
        census.count(&mut family(BOXES, asked).unwrap(), &|| {}, &mut deliver).unwrap();
        assert!(
            reasons.iter().all(|&reason| reason == Some(Reason::Memory(limit / share))),
            "{asked}: {reasons:?}"
        );
    }
}

/// Each member of a family would repeat a warning, perhaps at another piece.
#[test]
fn a_family_is_warned_of_once() {
    let text = "
        pattern bar<i> = constant (i, 1) true
        problem p<n> = constant (n, 1) true [bar<n>, bar<(n + 1) / 2>, bar<n>]
        count p<1..8>
        problem q<n> = marked {A} [marked {B}, marked {C} ~times n]
        count q<1..3>
    ";
    let said = warnings(text);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[1].ends_with("no cell of the board has the mark `B` of this piece, nor those of 1 other piece")
    );
}
