//! Puzzles of spheres. In a plane in which each sphere touches six others they are polyhexes, which a grid of
//! hexagons counts without any of this.

use std::fmt::Write as _;

use combien::solve;
use combien_burrtools::{read, written};
use combien_tiling::{Board, Cell, Lattice, Piece, Quantity, Shape, Tiling, polyforms};

/// A shape of hexagons as voxels of spheres: the axes of hexagons become two directions of contacts at 60
/// degrees.
fn voxels(hexagons: &Shape) -> String {
    let spheres: Vec<[i32; 3]> =
        hexagons.cells().iter().map(|cell| [cell.x + cell.y, -cell.x, -cell.y]).collect();
    let least = [0, 1, 2].map(|axis| spheres.iter().map(|sphere| sphere[axis]).min().unwrap());
    // A move by an odd sum would lead between spheres.
    let odd = least.iter().sum::<i32>().rem_euclid(2);
    let shift = [least[0] - odd, least[1], least[2]];
    let moved: Vec<[i32; 3]> =
        spheres.iter().map(|sphere| [0, 1, 2].map(|axis| sphere[axis] - shift[axis])).collect();
    let size = [0, 1, 2].map(|axis| moved.iter().map(|sphere| sphere[axis]).max().unwrap() + 1);
    let mut text = format!("<voxel x=\"{}\" y=\"{}\" z=\"{}\" type=\"0\">", size[0], size[1], size[2]);
    for z in 0..size[2] {
        for y in 0..size[1] {
            text.extend((0..size[0]).map(|x| if moved.contains(&[x, y, z]) { '#' } else { '_' }));
        }
    }
    text + "</voxel>\n"
}

fn puzzle(board: &Shape, pieces: &[Shape], quantity: &str) -> String {
    let (mut shapes, mut list) = (voxels(board), String::new());
    for (number, piece) in (1..).zip(pieces) {
        shapes += &voxels(piece);
        let _ = write!(list, "<shape id=\"{number}\" {quantity}/>");
    }
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"2\"/><colors/><shapes>{shapes}</shapes><problems><problem \
         state=\"0\"><shapes>{list}</shapes><result id=\"0\"/><bitmap/></problem></problems><comment/></puzzle>\n"
    )
}

fn count(tiling: &Tiling) -> String {
    solve::count(&tiling.encode().unwrap().problem).unwrap().to_string()
}

/// Flat pieces turn by a sixth, too, which does not turn the packing onto itself: each alone, in any number,
/// and all together.
#[test]
fn flat_pieces_turn_as_polyhexes_do() {
    let hexagons = Lattice::hexagon();
    let rhombus = |columns: i32, rows: i32| -> Shape {
        (0..columns).flat_map(|x| (0..rows).map(move |y| Cell::plane(x, y))).collect()
    };
    let free: Vec<Vec<Shape>> = polyforms::by_size(hexagons, hexagons.isometries())
        .take(4)
        .map(|shapes| shapes.into_iter().collect())
        .collect();
    assert_eq!([free[2].len(), free[3].len()], [3, 7]);
    let of_hexagons = |board: &Shape, pieces: &[Shape], quantity: Quantity| {
        let pieces = pieces.iter().map(|shape| Piece::new(shape.clone(), quantity, hexagons.isometries()));
        count(&Tiling::new(Board::new(hexagons, board.clone()).unwrap(), pieces.collect()).unwrap())
    };
    let mut above_zero = 0;
    let mut compare = |board: &Shape, pieces: &[Shape], quantity: Quantity, words: &str| {
        let text = puzzle(board, pieces, words);
        let puzzle = read("flat.xmpuzzle", text.as_bytes(), None).unwrap();
        let expected = of_hexagons(board, pieces, quantity);
        assert_eq!(count(&puzzle.tiling), expected, "{pieces:?}");
        above_zero += u32::from(expected != "0");
    };
    for piece in free[2].iter().chain(&free[3]) {
        let rows = piece.len() as i32;
        for columns in [3, 4, 6] {
            let most = Quantity { lo: 0, hi: Some(50) };
            compare(&rhombus(columns, rows), std::slice::from_ref(piece), most, "min=\"0\" max=\"50\"");
        }
    }
    let all: Vec<Shape> = free[2].iter().chain(&free[3]).cloned().collect();
    compare(&rhombus(4, 3), &all, Quantity::AT_MOST_ONE, "min=\"0\" max=\"1\"");
    compare(&rhombus(7, 4), &free[3], Quantity { lo: 1, hi: Some(1) }, "count=\"1\"");
    assert!(above_zero > 10, "{above_zero}");
}

/// What is written is read again; a piece that BurrTools turns further is told.
#[test]
fn spheres_are_written_and_read_again() {
    let lattice = Lattice::sphere();
    let pyramid: Shape = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
        .into_iter()
        .map(|(x, y, z)| Cell::space(x, y, z))
        .collect();
    let group = lattice.isometries().rotations();
    let mut further = 0;
    for shapes in polyforms::by_size(lattice, group.clone()).take(4) {
        for shape in shapes {
            let one = Piece::new(shape, Quantity::ANY, group.clone());
            let unit = Piece::new([Cell::default()].into_iter().collect(), Quantity::ANY, group.clone());
            let tiling = Tiling::new(Board::new(lattice, pyramid.clone()).unwrap(), vec![one, unit]).unwrap();
            let (text, loss) = written("pyramid", &tiling).unwrap();
            let again = read("pyramid.xmpuzzle", text.as_bytes(), None).unwrap().tiling;
            further += loss.turns;
            if loss.turns == 0 {
                assert_eq!(count(&again), count(&tiling), "{text}");
            }
        }
    }
    // Two of three spheres and six of four: see the unit tests.
    assert_eq!(further, 8);
}

/// A place between spheres is none, and a piece must hang together.
#[test]
fn wrong_spheres_are_refused() {
    let line: Shape = (0..3).map(|x| Cell::plane(x, 0)).collect();
    let good = puzzle(&line, std::slice::from_ref(&line), "count=\"1\"");
    assert!(read("t.xmpuzzle", good.as_bytes(), None).is_ok());
    let row = "__#_#_#__";
    let (board, piece) = good.split_at(good.rfind(row).unwrap());
    for (wrong, said) in [
        (good.replacen(row, "_##_#_#__", 1), "<voxel> is filled at 1,0,0, where there is no sphere"),
        // The sphere in the middle of the piece is taken out.
        (
            format!("{board}{}", piece.replacen(row, "__#___#__", 1)),
            "<voxel> `S2` has spheres that do not hang together",
        ),
    ] {
        assert_ne!(wrong, good);
        assert_eq!(read("t.xmpuzzle", wrong.as_bytes(), None).unwrap_err().message, said);
    }
}
