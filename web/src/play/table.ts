// The table of a game: the board with what lies on it, the shadow of the piece in hand, and the tray.

import { clear, h, s } from "../dom";
import type { PlayBoard } from "../protocol";
import { t } from "../words";
import { alone, letters, middleOf, shape, sheetOf, type Sheet } from "./drawn";
import { boxOf, pointsOf, type Lying, type Point, type Rules } from "./game";

/** A piece in hand: from the tray, or from where it lies on the board. */
export interface Hand {
  piece: number;
  way: number;
  /** The placement that it is lifted from. */
  from?: number;
  /** Where the keyboard holds it. */
  spot?: Lying;
}

/** Where a piece would lie, and whether it fits there; without a placement, the cells below it. */
export interface Shadow {
  way: number;
  lying?: Lying;
  cells: number[];
  fits: boolean;
}

export interface Table {
  element: HTMLElement;
  svg: SVGSVGElement;
  tray: HTMLElement;
  sheet: Sheet;
  /** Draws the board and the tray again. */
  paint: (placed: readonly number[], ways: readonly number[], hand: Hand | undefined) => void;
  shade: (shadow: Shadow | undefined, placed: readonly number[]) => void;
  /** Marks one placement: the one that a hint speaks of, or that the keyboard is on. */
  point: (option: number | undefined, kind: "hinted" | "at") => void;
  /** Shows a placement that lies there no more or not yet. */
  suggest: (lying: Lying | undefined) => void;
}

const outlineOf = (points: Point[]) => points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

export function table(rules: Rules): Table {
  const { board } = rules;
  const layers = new Set(board.cells.map((cell) => cell.layer)).size;
  const isNarrow = innerWidth < 600;
  const columns = layers === 1 ? 1 : Math.min(layers, isNarrow ? 2 : 3);
  const sheet = sheetOf(board, columns);
  const { x, y, width, height } = sheet.box;
  const step = (layer: number): Point => sheet.steps.get(layer) ?? { x: 0, y: 0 };
  const lying = s("g", {});
  const suggested = s("g", {});
  const shadows = s("g", { class: "shadows" });
  const svg = s("svg", {
    viewBox: `${x - 0.15} ${y - 0.15} ${width + 0.3} ${height + (layers > 1 ? 0.8 : 0.3)}`, class: "play-board", tabindex: 0, role: "application",
    "aria-label": `${t("board")}. ${t("playKeys")}`,
  });
  svg.style.setProperty("--ratio", String(width / height));
  svg.style.setProperty("--cells", String(width));
  // A pattern is what tells a place that is taken from a free one without colors.
  const hatch = s("pattern", { id: "hatch", width: 0.22, height: 0.22, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { width: 0.22, height: 0.22, class: "hatch-ground" }), s("rect", { width: 0.1, height: 0.22, class: "hatch-line" }));
  svg.append(s("defs", {}, hatch));
  board.cells.forEach((cell, number) => {
    const { x: dx, y: dy } = step(cell.layer);
    const points = pointsOf(cell.outline).map((point) => ({ x: point.x + dx, y: point.y + dy }));
    svg.append(s("polygon", { points: outlineOf(points), class: isOptional(board, number) ? "place optional" : "place", "data-cell": number }));
    if (cell.mark) {
      const at = middleOf(cell.outline);
      const text = s("text", { x: at.x + dx, y: at.y + dy, class: "sign", "text-anchor": "middle", "dominant-baseline": "central" });
      text.textContent = cell.mark;
      svg.append(text);
    }
  });
  if (layers > 1) {
    [...sheet.middles].forEach(([, at], number) => {
      const text = s("text", { x: at.x, y: sheet.bottoms[number]! + 0.5, class: "layer-name", "text-anchor": "middle", "font-size": width * (isNarrow ? 0.038 : 0.02) });
      text.textContent = t("layer", number + 1);
      svg.append(text);
    });
  }
  svg.append(lying, suggested, shadows);

  const tray = h("div", { className: "tray", role: "group", "aria-label": t("pieces") });
  const element = h("div", { className: "table" }, h("div", { className: "play-stage" }, svg), tray);

  const cellsOf = (option: Lying) => option.cells.map((cell) => board.cells[cell]!);
  const pieceOn = (option: Lying, className: string): SVGGElement => {
    const group = shape(cellsOf(option), board.pieces[option.piece]!.color, step, className);
    group.append(...letters(board.ways[option.way]!, option.at, option.layer, step));
    group.dataset.option = String(option.option);
    return group;
  };

  function paintTray(placed: readonly number[], ways: readonly number[], hand: Hand | undefined): void {
    const focused = tray.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.piece : undefined;
    const most = Math.max(...board.ways.map((way) => {
      const { left, top, right, bottom } = boxOf(way.cells.flatMap((cell) => pointsOf(cell.outline)));
      return Math.max(right - left, bottom - top);
    }));
    const unit = Math.min(26, (isNarrow ? 64 : 84) / most);
    clear(tray);
    board.pieces.forEach((piece, number) => {
      const left = rules.left(placed, number);
      if (piece.most === 0) return;
      const isHeld = hand?.piece === number && hand.from === undefined;
      const button = h("button", {
        type: "button", className: `tray-piece${isHeld ? " held" : ""}`, "aria-pressed": String(isHeld), disabled: left <= 0,
      }, h("span", { className: "unseen" }, left === Infinity ? piece.name : t("playLeft", piece.name, left)), alone(board.ways[ways[number]!]!, piece.color, unit), piece.most === 1 ? null : h("span", { className: "count", "aria-hidden": "true" }, left === Infinity ? "∞" : `× ${left}`));
      button.dataset.piece = String(number);
      tray.append(button);
    });
    if (focused !== undefined) tray.querySelector<HTMLElement>(`[data-piece="${focused}"]`)?.focus({ preventScroll: true });
  }

  return {
    element, svg, tray, sheet,
    paint(placed, ways, hand) {
      clear(lying);
      for (const option of placed) {
        const one = rules.lying[option];
        if (one) lying.append(pieceOn(one, `lying${rules.given.includes(option) ? " given" : ""}${hand?.from === option ? " lifted" : ""}`));
      }
      paintTray(placed, ways, hand);
    },
    shade(shadow, placed) {
      clear(shadows);
      if (!shadow) return;
      if (shadow.fits && shadow.lying) return shadows.append(pieceOn(shadow.lying, "shadow fits"));
      const owners = rules.owners(placed);
      for (const cell of shadow.cells) {
        const { outline, layer } = board.cells[cell]!;
        const { x: dx, y: dy } = step(layer);
        shadows.append(s("polygon", { points: outlineOf(pointsOf(outline).map((point) => ({ x: point.x + dx, y: point.y + dy }))), class: "shadow clash" }));
        if (shadow.lying && !owners.has(cell)) continue;
        const at = middleOf(outline);
        shadows.append(s("path", { d: `M${at.x + dx - 0.16} ${at.y + dy - 0.16}l.32 .32m0 -.32l-.32 .32`, class: "cross" }));
      }
    },
    point(option, kind) {
      for (const one of lying.querySelectorAll(`.${kind}`)) one.classList.remove(kind);
      if (option !== undefined) lying.querySelector(`[data-option="${option}"]`)?.classList.add(kind);
    },
    suggest(one) {
      clear(suggested);
      if (one) suggested.append(pieceOn(one, "suggested"));
    },
  };
}

/** May this cell stay empty? */
function isOptional(board: PlayBoard, cell: number): boolean {
  const item = board.items.findIndex((one) => one.cell === cell);
  if (item < 0) return true;
  return board.items[item]!.least === 0 || board.placements.some(([way, , , , items]) => way < 0 && items.includes(item));
}
