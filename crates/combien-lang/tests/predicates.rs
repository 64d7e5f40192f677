//! `where` behind a problem: what is asked of solutions.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::shared::{Memory, errors, results, script_of};
use combien::diagnostic::Source;
use combien::solve::{Budget, Deadline, Reason};
use combien_lang::run;

/// The five tilings of a strip of 4 by 2 with dominoes are `||||`, `==||`, `|==|`, `||==` and `====`.
const STRIP: &str = "problem p = constant 4x2 true [{**} ~sym ~named \"d\"] where";

fn holds(text: &str) {
    results(text);
}

fn printed(text: &str) -> String {
    results(text).printed
}

/// Beside a pair of horizontal dominoes, a vertical one makes a third color necessary; two pairs meet in a
/// point. Each tiling has a vertical fault line, and all dominoes touch the border.
#[test]
fn counts_obey_where() {
    for (filter, count) in [
        ("crossroads 0", 4),
        ("crossroads 1", 1),
        ("crossroads 0..1", 5),
        ("crossroads 2..", 0),
        ("colorable 1", 0),
        ("colorable 2", 2),
        ("colorable 3", 5),
        ("not colorable 2", 3),
        ("fault", 5),
        ("border", 5),
        ("apart", 0),
        ("connected d", 5),
        ("connected gaps", 5),
        ("not (colorable 2 or crossroads 1)", 3),
        ("colorable 2 and crossroads 1", 1),
        ("colorable 2 and not crossroads 1", 1),
        ("crossroads 1 or colorable 2 and crossroads 0", 2),
    ] {
        holds(&format!("{STRIP} {filter} assert count p = {count} assert count dlx p = {count}"));
        let solvable = if count == 0 { "unsolvable" } else { "solvable" };
        holds(&format!("{STRIP} {filter} assert {solvable} p"));
    }
}

/// The numbers that are published for the 6x10 rectangle are asserted in `examples/where.cmb`. Here those of
/// a smaller one by hand: of the 2 by 4 strip, four classes up to symmetry.
#[test]
fn counts_up_to_symmetry_obey_where() {
    holds(&format!("{STRIP} border assert count p up to symmetry = 4"));
    holds(&format!("{STRIP} not crossroads 1 assert count p up to symmetry = 3"));
    holds(&format!("{STRIP} not colorable 2 assert count p up to symmetry = 2"));
    assert!(
        printed(&format!("{STRIP} border all p up to symmetry"))
            .ends_with("4 solutions found for problem \"p\" up to symmetry\n")
    );
    // A piece and its mirror image: only motions that keep the named one are symmetries then.
    let mirrored = "problem p = constant 4x2 true [{***$*..} ~rot ~named \"L\", {***$..*} ~rot ~named \"J\"]";
    holds(&format!("{mirrored} assert count p = 2 assert count p up to symmetry = 1"));
    // Mirror images are different up to rotation.
    holds(&format!("{mirrored} assert count p up to rotation = 2"));
    assert!(
        printed(&format!("{mirrored} all p up to rotation"))
            .ends_with("2 solutions found for problem \"p\" up to rotation\n")
    );
    holds(&format!("{mirrored} where connected L assert count p = 2 assert count p up to symmetry = 2"));
    holds(&format!("{mirrored} where connected [L, J] assert count p up to symmetry = 1"));
}

/// Dominoes fill a rectangle without a fault line exactly if it has an even area and sides of at least 5, and
/// is not 6 by 6 (Graham, Fault-free tilings of rectangles, 1981). The numbers are those of inclusion and
/// exclusion over the lines, from Kasteleyn's.
#[test]
fn rectangles_without_fault_lines() {
    holds(
        "problem p<m, n> = constant (m, n) true [{**} ~sym] where not fault
        assert count p<8, 2..4> = 0, 0, 0 assert count p<6, 5..6> = 6, 0 assert count p<8, 5..6> = 108, 62",
    );
    let triangles = "problem p = hexagon tri 1 [tri {**} ~sym] where";
    holds(&format!("{triangles} fault assert count p = 0"));
}

#[test]
fn lists_and_samples_obey_where() {
    let one = format!("{STRIP} not not crossroads 1");
    let drawing = "┌───┬───┐\n├───┼───┤\n└───┴───┘\n\n";
    assert_eq!(printed(&format!("{one} solve p")), drawing);
    assert_eq!(
        printed(&format!("{one} solve p first 3")),
        format!("{drawing}1 solution found for problem \"p\"\n")
    );
    assert_eq!(printed(&format!("{one} all p")), format!("{drawing}1 solution found for problem \"p\"\n"));
    assert_eq!(
        printed(&format!("{one} unique p")),
        format!("problem \"p\" has exactly one solution\n{drawing}")
    );
    assert_eq!(printed(&format!("{one} sample p 2 seed 5")), drawing.repeat(2));
    assert_eq!(printed(&format!("{one} solve zdd p")), drawing);
    assert!(
        printed(&format!("{STRIP} colorable 2 unique p"))
            .starts_with("problem \"p\" has at least two solutions\n")
    );
    let none = format!("{STRIP} apart");
    for command in ["solve p", "unique p", "solve p first 2"] {
        assert_eq!(printed(&format!("{none} {command}")), "problem \"p\" has no solution\n");
    }
    let script = script_of(&[("t.cmb", &format!("{none} sample p 1"))]).unwrap();
    let error = run(&script, &mut Memory::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "100000 random solutions in a row do not agree with `where`, so perhaps none does"
    );
}

#[test]
fn families_obey_where() {
    holds(
        "problem p<n> = constant (n, 2) true [{**} ~sym] where crossroads (n - 3) assert count p<3..5> = 3, 1, 0",
    );
    holds(
        "problem p<k> = constant 4x2 true [{**} ~sym] where not colorable k assert count p<1..3> = 5, 3, 0",
    );
    assert_eq!(
        errors("problem p<n> = {**} [{**}] where colorable k"),
        ["t.cmb:1:44: there is no parameter `k` here"]
    );
}

/// A search that is stopped says how many were found by then.
#[test]
fn stopped_counts_are_lower_bounds() {
    let script =
        script_of(&[("t.cmb", "problem p = constant 8x8 true [{**} ~sym] where colorable 4 count links p")])
            .unwrap();
    let mut host = Memory { budget: Budget { nodes: Some(3000), ..Budget::UNLIMITED }, ..Memory::default() };
    assert_eq!(run(&script, &mut host).unwrap(), Some(Reason::Nodes(3000)));
    let found = host.printed.strip_prefix("p : (DLX) at least ").unwrap();
    let found: u64 = found.split(' ').next().unwrap().parse().unwrap();
    assert!(found > 10, "{}", host.printed);
}

/// A diagram draws without a look at the budget, so each draw has one: the deadline passes at the thousandth.
#[test]
fn samples_end_at_the_deadline() {
    for filter in ["", "where border"] {
        let text = format!("problem p = constant 4x2 true [{{**}} ~sym] {filter} sample zdd p 100000 seed 1");
        let script = script_of(&[("t.cmb", &text)]).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let looks = AtomicU64::new(0);
        let deadline = Deadline::new(move || looks.fetch_add(1, Ordering::Relaxed) >= 1000);
        let mut host =
            Memory { budget: Budget { deadline: Some(deadline), ..Budget::UNLIMITED }, ..Memory::default() };
        assert_eq!(run(&script, &mut host).unwrap(), Some(Reason::Deadline), "{filter}");
        let drawn = host.printed.matches("┌").count();
        assert!(0 < drawn && drawn <= 1000, "{drawn} {filter}");
    }
}

/// The words of predicates may be names, `where` too.
#[test]
fn words_of_predicates_may_be_names() {
    holds(
        "pattern where = {**} tiles border = [where] problem fault = where border where border count fault",
    );
    holds("problem p = torus constant 2x2 true [{**}] where border assert count p = 0");
    holds("tiles where = [{**}] problem p = {**} where assert count p = 1");
    holds("tiles where = [{**}] problem p = {**} where where border assert count p = 1");
    holds("pattern board = {**} tiles t = [{**}] problem p = torus board t where border assert count p = 0");
    holds("problem p = {**} [{*} ~times 2..] ~times 0.. where border assert count p = 1");
    holds("problem p<and> = {**} [{*}] where crossroads 0..and and border assert count p<3> = 1");
    holds(
        "problem p = {?} [{*} ~named \"gaps\"] where connected \"gaps\" or connected gaps assert count p = 2",
    );
}

#[test]
fn a_predicate_has_a_line() {
    let text = "problem p=a t where crossroads 0 .. and(not border or connected[A,\"B\"])\ncount p\n";
    let expected =
        "problem p = a t\n  where crossroads 0.. and (not border or connected [A, \"B\"])\ncount p\n";
    assert_eq!(combien_lang::format(&Source::new("t.cmb", text)).unwrap(), expected);
}

#[test]
fn deep_predicates_are_refused() {
    let deep = format!("problem p = {{*}} [{{*}}] where {}border", "not ".repeat(501));
    assert_eq!(errors(&deep), ["t.cmb:1:2029: predicates are nested more than 500 deep"]);
    holds(&format!("problem p = {{*}} [{{*}}] where {}border assert count p = 1", "not ".repeat(500)));
}

/// Dominoes and single cells on three cells in a row: two ways with one of each, one with three cells. On two
/// by two: four with one domino and two cells, two with two dominoes, one with cells only.
#[test]
fn as_many_of_one_as_of_others() {
    let text = |board: &str, asked: &str| {
        format!(
            "problem p = {{{board}}} [{{**}} ~named \"d\" ~sym, {{*}} ~named \"m\", {{***}} ~named \"t\"]\n  where {asked}\n"
        )
    };
    for (board, asked, expected) in [
        ("***", "as many d as m", 3),
        ("***", "not as many d as m", 1),
        ("***", "as many \"d\" as [m, \"t\"]", 2),
        ("***", "as many t as d and not as many d as m", 1),
        ("**$**", "as many d as m", 0),
        ("**$**", "as many d as t or as many m as t", 3),
        ("**$**", "(as many d as d)", 7),
    ] {
        let text = format!("{}assert count p = {expected}", text(board, asked));
        results(&text);
    }
}

/// Sets of empty cells, of a square of 3 by 3, by trying all of them. Each cell knows its row and column alone.
#[test]
fn areas_are_judged_as_by_hand() {
    let cells: Vec<(i32, i32)> = (0..9).map(|place| (place % 3, place / 3)).collect();
    let is_connected = |set: u32, reach: fn(i32, i32) -> bool| {
        let within = |place: usize| set >> place & 1 == 1;
        let Some(first) = (0..9).find(|&place| within(place)) else { return true };
        let mut known = vec![first];
        for at in 0.. {
            let Some(&place) = known.get(at) else { break };
            for other in (0..9).filter(|&other| within(other)) {
                let (x, y) = (cells[place].0 - cells[other].0, cells[place].1 - cells[other].1);
                if reach(x.abs(), y.abs()) && !known.contains(&other) {
                    known.push(other);
                }
            }
        }
        known.len() == set.count_ones() as usize
    };
    let has_block = |set: u32| [0, 1, 3, 4].iter().any(|low| set & (0b11011 << low) == 0b11011 << low);
    let count = |is_meant: &dyn Fn(u32) -> bool| (0..512).filter(|&set| is_meant(set)).count();
    let diagonally = count(&|set| is_connected(set, |x, y| x < 2 && y < 2));
    let blocks = count(&has_block);
    let paths = count(&|set| is_connected(set, |x, y| x + y < 2) && !has_block(set));
    let problem = "problem p = constant 3x3 true ~gaps [{*}] where";
    holds(&format!("{problem} diagonally connected gaps assert count p = {diagonally}"));
    holds(&format!("{problem} block gaps assert count p = {blocks}"));
    holds(&format!("{problem} connected gaps and not block gaps assert count p = {paths}"));
    let pieces = "problem p = constant 3x3 true [{*} ~named \"a\", {*} ~named \"b\"] where";
    holds(&format!("{pieces} diagonally connected b assert count p = {diagonally}"));
    holds(&format!("{pieces} block a assert count p = {blocks}"));
}

/// Lines of one direction: of the five tilings of a strip of 4 by 2, one has a horizontal one. A motion that
/// exchanges rows and columns keeps neither.
#[test]
fn fault_lines_have_a_direction() {
    holds(&format!("{STRIP} fault horizontal assert count p = 1"));
    holds(&format!("{STRIP} fault vertical assert count p = 5"));
    holds(&format!("{STRIP} not fault horizontal and fault vertical assert count p = 4"));
    let square = "problem p = constant 2x2 true [{**} ~sym] where";
    holds(&format!("{square} fault assert count p = 2 assert count p up to symmetry = 1"));
    holds(&format!("{square} fault vertical assert count p = 1 assert count p up to symmetry = 1"));
    holds("problem p = hexagon tri 1 [tri {***} ~sym] where fault horizontal assert count p = 1");
    let refused = |text: &str| errors(text).pop().unwrap_or_default();
    assert!(
        refused("problem p = hexagon tri 1 [tri {**}] where fault vertical")
            .contains("no line along their sides")
    );
    assert!(refused("problem p = hexagon 2 [hex {**}] where block gaps").contains("is about squares"));
    assert!(
        refused("problem3 p = constant 2x2x2 true [[{**}]] where diagonally connected gaps")
            .contains("about the plane")
    );
    assert!(refused(&format!("{STRIP} diagonally d")).contains("`connected` is expected"));
}

/// What stands behind `where`.
#[test]
fn a_second_where_and_late_clues_are_refused() {
    let said = |text: &str| errors(&format!("{STRIP} {text}"));
    assert_eq!(said("fault where border"), ["t.cmb:1:66: this problem has a `where` already"]);
    assert_eq!(said("fault fix d at 0x0"), ["t.cmb:1:66: clues stand before `where`"]);
    assert_eq!(said("crossroads 1.. also 2 of d"), ["t.cmb:1:75: clues stand before `where`"]);
    assert_eq!(said("connected d keep \"a\" together").len(), 1);
}
