// A puzzle as it is before the first move: on its card, and on a sheet of paper.

import type { Desk } from "./desk";
import { drawing, h, s } from "./dom";
import { alone } from "./play/drawn";
import type { Answer, Document, PlayBoard, Shown } from "./protocol";
import { cluesOf } from "./techniques";

/** The board and some of its pieces, without a solution. Only what is not played by hand is shown solved. */
export async function puzzlePicture(desk: Desk, document: Document, most: number, unit = 7): Promise<Node[]> {
  const clues = cluesOf(document);
  if (clues !== undefined) return [cluesPicture(clues)];
  await desk.ask({ do: "open", document });
  const board = await desk.ask<Answer>({ do: "ask", question: { ask: "board" } });
  const played = board.type === "board" ? board : undefined;
  if (played?.form === "rows") return [rowsPicture(played)];
  const isSolid = !!played && new Set(played.cells.map((cell) => cell.layer)).size > 1;
  const firsts = (played?.pieces ?? []).map((_, piece) => played!.ways.find((way) => way.piece === piece)).filter((way) => way?.cells.length);
  const pieces = firsts.slice(0, most).map((way) => alone(way!, played!.pieces[way!.piece]!.color, isSolid ? 1.7 * unit : unit));
  const few = h("span", { className: "few" }, ...pieces);
  if (isSolid) return [few];
  const shown = await desk.ask<Shown>({ do: "show", request: played ? { options: played.taken, form: "svg", outlined: true, cell: 16 } : { form: "thumbnail", cell: 16 } });
  if (shown.type !== "shown") return [];
  const picture = shown.svg ? drawing(shown.svg) : shown.text ? h("pre", {}, shown.text) : undefined;
  return [picture, pieces.length ? few : undefined].filter((one) => one !== undefined);
}

/** The entries of a matrix. */
function rowsPicture({ items, placements }: PlayBoard): Node {
  const entries = placements.flatMap(([, , , , covered], row) => covered.map((item) => `M${item} ${row}h0.8v0.8h-0.8z`));
  return s("svg", { viewBox: `-0.3 -0.3 ${items.length + 0.4} ${placements.length + 0.4}`, width: 120, height: 120 }, s("path", { d: entries.join(""), fill: "#4f93b5" }));
}

/** The clues of a Sudoku in their grid. */
function cluesPicture(clues: string): Node {
  const lines = Array.from({ length: 10 }, (_, at) => `M${at} 0v9M0 ${at}h9`).join("");
  const thick = [0, 3, 6, 9].map((at) => `M${at} 0v9M0 ${at}h9`).join("");
  const svg = s("svg", { viewBox: "-0.1 -0.1 9.2 9.2", width: 120, height: 120 }, s("path", { d: lines, stroke: "#c0c0c0", "stroke-width": 0.04 }), s("path", { d: thick, stroke: "#222222", "stroke-width": 0.1 }));
  [...clues].forEach((digit, cell) => {
    if (digit === ".") return;
    const text = s("text", { x: (cell % 9) + 0.5, y: Math.floor(cell / 9) + 0.78, "text-anchor": "middle", "font-size": 0.75 });
    text.textContent = digit;
    svg.append(text);
  });
  return svg;
}

