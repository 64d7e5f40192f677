// Boards that need not be drawn cell by cell: shapes of any size, and drawings in text.

import type { DrawnPiece } from "./protocol";

type Shape = (x: number, y: number, width: number, height: number) => boolean;

/** How far a cell is from the middle, from -1 to 1 at the edges. */
const from = (at: number, length: number) => (length > 1 ? (2 * at) / (length - 1) - 1 : 0);
/** Is it in the third in the middle? */
const isMiddle = (at: number, length: number) => at >= Math.floor(length / 3) && at < length - Math.floor(length / 3);

export const SHAPES = {
  shapeFrame: (x, y, width, height) => x === 0 || y === 0 || x === width - 1 || y === height - 1,
  // The middle of the cell is in the circle that touches the edges.
  shapeDisc: (x, y, width, height) => Math.hypot(from(x, width) * (1 - 1 / width), from(y, height) * (1 - 1 / height)) <= 1,
  shapeDiamond: (x, y, width, height) => Math.abs(from(x, width)) + Math.abs(from(y, height)) <= 1 + 1e-9,
  shapeStairs: (x, y, width, height) => (x + 1) * height <= (y + 1) * width,
  shapeCross: (x, y, width, height) => isMiddle(x, width) || isMiddle(y, height),
} satisfies Record<string, Shape>;

export const rowsOf = (shape: keyof typeof SHAPES, width: number, height: number): string[] =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (SHAPES[shape](x, y, width, height) ? "*" : ".")).join(""));

/** Signs of a drawing that are no cells. */
const BLANK = /[\s.,·_\-0□░]/;

/** A drawing that is made of signs: its board, and its pieces if it has several letters. `undefined` without cells, or if it is too large. */
export function fromText(text: string, most: number): { board: string[]; pieces: Pick<DrawnPiece, "name" | "rows">[] } | undefined {
  const lines = text.replaceAll("\t", " ").split(/\r?\n/).map((line) => [...line.trimEnd()]);
  const rows = lines.map((line) => line.map((sign) => (BLANK.test(sign) ? "." : sign)));
  const isEmpty = (row: string[]) => row.every((sign) => sign === ".");
  while (rows.length && isEmpty(rows[0]!)) rows.shift();
  while (rows.length && isEmpty(rows.at(-1)!)) rows.pop();
  const left = Math.min(...rows.filter((row) => !isEmpty(row)).map((row) => row.findIndex((sign) => sign !== ".")));
  const cut = rows.map((row) => row.slice(left));
  const width = Math.max(0, ...cut.map((row) => row.length));
  if (!cut.length || cut.length > most || width > most) return undefined;
  const only = (keep: (sign: string) => string) => cut.map((row) => Array.from({ length: width }, (_, x) => keep(row[x] ?? ".")).join(""));
  const letters = [...new Set(cut.flat())].filter((sign) => /\p{L}/u.test(sign));
  const pieces = letters.length < 2 ? [] : letters.map((name) => ({ name, rows: [trimmedAround(only((sign) => (sign === name ? "*" : ".")))] }));
  return { board: only((sign) => (sign === "." || sign === "?" ? sign : "*")), pieces };
}

/** Without the empty rows and columns around it. */
function trimmedAround(rows: string[]): string[] {
  const there = rows.filter((row) => row.includes("*"));
  const [left, right] = [Math.min(...there.map((row) => row.indexOf("*"))), Math.max(...there.map((row) => row.lastIndexOf("*")))];
  return rows.slice(rows.indexOf(there[0]!), rows.lastIndexOf(there.at(-1)!) + 1).map((row) => row.slice(left, right + 1));
}
