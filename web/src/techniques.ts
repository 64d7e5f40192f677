// The words of Sudoku that several views have: techniques, cells, grids.

import type { Document } from "./protocol";
import { t } from "./words";

export const cellName = ([row, column]: readonly [number, number, ...number[]]) => t("cellName", row + 1, column + 1);

/** A grid as a line of 81 characters, if it is one: digits, and points for empty cells. */
export function gridOf(text: string): string | undefined {
  const line = text.replace(/[\s|+-]/g, "").replace(/[0*_]/g, ".");
  return /^[1-9.]{81}$/.test(line) ? line : undefined;
}

/** The Sudoku puzzles of a text, one on a line or drawn, as the library reads them: comments begin with `#`. */
export function grids(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => line && !/^[-+| ]+$/.test(line));
  const found = [];
  for (let at = 0; at < lines.length; ) {
    const single = gridOf(lines[at]!);
    const grid = single ?? gridOf(lines.slice(at, at + 9).join(""));
    if (grid === undefined) return [];
    found.push(grid);
    at += single ? 1 : 9;
  }
  return found;
}

/** The clues of a puzzle such as `sudoku 3x3 grid.txt`, if it is a Sudoku of nine rows. One with marks is another puzzle than its grid. */
export function cluesOf({ kind, text, files, marks }: Document): string | undefined {
  if (marks?.taken.length || marks?.forbidden.length) return undefined;
  const file = kind === "puzzle" ? /^\s*sudoku\s+3x3\s+(\S+)\s*$/.exec(text)?.[1] : undefined;
  return file === undefined ? undefined : grids(files?.[file] ?? "")[0];
}
