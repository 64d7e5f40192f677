// The calendar of a day before the library is there: the build keeps the board with all months and days, and two of them are left to be read.

import { example } from "../catalogue";
import type { Document, PlayBoard } from "../protocol";

const TEXT = example("calendar.cmb");

/** The board with all cells. */
export const WHOLE: Document = { kind: "tiling", text: `${TEXT}\nproblem whole = calendar_board calendar\n`, problem: "whole" };

/** The cells that the date of a document leaves to be read, as the example computes them; `undefined` if it is not that calendar. */
export function dateCells({ text, problem, marks }: Document): string[] | undefined {
  const [, month, day] = /^day<(\d+), (\d+)>$/.exec(problem ?? "") ?? [];
  if (text !== TEXT || !month || !day || marks?.taken.length || marks?.forbidden.length) return undefined;
  const [m, d] = [Number(month) - 1, Number(day) - 1];
  return [`${m % 6},${6 - Math.floor(m / 6)}`, `${d % 7},${4 - Math.floor(d / 7)}`];
}

/** The board without these cells, as the library makes it: the rest stays in order. */
export function without(whole: PlayBoard, names: string[]): PlayBoard {
  const cells = whole.cells.map(({ name }) => !names.includes(name));
  const items = whole.items.map(({ cell }) => cell === null || cells[cell]!);
  const numbers = (kept: boolean[]) => {
    let next = 0;
    return kept.map((is) => (is ? next++ : -1));
  };
  const [cellNow, itemNow] = [numbers(cells), numbers(items)];
  return {
    ...whole,
    cells: whole.cells.filter((_, at) => cells[at]),
    windows: names.flatMap((name) => whole.cells.filter((cell) => cell.name === name)),
    items: whole.items.filter((_, at) => items[at]).map((item) => (item.cell === null ? item : { ...item, cell: cellNow[item.cell]! })),
    placements: whole.placements.flatMap((one) => {
      const [way, x, y, layer, covered, ...rest] = one;
      return covered.every((item) => items[item]) ? [[way, x, y, layer, covered.map((item) => itemNow[item]!), ...rest] as typeof one] : [];
    }),
  };
}
