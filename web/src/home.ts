// The start page: my puzzles, those that ship, the lessons.

import { leave } from "./address";
import { CATALOGUE, LESSONS, titleInCatalogue } from "./catalogue";
import { Desk } from "./desk";
import { clear, drawing, h, save } from "./dom";
import { puzzlePicture } from "./picture";
import type { Document, Shown } from "./protocol";
import { exported, forget, saved, trouble, type Saved } from "./saved";
import { main, type Mode } from "./state";
import { lessonWords, puzzleWords, t } from "./words";

/** A card has room for this many pieces. */
const MOST_PIECES = 12;

/** Where the start page leads. */
export interface Ways {
  openDocument: (document: Document, address: string, more?: { id?: string; mode?: Mode }) => void;
  openDrawing: () => void;
  openLesson: (id: string) => void;
  openFiles: (files: File[]) => void;
}

const named = ([title, about]: readonly string[]) => [h("strong", {}, title!), h("span", { className: "quiet small" }, about!)];

/** The start page, perhaps with a Sudoku. */
export function home(ways: Ways, grid?: string): void {
  leave();
  document.title = "Combien";
  if (grid === undefined) history.replaceState(null, "", location.pathname);
  clear(main);
  main.className = "home";
  const input = h("input", { type: "file", multiple: true, accept: ".cmb,.dlx,.json,.sage,.csv,.tsv,.mps,.xmpuzzle,.txt,.sdk,.sdm,.shard", hidden: true, onchange: () => ways.openFiles([...(input.files ?? [])]) });
  const shelves = h("div", { className: "shelves" });
  const none = h("p", { className: "quiet", hidden: true, role: "status" }, t("searchNone"));
  main.append(
    h("div", { className: "hero" },
      h("h1", {}, "Combien"), h("p", { className: "lead" }, t("tagline")),
      h("div", { className: "group" },
        h("button", { type: "button", className: "primary", onclick: () => ways.openDrawing() }, t("newPuzzleLong")),
        h("button", { type: "button", onclick: () => input.click() }, t("openFile")), input,
        h("span", { className: "quiet small dropped" }, t("openHint"))),
      h("p", { className: "quiet small" }, t("nothingSent"))),
    // One that a link brings is at the top.
    ...(grid === undefined ? [] : [typedSudoku(ways, grid)]),
    mine(ways),
    h("div", { className: "search" }, h("h2", {}, t("puzzles")),
      h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: (event: Event) => {
        none.hidden = sift(shelves, (event.target as HTMLInputElement).value);
      } })),
    none,
    shelves,
    ...(grid === undefined ? [typedSudoku(ways, grid)] : []));
  main.append(h("h2", { className: "lessons-title" }, t("lessons")), h("ul", { className: "cards lessons" }, ...LESSONS.map((lesson) =>
    h("li", {}, h("a", { className: "entry", href: `?lesson=${lesson.id}`, onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      ways.openLesson(lesson.id);
    } }, ...named(lessonWords(lesson.id)))))));
  const thumbnails = new Desk();
  let turn = Promise.resolve();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      const index = Number((entry.target as HTMLElement).dataset.index);
      const document = CATALOGUE[index]!.document(new URLSearchParams());
      turn = turn.then(async () => {
        if (!entry.target.isConnected) return;
        entry.target.replaceChildren(...(await puzzlePicture(thumbnails, document, MOST_PIECES)));
      }).catch(() => undefined);
    }
  }, { rootMargin: "200px" });
  let cards = h("ul", { className: "cards" });
  CATALOGUE.forEach((entry, index) => {
    if (entry.group) {
      cards = h("ul", { className: "cards" });
      shelves.append(h("section", {}, h("h3", {}, t(entry.group)), cards));
    }
    const picture = h("span", { className: "picture", "aria-hidden": "true" });
    picture.dataset.index = String(index);
    cards.append(h("li", {}, h("a", { className: "entry", href: `?puzzle=${entry.id}`, onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      ways.openDocument(entry.document(new URLSearchParams()), `?puzzle=${entry.id}`);
    } }, picture, ...named(puzzleWords(entry.id)))));
    watcher.observe(picture);
  });
  window.scrollTo(0, 0);
}

/** Shows the cards that have all words of a search, and groups with such cards. Returns whether there are some. */
function sift(shelves: HTMLElement, search: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain(search).split(/\s+/);
  let found = 0;
  for (const shelf of shelves.children as HTMLCollectionOf<HTMLElement>) {
    const title = shelf.firstElementChild!.textContent ?? "";
    const cards = [...shelf.querySelectorAll<HTMLElement>("li")];
    for (const card of cards) card.hidden = !words.every((word) => plain(`${title} ${card.textContent}`).includes(word));
    const shown = cards.filter((card) => !card.hidden).length;
    shelf.hidden = !shown;
    found += shown;
  }
  return found > 0;
}

/** The grid to type a Sudoku into; the rest of it is loaded when it is opened. The address keeps the grid. */
function typedSudoku(ways: Ways, grid: string | undefined): HTMLElement {
  const box = h("details", { className: "sudoku-box", open: grid !== undefined }, h("summary", {}, t("sudoku")));
  let loaded = false;
  const load = async () => {
    if (loaded || !box.open) return;
    loaded = true;
    const { sudoku } = await import("./sudoku");
    const changed = (line: string) => history.replaceState(null, "", `${location.pathname}#s=${line}`);
    const open = (line: string, mode: Mode) => ways.openDocument({ kind: "puzzle", text: "sudoku 3x3 grid.txt", files: { "grid.txt": `${line}\n` } }, "./", { mode });
    box.append(sudoku(grid ?? "", changed, open).element);
  };
  box.addEventListener("toggle", () => void load());
  void load();
  return box;
}

/** What was played or changed in this browser, each with a picture of its board as it was left. */
function mine(ways: Ways): HTMLElement {
  const all = saved();
  const section = h("section", { className: "mine", hidden: all.length === 0, "aria-labelledby": "mine" });
  if (!all.length) return section;
  const pictures = new Desk();
  let turn = Promise.resolve();
  const show = ({ document, game }: Saved, picture: HTMLElement) => {
    turn = turn.then(async () => {
      if (!picture.isConnected) return;
      await pictures.ask({ do: "open", document });
      const shown = await pictures.ask<Shown>({ do: "show", request: { options: [...(game?.placed ?? [])], form: "svg", cell: 16, outlined: true } });
      if (shown.type === "shown" && shown.svg) picture.replaceChildren(drawing(shown.svg));
    }).catch(() => undefined);
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      show(all[Number((entry.target as HTMLElement).dataset.index)]!, entry.target as HTMLElement);
    }
  }, { rootMargin: "200px" });
  const cards = all.map((one, index) => {
    const picture = h("span", { className: "picture", "aria-hidden": "true" });
    picture.dataset.index = String(index);
    watcher.observe(picture);
    const state = one.solved ? t("mineSolved") : one.game ? t("minePlaced", one.game.placed.length) : "";
    const title = titleInCatalogue(one.document) ?? one.title;
    const item = h("li", {},
      h("a", { className: "entry", href: "./", onclick: (event: MouseEvent) => {
        event.preventDefault();
        ways.openDocument(one.document, "./", { id: one.id });
      } }, picture, h("strong", {}, title), h("span", { className: "quiet small" }, state)),
      h("button", { type: "button", className: "quiet small remove", "aria-label": t("removeThis", title), onclick: () => {
        forget(one.id);
        item.remove();
        if (!saved().length) section.hidden = true;
      } }, "×"));
    return item;
  });
  const kept = h("button", { type: "button", className: "small", onclick: () => save("combien-puzzles.json", exported(), "application/json") }, t("mineSave"));
  section.append(h("h2", { id: "mine" }, t("mine")), h("div", { className: "group" }, h("span", { className: "quiet small" }, t(trouble() ?? "mineKept")), kept), h("ul", { className: "cards" }, ...cards));
  return section;
}
