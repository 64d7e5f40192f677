use super::*;
use combien::problem::Kind;

fn faults(text: &str) -> Vec<String> {
    parse("t.mps", text).unwrap_err().0.iter().map(ToString::to_string).collect()
}

/// A small program: what its rows, columns and other sections say.
fn program(rows: &str, columns: &str, rest: &str) -> String {
    format!(
        "NAME small\nROWS\n N  cost\n{rows}COLUMNS\n    M  'MARKER'  'INTORG'\n{columns}    M  'MARKER'  'INTEND'\n{rest}ENDATA\n"
    )
}

#[test]
fn rows_are_items_and_columns_are_options() {
    let rows = " E  a\n G  b\n L  c\n L  s\n E  d\n G  e\n L  f\n";
    let columns = "    x1  cost  2.5  a  1\n    x1  b  1\n    two  a  1  c  1\n    two  s  1\n    x3  d  1  e  1\n    x3  f  1\n";
    let rest = "RHS\n    RHS  a  1  b  2\n    c  3\n    RHS  s  1  d  2\n    RHS e 2\n    RHS f 4\n\
                RANGES\n    R  d  -1\n    R  e  1  f  3\nBOUNDS\n BV B  x3\n UP B  two  1\n PL B  x1\n";
    let problem = parse("t.mps", &program(rows, columns, rest)).unwrap().problem;
    let unlimited = Bounds::UNLIMITED;
    let expected = [(1, 1), (2, unlimited), (0, 3), (0, 1), (1, 2), (2, 3), (1, 4)];
    let bounds: Vec<(u32, u32)> =
        problem.items().map(|item| problem.bounds(item)).map(|b| (b.lo, b.hi)).collect();
    assert_eq!(bounds, expected);
    assert_eq!(problem.kind(ItemId::from_index(3)), Kind::Secondary);
    let options: Vec<_> =
        problem.options().map(|o| (problem.option_name(o), problem.show_option(o).to_string())).collect();
    let expected = [(None, "a b"), (Some("two"), "a c s"), (None, "d e f")];
    assert_eq!(options, expected.map(|(name, items)| (name, items.to_owned())));
    assert_eq!(problem.decimal_cost(problem.options().next().unwrap()).to_string(), "2.5");
}

/// Names with blanks: fields are told by their columns. The lines are drawn up by the published table of
/// columns.
#[test]
fn the_fixed_form_has_names_with_blanks() {
    let text = "\
NAME          PLAN
ROWS
 N  COST
 E  TWO WAYS
 E  NORTH
COLUMNS
    M1        'MARKER'                 'INTORG'
    CREW 1    COST               3.0   TWO WAYS           1.0
    CREW 1    NORTH              1.0
    CREW 2    TWO WAYS           1.0
    M2        'MARKER'                 'INTEND'
RHS
    RHS       TWO WAYS           1.0   NORTH              1.0
BOUNDS
 BV BND       CREW 1
 UP BND       CREW 2             1.0
ENDATA
";
    let problem = parse("t.mps", text).unwrap().problem;
    let options: Vec<_> = problem.options().map(|o| problem.option_name(o).unwrap().to_owned()).collect();
    assert_eq!(options, ["CREW 1", "CREW 2"]);
    assert_eq!(problem.item_name(ItemId::from_index(0)), "TWO WAYS");
    assert_eq!(problem.cost(problem.options().next().unwrap()), 3);
}

/// Two packing rows: one whose column covers nothing else, and one whose column covers a primary item.
#[test]
fn a_packing_row_is_secondary_if_its_options_cover_something() {
    let text = program(
        " L  s\n L  t\n E  a\n",
        "    x1  s  1\n    x2  t  1  a  1\n",
        "RHS\n    RHS  s  1  t  1\n    RHS  a  1\n",
    );
    let problem = parse("t.mps", &text).unwrap().problem;
    let kinds: Vec<Kind> = problem.items().map(|item| problem.kind(item)).collect();
    assert_eq!(kinds, [Kind::Primary, Kind::Secondary, Kind::Primary]);
    assert_eq!(problem.bounds(ItemId::from_index(0)), Bounds { lo: 0, hi: 1 });
}

#[test]
fn what_is_no_cover_problem_is_refused_with_its_place() {
    let a = " E  a\n";
    let x = "    x1  a  1\n";
    let right = "RHS\n    RHS  a  1\n";
    let with = |rows: &str, columns: &str, rest: &str| faults(&program(rows, columns, rest));
    for (found, expected) in [
        (faults(""), "t.mps:1:1: the file ends before ENDATA"),
        (faults("hello\n"), "t.mps:1:1: the section `hello` is not read"),
        (faults(" E  a\nENDATA\n"), "t.mps:1:2: this line is in no section"),
        (faults("OBJSENSE\n    MAX\nENDATA\n"), "t.mps:2:5: an objective that is maximized is not read"),
        (faults("OBJSENSE MAX\nENDATA\n"), "t.mps:1:10: an objective that is maximized is not read"),
        (with(" E  a\n E  a\n", x, right), "t.mps:5:5: row `a` is declared twice"),
        (with(" N  b\n E  a\n", x, right), "t.mps:4:5: a second row of type N"),
        (with(" X  a\n", "", ""), "t.mps:4:2: there is no type of row `X`"),
        (with(a, "    x1  a  2\n", right), "t.mps:7:12: the coefficient 2 of column `x1` in row `a`"),
        (with(a, "    x1  a  1  a  1\n", right), "t.mps:7:15: column `x1` has row `a` twice"),
        (
            // Found by fuzzing: the bound was that of a column which is not there.
            with(
                a,
                "    x1  a  1\n    x2  a  1\n    x1  cost  1\n",
                &format!("{right}BOUNDS\n UP B  x1  1\n"),
            ),
            "t.mps:9:5: the lines of column `x1` are not together",
        ),
        (with(a, "    x1  b  1\n", right), "t.mps:7:9: there is no row `b`"),
        (with(a, "    x1  a  one\n", right), "t.mps:7:12: `one` is no number that fits"),
        (with(a, x, ""), "t.mps:4:5: row `a` is at most 0, so its item could not be covered"),
        (with(a, x, "RHS\n    RHS  a  1.5\n"), "t.mps:10:13: 1.5 is not a whole number"),
        (with(a, x, "RHS\n    RHS  cost  1\n"), "t.mps:10:16: a constant in the objective is not read"),
        (
            with(a, x, &format!("{right}BOUNDS\n UP B  x1  3\n")),
            "t.mps:12:2: the bound UP 3 of column `x1` is not read",
        ),
        (
            with(a, x, &format!("{right}BOUNDS\n MI B  x1\n")),
            "t.mps:12:2: the bound MI of column `x1` is not read",
        ),
        (
            with(a, x, &format!("{right}BOUNDS\n FX B  x1  0\n")),
            "t.mps:7:5: column `x1` is fixed to 0, and covers `a`",
        ),
        (with(a, x, &format!("{right}BOUNDS\n BV B  x2\n")), "t.mps:12:8: there is no column `x2`"),
        (with(a, x, &format!("{right}SOS\n")), "t.mps:11:1: the section `SOS` is not read"),
        (with(a, "    x1  cost  1\n", right), "t.mps:7:5: column `x1` may be more than 1"),
        (
            with(a, "    x1  cost  1\n", &format!("{right}BOUNDS\n BV B  x1\n")),
            "t.mps:7:5: column `x1` is in no row, so it is in no option and free to choose",
        ),
        (with(" G  a\n", x, right), "t.mps:7:5: column `x1` may be more than 1"),
    ] {
        assert_eq!(found, [expected]);
    }
    let continuous = "ROWS\n N  cost\n E  a\nCOLUMNS\n    x1  a  1\nRHS\n    RHS  a  1\nENDATA\n";
    assert_eq!(faults(continuous), ["t.mps:5:5: column `x1` is not an integer"]);
}
