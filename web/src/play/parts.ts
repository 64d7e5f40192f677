// A graph cut into parts by hand: vertices are gathered, one by one or along a stroke, until they are a part.

import { announce, clear, h, s } from "../dom";
import { t } from "../words";
import { cornersOf, drawCells } from "./cells";
import { middleOf, sheetOf } from "./drawn";
import { pointsOf, type Lying } from "./game";
import { button, isForBoard, session, undoKeys, type Play, type Settings } from "./session";

export function parts(settings: Settings): Play {
  const { board } = settings;
  let chosen = new Set<number>();
  /** The vertex that the keyboard is at. */
  let at = 0;
  let suggested: Lying | undefined;
  const now = session(settings, { paint, letGo: () => chosen.clear(), suggest(lying) { suggested = lying; paint(); }, start: () => t("partsStart") });
  const { rules, say } = now;
  const { box } = sheetOf(board, 1);
  const cells = drawCells(rules, () => ({ x: 0, y: 0 }));
  const lying = s("g", { class: "parts-lying" });
  const svg = s("svg", { viewBox: `${box.x - 0.3} ${box.y - 0.3} ${box.width + 0.6} ${box.height + 0.6}`, class: "play-board graph", tabindex: 0, role: "application", "aria-label": `${t("board")}. ${t("partsKeys")}` }, cells.below, lying, cells.above);
  svg.style.setProperty("--ratio", String(box.width / box.height));
  svg.style.setProperty("--cells", String(box.width));
  const placeButton = button(t("partsPlace"), () => settle(true));
  const element = h("div", { className: "play" }, now.status, now.details, h("div", { className: "play-stage" }, svg),
    h("div", { className: "play-tools" }, placeButton, now.undoButton, now.redoButton), now.asking, h("p", { className: "quiet small keys" }, t("partsKeys")));
  const nameAt = (cell: number) => board.cells[cell]!.name;

  const isWithin = (option: Lying) => [...chosen].every((cell) => option.cells.includes(cell));
  const fitting = () => rules.lying.filter((one): one is Lying => !!one && chosen.size > 0 && isWithin(one) && rules.fits(now.placed(), one));

  /** Places the chosen vertices if they are a part. A part that may still grow waits for the button, or for Enter. */
  function settle(isDone = false): void {
    const found = fitting();
    const whole = found.find((one) => one.cells.length === chosen.size);
    if (whole && (isDone || found.every((one) => one.cells.length === chosen.size))) {
      now.put([...now.placed(), whole.option]);
      return announce(t("playPlaced", now.nameOf(whole.piece), whole.cells.map(nameAt).join(" ")));
    }
    paint();
    if (chosen.size) say(t("partsChosen", [...chosen].map(nameAt).join(", ")), found.length ? "" : t("partsNone"));
    else now.progress();
  }

  /** Chooses a vertex, or no longer; one that lies in a part takes that part back. */
  function touch(cell: number): void {
    const owner = rules.owners(now.placed()).get(cell);
    if (owner !== undefined) {
      if (!rules.given.includes(owner)) now.put(now.placed().filter((option) => option !== owner));
      return;
    }
    if (!chosen.delete(cell)) chosen.add(cell);
    settle();
  }

  const polygon = (cell: number, className: string) => s("polygon", { points: cornersOf(pointsOf(board.cells[cell]!.outline)), class: className });

  function paint(): void {
    now.paint();
    clear(lying);
    const draw = (option: Lying, number: number, className: string) => {
      const group = s("g", { class: className });
      group.style.setProperty("--piece", board.palette![number % board.palette!.length]!);
      for (const [one, other] of board.links ?? []) {
        if (!option.cells.includes(one) || !option.cells.includes(other)) continue;
        const [from, to] = [middleOf(board.cells[one]!.outline), middleOf(board.cells[other]!.outline)];
        group.append(s("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "part-link" }));
      }
      group.append(...option.cells.map((cell) => polygon(cell, "part-cell")));
      lying.append(group);
    };
    now.placed().forEach((option, number) => { if (rules.lying[option]) draw(rules.lying[option]!, number, "part"); });
    if (suggested) draw(suggested, now.placed().length, "part suggested-part");
    for (const cell of chosen) lying.append(polygon(cell, "chosen-cell"));
    lying.append(polygon(at, "cell-cursor"));
    placeButton.disabled = !fitting().some((one) => one.cells.length === chosen.size);
    element.classList.toggle("solved", now.isSolved());
  }

  const cellUnder = (x: number, y: number) => document.elementFromPoint(x, y)?.closest<SVGElement>(".graph [data-cell]")?.dataset.cell;
  /** The vertices that a stroke came through. */
  let stroke: Set<number> | undefined;
  svg.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event.clientX, event.clientY);
    if (cell === undefined || !event.isPrimary || event.button !== 0) return;
    at = Number(cell);
    stroke = new Set([at]);
    touch(at);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!stroke || !event.buttons) return;
    const cell = Number(cellUnder(event.clientX, event.clientY) ?? -1);
    if (cell < 0 || stroke.has(cell) || rules.owners(now.placed()).has(cell)) return;
    stroke.add(cell);
    chosen.add(cell);
    settle();
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { stroke = undefined; });
  // A stroke that begins on a vertex is no scroll.
  svg.addEventListener("touchmove", (event) => { if (stroke && event.cancelable) event.preventDefault(); }, { passive: false });

  /** The vertex that lies nearest in a direction. */
  function beside(x: number, y: number): number {
    const from = middleOf(board.cells[at]!.outline);
    const cost = (cell: number) => {
      const to = middleOf(board.cells[cell]!.outline);
      const [along, across] = [(to.x - from.x) * x + (to.y - from.y) * y, Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x)];
      return along < 0.1 ? Infinity : along + 2 * across;
    };
    return board.cells.reduce((best, _, cell) => (cost(cell) < cost(best) ? cell : best), at);
  }

  const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function keys(event: KeyboardEvent): void {
    if (!isForBoard(event, element) || undoKeys(event, now) || event.target !== svg) return;
    const step = STEPS[event.key];
    if (step) {
      at = beside(...step);
      paint();
      announce(nameAt(at));
    } else if (event.key === " ") touch(at);
    else if (event.key === "Enter") {
      if (!placeButton.disabled && chosen.has(at)) settle(true);
      else touch(at);
    } else if (event.key === "Escape") {
      chosen = new Set();
      settle();
    } else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", keys);
  now.begin();
  return { element, leave: () => document.removeEventListener("keydown", keys) };
}
