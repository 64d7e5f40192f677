//! Reads a puzzle, and makes a tiling of one of its problems.

use std::collections::BTreeSet;

use combien::diagnostic::{Diagnostic, nearest};
use combien::tiling::{Board, Cell, Lattice, Piece, Quantity, Shape, Tiling};
use roxmltree::{Document, ParsingOptions};

use super::colors::Painted;
use super::element::{Element, File};
use super::packed::unpacked;
use super::{BRICKS, PRISMS};

/// The maximum number of elements and texts. Solutions that are saved in a file have many.
const MOST_NODES: u32 = 4_000_000;
/// The number of a result shape that is not chosen yet.
const NO_SHAPE: u32 = u32::MAX;
/// The numbers and names of the other grids of BurrTools.
const OTHER_GRIDS: [(u32, &str); 3] =
    [(2, "spheres"), (3, "rhombic tetrahedra"), (4, "tetrahedra and octahedra")];

/// A problem of a puzzle as a tiling.
pub(crate) struct Puzzle {
    /// The name of the problem, or its number from 1 if it has none.
    pub(crate) name: String,
    pub(crate) tiling: Tiling,
}

/// A voxel that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Voxel {
    /// Column, row and layer.
    position: Cell,
    is_variable: bool,
    /// 0 is the default color.
    color: u32,
}

/// A shape of the file.
struct Voxels<'t> {
    element: Element<'t>,
    name: Option<&'t str>,
    voxels: Vec<Voxel>,
}

/// Reads one problem of a puzzle: that of this name or number, or the only one. `file` is the name of the file in messages.
pub(crate) fn read(file: &str, bytes: &[u8], problem: Option<&str>) -> Result<Puzzle, Diagnostic> {
    let text = unpacked(bytes).map_err(|(what, hint)| Diagnostic {
        severity: combien::diagnostic::Severity::Error,
        code: "no-puzzle",
        message: format!("`{file}` is no puzzle of BurrTools: {what}"),
        labels: vec![],
        hint: Some(hint.to_owned()),
    })?;
    let file = File { name: file, text: &text };
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options).map_err(|error| {
        let at = byte_of(&text, error.pos());
        let hint = "the file is not well-formed XML, or has more than BurrTools writes";
        file.error(at..at, "bad-xml", &error.to_string(), hint)
    })?;
    let root = Element { file, node: document.root_element() };
    if root.name() != "puzzle" {
        let message = format!("<{}> is no puzzle", root.name());
        return Err(root.wrong("no-puzzle", message, "a puzzle of BurrTools is an element <puzzle>"));
    }
    if root.text("version").is_some_and(|version| version != "2") {
        let message = format!("<puzzle> has version {}", root.text("version").unwrap_or_default());
        return Err(root.wrong(
            "version",
            message,
            "version 2 is read, which BurrTools has written since 2007",
        ));
    }
    let grid = grid(root.only("gridType")?)?;
    let shapes = root.only("shapes")?.all("voxel").map(voxels).collect::<Result<Vec<_>, _>>()?;
    let (name, element) = chosen(root.only("problems")?, problem)?;
    let tiling = tiling(grid, &shapes, element)?;
    Ok(Puzzle { name, tiling })
}

/// The byte at a row and column of the text, both from 1.
fn byte_of(text: &str, at: roxmltree::TextPos) -> usize {
    let row = (at.row as usize).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let column = (at.col as usize).saturating_sub(1);
    text[start..].char_indices().nth(column).map_or(text.len(), |(byte, _)| start + byte)
}

fn grid(element: Element<'_>) -> Result<u32, Diagnostic> {
    let grid: u32 = element.number("type")?;
    if grid == BRICKS || grid == PRISMS {
        if let Some(attribute) = element.node.attributes().find(|attribute| attribute.name() != "type") {
            let message = format!("<gridType> has `{}`", attribute.name());
            return Err(element.wrong("grid", message, "a grid that is scaled or skewed is not read"));
        }
        return Ok(grid);
    }
    let known = OTHER_GRIDS.iter().find(|(number, _)| *number == grid);
    let message = match known {
        Some((_, name)) => format!("<gridType> is {grid}, the grid of {name}"),
        None => format!("<gridType> is {grid}, an unknown grid"),
    };
    Err(element.wrong("grid", message, "bricks (0) are read, and triangular prisms (1) in a single layer"))
}

fn voxels(element: Element<'_>) -> Result<Voxels<'_>, Diagnostic> {
    let [x, y, z] = ["x", "y", "z"].map(|size| element.number::<u32>(size));
    let (x, y, z) = (x?, y?, z?);
    if element.text("type").is_some_and(|kind| kind != "0") {
        return Err(element.wrong("voxels", "<voxel> is of another type than 0", "BurrTools writes type 0"));
    }
    let text = element.node.text().unwrap_or_default().trim();
    // A voxel takes a byte or more. So a size that is too large is found before anything is made of it.
    let wanted = u128::from(x) * u128::from(y) * u128::from(z);
    let found = text.bytes().filter(|byte| b"_#+".contains(byte)).count();
    if wanted != found as u128 {
        let message = format!("<voxel> is {x} by {y} by {z}, and has {found} voxels");
        return Err(element.wrong("voxels", message, "each voxel is `_`, `#` or `+`"));
    }
    let mut voxels: Vec<Voxel> = vec![];
    let (mut place, mut last) = (0u64, None);
    for character in text.chars() {
        match (character, last) {
            ('_' | '#' | '+', _) => {
                let position = Cell {
                    x: (place % u64::from(x)) as i32,
                    y: (place / u64::from(x) % u64::from(y)) as i32,
                    z: (place / u64::from(x) / u64::from(y)) as i32,
                };
                place += 1;
                last = Some(character);
                if character != '_' {
                    voxels.push(Voxel { position, is_variable: character == '+', color: 0 });
                }
            }
            ('0'..='9', Some('#' | '+')) => {
                let digit = character as u32 - '0' as u32;
                let voxel = voxels.last_mut();
                let color = voxel.as_ref().and_then(|voxel| voxel.color.checked_mul(10)?.checked_add(digit));
                if let (Some(voxel), Some(color)) = (voxel, color) {
                    voxel.color = color;
                } else {
                    return Err(element.wrong(
                        "voxels",
                        "<voxel> has a color that is too large",
                        "colors are small numbers",
                    ));
                }
            }
            // Files that were edited by hand have line ends.
            (blank, _) if blank.is_whitespace() => {}
            _ => {
                let message = format!("<voxel> has the character `{character}`");
                return Err(element.wrong(
                    "voxels",
                    message,
                    "a voxel is `_`, `#` or `+`, and its color a number after it",
                ));
            }
        }
    }
    let name = element.text("name").filter(|name| !name.is_empty());
    Ok(Voxels { element, name, voxels })
}

/// The problem of this name or number, or the only one.
fn chosen<'t>(problems: Element<'t>, wanted: Option<&str>) -> Result<(String, Element<'t>), Diagnostic> {
    let named = |(place, problem): (usize, Element<'t>)| {
        let name = problem.text("name").map(str::trim).filter(|name| !name.is_empty());
        (name.map_or_else(|| (place + 1).to_string(), str::to_owned), problem)
    };
    let all: Vec<(String, Element<'t>)> = problems.all("problem").enumerate().map(named).collect();
    let names = || all.iter().map(|(name, _)| name.as_str());
    let listed = || names().take(20).collect::<Vec<_>>().join(", ");
    let Some(wanted) = wanted else {
        return match &all[..] {
            [only] => Ok(only.clone()),
            [] => Err(problems.wrong(
                "no-problem",
                "the puzzle has no problem",
                "make one in BurrTools: its tab Puzzle",
            )),
            _ => {
                let message = format!("the puzzle has {} problems", all.len());
                Err(problems.wrong(
                    "several-problems",
                    message,
                    &format!("say --problem NAME, one of: {}", listed()),
                ))
            }
        };
    };
    let by_number = || wanted.parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
    let found = all.iter().find(|(name, _)| name == wanted).or_else(by_number);
    found.cloned().ok_or_else(|| {
        let hint = match nearest(wanted, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its problems are: {}", listed()),
        };
        problems.wrong("unknown-problem", format!("the puzzle has no problem `{wanted}`"), &hint)
    })
}

/// The shape with the number that an element gives.
fn shape<'s, 't>(
    shapes: &'s [Voxels<'t>],
    element: Element<'t>,
) -> Result<(usize, &'s Voxels<'t>), Diagnostic> {
    let id: u32 = element.number("id")?;
    let name = element.name();
    if id == NO_SHAPE {
        return Err(element.wrong(
            "no-shape",
            format!("<{name}> names no shape"),
            "choose the result shape in BurrTools",
        ));
    }
    shapes.get(id as usize).map(|shape| (id as usize, shape)).ok_or_else(|| {
        let hint = format!("shapes have the numbers from 0; there are {} of them", shapes.len());
        element.wrong("unknown-shape", format!("<{name}> names shape {id}, which is not there"), &hint)
    })
}

/// A piece of a problem.
struct Part<'s, 't> {
    name: String,
    voxels: &'s Voxels<'t>,
    quantity: Quantity,
}

fn tiling<'t>(grid: u32, shapes: &[Voxels<'t>], problem: Element<'t>) -> Result<Tiling, Diagnostic> {
    let (_, result) = shape(shapes, problem.only("result")?)?;
    let parts = parts(shapes, problem.only("shapes")?)?;
    check_holes(problem, result)?;
    let all = || std::iter::once(result).chain(parts.iter().map(|part| part.voxels));
    let lattice = lattice(grid, all())?;
    let placed = |voxels: &Voxels<'_>| -> Vec<(Cell, u32)> {
        let flat =
            |position: Cell| if lattice.dimension() == 2 { Cell { z: 0, ..position } } else { position };
        voxels.voxels.iter().map(|voxel| (lattice.at(flat(voxel.position)), voxel.color)).collect()
    };
    let board = placed(result);
    let cells: Shape = board.iter().map(|&(cell, _)| cell).collect();
    let optional = board.iter().zip(&result.voxels).filter(|(_, voxel)| voxel.is_variable);
    let optional: Shape = optional.map(|(&(cell, _), _)| cell).collect();
    let group =
        if lattice.dimension() == 2 { lattice.isometries() } else { lattice.isometries().rotations() };
    let painted: Vec<Vec<(Cell, u32)>> = parts.iter().map(|part| placed(part.voxels)).collect();
    let pieces = parts.iter().zip(&painted).map(|(part, cells)| {
        let shape: Shape = cells.iter().map(|&(cell, _)| cell).collect();
        Piece::new(shape, part.quantity, group.clone()).named(&part.name)
    });
    let whole = Board::new(lattice, cells).and_then(|board| board.with_optional(optional));
    let tiling = whole.and_then(|board| Tiling::new(board, pieces.collect()));
    let tiling = tiling
        .map_err(|error| problem.wrong("problem", error.to_string(), "change the puzzle in BurrTools"))?;
    let pairs = pairs(problem)?;
    let mut left_out = vec![];
    for (number, (part, cells)) in parts.iter().zip(&painted).enumerate() {
        let painted = Painted { lattice, cells, board: &board, pairs: &pairs };
        let shapes = painted.left_out(&group).map_err(|shape| {
            let cells: Vec<String> = shape.cells().iter().map(|&cell| lattice.cell_name(cell)).collect();
            let message = format!(
                "<voxel> `{}` can cover the cells {} in two ways that differ in colors",
                part.name,
                cells.join(" ")
            );
            let hint = "a tiling knows the cells of a placement and no colors; remove colors that no constraint needs";
            part.voxels.element.wrong("colors", message, hint)
        })?;
        left_out.extend(shapes.into_iter().map(|shape| (number, shape)));
    }
    tiling.without(&left_out).map_err(|cell| {
        problem.wrong(
            "problem",
            format!("{} is not on the board", lattice.cell_name(cell)),
            "report this as a bug",
        )
    })
}

/// The kind of cells: squares or triangles if everything is flat, else cubes.
fn lattice<'s, 't: 's>(
    grid: u32,
    mut all: impl Iterator<Item = &'s Voxels<'t>>,
) -> Result<Lattice, Diagnostic> {
    let thick = all.find(|voxels| {
        let layers: BTreeSet<i32> = voxels.voxels.iter().map(|voxel| voxel.position.z).collect();
        layers.len() > 1
    });
    match (grid, thick) {
        (PRISMS, Some(voxels)) => {
            let hint = "triangular prisms are read in a single layer, as triangles of the plane";
            Err(voxels.element.wrong("grid", "<voxel> has prisms in several layers", hint))
        }
        (PRISMS, None) => Ok(Lattice::Triangle),
        (_, Some(_)) => Ok(Lattice::Cube),
        (_, None) => Ok(Lattice::Square),
    }
}

/// The pieces of a problem that may be used.
fn parts<'s, 't>(shapes: &'s [Voxels<'t>], list: Element<'t>) -> Result<Vec<Part<'s, 't>>, Diagnostic> {
    let mut parts: Vec<Part<'s, 't>> = vec![];
    for element in list.all("shape") {
        let (id, voxels) = shape(shapes, element)?;
        let group =
            element.all("group").next().is_some() || element.text("group").is_some_and(|group| group != "0");
        if group {
            let hint = "groups let pieces come apart or stay together when a burr is taken apart, which is not done here";
            return Err(element.wrong("groups", "<shape> is in a group", hint));
        }
        let (lo, hi): (u32, u32) = if element.text("count").is_some() {
            let count = element.number("count")?;
            (count, count)
        } else {
            (element.number("min")?, element.number("max")?)
        };
        if lo > hi {
            let message = format!("<shape> is used {lo} times at least and {hi} times at most");
            return Err(element.wrong("quantity", message, "`min` is at most `max`"));
        }
        if voxels.voxels.is_empty() {
            return Err(element.wrong(
                "empty-piece",
                format!("<shape> is shape {id}, which has no voxels"),
                "fill one",
            ));
        }
        if voxels.voxels.iter().any(|voxel| voxel.is_variable) {
            let message = format!("<voxel> has variable voxels, and is shape {id}, a piece");
            return Err(voxels.element.wrong(
                "variable",
                message,
                "only the result shape has variable voxels",
            ));
        }
        if hi == 0 {
            continue;
        }
        // BurrTools shows shapes as S1, S2 and so on, with their names behind.
        let number = format!("S{}", id + 1);
        let is_new = |name: &&str| parts.iter().all(|part| part.name != *name);
        let name = voxels.name.filter(is_new).map_or(number, str::to_owned);
        parts.push(Part { name, voxels, quantity: Quantity { lo, hi: Some(hi) } });
    }
    Ok(parts)
}

/// A limit on the holes is read if it changes nothing.
fn check_holes(problem: Element<'_>, result: &Voxels<'_>) -> Result<(), Diagnostic> {
    if problem.text("maxHoles").is_none() {
        return Ok(());
    }
    let most: u64 = problem.number("maxHoles")?;
    let variable = result.voxels.iter().filter(|voxel| voxel.is_variable).count();
    if most < variable as u64 {
        let message = format!("<problem> allows {most} holes, and {variable} voxels are variable");
        return Err(problem.wrong(
            "holes",
            message,
            "a limit on holes is not read; give the quantities of pieces instead",
        ));
    }
    Ok(())
}

/// The colors of pieces that may lie on colors of the result shape.
fn pairs(problem: Element<'_>) -> Result<BTreeSet<(u32, u32)>, Diagnostic> {
    let lists = problem.all("bitmap").flat_map(|list| list.all("pair"));
    lists.map(|pair| Ok((pair.number("piece")?, pair.number("result")?))).collect()
}
