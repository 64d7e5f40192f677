// The drawing of a board to be played: cells, what lies on them, and single pieces.

import { s } from "../dom";
import type { PlayBoard, PlayWay } from "../protocol";
import { boxOf, centre, middle, pointsOf, type Point } from "./game";

type Cells = { layer: number; outline: [number, number][] }[];

/** Where the layers of a board are drawn: side by side, or below each other where that is narrower. */
export interface Sheet {
  /** The step from where a layer's cells are to where they are drawn. */
  steps: Map<number, Point>;
  box: { x: number; y: number; width: number; height: number };
  /** The middle of each layer as it is drawn, and where it ends below, from the lowest layer. */
  middles: Map<number, Point>;
  bottoms: number[];
}

const GAP = 0.9;

/** The sheet of a board; its layers stand in rows of this many. */
export function sheetOf(board: PlayBoard, columns: number): Sheet {
  const { left, top, right, bottom } = boxOf([...board.cells, ...(board.windows ?? [])].flatMap((cell) => pointsOf(cell.outline)));
  const layers = [...new Set(board.cells.map((cell) => cell.layer))].sort((one, other) => one - other);
  const place = (at: number): Point => ({ x: (at % columns) * (right - left + GAP), y: Math.floor(at / columns) * (bottom - top + GAP) });
  const steps = new Map(layers.map((layer, at) => [layer, place(at)]));
  const last = place(Math.min(columns, layers.length) - 1);
  const height = place(layers.length - 1).y + bottom - top;
  const middles = new Map(layers.map((layer) => {
    const step = steps.get(layer)!;
    const own = centre(board.cells.filter((cell) => cell.layer === layer).flatMap((cell) => pointsOf(cell.outline)));
    return [layer, { x: own.x + step.x, y: own.y + step.y }];
  }));
  const bottoms = layers.map((_, at) => place(at).y + bottom);
  return { steps, middles, bottoms, box: { x: left, y: top, width: last.x + right - left, height } };
}

const key = (point: Point) => `${point.x.toFixed(2)},${point.y.toFixed(2)}`;

/** The cells of a piece as one path, and its outline as another: the sides that only one of its cells has. */
export function paths(cells: Cells, step: (layer: number) => Point): { body: string; outline: string } {
  const sides = new Map<string, string>();
  let body = "";
  for (const { layer, outline } of cells) {
    const { x, y } = step(layer);
    const points = pointsOf(outline).map((point) => ({ x: point.x + x, y: point.y + y }));
    body += `M${points.map((point) => `${point.x.toFixed(3)} ${point.y.toFixed(3)}`).join("L")}Z`;
    points.forEach((from, at) => {
      const to = points[(at + 1) % points.length]!;
      // Two cells of different layers may lie side by side on the sheet.
      const [there, back] = [`${layer}:${key(from)}:${key(to)}`, `${layer}:${key(to)}:${key(from)}`];
      if (!sides.delete(back)) sides.set(there, `M${from.x.toFixed(3)} ${from.y.toFixed(3)}L${to.x.toFixed(3)} ${to.y.toFixed(3)}`);
    });
  }
  return { body, outline: [...sides.values()].join("") };
}

/** A piece as it lies on the board or anywhere else. */
export function shape(cells: Cells, color: string, step: (layer: number) => Point, className = "piece-shape"): SVGGElement {
  const { body, outline } = paths(cells, step);
  const group = s("g", { class: className });
  group.style.setProperty("--piece", color);
  group.append(s("path", { d: body, class: "body" }), s("path", { d: outline, class: "outline" }));
  return group;
}

/** The letters on a piece, if it has marks or colored sides. */
export function letters(way: PlayWay, at: Point, layer: number, step: (layer: number) => Point): SVGTextElement[] {
  // One in the middle of each cell has the cell to itself.
  const isAlone = way.labels.length === way.cells.length && way.labels.every(([x, y]) => way.cells.some(({ outline }) => Math.hypot(middleOf(outline).x - x, middleOf(outline).y - y) < 0.05));
  return way.labels.map(([x, y, own, sign]) => {
    const { x: dx, y: dy } = step(own + layer);
    const text = s("text", { x: x + at.x + dx, y: y + at.y + dy, class: isAlone ? "sign big" : "sign", "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = sign;
    return text;
  });
}

/** The parts of a piece in other colors. */
export function tints(way: PlayWay, at: Point): SVGElement[] {
  return (way.tints ?? []).map(([outline, color]) => {
    const tint = s("polygon", { points: outline.map(([x, y]) => `${(x + at.x).toFixed(3)},${(y + at.y).toFixed(3)}`).join(" "), class: "tint" });
    tint.style.fill = color;
    return tint;
  });
}

/** How far up a layer is drawn from the one below it, in a picture of a single piece. */
const LIFT = 0.34;

/** A piece alone, as in the tray: layers a little above each other. */
export function alone(way: PlayWay, color: string, unit?: number): SVGSVGElement {
  const low = Math.min(...way.cells.map((cell) => cell.layer));
  const step = (layer: number): Point => ({ x: (layer - low) * LIFT, y: (low - layer) * LIFT });
  const points = way.cells.flatMap(({ layer, outline }) => pointsOf(outline).map(({ x, y }) => ({ x: x + step(layer).x, y: y + step(layer).y })));
  const { left, top, right, bottom } = boxOf(points);
  const [x, y] = [left - 0.1, top - 0.1];
  const [width, height] = [right + 0.1 - x, bottom + 0.1 - y];
  const svg = s("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "piece-alone", "aria-hidden": "true" });
  if (unit !== undefined) {
    svg.style.width = `${width * unit}px`;
    svg.style.height = `${height * unit}px`;
  }
  const layers = [...new Set(way.cells.map((cell) => cell.layer))].sort((one, other) => one - other);
  for (const layer of layers) svg.append(shape(way.cells.filter((cell) => cell.layer === layer), color, step));
  svg.append(...tints(way, { x: 0, y: 0 }), ...letters(way, { x: 0, y: 0 }, 0, step));
  return svg;
}

export const middleOf = (outline: [number, number][]): Point => middle(pointsOf(outline));
