//! The pictures of docs/reference/pictures.md are what the library draws today. `UPDATE_PICTURES=1` draws
//! them again.

use std::fs;
use std::path::Path;

use combien::solve;
use combien_tiling::draw::{CutOptions, Layout, Picture, Style, SvgOptions, View, cut, svg, text};
use combien_tiling::{Board, Cell, Lattice, Pattern, Piece, Quantity, Shape, Size, Tiling};

fn check(name: &str, document: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(name);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&path, document).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == document, "{name} is out of date: run this test with UPDATE_PICTURES=1, and look at it");
}

fn first(title: &str, board: Board, pieces: Vec<Piece>) -> Picture {
    let tiling = Tiling::new(board, pieces).unwrap();
    let encoding = tiling.encode().unwrap();
    let solution = solve::first(&encoding.problem).unwrap().unwrap();
    Picture::new(title, &tiling, &encoding.placed(&solution))
}

fn piece(lattice: &Lattice, name: &str, drawing: &str, quantity: Quantity) -> Piece {
    let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
    Piece::new(shape, quantity, lattice.isometries()).named(name)
}

fn rectangle(lattice: &Lattice, width: u32, height: u32) -> Board {
    Board::of(&Pattern::constant(lattice, Size::plane(width, height), true).unwrap())
}

fn pentominoes() -> Picture {
    let drawings = [
        ("F", ".**$**.$.*."),
        ("I", "*****"),
        ("L", "****$*..."),
        ("N", "***.$..**"),
        ("P", "***$**."),
        ("T", "***$.*.$.*."),
        ("U", "*.*$***"),
        ("V", "*..$*..$***"),
        ("W", "*..$**.$.**"),
        ("X", ".*.$***$.*."),
        ("Y", "****$.*.."),
        ("Z", "**.$.*.$.**"),
    ];
    let pieces = drawings.map(|(name, drawing)| piece(Lattice::square(), name, drawing, Quantity::ONE));
    first("Pentominoes", rectangle(Lattice::square(), 10, 6), pieces.to_vec())
}

fn soma() -> Picture {
    let drawings = [
        ("V", "010 100"),
        ("L", "100 200 010"),
        ("T", "100 200 110"),
        ("Z", "100 110 210"),
        ("A", "100 110 111"),
        ("B", "100 110 001"),
        ("P", "100 010 001"),
    ];
    let pieces = drawings.map(|(name, cells)| {
        let cell = |digits: &str| {
            let digit = |at: usize| i32::from(digits.as_bytes()[at] - b'0');
            Cell::space(digit(0), digit(1), digit(2))
        };
        let shape: Shape = cells.split(' ').chain(["000"]).map(cell).collect();
        Piece::new(shape, Quantity::ONE, Lattice::cube().isometries().rotations()).named(name)
    });
    let cube = (0..27).map(|place| Cell::space(place % 3, place / 3 % 3, place / 9)).collect();
    first("Soma", Board::new(Lattice::cube(), cube).unwrap(), pieces.to_vec())
}

#[test]
fn plane_pictures_are_up_to_date() {
    let options = SvgOptions::default();
    let trihexes = [
        ("trefoil", "**$.*", Quantity::ANY),
        ("bar", "***", Quantity::ONE),
        ("bend", ".*$**", Quantity::ANY),
    ];
    let trihexes =
        trihexes.map(|(name, drawing, quantity)| piece(Lattice::hexagon(), name, drawing, quantity));
    let hexagons = first("Trihexes", rectangle(Lattice::hexagon(), 6, 5), trihexes.to_vec());
    check("hexagons.svg", &svg(&hexagons, &options));
    let board = Board::of(&Pattern::drawn(Lattice::triangle(), ".*****.$*******$*******$.*****.").unwrap());
    let trapezia = vec![piece(Lattice::triangle(), "trapezium", "***", Quantity::ANY)];
    check("triangles.svg", &svg(&first("Trapezia in a hexagon", board, trapezia), &options));
    check("pentominoes.svg", &svg(&pentominoes(), &options));
}

#[test]
fn pictures_of_space_are_up_to_date() {
    let soma = soma();
    for (name, view, legend) in [
        ("soma-layers.svg", View::Layers, true),
        ("soma-isometric.svg", View::Isometric, false),
        ("soma-exploded.svg", View::Exploded, false),
    ] {
        check(name, &svg(&soma, &SvgOptions { view, legend, cell: 32.0, ..SvgOptions::default() }));
    }
}

#[test]
fn texts_are_up_to_date() {
    let document =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/pictures.md"))
            .unwrap();
    for (lattice, board, drawing) in [
        (Lattice::hexagon(), "***$***", ".*$**"),
        (Lattice::triangle(), ".*****.$*******$*******$.*****.", "***"),
    ] {
        let board = Board::of(&Pattern::drawn(lattice, board).unwrap());
        let drawing = text(&first("", board, vec![piece(lattice, "", drawing, Quantity::ANY)]), Style::Ascii);
        assert!(document.contains(&drawing), "docs/reference/pictures.md does not show\n{drawing}");
    }
}

#[test]
fn the_sheet_is_up_to_date() {
    let layout = Layout::Apart { kerf: 0.2, margin: 3.0, width: 160.0 };
    let sheet = cut(Lattice::square(), &pentominoes().parts(), &CutOptions { side: 10.0, layout, line: 0.3 })
        .unwrap();
    check("sheet.svg", &sheet);
}
