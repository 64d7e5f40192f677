//! Reads a puzzle, and makes a tiling of one of its problems.

use std::collections::BTreeSet;

use combien::diagnostic::{Diagnostic, Severity, did_you_mean, nearest};
use combien_tiling::{Board, Cell, Clue, Group, Lattice, MOST_CELLS, Piece, Quantity, Shape, Tiling};

use crate::colors::{Painted, Wrong};
use crate::document::within;
use crate::element::Element;
use crate::grids;
use crate::spheres::turned_by_a_sixth;

/// The maximum number of pieces of a problem.
const MOST_PIECES: usize = 10_000;
/// The number of problems that are compared with an unknown name.
const MOST_COMPARED: usize = 10_000;
/// The maximum number of cells of a board, together for all pieces that are bound to another one.
const MOST_BOUND: usize = 1 << 23;
/// This many cells of a placement are shown.
const MOST_SHOWN: usize = 12;
/// The number of a result shape that is not chosen yet.
const NO_SHAPE: u32 = u32::MAX;

/// A problem of a puzzle as a tiling.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the problem, or its number from 1 if it has none.
    pub name: String,
    /// The board and the pieces.
    pub tiling: Tiling,
    /// What has no effect on the tilings.
    #[doc(hidden)]
    pub warnings: Vec<Diagnostic>,
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
struct Drawing<'t> {
    element: Element<'t>,
    name: Option<&'t str>,
    voxels: Vec<Voxel>,
}

/// Reads one problem of a puzzle: that of this name or number, or the only one. `file` is the name of the
/// file in messages. The bytes may be packed by gzip or not. Takes time in proportion to the text and to the
/// placements of colored pieces; what is too large is an error.
pub fn read(file: &str, bytes: &[u8], problem: Option<&str>) -> Result<Puzzle, Diagnostic> {
    read_within(file, bytes, problem, u64::MAX)
}

/// Reads one problem of a puzzle, if the text and its elements take no more than this many bytes of memory.
/// Otherwise the code of the error is `memory`.
pub fn read_within(
    file: &str,
    bytes: &[u8],
    problem: Option<&str>,
    memory: u64,
) -> Result<Puzzle, Diagnostic> {
    within(file, bytes, memory, |root| {
        let (grid, shapes) = drawings(root)?;
        let (name, element) = chosen(root.only("problems")?, problem)?;
        puzzle(grid, &shapes, (name, element))
    })
}

/// Reads the problems of a puzzle, `most` of them at most, each by itself: one that cannot be read does not
/// hide the others.
pub fn read_all(
    file: &str,
    bytes: &[u8],
    most: usize,
) -> Result<Vec<Result<Puzzle, Diagnostic>>, Diagnostic> {
    within(file, bytes, u64::MAX, |root| {
        let (grid, shapes) = drawings(root)?;
        let all = named(root.only("problems")?).into_iter().take(most);
        Ok(all.map(|named| puzzle(grid, &shapes, named)).collect())
    })
}

fn puzzle<'t>(
    grid: u32,
    shapes: &[Drawing<'t>],
    (name, problem): (String, Element<'t>),
) -> Result<Puzzle, Diagnostic> {
    let tiling = tiling(grid, shapes, problem)?;
    let parts = problem.only("shapes")?.all("shape");
    let grouped = parts.filter(|part| groups(*part, 0).is_ok_and(|groups| !groups.is_empty()));
    let warnings = grouped.take(1).map(|part| {
        let hint = "pieces of one group may stay together when a puzzle is taken apart";
        let warning = part.wrong("groups", "<shape> is in a group, on which no packing depends", hint);
        Diagnostic { severity: Severity::Warning, ..warning }
    });
    Ok(Puzzle { name, tiling, warnings: warnings.collect() })
}

/// The grid and the shapes of a puzzle.
fn drawings(root: Element<'_>) -> Result<(u32, Vec<Drawing<'_>>), Diagnostic> {
    let grid = grids::grid(root.only("gridType")?)?;
    let mut room = MOST_CELLS;
    let shapes = root.only("shapes")?.all("voxel").map(|element| voxels(element, &mut room));
    Ok((grid, shapes.collect::<Result<Vec<_>, _>>()?))
}

/// A shape. Together, shapes have as much room as a pattern of the tiling language.
fn voxels<'t>(element: Element<'t>, room: &mut u64) -> Result<Drawing<'t>, Diagnostic> {
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
    *room = room.checked_sub(found as u64).ok_or_else(|| {
        let message = format!("<voxel> is too large: all shapes together may have {MOST_CELLS} voxels");
        element.wrong("too-large", message, "split the puzzle")
    })?;
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
    Ok(Drawing { element, name, voxels })
}

/// The problems, each with its name, or its number from 1.
fn named(problems: Element<'_>) -> Vec<(String, Element<'_>)> {
    let named = |(place, problem): (usize, Element<'_>)| {
        let name = problem.text("name").map(str::trim).filter(|name| !name.is_empty());
        name.map_or_else(|| (place + 1).to_string(), str::to_owned)
    };
    let all: Vec<Element<'_>> = problems.all("problem").collect();
    all.iter().enumerate().map(|(place, &problem)| (named((place, problem)), problem)).collect()
}

/// The problem of this name or number, or the only one.
fn chosen<'t>(problems: Element<'t>, wanted: Option<&str>) -> Result<(String, Element<'t>), Diagnostic> {
    let all = named(problems);
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
                Err(problems.wrong("several-problems", message, &format!("name one of: {}", listed())))
            }
        };
    };
    let by_number = || wanted.parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
    let found = all.iter().find(|(name, _)| name == wanted).or_else(by_number);
    found.cloned().ok_or_else(|| {
        let near = nearest(wanted, names().take(MOST_COMPARED));
        let hint = did_you_mean(near, format!("its problems are: {}", listed()));
        problems.wrong("unknown-problem", format!("the puzzle has no problem `{wanted}`"), &hint)
    })
}

/// The shape with the number that an element gives.
fn shape<'s, 't>(
    shapes: &'s [Drawing<'t>],
    element: Element<'t>,
) -> Result<(usize, &'s Drawing<'t>), Diagnostic> {
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

/// Cells with their colors.
type Colored = Vec<(Cell, u32)>;

/// A piece of a problem.
struct Part<'s, 't> {
    name: String,
    voxels: &'s Drawing<'t>,
    quantity: Quantity,
    groups: Vec<(u32, u32)>,
}

fn tiling<'t>(grid: u32, shapes: &[Drawing<'t>], problem: Element<'t>) -> Result<Tiling, Diagnostic> {
    let (_, result) = shape(shapes, problem.only("result")?)?;
    let parts = parts(shapes, problem.only("shapes")?)?;
    check_holes(problem, result)?;
    let all = || std::iter::once(result).chain(parts.iter().map(|part| part.voxels));
    let is_flat = all().all(|drawing| {
        let layers: BTreeSet<i32> = drawing.voxels.iter().map(|voxel| voxel.position.z).collect();
        layers.len() < 2
    });
    let lattice = grids::lattice(grid, is_flat);
    let placed = |drawing: &Drawing<'_>| -> Result<Colored, Diagnostic> {
        let cell = |position: Cell| {
            grids::cell(grid, lattice, position).ok_or_else(|| {
                let Cell { x, y, z } = position;
                let message = format!("<voxel> is filled at {x},{y},{z}, where there is no {lattice}");
                drawing.element.wrong("voxels", message, grids::hint(grid))
            })
        };
        drawing.voxels.iter().map(|voxel| Ok((cell(voxel.position)?, voxel.color))).collect()
    };
    let board = placed(result)?;
    let cells: Shape = board.iter().map(|&(cell, _)| cell).collect();
    let optional = board.iter().zip(&result.voxels).filter(|(_, voxel)| voxel.is_variable);
    let optional: Shape = optional.map(|(&(cell, _), _)| cell).collect();
    let group =
        if lattice.dimension() == 2 { lattice.isometries() } else { lattice.isometries().rotations() };
    // Each piece, and once more as it is after a sixth of a turn if that is allowed and no isometry; with its
    // part.
    let mut painted: Vec<(usize, Colored)> = vec![];
    let mut sixths: Vec<usize> = vec![];
    for (number, part) in parts.iter().enumerate() {
        let own = placed(part.voxels)?;
        let turned = if lattice == Lattice::sphere() { sixth(part, &own, &group)? } else { None };
        painted.push((number, own));
        if let Some(turned) = turned {
            sixths.push(painted.len());
            painted.push((number, turned));
        }
    }
    if sixths.len().saturating_mul(board.len()) > MOST_BOUND {
        let message = format!(
            "<problem> has {} flat pieces that turn by a sixth, on {} spheres",
            sixths.len(),
            board.len()
        );
        return Err(problem.wrong("too-large", message, "split the puzzle"));
    }
    let is_double = |place: usize| sixths.iter().any(|&sixth| place == sixth || place + 1 == sixth);
    let pieces = painted.iter().enumerate().map(|(place, (number, cells))| {
        let (part, shape) = (&parts[*number], cells.iter().map(|&(cell, _)| cell).collect::<Shape>());
        let quantity = if is_double(place) { Quantity { lo: 0, ..part.quantity } } else { part.quantity };
        let name = if sixths.contains(&place) { format!("{} turned", part.name) } else { part.name.clone() };
        Piece { groups: part.groups.clone(), ..Piece::new(shape, quantity, group.clone()).named(&name) }
    });
    let all_cells = cells.clone();
    let whole = Board::new(lattice, cells).and_then(|board| board.with_optional(optional));
    let tiling = whole.and_then(|board| Tiling::new(board, pieces.collect()));
    let tiling = tiling
        .map_err(|error| problem.wrong("problem", error.to_string(), "change the puzzle in BurrTools"))?;
    let together = sixths.iter().map(|&sixth| {
        let quantity = parts[painted[sixth].0].quantity;
        Clue::Number(quantity, Some(vec![sixth - 1, sixth]), all_cells.clone())
    });
    let tiling = tiling
        .with_clues(&together.collect::<Vec<_>>())
        .map_err(|error| problem.wrong("problem", error.to_string(), "change the puzzle in BurrTools"))?;
    let pairs = pairs(problem)?;
    let (mut left_out, mut looks) = (vec![], 0);
    for (number, (part, cells)) in painted.iter().enumerate() {
        let part = &parts[*part];
        let painted = Painted { lattice: lattice.clone(), cells, board: &board, pairs: &pairs };
        let shapes = painted.left_out(&group, &mut looks).map_err(|wrong| match wrong {
            Wrong::TooMany => {
                let message = format!("<voxel> `{}` has too many placements to look at their colors", part.name);
                part.voxels.element.wrong("too-large", message, "remove colors that no constraint needs")
            }
            Wrong::TwoWays(shape) => {
                let shown = shape.cells().iter().take(MOST_SHOWN).map(|&cell| lattice.cell_name(cell));
                let message = format!(
                    "<voxel> `{}` can cover the cells {} in two ways that differ in colors",
                    part.name,
                    shown.collect::<Vec<_>>().join(" ")
                );
                let hint = "a tiling knows the cells of a placement and no colors; remove colors that no constraint needs";
                part.voxels.element.wrong("colors", message, hint)
            }
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

/// A piece of spheres after a sixth of a turn, with its colors, if that is not one of its other orientations.
fn sixth(part: &Part<'_, '_>, own: &[(Cell, u32)], group: &Group) -> Result<Option<Colored>, Diagnostic> {
    let cells: Vec<Cell> = own.iter().map(|&(cell, _)| cell).collect();
    let (mut waiting, mut left) = (vec![cells[0]], BTreeSet::new());
    left.extend(cells[1..].iter().copied());
    while let Some(cell) = waiting.pop() {
        waiting.extend(Lattice::sphere().neighbours(cell).into_iter().filter(|beside| left.remove(beside)));
    }
    if !left.is_empty() {
        let message = format!("<voxel> `{}` has spheres that do not hang together", part.name);
        let hint = "pieces of spheres are read if one can go from each to each across contacts";
        return Err(part.voxels.element.wrong("in-bits", message, hint));
    }
    let turned = turned_by_a_sixth(&cells, group);
    Ok(turned.map(|turned| turned.into_iter().zip(own).map(|(cell, &(_, color))| (cell, color)).collect()))
}

/// The pieces of a problem that may be used.
fn parts<'s, 't>(shapes: &'s [Drawing<'t>], list: Element<'t>) -> Result<Vec<Part<'s, 't>>, Diagnostic> {
    let (mut parts, mut names): (Vec<Part<'s, 't>>, BTreeSet<&str>) = (vec![], BTreeSet::new());
    let mut room = MOST_CELLS;
    for element in list.all("shape") {
        let (id, voxels) = shape(shapes, element)?;
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
        let name = voxels.name.filter(|&name| names.insert(name)).map_or(number, str::to_owned);
        let left = room.checked_sub(voxels.voxels.len() as u64);
        if parts.len() == MOST_PIECES || left.is_none() {
            let message =
                format!("<shapes> has more than {MOST_PIECES} pieces, or {MOST_CELLS} voxels in them");
            return Err(list.wrong("too-large", message, "a puzzle has fewer"));
        }
        room = left.unwrap_or(0);
        let groups = groups(element, hi)?;
        parts.push(Part { name, voxels, quantity: Quantity { lo, hi: Some(hi) }, groups });
    }
    Ok(parts)
}

/// The groups that copies of a piece may be in, each with how many copies. A group that the attribute names
/// has them all; group 0 is none.
fn groups(part: Element<'_>, copies: u32) -> Result<Vec<(u32, u32)>, Diagnostic> {
    let own = part.text("group").map(|_| Ok((part.number("group")?, copies)));
    let own = own.filter(|group| !matches!(group, Ok((0, _))));
    let listed = part.all("group").map(|group| Ok((group.number("group")?, group.number("count")?)));
    let all: Vec<(u32, u32)> = own.into_iter().chain(listed).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|&(group, _)| group != 0).collect())
}

/// A limit on the holes is read if it changes nothing.
fn check_holes(problem: Element<'_>, result: &Drawing<'_>) -> Result<(), Diagnostic> {
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

/// The colors of pieces that may lie on colors of the result shape. Voxels count the colors from 1, since 0
/// is the default color; pairs cannot have the default color, and count them from 0.
fn pairs(problem: Element<'_>) -> Result<BTreeSet<(u32, u32)>, Diagnostic> {
    let color = |pair: Element<'_>, of: &str| Ok(pair.number::<u32>(of)?.saturating_add(1));
    let lists = problem.all("bitmap").flat_map(|list| list.all("pair"));
    lists.map(|pair| Ok((color(pair, "piece")?, color(pair, "result")?))).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::packed;

    pub(crate) const GOOD: &str = "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
        <voxel x=\"3\" y=\"2\" z=\"1\" name=\"board\" type=\"0\">##1#+++</voxel><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">#1#1</voxel></shapes>\
        <problems><problem name=\"p\" state=\"0\"><shapes><shape id=\"1\" min=\"0\" max=\"3\"/></shapes><result id=\"0\"/>\
        <bitmap><pair piece=\"0\" result=\"0\"/></bitmap></problem></problems><comment/></puzzle>";

    /// Numbers that look random, always the same.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }
    }

    /// A file with some bytes changed is read, or refused with a message; it never panics.
    #[test]
    fn damaged_files_never_panic() {
        assert!(read("t.xmpuzzle", GOOD.as_bytes(), None).is_ok());
        let mut numbers = Numbers(7);
        let (mut read_well, mut refused) = (0, 0);
        for round in 0..4000 {
            let mut bytes = if round % 4 == 0 { packed(GOOD).unwrap() } else { GOOD.as_bytes().to_owned() };
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(bytes.len());
                let byte = b"0123456789#+_<>/\"= \n\xc3p"[numbers.below(22)];
                match numbers.below(3) {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            match read("t.xmpuzzle", &bytes, None) {
                Ok(puzzle) => read_well += usize::from(!puzzle.name.is_empty()),
                Err(diagnostic) => refused += usize::from(!diagnostic.message.is_empty()),
            }
        }
        assert!(read_well + refused == 4000 && read_well > 100 && refused > 100, "{read_well} {refused}");
    }
}
