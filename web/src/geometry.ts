// Where the cells of a grid are on a screen. Columns and rows as in the drawings of the language; row 0 is the top one.

import type { Grid } from "./protocol";

export interface Point {
  x: number;
  y: number;
}

const ROOT3 = Math.sqrt(3);

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
    default:
      return [{ x: column, y: row }, { x: column + 1, y: row }, { x: column + 1, y: row + 1 }, { x: column, y: row + 1 }];
  }
}

/** The frame of this many columns and rows. */
export function extent(grid: Grid, width: number, height: number): Point {
  let [x, y] = [0, 0];
  for (const row of [0, height - 1]) {
    for (const column of [0, width - 1]) {
      for (const corner of corners(grid, column, row, height)) {
        x = Math.max(x, corner.x);
        y = Math.max(y, corner.y);
      }
    }
  }
  return { x, y };
}
