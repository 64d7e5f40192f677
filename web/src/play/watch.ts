// The search on the board itself: what it has in hand, node by node, as fast as one likes, with the matrix beside it.

import { h } from "../dom";
import type { Walked } from "../protocol";
import { grouped, t } from "../words";
import type { Rules } from "./game";
import { button } from "./session";

export interface Watched {
  rules: Rules;
  /** The next looks at the search; it starts again with the first ones. */
  walk: (again: boolean, frames: number, nodes: number) => Promise<Walked>;
  /** Shows what the search has taken, and what it has just taken back. */
  show: (taken: number[], givenUp: number | undefined) => void;
  leave: () => void;
}

/** How often the search is looked at, in milliseconds, and the nodes from one look to the next: from slow to fast. */
const SPEEDS = [[1200, 1], [600, 1], [250, 1], [100, 1], [40, 1], [40, 10], [40, 100], [40, 1000], [40, 10_000]] as const;

export interface Watch {
  element: HTMLElement;
  close: () => void;
}

export function watch({ rules, walk, show, leave }: Watched): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPlaying = false;
  let isOver = false;
  let waits = false;
  let taken: number[] = [];
  const told = { nodes: 0, back: 0, solutions: 0 };
  const picture = matrix(rules);
  const status = h("p", { className: "watch-status", role: "status" });
  const playButton = button("", () => { isPlaying = !isPlaying; paint(); if (isPlaying) void next(); });
  const stepButton = button(t("watchStep"), () => { isPlaying = false; void next(1); });
  const speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: "2" });
  const element = h("section", { className: "watch", "aria-label": t("play") },
    h("div", { className: "play-tools" }, playButton, stepButton, h("label", { className: "labelled inline" }, h("span", {}, t("watchSpeed")), speed), button(t("close"), leave)),
    status, h("p", { className: "quiet small" }, t("watchHint")), picture.element);

  function paint(): void {
    playButton.textContent = t(isPlaying ? "watchPause" : "watchPlay");
    for (const one of [playButton, stepButton]) one.disabled = isOver;
    const counts = t("watchCounts", grouped(told.nodes), taken.length, grouped(told.back), grouped(told.solutions));
    status.textContent = isOver ? `${t("watchOver")} ${counts}` : counts;
  }

  /** One look; the next one follows while it plays. It stops at a solution if one can see it come. */
  async function next(only?: number): Promise<void> {
    clearTimeout(timer);
    if (waits || isOver) return;
    const [pause, nodes] = SPEEDS[Number(speed.value)]!;
    waits = true;
    const answer = await walk(told.nodes === 0, 1, only ?? nodes).catch(() => undefined);
    waits = false;
    const frame = answer?.frames[0];
    if (!answer || !frame) return;
    const before = new Set(taken);
    const after = new Set(frame.taken);
    const gone = taken.filter((option) => !after.has(option));
    taken = frame.taken;
    told.nodes = answer.nodes;
    // Between two nodes the search goes back if what it had is not all there.
    if (gone.length) told.back += 1;
    if (frame.solution) told.solutions += 1;
    isOver = answer.ended;
    if (isOver || (frame.solution && nodes === 1)) isPlaying = false;
    show(taken, gone.find((option) => before.has(option) && rules.lying[option]));
    picture.show(taken);
    paint();
    if (isPlaying) timer = setTimeout(() => void next(), pause);
  }

  paint();
  isPlaying = true;
  paint();
  void next();
  return {
    element,
    close() {
      isOver = true;
      clearTimeout(timer);
      element.remove();
    },
  };
}

/** The largest matrix that is drawn beside the board. */
const MOST = 4000;

/** The matrix as a picture: a line for each option, a column for each item. What is taken, what fits no more, and what is still there. */
function matrix(rules: Rules): { element: HTMLElement; show: (taken: number[]) => void } {
  const { items, placements } = rules.board;
  // The cells of a table are items of the board alone: they come last, and have no names.
  const columns = items.some(({ name }) => name !== undefined) ? items.filter(({ name }) => name !== undefined).length : items.length;
  const canvas = h("canvas", { className: "matrix-picture", width: columns, height: placements.length, role: "img", "aria-label": t("matrix") });
  const context = canvas.getContext("2d");
  if (!context || placements.length > MOST) return { element: h("p", { className: "quiet small" }, t("watchNoMatrix")), show: () => undefined };
  const show = (taken: number[]) => {
    const style = getComputedStyle(canvas);
    const [alive, chosen, gone] = ["--cell", "--accent", "--line"].map((name) => style.getPropertyValue(name));
    const [inHand, fits] = [new Set(taken), rules.room(taken)];
    context.clearRect(0, 0, canvas.width, canvas.height);
    placements.forEach(([, , , , covered], option) => {
      const lying = rules.lying[option];
      context.fillStyle = inHand.has(option) ? chosen! : lying && !fits(lying) ? gone! : alive!;
      for (const item of covered) if (item < columns) context.fillRect(item, option, 1, 1);
    });
  };
  requestAnimationFrame(() => show([]));
  return { element: h("figure", { className: "matrix-box" }, canvas, h("figcaption", { className: "quiet small" }, t("watchMatrix", placements.length, columns))), show };
}
