// A puzzle that is open: to be played, changed, or asked about.

import { enter, entryHere, lastAddress, leave, writeAddress } from "./address";
import { answers } from "./answers";
import { canvas } from "./canvas";
import { titleInCatalogue } from "./catalogue";
import { Stopped, type Bug } from "./desk";
import { announce, clear, failure, h, toast } from "./dom";
import { marked, markList, wordsOf, type Verb } from "./marks";
import { start, startEarly, type Started } from "./play/start";
import type { Described, Document, Drawing, Marks, Matrix, Seen, Shelf } from "./protocol";
import { byId, find as findSaved, freshId, isBegun, store } from "./saved";
import { sharing } from "./sharing";
import { desk, main, page, type Mode } from "./state";
import { currentLanguage, t } from "./words";

/** A change that is soon to be looked at. */
let pending: ReturnType<typeof setTimeout> | undefined;
function settled(): void {
  clearTimeout(pending);
  pending = undefined;
}
/** Was the document changed since it was last kept? */
let isChanged = false;

/** The document changed: it is looked at, and both views follow. Answers about another one are forgotten, but for a solution that
 *  stays one. */
function changed(next: Document, now = false, stays = false): void {
  isChanged = true;
  page.document = next;
  page.turn += 1;
  page.bench?.answers.forget(stays);
  settled();
  pending = setTimeout(() => void look(), now ? 0 : 160);
}

async function look(): Promise<void> {
  settled();
  const mine = ++page.turn;
  const open = page.document;
  if (!open || !page.bench) return;
  let said: Seen | { type: "error"; message: string };
  try {
    said = await desk.ask<Seen | { type: "error"; message: string }>({ do: "look", document: open });
  } catch (error) {
    if (!(error instanceof Stopped)) toast(t("bug", (error as Bug).message), "error");
    return;
  }
  if (mine !== page.turn || !page.bench || said.type !== "seen") return;
  page.seen = said;
  if (said.marks?.lost.length) {
    // The document is what is open now, so it loses these marks without being looked at again.
    const { taken, forbidden, lost } = said.marks;
    open.marks = { taken, forbidden };
    const some = lost.slice(0, 3).map((words) => words.slice(0, 80)).join("; ");
    toast(t("markLost", lost.length > 3 ? `${some}; …` : some));
  }
  await page.bench.after();
  await writeAddress();
}

type Pane = "draw" | "write" | "matrix";

/** How a document is opened: at an address of its own, in a mode, as one of my puzzles; else as the entry of the history says. */
export interface Opening {
  address?: string;
  mode?: Mode;
  id?: string;
}

export async function openDocument(opened: Document, { address, mode, id }: Opening = {}): Promise<void> {
  const last = await lastAddress();
  leave();
  const entry = address === undefined ? entryHere() : {};
  page.document = opened;
  page.seen = undefined;
  isChanged = false;
  // What the history calls this puzzle may by now be the name of another one.
  const unkept = entry.id !== undefined && !byId(entry.id) ? entry.id : undefined;
  page.id = id ?? findSaved(opened)?.id ?? unkept ?? freshId();
  page.mode = mode ?? entry.mode ?? "play";
  main.className = "bench";
  let game: Started | undefined;
  const playing = h("section", { className: "playing", "aria-label": t("playMode") });
  let isLooked: () => void;
  const looked = new Promise<void>((resolve) => { isLooked = resolve; });
  if (!page.shelf) {
    main.replaceChildren(arriving(opened));
    if (page.mode === "play") void startEarly(opened, () => titleOf(opened), looked).then((early) => {
      if (!early || page.document !== opened || page.bench) return early?.close();
      game = early;
      main.dataset.mode = "play";
      playing.append(early.element ?? "");
      // The buttons of the modes have their place from the start: the board must not move under a finger.
      const place = modeButtons(() => undefined).element;
      place.style.visibility = "hidden";
      main.replaceChildren(h("div", { className: "top" }, h("div", {}, h("h1", {}, titleOf(opened))), place), playing, main.querySelector(".failure") ?? "");
    });
  }
  const ready = await arrived(() => page.document === opened, () => void openDocument(opened, { address, mode, id }), () => game);
  if (page.document !== opened || !ready) return void (ready && game?.close());
  const [things, { editor, worded }] = ready;
  if (address) enter(address, last);
  /** Leaves the board where it is on the screen while what is above it changes: somebody may be dragging a piece. */
  function around(change: () => void): void {
    const before = playing.getBoundingClientRect().top;
    change();
    if (game && main.dataset.mode === "play") window.scrollBy({ top: playing.getBoundingClientRect().top - before, behavior: "instant" });
  }

  const writing = h("div", { className: "pane writing", id: "pane-write", role: "tabpanel", "aria-labelledby": "tab-write" });
  const drawingPane = h("div", { className: "pane", id: "pane-draw", role: "tabpanel", "aria-labelledby": "tab-draw" });
  const matrixPane = h("div", { className: "pane matrix", id: "pane-matrix", role: "tabpanel", "aria-labelledby": "tab-matrix" });
  const problems = h("div", { className: "problems", role: "status" });
  const choose = h("select", { onchange: () => changed({ ...page.document!, problem: choose.value }, true) });
  // Which problems there are is known when the library has looked.
  const chooser = h("label", { className: "labelled inline", hidden: true }, h("span", {}, t("problem")), choose);
  const title = h("h1", {}, titleOf(opened));
  const size = h("p", { className: "quiet small" });
  const date = dateFields(opened);

  const text = editor(opened.text, things, () => page.document!.kind, (next, fromDrawing) => {
    if (!fromDrawing) changed({ ...page.document!, text: next });
  });
  /** The last change of the drawing, until the text has it; false if the board has no cells. */
  let drawn = Promise.resolve(true);
  const setMarks = (marks: Marks, stays = false) => changed({ ...page.document!, marks }, true, stays);
  /** Keeps or forbids an option. A shown solution that has what is kept stays. */
  function mark(option: Described, verb: Verb): void {
    setMarks(marked(page.document!.marks, option, verb), verb === "taken" && !!replies.shown()?.includes(option.option));
    announce(t(verb === "taken" ? "markKept" : "markForbidden", wordsOf(option)));
  }
  const find = async (cells: [number, number, number][]) =>
    (await desk.ask<{ options?: Described[] }>({ do: "describe", cells })).options ?? [];
  const board = canvas(things, (next) => void (drawn = draw(next)), { undo: () => text.undo(), redo: () => text.redo() }, { find, mark });
  const list = markList(setMarks);
  const replies = answers({
    current: () => ({ document: page.document!, seen: page.seen }), drawn: () => drawn, mark,
    play: (made) => void openDocument(made, { address: "./", mode: "play" }),
    openText: (made) => void openDocument({ kind: "tiling", text: made }, { address: "./", mode: page.mode }),
    made: () => void writeAddress(),
  });

  async function draw(next: Drawing | undefined): Promise<boolean> {
    // What is being looked at is older than this drawing, and must not replace it.
    page.turn += 1;
    if (!next) {
      settled();
      replies.forget();
      return false;
    }
    const made = await desk.ask<{ type: string; text?: string; problem?: string; message?: string }>({ do: "edit", document: page.document!, drawing: next });
    if (made.type !== "text" || made.text === undefined) {
      toast(made.message ?? "", "error");
      await look();
      return true;
    }
    text.setText(made.text, true);
    changed({ ...page.document!, kind: "tiling", text: made.text, problem: made.problem ?? null }, true);
    return true;
  }

  const panes: Record<Pane, HTMLElement> = { draw: drawingPane, write: writing, matrix: matrixPane };
  const tab = (name: Pane) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `pane-${name}`, onclick: () => select(name), onkeydown: (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const open = (Object.keys(tabs) as Pane[]).filter((one) => !tabs[one].hidden);
    const at = open.indexOf(name) + (event.key === "ArrowRight" ? 1 : -1);
    const to = open[(at + open.length) % open.length]!;
    select(to);
    tabs[to].focus();
  } }, t(name));
  const tabs: Record<Pane, HTMLButtonElement> = { draw: tab("draw"), write: tab("write"), matrix: tab("matrix") };
  function select(name: Pane): void {
    for (const one of Object.keys(tabs) as Pane[]) {
      tabs[one].setAttribute("aria-selected", String(one === name));
      tabs[one].tabIndex = one === name ? 0 : -1;
      panes[one].hidden = one !== name;
    }
  }
  select(opened.kind === "tiling" ? "draw" : "write");

  writing.append(problems, text.element);
  drawingPane.append(board.element);
  const modes = modeButtons((chosen) => {
    page.mode = chosen;
    void writeAddress();
    // The mode is shown after what was just changed was looked at.
    void (pending === undefined ? showMode() : look());
  });
  around(() => {
    // A game that has begun stays there, and the rest comes around it: what is moved loses the focus.
    if (game) for (const other of [...main.children]) { if (other !== playing) other.remove(); }
    else main.replaceChildren(playing);
    playing.before(h("div", { className: "top" }, h("div", {}, title, size), modes.element, chooser, date.element));
    playing.after(
      h("section", { className: "sheet-of-paper", "aria-label": t("puzzle") },
        h("div", { className: "tabs", role: "tablist" }, ...Object.values(tabs)), drawingPane, writing, matrixPane),
      h("div", { className: "side" }, replies.element, list.element, sharing()));
  });

  /** Shows what belongs to the mode. The game is set up when it is wanted, for the document as it is then. */
  async function showMode(): Promise<void> {
    const open = page.document;
    if (page.mode === "play" && open && game?.document !== open) {
      game?.close();
      game = await start(open, () => title.textContent ?? "");
      if (page.document !== open) return game.close();
      playing.replaceChildren(game.element ?? "");
      if (game.why) toast(game.why);
    }
    const canPlay = !game || game.document !== page.document || !!game.element;
    if (page.mode === "play" && !canPlay) page.mode = "edit";
    modes.show(page.mode, canPlay);
    main.dataset.mode = page.mode;
  }

  page.bench = {
    answers: replies,
    close() {
      settled();
      game?.close();
    },
    async after() {
      const now = page.seen!;
      const open = page.document!;
      drawn = Promise.resolve(true);
      text.setDiagnostics(now);
      const errors = now.diagnostics.filter((one) => one.severity === "error");
      clear(problems);
      problems.hidden = now.diagnostics.length === 0;
      for (const diagnostic of now.diagnostics.slice(0, 5)) {
        const at = diagnostic.labels.find((one) => one.from !== undefined)?.from;
        const line = at === undefined ? "" : `${t("line", open.text.slice(0, at).split("\n").length)}: `;
        problems.append(h("button", { type: "button", className: `fault ${diagnostic.severity}`, onclick: () => text.focusAt(at ?? 0) }, h("strong", {}, line), h("span", { lang: worded(diagnostic).lang }, worded(diagnostic).text)));
      }
      const isDrawn = open.kind === "tiling" && now.about?.grid !== "lattice";
      tabs.draw.hidden = !isDrawn;
      tabs.matrix.hidden = !now.matrix;
      if ((!isDrawn && tabs.draw.getAttribute("aria-selected") === "true") || (!now.matrix && tabs.matrix.getAttribute("aria-selected") === "true")) select("write");
      board.show(now.drawing, errors.length ? t("mendText") : t("noProblem"), now.marks?.taken ?? []);
      list.show(now.marks);
      clear(matrixPane);
      if (now.matrix) matrixPane.append(table(now.matrix));
      around(() => {
        title.textContent = titleOf(open, now);
        document.title = `${title.textContent} – Combien`;
        size.textContent = now.about ? t("items", now.about.options.toLocaleString(currentLanguage()), now.about.items.toLocaleString(currentLanguage())) : errors.length === 1 ? t("mistakeOne") : errors.length ? t("mistakes", errors.length) : t("noProblem");
        const names = open.problem && !now.problems.includes(open.problem) && now.about ? [...now.problems, open.problem] : now.problems;
        // A calendar has its date, and a puzzle of the start page is one of its problems: to play it nothing need be chosen.
        chooser.hidden = names.length < 2 || !!isDated(open);
        chooser.classList.toggle("known", !!titleInCatalogue(open));
        const chosen = open.problem ?? names[names.length - 1];
        choose.replaceChildren(...names.map((name) => h("option", { value: name, selected: name === chosen }, name)));
        date.show(open);
      });
      if (isChanged && now.about) {
        // A game that was begun is kept: what was changed is another puzzle, perhaps one of mine.
        const [before, same] = [byId(page.id!), findSaved(open)];
        page.id = same?.id ?? (before && isBegun(before) ? freshId() : page.id!);
        store({ ...same, id: page.id, title: title.textContent, document: open });
      }
      isChanged = false;
      await showMode();
    },
  };
  main.dataset.mode = page.mode;
  modes.show(page.mode, true);
  // Somebody who plays already has scrolled to where the pieces are.
  if (address === undefined && !game) window.scrollTo(0, 0);
  await look();
  isLooked!();
}

/** Play, edit, ask: the one that is open is pressed. */
function modeButtons(choose: (mode: Mode) => void) {
  const words = { play: "playMode", edit: "editMode", ask: "askMode" } as const;
  const all = (Object.keys(words) as Mode[]).map((mode) => {
    const button = h("button", { type: "button", onclick: () => choose(mode) }, t(words[mode]));
    button.dataset.mode = mode;
    return button;
  });
  const element = h("div", { className: "modes", role: "group", "aria-label": t("modes") }, ...all);
  return {
    element,
    show(mode: Mode, canPlay: boolean) {
      for (const one of all) {
        one.setAttribute("aria-pressed", String(one.dataset.mode === mode));
        one.hidden = one.dataset.mode === "play" && !canPlay;
      }
    },
  };
}

/** The library and the editor. If they do not come, the page says so, and a game that goes on without them stays. */
async function arrived(isHere: () => boolean, again: () => void, game: () => Started | undefined) {
  page.shelf ??= desk.ask<Shelf>({ do: "shelf" });
  try {
    return await Promise.all([page.shelf, import("./editor")]);
  } catch (error) {
    page.shelf = undefined;
    if (error instanceof Stopped || !isHere()) return undefined;
    const box = failure(error, () => { game()?.close(); again(); });
    if (game()) main.append(box);
    else main.replaceChildren(box);
    return undefined;
  }
}

/** What is known of a document before the library is there: its title and its text. */
function arriving(opened: Document): HTMLElement {
  return h("div", { className: "pane arriving" }, h("h1", {}, titleOf(opened)), h("p", { className: "quiet", role: "status" }, t("loading")), h("pre", { tabIndex: 0 }, opened.text));
}

const isDated = (open: Document) => /^day<(\d+), (\d+)>$/.exec(open.problem ?? "");

/** The month and the day of the calendar's puzzle; they show those of `opened` from the start. */
function dateFields(opened: Document) {
  const names = Array.from({ length: 12 }, (_, at) => new Intl.DateTimeFormat(currentLanguage(), { month: "long" }).format(new Date(2024, at, 1)));
  const change = () => changed({ ...page.document!, problem: `day<${month.value}, ${day.value}>` }, true);
  const month = h("select", { onchange: change }, ...names.map((name, at) => h("option", { value: String(at + 1) }, name)));
  const day = h("select", { onchange: change }, ...Array.from({ length: 31 }, (_, at) => h("option", { value: String(at + 1) }, String(at + 1))));
  const element = h("div", { className: "group date" }, h("label", { className: "labelled inline" }, h("span", {}, t("month")), month), h("label", { className: "labelled inline" }, h("span", {}, t("day")), day),
    h("button", { type: "button", onclick: () => {
      const now = new Date();
      [month.value, day.value] = [String(now.getMonth() + 1), String(now.getDate())];
      change();
    } }, t("today")));
  const show = (open: Document) => {
    const found = isDated(open);
    element.hidden = !found;
    if (found) [month.value, day.value] = [found[1]!, found[2]!];
  };
  show(opened);
  return { element, show };
}

function titleOf(open: Document, now?: Seen): string {
  const known = titleInCatalogue(open);
  if (known) return known;
  const name = now?.about?.title || open.problem || open.name?.replace(/\.\w+$/, "") || t("newPuzzle");
  return name.replaceAll("_", " ");
}

/** Rows for options, columns for items. */
function table(matrix: Matrix): HTMLElement {
  const head = h("tr", {}, h("td", {}), ...matrix.items.map((item, at) => h("th", { scope: "col", className: at >= matrix.primary ? "secondary" : "" }, h("span", {}, item))));
  const rows = matrix.options.map((option, at) => {
    const cells: HTMLElement[] = matrix.items.map((_, column) => h("td", { className: column >= matrix.primary ? "secondary" : "" }, ""));
    for (const [place, color] of option.entries) {
      const cell = cells[place];
      if (!cell) continue;
      cell.className += " entry";
      cell.textContent = color ?? "1";
    }
    return h("tr", {}, h("th", { scope: "row" }, option.name ?? String(at + 1)), ...cells);
  });
  return h("div", { className: "table-box", tabIndex: 0, role: "region", "aria-label": t("matrix") }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

