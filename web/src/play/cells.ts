// The cells of a board: their places, the regions and edges between them, and what stands on them.

import { s } from "../dom";
import { middleOf } from "./drawn";
import { pointsOf, type Point, type Rules } from "./game";

export const cornersOf = (points: Point[]) => points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

const key = ({ x, y }: Point) => `${x.toFixed(2)},${y.toFixed(2)}`;

/** What lies below the pieces, and what stays visible above them: names of vertices, and lines between regions. */
export function drawCells(rules: Rules, step: (layer: number) => Point): { below: SVGGElement; above: SVGGElement } {
  const { board } = rules;
  const below = s("g", {});
  const above = s("g", { class: "above" });
  const placed = board.cells.map(({ layer, outline }) => pointsOf(outline).map(({ x, y }) => ({ x: x + step(layer).x, y: y + step(layer).y })));
  const middles = board.cells.map(({ layer, outline }) => ({ x: middleOf(outline).x + step(layer).x, y: middleOf(outline).y + step(layer).y }));
  for (const [one, other] of board.links ?? []) below.append(s("path", { d: `M${middles[one]!.x} ${middles[one]!.y}L${middles[other]!.x} ${middles[other]!.y}`, class: "link" }));
  for (const { layer, outline, mark } of board.windows ?? []) {
    const points = pointsOf(outline).map(({ x, y }) => ({ x: x + step(layer).x, y: y + step(layer).y }));
    const { x, y } = middleOf(outline);
    const text = s("text", { x: x + step(layer).x, y: y + step(layer).y, class: "sign", "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = mark;
    below.append(s("polygon", { points: cornersOf(points), class: "place window" }), text);
  }
  board.cells.forEach(({ mark, outline }, number) => {
    const [column, row] = outline[0]!;
    const isDark = board.checkered && (column + row) % 2 !== 0;
    const isOptional = !board.checkered && !rules.isNeeded(number);
    below.append(s("polygon", { points: cornersOf(placed[number]!), class: `place${isOptional ? " optional" : ""}${isDark ? " dark" : ""}`, "data-cell": number }));
    if (!mark) return;
    const text = s("text", { x: middles[number]!.x, y: middles[number]!.y, class: `sign${mark.length > 2 ? " long" : ""}`, "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = mark;
    (board.links ? above : below).append(text);
  });
  // A side of two regions is a line.
  const regions = new Map<string, number | null | undefined>();
  let lines = "";
  board.cells.forEach(({ region }, number) => placed[number]!.forEach((from, at, all) => {
    if (region === undefined || region === null) return;
    const to = all[(at + 1) % all.length]!;
    const back = `${key(to)} ${key(from)}`;
    if (regions.has(back) && regions.get(back) !== region) lines += `M${from.x} ${from.y}L${to.x} ${to.y}`;
    regions.set(`${key(from)} ${key(to)}`, region);
  }));
  above.append(s("path", { d: lines, class: "region-lines" }));
  return { below, above };
}
