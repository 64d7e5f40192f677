// Where the cells of a grid are on a screen. Columns and rows as in the drawings of the language; row 0 is the top one.

import type { Grid } from "./protocol";

export interface Point {
  x: number;
  y: number;
}

const ROOT3 = Math.sqrt(3);

/** Do its cells lie in layers? */
export const isSolid = (grid: Grid): boolean => grid === "cube" || grid === "sphere";

/** How many columns and rows a square of quarters, a hexagon of kites or a corner of sticks takes. */
export function block(grid: Grid): [number, number] {
  return grid === "quarter" ? [2, 2] : grid === "kite" ? [3, 2] : grid === "stick" ? [2, 1] : [1, 1];
}

/** Is a shape the same after this many columns and rows? Triangles point another way after an odd number of both together. */
export function isStep(grid: Grid, columns: number, rows: number): boolean {
  const [across, upright] = block(grid);
  return columns % across === 0 && rows % upright === 0 && (grid !== "triangle" || (columns + rows) % 2 === 0);
}

/** Rows of another grid: a square becomes four quarters, four quarters a square, if any of them is there. Units are counted from below. */
export function regridded(rows: string[], from: Grid, to: Grid, most: number): string[] {
  const [[columns, lines], [across, upright]] = [block(from), block(to)];
  const width = Math.max(1, ...rows.map((row) => row.length));
  const fromBelow = [...rows].reverse();
  const gaps = isSolid(to) || to === "quarter" || to === "stick" ? "*" : "?";
  const unit = (line: number, column: number) => {
    const marks = fromBelow.slice(line * lines, (line + 1) * lines).map((row) => row.slice(column * columns, (column + 1) * columns)).join("");
    return marks.includes("*") ? "*" : marks.includes("?") ? gaps : ".";
  };
  const units = (length: number, inOne: number, inOther: number) => Array.from({ length: Math.min(Math.ceil(length / inOne), Math.floor(most / inOther)) }, (_, at) => at);
  const made = units(rows.length, lines, upright).map((line) => units(width, columns, across).map((column) => unit(line, column).repeat(across)).join(""));
  return made.flatMap((row) => Array<string>(upright).fill(row)).reverse();
}

/** A point at an angle in degrees, counted against the clock. */
function polar(from: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: from.x + distance * Math.cos(angle), y: from.y - distance * Math.sin(angle) };
}

/** The corners of a cell, for a side of 1. */
export function corners(grid: Grid, column: number, row: number, height: number): Point[] {
  const up = height - 1 - row;
  switch (grid) {
    case "hexagon": {
      // Each row is half a cell to the right of the row below.
      const x = ROOT3 * (column + up / 2 + 0.5);
      const y = 1.5 * row + 1;
      return [0, 1, 2, 3, 4, 5].map((turn) => {
        const angle = (Math.PI / 3) * turn + Math.PI / 6;
        return { x: x + Math.cos(angle), y: y + Math.sin(angle) };
      });
    }
    case "triangle": {
      const side = 1.6;
      const [left, top, tall] = [(column * side) / 2, row * side * (ROOT3 / 2), side * (ROOT3 / 2)];
      // It points up if column and row, counted from the bottom left, have an even sum.
      return (column + up) % 2 === 0
        ? [{ x: left, y: top + tall }, { x: left + side, y: top + tall }, { x: left + side / 2, y: top }]
        : [{ x: left, y: top }, { x: left + side, y: top }, { x: left + side / 2, y: top + tall }];
    }
    case "quarter": {
      const size = 2;
      const middle = { x: (Math.floor(column / 2) + 0.5) * size, y: (Math.ceil(height / 2) - Math.floor(up / 2) - 0.5) * size };
      const angle = [[180, 270], [90, 0]][up % 2]![column % 2]!;
      return [middle, polar(middle, angle - 45, size * Math.SQRT1_2), polar(middle, angle + 45, size * Math.SQRT1_2)];
    }
    case "kite": {
      const side = 1.6;
      const [across, hexagon] = [Math.floor(column / 3), Math.floor(up / 2)];
      const middle = { x: ROOT3 * side * (across + hexagon / 2 + 0.5), y: side * (1.5 * (Math.ceil(height / 2) - 1 - hexagon) + 1) };
      const angle = [[210, 270, 330], [150, 90, 30]][up % 2]![column % 3]!;
      const half = (side * ROOT3) / 2;
      return [middle, polar(middle, angle - 30, half), polar(middle, angle, side), polar(middle, angle + 30, half)];
    }
    case "stick": {
      const [length, wide] = [2, 0.22];
      const corner = { x: Math.floor(column / 2) * length + wide, y: row * length + length };
      const along = (from: number, beside: number): Point =>
        column % 2 === 0 ? { x: corner.x + from, y: corner.y - beside } : { x: corner.x - beside, y: corner.y - from };
      return [along(0, 0), along(wide, -wide), along(length - wide, -wide), along(length, 0), along(length - wide, wide), along(wide, wide)];
    }
    case "sphere":
      return Array.from({ length: 16 }, (_, turn) => polar({ x: column + 0.5, y: row + 0.5 }, turn * 22.5, 0.48));
    default:
      return [{ x: column, y: row }, { x: column + 1, y: row }, { x: column + 1, y: row + 1 }, { x: column, y: row + 1 }];
  }
}

/** The frame of this many columns and rows. */
export function extent(grid: Grid, width: number, height: number): Point {
  let [x, y] = [0, 0];
  // The outermost cells of the outermost units.
  const [columns, lines] = block(grid);
  const ends = (length: number, unit: number) =>
    Array.from({ length: unit }, (_, at) => [at, length - 1 - at]).flat().filter((at) => at >= 0 && at < length);
  for (const row of ends(height, lines)) {
    for (const column of ends(width, columns)) {
      for (const corner of corners(grid, column, row, height)) {
        x = Math.max(x, corner.x);
        y = Math.max(y, corner.y);
      }
    }
  }
  return { x, y };
}

/** The middle of a cell. */
export function middle(grid: Grid, column: number, row: number, height: number): Point {
  const all = corners(grid, column, row, height);
  const mean = (axis: "x" | "y") => all.reduce((sum, point) => sum + point[axis], 0) / all.length;
  return { x: mean("x"), y: mean("y") };
}

/** Is a point inside a path that is closed by a line? A ray to the right crosses the path an odd number of times then. */
export const isInside = ({ x, y }: Point, path: readonly Point[]): boolean =>
  path.filter((from, at) => {
    const to = path[(at + 1) % path.length]!;
    return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
  }).length % 2 === 1;
