//! Solutions as pictures: the library's own drawings.

use combien::problem::{OptionId, Solution};
use combien::solve::Enumerate;
use combien_puzzles::Reading;
use combien_tiling::apart::{self, Groups, Workbench};
use combien_tiling::draw::{
    CutOptions, Layout, Part, Picture, StlOptions, Style, SvgOptions, View, cut, graph_svg, reading_text,
    stl, svg, table_svg, text,
};
use combien_tiling::trace;
use combien_tiling::{Cell, Placement, Shape, Tiling};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, Input, failed, failure, settled};
use crate::listener::{BUDGET, numbers};
use crate::play::colored;

/// What is to be shown.
#[derive(Debug, Deserialize)]
#[serde(default)]
struct Request {
    /// The options that are taken.
    options: Vec<usize>,
    /// How it is to be shown.
    form: Form,
    /// The size of a cell of a picture, in pixels.
    cell: f64,
    /// The side of a manufactured cell, in millimetres.
    side: f64,
    /// What a tool takes away, in millimetres.
    kerf: f64,
    /// The space left between printed pieces, in millimetres.
    gap: f64,
    /// Is something not covered yet? Then the board is outlined.
    outlined: bool,
    /// Are names of pieces to stand below?
    legend: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            options: vec![],
            form: Form::Svg,
            cell: 24.0,
            side: 20.0,
            kerf: 0.0,
            gap: 0.2,
            outlined: false,
            legend: false,
        }
    }
}

/// How something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    /// As a picture; cubes layer by layer.
    Svg,
    /// Cubes as a body.
    Isometric,
    /// As text.
    Text,
    /// The pieces as a sheet to be cut.
    Cut,
    /// The pieces as solids to be printed.
    Stl,
    /// The cells of each piece.
    Cells,
    /// How the pieces come apart, move by move.
    Apart,
    /// The search for the player that shows it step by step.
    Trace,
    /// The first solution, if a short search finds one; else the empty board.
    Thumbnail,
}

/// A picture of options taken: `{"type": "shown", "svg": ...}` or `"text"`, `"cells"`, `"stl"`.
pub(crate) fn show(input: &Input, request: &str) -> Answer {
    let request: Request = serde_json::from_str(request).map_err(failed)?;
    if request.form == Form::Trace {
        let data = trace::data(input.title(), input.problem(), "links");
        let data = data.map_err(|error| failure(&error, error.hint().as_deref()))?;
        return Ok(json!({"type": "shown", "text": data.to_string()}));
    }
    let options = match request.form {
        Form::Thumbnail => first_soon(input),
        _ => input.options(&request.options),
    };
    let is_empty = options.is_empty();
    let solution: Solution = options.into_iter().collect();
    Ok(match input {
        Input::Tiling(name, tiling, encoding) => {
            let colored = colored(tiling);
            let tiling = colored.as_ref().unwrap_or(tiling);
            let placed = encoding.placed(&solution);
            if request.form == Form::Apart {
                return taken_apart(tiling, &placed);
            }
            let picture = Picture::new(name.clone(), tiling, &placed);
            let picture = if request.outlined || is_empty { picture.outlined() } else { picture };
            return shown(&picture, tiling, &request);
        }
        Input::Classic(classic) => {
            let options = SvgOptions { cell: request.cell, ..SvgOptions::default() };
            let is_drawn = matches!(request.form, Form::Svg | Form::Thumbnail | Form::Isometric);
            match classic.read(&solution) {
                Reading::Table(table) if is_drawn => {
                    json!({"type": "shown", "svg": table_svg(classic.title(), &table, &options)})
                }
                Reading::Graph(graph) if is_drawn => {
                    json!({"type": "shown", "svg": graph_svg(classic.title(), &graph, &options)})
                }
                reading => json!({"type": "shown", "text": reading_text(&reading, Style::Unicode)}),
            }
        }
        Input::Plain(problem) => {
            let line = |&option: &OptionId| {
                let name = problem.option_name(option);
                let name = name.map_or_else(|| option.number().to_string(), str::to_owned);
                format!("{name}: {}", problem.show_option(option))
            };
            let lines: Vec<String> = solution.options().iter().map(line).collect();
            json!({"type": "shown", "text": lines.join("\n"), "rows": numbers(solution.options())})
        }
    })
}

/// The positions that are looked at before a solution counts as too difficult for a page.
const APART_NODES: u64 = 5_000;

/// How the pieces of a solution come apart: `{"type": "apart", "level": "5.2", "stages": [[[piece, x, y, z],
/// ...], ...]}`. A stage has the pieces that are seen, in the order of the solution from 0, and how far each
/// is from its place. If they are stuck, there are no stages.
fn taken_apart(tiling: &Tiling, placed: &[(Placement, Shape)]) -> Answer {
    let (kinds, shapes): (Vec<usize>, Vec<Shape>) =
        placed.iter().map(|(placement, shape)| (placement.piece, shape.clone())).unzip();
    let mut bench = Workbench::new(tiling.lattice()).map_err(failed)?;
    bench
        .group(Groups { kinds, of_kind: tiling.pieces().iter().map(|piece| piece.groups.clone()).collect() });
    let budget = combien::solve::Budget { nodes: Some(APART_NODES), ..BUDGET };
    let answer = bench.take_apart(&shapes, &budget, &mut |_| {}).map_err(failed)?;
    let answer = answer.map_err(|_| {
        failure("this takes longer than a page has time for", Some("`combien take-apart` has more"))
    })?;
    let apart::Answer::Apart(whole) = answer else {
        return Ok(json!({"type": "apart", "level": null, "stages": []}));
    };
    let names = vec![String::new(); shapes.len()];
    let seen = |(piece, shape): &(usize, Shape)| {
        let Cell { x, y, z } = shape.cells()[0] - shapes[*piece].cells()[0];
        json!([piece, x, y, z])
    };
    let stages = whole.stages(&names, &shapes);
    let stages = stages.iter().map(|(_, shown)| shown.iter().map(seen).collect::<Vec<_>>());
    Ok(json!({"type": "apart", "level": whole.level(), "stages": stages.collect::<Vec<_>>()}))
}

/// The nodes that a small picture is worth.
const THUMBNAIL_NODES: u64 = 20_000;

fn first_soon(input: &Input) -> Vec<OptionId> {
    let budget = combien::solve::Budget { nodes: Some(THUMBNAIL_NODES), ..BUDGET };
    let found = Enumerate::of(input.problem()).budget(budget).first();
    let first = found.ok().and_then(|report| report.outcome.certain().clone());
    first.map(|solution| solution.options().to_vec()).unwrap_or_default()
}

fn shown(picture: &Picture, tiling: &Tiling, request: &Request) -> Answer {
    let lattice = tiling.lattice();
    Ok(match request.form {
        Form::Svg | Form::Isometric | Form::Thumbnail => {
            let is_solid = lattice.dimension() == 3;
            let view = match request.form {
                Form::Isometric => View::Isometric,
                Form::Thumbnail if is_solid => View::Isometric,
                _ => View::Layers,
            };
            let options = SvgOptions { view, cell: request.cell, heading: false, legend: request.legend };
            json!({"type": "shown", "svg": svg(picture, &options)})
        }
        Form::Text | Form::Trace => json!({"type": "shown", "text": text(picture, Style::Unicode)}),
        Form::Cells | Form::Apart => json!({"type": "shown", "cells": cells(picture)}),
        Form::Cut => {
            let layout = Layout::Apart { kerf: request.kerf, margin: 3.0, width: 300.0 };
            let options = CutOptions { side: request.side, layout, ..CutOptions::default() };
            let svg = cut(lattice, &parts(picture, tiling), &options).map_err(failed)?;
            json!({"type": "shown", "svg": svg})
        }
        Form::Stl => {
            let options = StlOptions { side: request.side, gap: request.gap, ..StlOptions::default() };
            let body = stl(lattice, &parts(picture, tiling), &options).map_err(failed)?;
            json!({"type": "shown", "stl": body})
        }
    })
}

/// A small picture of a tiling that a search finds; without one, of the board.
pub(crate) fn thumbnail(input: &Input, cell: f64) -> Value {
    settled(show(input, &json!({"form": "thumbnail", "cell": cell}).to_string()))
}

/// The pieces in the picture; all pieces of the tiling if there are none.
fn parts(picture: &Picture, tiling: &Tiling) -> Vec<Part> {
    let placed = picture.parts();
    if placed.is_empty() { Part::all_of(tiling) } else { placed }
}

/// The placed pieces: names, colors and cells.
fn cells(picture: &Picture) -> Value {
    let parts = picture.parts();
    let part = |(part, color): (&Part, String)| {
        let cells: Vec<[i32; 3]> = part.cells.cells().iter().map(|cell| [cell.x, cell.y, cell.z]).collect();
        json!({"name": part.name, "color": color, "cells": cells})
    };
    parts.iter().zip(picture.colors()).map(part).collect()
}
