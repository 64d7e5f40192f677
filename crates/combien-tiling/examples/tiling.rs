//! A board, a set of pieces, and a picture of a tiling, in the terminal and as SVG.
//!
//! ```text
//! cargo run --release --example tiling > tiling.svg
//! ```

use combien::solve::{self, Sample};
use combien_tiling::draw::{Picture, Style, SvgOptions, svg, text};
use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::of(&Pattern::constant(Lattice::square(), combien_tiling::Size::plane(6, 4), true)?);
    let all = Lattice::square().isometries();
    let piece = |drawing: &str, name: &str| {
        let shape = Pattern::from_drawing(drawing)?.shape();
        Ok::<_, Box<dyn std::error::Error>>(Piece::new(shape, Quantity::ANY, all.clone()).named(name))
    };
    let pieces = vec![piece("***$*..", "L")?, piece("***$.*.", "T")?];
    let tiling = Tiling::new(board, pieces)?;
    let encoding = tiling.encode()?;
    eprintln!("{} tilings; one of them at random:", solve::count(&encoding.problem)?);
    let samples = Sample::of(&encoding.problem).seed(42).run()?.answer()?;
    let Some(solution) = samples.and_then(|mut samples| samples.next()) else { return Ok(()) };
    let picture = Picture::new("6 x 4 by L and T", &tiling, &encoding.placed(&solution));
    eprint!("{}", text(&picture, Style::Unicode));
    println!("{}", svg(&picture, &SvgOptions::default()));
    Ok(())
}
