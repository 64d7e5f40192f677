// Many solutions as small pictures: only those in view are drawn, however many there are.

import { clear, drawing, h } from "./dom";
import type { Shown, ShowRequest } from "./protocol";
import { t } from "./words";

/** A card in pixels, its gap included. */
const CARD = { width: 148, height: 148 };
/** This many drawn pictures are kept. */
const KEPT = 400;

export interface Gallery {
  element: HTMLElement;
  add: (solutions: number[][]) => void;
  count: () => number;
}

/** Solutions; `caption` says what stands below each, and is its number if there is none. If they are `outlined`, the board is drawn, too. */
export function gallery(show: (request: ShowRequest) => Promise<Shown>, chosen: (options: number[], place: number) => void, caption?: (place: number) => string, outlined = false): Gallery {
  const solutions: number[][] = [];
  const drawn = new Map<number, Promise<Node>>();
  const sheet = h("div", { className: "sheet", role: "list", "aria-label": t("solutionsList") });
  const scroller = h("div", { className: "gallery", tabIndex: 0, onscroll: () => update(), "aria-label": t("solutionsList"), role: "region" }, sheet);
  /** The one that arrows lead on from. */
  let at = -1;
  scroller.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -solutions.length, End: solutions.length };
    const step = steps[event.key];
    if (!step || !solutions.length) return;
    event.preventDefault();
    choose(Math.min(solutions.length - 1, Math.max(0, (at < 0 ? (step > 0 ? -step : 0) : at) + step)));
  });
  /** Shows a solution, and its card. */
  function choose(place: number): void {
    at = place;
    const top = Math.floor(place / columns) * CARD.height;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    if (top + CARD.height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + CARD.height - scroller.clientHeight;
    update();
    for (const [other, card] of cards) card.classList.toggle("at", other === place);
    cards.get(place)?.querySelector("button")?.focus({ preventScroll: true });
    chosen(solutions[place]!, place);
  }
  let columns = 1;
  const cards = new Map<number, HTMLElement>();

  const picture = (place: number): Promise<Node> => {
    let made = drawn.get(place);
    if (!made) {
      made = show({ options: solutions[place], form: "svg", cell: 16, outlined }).then((shown) =>
        shown.type === "shown" && shown.svg ? drawing(shown.svg) : h("pre", {}, shown.type === "shown" ? (shown.text ?? "") : shown.message));
      drawn.set(place, made);
      if (drawn.size > KEPT) drawn.delete(drawn.keys().next().value as number);
    }
    return made;
  };

  function update(): void {
    const wide = scroller.clientWidth || CARD.width;
    columns = Math.max(1, Math.floor(wide / CARD.width));
    sheet.style.height = `${Math.ceil(solutions.length / columns) * CARD.height}px`;
    const [first, last] = [Math.floor(scroller.scrollTop / CARD.height) - 1, Math.ceil((scroller.scrollTop + scroller.clientHeight) / CARD.height) + 1];
    const [from, to] = [Math.max(0, first * columns), Math.min(solutions.length, last * columns)];
    for (const [place, card] of cards) {
      if (place < from || place >= to) {
        card.remove();
        cards.delete(place);
      }
    }
    for (let place = from; place < to; place++) {
      let card = cards.get(place);
      if (!card) {
        const button = h("button", { type: "button", className: "card", "aria-label": caption?.(place) ?? t("solutionNumber", place + 1), onclick: () => choose(place) });
        card = h("div", { role: "listitem", className: "slot" }, button, h("span", { className: "number", "aria-hidden": "true" }, caption?.(place) ?? String(place + 1)));
        cards.set(place, card);
        sheet.append(card);
        void picture(place).then((node) => {
          clear(button);
          button.append(node.cloneNode(true));
        }, () => undefined);
      }
      card.style.transform = `translate(${(place % columns) * (wide / columns)}px, ${Math.floor(place / columns) * CARD.height}px)`;
      card.style.width = `${wide / columns}px`;
    }
  }
  new ResizeObserver(update).observe(scroller);
  return {
    element: scroller,
    add(more) {
      for (const one of more) solutions.push(one);
      update();
    },
    count: () => solutions.length,
  };
}
