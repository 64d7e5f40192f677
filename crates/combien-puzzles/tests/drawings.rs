//! Puzzles as they are drawn.

use combien::solve;
use combien_puzzles::sudoku::BoxShape;
use combien_puzzles::{Marking, RULES, Reading, Table, Text, Variant, sudoku_grids, sudoku_with};
use combien_tiling::draw::{Matrix, SvgOptions, matrix_svg, table_svg};

fn table(markings: Vec<Marking>) -> Table {
    Table {
        columns: 4,
        cells: vec![None; 16],
        regions: None,
        has_sides: false,
        has_black: false,
        markings: markings.into(),
    }
}

/// The file is small: one path and one line of text for each row, and few names.
#[test]
fn the_matrix_of_sudoku_is_light() {
    let sudoku = sudoku_grids("3x3".parse().unwrap(), Variant::Plain, None).unwrap();
    let matrix = Matrix::new(sudoku.problem());
    let document = matrix_svg("Sudoku", &matrix);
    assert_eq!(document.matches("h3v3h-3z").count(), 2916);
    assert_eq!(document.matches("<path").count(), 729 + 3);
    assert!(document.len() < 200_000, "{}", document.len());
    assert_eq!(document, matrix_svg("Sudoku", &matrix));
    // Each row, column and box has a group of nine columns; each row of cells 81 rows.
    assert_eq!(document.matches("<text transform").count(), 36);
    assert_eq!(document.matches(r#"text-anchor="end""#).count(), 9);
}

/// Every rule that is about cells leaves something on the picture, and a rule about the whole square does
/// not.
#[test]
fn every_rule_with_cells_is_drawn() {
    let bare = table_svg("", &table(vec![]), &SvgOptions::default());
    for &(word, form, _) in RULES {
        if form.is_empty() {
            continue;
        }
        let sum = matches!(word, "cage" | "sum").then_some(7);
        let marking = Marking { word, sum, cells: vec![0, 1] };
        let drawn = table_svg("", &table(vec![marking]), &SvgOptions::default());
        assert_ne!(drawn, bare, "{word}");
        assert_eq!(drawn.contains(">7</text>"), sum.is_some(), "{word}");
    }
}

#[test]
fn a_variant_is_drawn_with_its_rules() {
    let rules = Text::new(
        "rules.txt",
        "diagonals\nanti-knight\ncage 3 R1C1 R1C2\nblack R4C4 R3C4 # 1 and 2, or 2 and 4\n",
    );
    let variant = sudoku_with(BoxShape::new(2, 2).unwrap(), &rules, None).unwrap();
    let drawn = |solution| match variant.read(&solution) {
        Reading::Table(table) => table_svg("", &table, &SvgOptions::default()),
        _ => panic!("a grid is a table"),
    };
    let nothing = drawn([].into_iter().collect());
    assert_eq!((nothing.matches(">3</text>").count(), nothing.matches("<circle").count()), (1, 1));
    // Two diagonals, a cage, light lines and strong ones.
    assert_eq!(nothing.matches("<path").count(), 5);
    assert!(solve::first(variant.problem()).unwrap().is_none_or(|first| drawn(first).len() > nothing.len()));
}
