//! The lattices that ship, a file for each.

use std::sync::LazyLock;

use super::isometry::{Isometry, Named};
use super::lattice::{Form, Lattice, Linework};
use super::tessellation::Axes;
use super::unit::{Listed, Unit};

mod cube;
mod hexagon;
mod kite;
mod quarter;
mod solids;
mod sphere;
mod square;
mod stick;
mod triangle;

#[doc(hidden)]
impl Lattice {
    /// The honeycombs of polyhedra that ship. The tiling language has no words for them.
    pub fn honeycombs() -> &'static [Lattice] {
        static ALL: LazyLock<Vec<Lattice>> =
            LazyLock::new(|| solids::all().iter().map(|honeycomb| Lattice::new(honeycomb.form())).collect());
        &ALL
    }

    /// The honeycomb whose cells have this name.
    pub fn honeycomb(name: &str) -> Option<&'static Lattice> {
        Lattice::honeycombs().iter().find(|lattice| lattice.name() == name)
    }
}

macro_rules! lattices {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        impl Lattice {
            /// All lattices that ship.
            pub fn all() -> impl Iterator<Item = &'static Lattice> {
                [$(Lattice::$name()),*].into_iter()
            }

            $(
                $(#[doc = $doc])*
                pub fn $name() -> &'static Lattice {
                    static LATTICE: LazyLock<Lattice> = LazyLock::new(|| Lattice::new($name::form()));
                    &LATTICE
                }
            )*
        }
    };
}

lattices! {
    /// Unit squares of the plane.
    square,
    /// Unit cubes of space.
    cube,
    /// Regular hexagons of the plane. The next row up is half a cell to the right.
    hexagon,
    /// Equilateral triangles of the plane, which point up and down alternately.
    triangle,
    /// Spheres of one size in closest packing: layers of squares, each in the hollows of the one below. The next layer up is half a
    /// sphere further right and half a sphere further up.
    sphere,
    /// Quarters of squares, cut by both diagonals: two that share a short side are half a square, of which polyaboloes are
    /// made. In a frame a square takes two columns and two rows: the left and the bottom quarter below, the top and the right one above.
    quarter,
    /// Kites: hexagons cut from the middle of each side to that of the opposite one. In a frame a hexagon takes three columns and two
    /// rows, and the next hexagon up is half a hexagon to the right.
    kite,
    /// Sides of squares, from corner to corner. In a frame a corner takes two columns: the stick to its right, then the one up. Pieces
    /// may share a corner, but not cross there.
    stick,
}
