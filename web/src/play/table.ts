// The table of a game: the board with what lies on it, the shadow of the piece in hand, and the tray.

import { clear, h, s } from "../dom";
import { t } from "../words";
import { cornersOf, drawCells } from "./cells";
import { space, type Body } from "./space";
import { alone, letters, middleOf, shape, sheetOf, tints, type Sheet } from "./drawn";
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

/** The table; what is tapped in the view of space is told. */
export function table(rules: Rules, touched: (option: number) => void): Table {
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
  const cells = drawCells(rules, step);
  svg.append(cells.below);
  if (layers > 1) {
    [...sheet.middles].forEach(([, at], number) => {
      const text = s("text", { x: at.x, y: sheet.bottoms[number]! + 0.5, class: "layer-name", "text-anchor": "middle", "font-size": width * (isNarrow ? 0.038 : 0.02) });
      text.textContent = t("layer", number + 1);
      svg.append(text);
    });
  }
  svg.append(lying, suggested, shadows, cells.above);

  const tray = h("div", { className: "tray", role: "group", "aria-label": t("pieces") });
  const solid = layers > 1 ? space(rules, touched) : undefined;
  const element = h("div", { className: "table" }, h("div", { className: `play-stage${solid ? " in-space" : ""}` }, svg, solid?.element), tray);
  let bodies: Body[] = [];

  const cellsOf = (option: Lying) => option.cells.map((cell) => board.cells[cell]!);
  const pieceOn = (option: Lying, className: string): SVGGElement => {
    const group = shape(cellsOf(option), board.pieces[option.piece]!.color, step, className);
    group.append(...tints(board.ways[option.way]!, option.at), ...letters(board.ways[option.way]!, option.at, option.layer, step));
    group.dataset.option = String(option.option);
    return group;
  };

  function paintTray(placed: readonly number[], ways: readonly number[], hand: Hand | undefined): void {
    const focused = tray.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.piece : undefined;
    const most = Math.max(...board.ways.map((way) => {
      const { left, top, right, bottom } = boxOf(way.cells.flatMap((cell) => pointsOf(cell.outline)));
      return Math.max(right - left, bottom - top);
    }));
    // Letters and digits are to be read.
    const least = board.ways.some((way) => way.labels.length) ? 18 : 9;
    const unit = Math.max(least, Math.min(most > 1 ? 26 : 36, (isNarrow ? 64 : 84) / most));
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
      bodies = placed.flatMap((option) => (option !== hand?.from || !hand.spot) && rules.lying[option] ? [{ lying: rules.lying[option], kind: "" as const }] : []);
      solid?.show(bodies);
    },
    shade(shadow, placed) {
      if (shadow?.lying) solid?.show([...bodies.filter(({ lying: { option } }) => placed.includes(option)), { lying: shadow.lying, kind: shadow.fits ? "ghost" : "wrong" }]);
      else solid?.show(bodies);
      clear(shadows);
      const inTheWay = new Set(shadow?.lying && !shadow.fits ? rules.against(placed, shadow.lying) : []);
      for (const one of lying.children) one.classList.toggle("in-the-way", inTheWay.has(Number((one as SVGElement).dataset.option)));
      if (!shadow) return;
      if (shadow.fits && shadow.lying) return shadows.append(pieceOn(shadow.lying, "shadow fits"));
      const owners = rules.owners(placed);
      for (const cell of shadow.cells) {
        const { outline, layer } = board.cells[cell]!;
        const { x: dx, y: dy } = step(layer);
        shadows.append(s("polygon", { points: cornersOf(pointsOf(outline).map((point) => ({ x: point.x + dx, y: point.y + dy }))), class: "shadow clash" }));
        // What is in the way may lie elsewhere, as a queen that attacks.
        if (shadow.lying && !owners.has(cell) && shadow.cells.some((other) => owners.has(other))) continue;
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
