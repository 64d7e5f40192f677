// The page: which puzzle is open, and its two views.

import "./style.css";
import { answers, type Answers } from "./answers";
import { canvas, emptyDrawing, type Canvas } from "./canvas";
import { CATALOGUE, fromAddress, LESSONS } from "./catalogue";
import { Bug, closeAllBut, Desk, Stopped } from "./desk";
import { announce, clear, drawing, h, save, toast } from "./dom";
import type { Editor } from "./editor";
import { decoded, encoded } from "./link";
import { marked, markList, wordsOf, type Verb } from "./marks";
import type { Described, Document, Drawing, Marks, Matrix, Seen, Shelf, Shown } from "./protocol";
import { currentLanguage, said, setLanguage, t, type Language } from "./words";

const desk = new Desk();
const main = h("main", { id: "main", tabIndex: -1 });
const header = h("header", {});
let shelf: Promise<Shelf> | undefined;
let document_: Document | undefined;
/** The chapter that is shown. */
let lesson: string | undefined;
let seen: Seen | undefined;
let bench: Bench | undefined;

interface Bench {
  editor: Editor;
  canvas: Canvas;
  answers: Answers;
  after: () => void;
}

// Keeping choices may be forbidden: then they last as long as the page.
const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const remember = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is no loss.
  }
};

function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? remembered("language") ?? navigator.language;
  return asked.toLowerCase().startsWith("fr") ? "fr" : "en";
}

function isDark(): boolean {
  const chosen = remembered("theme");
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function paintHeader(): void {
  clear(header);
  const theme = () => (isDark() ? t("light") : t("dark"));
  header.append(
    h("a", { className: "skip", href: "#main", onclick: (event: Event) => { event.preventDefault(); (document.getElementById("answers") ?? main).focus(); } }, t("skip")),
    h("a", { className: "brand", href: "./", onclick: (event: MouseEvent) => { if (event.ctrlKey || event.metaKey) return; event.preventDefault(); void toHome(); } },
      mark(), h("span", {}, "Combien")),
    h("nav", { "aria-label": "Combien" },
      h("button", { type: "button", className: "quiet", onclick: () => void toHome() }, t("puzzles")),
      h("button", { type: "button", className: "quiet wide", onclick: () => void openDrawing() }, t("newPuzzle")),
      h("button", { type: "button", className: "quiet", lang: currentLanguage() === "en" ? "fr" : "en", onclick: () => void switchLanguage() }, t("language")),
      h("button", { type: "button", className: "quiet", onclick: (event: Event) => {
        const next = isDark() ? "light" : "dark";
        remember("theme", next);
        document.documentElement.dataset.theme = next;
        (event.target as HTMLElement).textContent = theme();
      } }, theme())));
}

/** The sign of the page: three pieces of a square. */
function mark(): Node {
  return drawing('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path d="M2 2h13v6.5H8.5V15H2z" fill="#ffb703"/><path d="M16.5 2H22v13h-5.500z" fill="#8ecae6"/><path d="M2 16.500h6.500V10H15v6.500h7V22H2z" fill="#f28482"/></svg>');
}

async function switchLanguage(): Promise<void> {
  setLanguage(currentLanguage() === "en" ? "fr" : "en");
  remember("language", currentLanguage());
  const open = document_ && { ...document_ };
  paintHeader();
  if (open) await openDocument(open);
  else if (lesson) await openLesson(lesson, null);
  else await home(linkedSudoku(location.hash));
}

/** The view is left: its workers end, and what it is waiting for changes the address no more. */
function leave(): void {
  closeAllBut(desk);
  clearTimeout(pending);
  turn += 1;
  document_ = undefined;
  bench = undefined;
  lesson = undefined;
}

/** The address of the puzzle that is about to be left, with its last change. */
async function lastAddress(): Promise<string | undefined> {
  return document_ && bench && addressOf(document_);
}

/** Goes to another address, so that Back leads to the last one. */
function enter(address: string, last: string | undefined): void {
  if (last) history.replaceState(null, "", last);
  history.pushState(null, "", address);
}

async function toHome(): Promise<void> {
  if (main.className !== "home") enter(location.pathname, await lastAddress());
  await home();
}

/** The start page, perhaps with a Sudoku. */
async function home(grid?: string): Promise<void> {
  leave();
  document.title = "Combien";
  if (grid === undefined) history.replaceState(null, "", location.pathname);
  clear(main);
  main.className = "home";
  const input = h("input", { type: "file", multiple: true, accept: ".cmb,.dlx,.json,.sage,.csv,.tsv,.mps,.xmpuzzle,.txt,.sdk,.sdm,.shard", hidden: true, onchange: () => void openFiles([...(input.files ?? [])]) });
  const cards = h("ul", { className: "cards" });
  main.append(
    h("div", { className: "hero" },
      h("h1", {}, "Combien"), h("p", { className: "lead" }, t("tagline")),
      h("div", { className: "group" },
        h("button", { type: "button", className: "primary", onclick: () => void openDrawing() }, t("newPuzzleLong")),
        h("button", { type: "button", onclick: () => input.click() }, t("openFile")), input,
        h("span", { className: "quiet small" }, t("openHint"))),
      h("p", { className: "quiet small" }, t("nothingSent"))),
    typedSudoku(grid),
    h("h2", { className: "unseen" }, t("puzzles")),
    cards);
  main.append(h("h2", { className: "lessons-title" }, t("lessons")), h("ul", { className: "cards lessons" }, ...LESSONS.map((lesson) =>
    h("li", {}, h("a", { className: "entry", href: `?lesson=${lesson.id}`, onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void openLesson(lesson.id);
    } }, h("strong", {}, said(lesson.title)), h("span", { className: "quiet small" }, said(lesson.about)))))));
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
        await thumbnails.ask({ do: "open", document });
        const shown = await thumbnails.ask<Shown>({ do: "show", request: { form: "thumbnail", cell: 16 } });
        if (shown.type !== "shown") return;
        entry.target.replaceChildren(shown.svg ? drawing(shown.svg) : h("pre", {}, shown.text ?? ""));
      }).catch(() => undefined);
    }
  }, { rootMargin: "200px" });
  CATALOGUE.forEach((entry, index) => {
    const picture = h("span", { className: "picture", "aria-hidden": "true" });
    picture.dataset.index = String(index);
    cards.append(h("li", {}, h("a", { className: "entry", href: `?puzzle=${entry.id}`, onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void openDocument(entry.document(new URLSearchParams()), `?puzzle=${entry.id}`);
    } }, picture, h("strong", {}, said(entry.title)), h("span", { className: "quiet small" }, said(entry.about)))));
    watcher.observe(picture);
  });
  window.scrollTo(0, 0);
}

/** The grid to type a Sudoku into; the rest of it is loaded when it is opened. The address keeps the grid. */
function typedSudoku(grid: string | undefined): HTMLElement {
  const box = h("details", { className: "sudoku-box", open: grid !== undefined }, h("summary", {}, t("sudoku")));
  let loaded = false;
  const load = async () => {
    if (loaded || !box.open) return;
    loaded = true;
    const { sudoku } = await import("./sudoku");
    const changed = (line: string) => history.replaceState(null, "", `${location.pathname}#s=${line}`);
    const open = (line: string) => void openDocument({ kind: "puzzle", text: "sudoku 3x3 grid.txt", files: { "grid.txt": `${line}\n` } }, "./");
    box.append(sudoku(grid ?? "", changed, open).element);
  };
  box.addEventListener("toggle", () => void load());
  void load();
  return box;
}

/** A chapter of the lessons, in the language of the page. */
async function openLesson(id: string, address: string | null = `?lesson=${id}`): Promise<void> {
  const last = await lastAddress();
  leave();
  lesson = id;
  const { chapter } = await import("./lesson");
  const shown = await chapter(id, (opened) => void openDocument(opened, "./"), (grid) => {
    history.pushState(null, "", `${location.pathname}#s=${grid}`);
    void home(grid);
  }, (other) => void openLesson(other));
  if (lesson !== id) return;
  if (address) enter(address, last);
  document.title = `${said(LESSONS.find((one) => one.id === id)!.title)} – Combien`;
  clear(main);
  main.className = "reading";
  main.append(shown);
  window.scrollTo(0, 0);
}

/** The Sudoku of a fragment, if it has one. */
function linkedSudoku(fragment: string): string | undefined {
  return /^#s=([1-9.]{81})$/.exec(fragment)?.[1];
}

async function openDrawing(): Promise<void> {
  const made = await desk.ask<{ text: string }>({ do: "edit", document: { kind: "tiling", text: "" }, drawing: emptyDrawing() });
  await openDocument({ kind: "tiling", text: made.text, problem: "puzzle" }, "./");
}

let pending: ReturnType<typeof setTimeout> | undefined;
let turn = 0;

/** The document changed: it is looked at, and both views follow. Answers about another one are forgotten, but for a solution that
 *  stays one. */
function changed(next: Document, now = false, stays = false): void {
  document_ = next;
  turn += 1;
  bench?.answers.forget(stays);
  clearTimeout(pending);
  pending = setTimeout(() => void look(), now ? 0 : 160);
}

async function look(): Promise<void> {
  const mine = ++turn;
  const open = document_;
  if (!open || !bench) return;
  let said: Seen | { type: "error"; message: string };
  try {
    said = await desk.ask<Seen | { type: "error"; message: string }>({ do: "look", document: open });
  } catch (error) {
    if (!(error instanceof Stopped)) toast(t("bug", (error as Bug).message), "error");
    return;
  }
  if (mine !== turn || !bench || said.type !== "seen") return;
  seen = said;
  if (said.marks?.lost.length) {
    // The document is what is open now, so it loses these marks without being looked at again.
    const { taken, forbidden, lost } = said.marks;
    open.marks = { taken, forbidden };
    const some = lost.slice(0, 3).map((words) => words.slice(0, 80)).join("; ");
    toast(t("markLost", lost.length > 3 ? `${some}; …` : some));
  }
  bench.after();
  await writeAddress();
}

/** The address that opens a document; a puzzle that was made of it and is shown has its clues kept. */
async function addressOf(open: Document): Promise<string> {
  const clues = bench?.answers.clues();
  const fragment = await encoded(clues ? { ...open, marks: clues } : open);
  return `${location.pathname}${location.search.includes("lang=") ? `?lang=${currentLanguage()}` : ""}#${fragment}`;
}

let written = 0;

async function writeAddress(): Promise<void> {
  const [mine, seenAt] = [++written, turn];
  const address = document_ && (await addressOf(document_));
  if (address && mine === written && seenAt === turn) history.replaceState(null, "", address);
}

type Pane = "draw" | "write" | "matrix";

async function openDocument(opened: Document, address?: string): Promise<void> {
  const last = await lastAddress();
  leave();
  document_ = opened;
  seen = undefined;
  main.className = "bench";
  if (!shelf) main.replaceChildren(arriving(opened));
  shelf ??= desk.ask<Shelf>({ do: "shelf" });
  const [things, { editor, worded }] = await Promise.all([shelf, import("./editor")]);
  if (document_ !== opened) return;
  if (address) enter(address, last);
  clear(main);

  const writing = h("div", { className: "pane writing", id: "pane-write", role: "tabpanel", "aria-labelledby": "tab-write" });
  const drawingPane = h("div", { className: "pane", id: "pane-draw", role: "tabpanel", "aria-labelledby": "tab-draw" });
  const matrixPane = h("div", { className: "pane matrix", id: "pane-matrix", role: "tabpanel", "aria-labelledby": "tab-matrix" });
  const problems = h("div", { className: "problems", role: "status" });
  const choose = h("select", { onchange: () => changed({ ...document_!, problem: choose.value }, true) });
  const chooser = h("label", { className: "labelled inline" }, h("span", {}, t("problem")), choose);
  const title = h("h1", {});
  const size = h("p", { className: "quiet small" });
  const date = dateFields(opened);

  const text = editor(opened.text, things, () => document_!.kind, (next, fromDrawing) => {
    if (!fromDrawing) changed({ ...document_!, text: next });
  });
  /** The last change of the drawing, until the text has it; false if the board has no cells. */
  let drawn = Promise.resolve(true);
  const setMarks = (marks: Marks, stays = false) => changed({ ...document_!, marks }, true, stays);
  /** Keeps or forbids an option. A shown solution that has what is kept stays. */
  function mark(option: Described, verb: Verb): void {
    setMarks(marked(document_!.marks, option, verb), verb === "taken" && !!replies.shown()?.includes(option.option));
    announce(t(verb === "taken" ? "markKept" : "markForbidden", wordsOf(option)));
  }
  const find = async (cells: [number, number, number][]) =>
    (await desk.ask<{ options?: Described[] }>({ do: "describe", cells })).options ?? [];
  const board = canvas(things, (next) => void (drawn = draw(next)), { undo: () => text.undo(), redo: () => text.redo() }, { find, mark });
  const list = markList(setMarks);
  const replies = answers({
    current: () => ({ document: document_!, seen }), drawn: () => drawn, mark,
    openText: (made) => void openDocument({ kind: "tiling", text: made }, "./"),
    made: () => void writeAddress(),
  });

  async function draw(next: Drawing | undefined): Promise<boolean> {
    // What is being looked at is older than this drawing, and must not replace it.
    turn += 1;
    if (!next) {
      clearTimeout(pending);
      replies.forget();
      return false;
    }
    const made = await desk.ask<{ type: string; text?: string; problem?: string; message?: string }>({ do: "edit", document: document_!, drawing: next });
    if (made.type !== "text" || made.text === undefined) {
      toast(made.message ?? "", "error");
      await look();
      return true;
    }
    text.setText(made.text, true);
    changed({ ...document_!, kind: "tiling", text: made.text, problem: made.problem ?? null }, true);
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
  main.append(
    h("div", { className: "top" }, h("div", {}, title, size), chooser, date.element),
    h("section", { className: "sheet-of-paper", "aria-label": t("puzzle") },
      h("div", { className: "tabs", role: "tablist" }, ...Object.values(tabs)), drawingPane, writing, matrixPane),
    h("div", { className: "side" }, replies.element, list.element, sharing()));
  bench = {
    editor: text, canvas: board, answers: replies,
    after() {
      const now = seen!;
      const open = document_!;
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
      title.textContent = titleOf(open, now);
      document.title = `${title.textContent} – Combien`;
      size.textContent = now.about ? t("items", now.about.options.toLocaleString(currentLanguage()), now.about.items.toLocaleString(currentLanguage())) : errors.length === 1 ? t("mistakeOne") : errors.length ? t("mistakes", errors.length) : t("noProblem");
      const names = open.problem && !now.problems.includes(open.problem) && now.about ? [...now.problems, open.problem] : now.problems;
      chooser.hidden = names.length < 2;
      const chosen = open.problem ?? names[names.length - 1];
      choose.replaceChildren(...names.map((name) => h("option", { value: name, selected: name === chosen }, name)));
      date.show(open);
    },
  };
  await look();
  if (address === undefined) window.scrollTo(0, 0);
}

/** What is known of a document before the library is there: its title and its text. */
function arriving(opened: Document): HTMLElement {
  return h("div", { className: "pane arriving" }, h("h1", {}, titleOf(opened)), h("p", { className: "quiet", role: "status" }, t("loading")), h("pre", { tabIndex: 0 }, opened.text));
}

/** The month and the day of the calendar's puzzle; they show those of `opened` from the start. */
function dateFields(opened: Document) {
  const names = Array.from({ length: 12 }, (_, at) => new Intl.DateTimeFormat(currentLanguage(), { month: "long" }).format(new Date(2024, at, 1)));
  const change = () => changed({ ...document_!, problem: `day<${month.value}, ${day.value}>` }, true);
  const month = h("select", { onchange: change }, ...names.map((name, at) => h("option", { value: String(at + 1) }, name)));
  const day = h("select", { onchange: change }, ...Array.from({ length: 31 }, (_, at) => h("option", { value: String(at + 1) }, String(at + 1))));
  const element = h("div", { className: "group date" }, h("label", { className: "labelled inline" }, h("span", {}, t("month")), month), h("label", { className: "labelled inline" }, h("span", {}, t("day")), day));
  const show = (open: Document) => {
    const found = /^day<(\d+), (\d+)>$/.exec(open.problem ?? "");
    element.hidden = !found;
    if (found) [month.value, day.value] = [found[1]!, found[2]!];
  };
  show(opened);
  return { element, show };
}

function titleOf(open: Document, now?: Seen): string {
  const entry = CATALOGUE.find((one) => one.document(new URLSearchParams()).text === open.text);
  if (entry) return said(entry.title);
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

/** The formats of other programs, and what they are called. */
const FORMATS = [
  ["dlx", "DLX (Knuth)"], ["json", "JSON"], ["csv", "CSV"], ["sage", "Sage"], ["mps", "MPS"], ["lp", "LP (CPLEX)"], ["opb", "OPB"], ["cnf", "CNF (DIMACS)"], ["mzn", "MiniZinc"], ["fzn", "FlatZinc"], ["xmpuzzle", "BurrTools"],
] as const;

/** The link, and files to keep. */
function sharing(): HTMLElement {
  const name = () => (document_?.problem || document_?.name || seen?.about?.title || "puzzle").replace(/\.\w+$/, "").replace(/\W+/g, "-");
  const title = () => document.querySelector("h1")?.textContent ?? "";
  const kerf = h("input", { type: "number", min: 0, max: 5, step: 0.05, value: "0.1" });
  const side = h("input", { type: "number", min: 1, max: 200, value: "20" });
  const shown = async (form: "svg" | "cut" | "stl", act: (shown: Extract<Shown, { type: "shown" }>) => void | Promise<void>) => {
    const options = bench?.answers.shown() ?? [];
    try {
      const made = await bench!.answers.show({ options, form, cell: 40, legend: form === "svg", kerf: Number(kerf.value) || 0, side: Number(side.value) || 20 });
      if (made.type === "error") toast(made.hint ? `${made.message} ${made.hint}` : made.message, "error");
      else await act(made);
    } catch (error) {
      toast(t("bug", String(error)), "error");
    }
  };
  const formats = h("select", {}, ...FORMATS.map(([value, text]) => h("option", { value }, text)));
  const written = async () => {
    const made = await bench!.answers.write(formats.value);
    if (made?.type === "written") {
      save(`${name()}.${formats.value}`, made.text ?? new Uint8Array(made.bytes ?? []), made.text === undefined ? "application/octet-stream" : "text/plain");
      if (made.lost.length) toast(made.lost.join("; "));
    } else if (made?.type === "error") toast(made.hint ? `${made.message}. ${made.hint}` : made.message, "error");
    else if (made?.type === "faults") toast(made.diagnostics[0]?.message ?? t("noProblem"), "error");
  };
  /** One file that can be read alone; the files of a puzzle are saved beside it. */
  const saveText = async () => {
    const { kind, text, files = {} } = document_!;
    const made = kind === "tiling" ? (await desk.ask<{ text: string }>({ do: "alone", document: document_! })).text : text;
    save(`${name()}.${kind === "tiling" ? "cmb" : kind === "puzzle" ? "txt" : kind}`, made, "text/plain");
    if (kind === "puzzle") for (const [path, content] of Object.entries(files)) save(path, content, "text/plain");
  };
  const button = (label: string, act: () => void) => h("button", { type: "button", onclick: act }, label);
  return h("section", { className: "sharing", "aria-label": t("share") },
    h("h2", {}, t("share")),
    h("div", { className: "questions" },
      button(t("copyLink"), async () => {
        const link = `${location.origin}${await addressOf(document_!)}`;
        try {
          await navigator.clipboard.writeText(link);
          toast(t("copied"));
        } catch {
          // Where the clipboard is closed, the link can be copied from the address.
          history.replaceState(null, "", link);
          toast(link);
        }
      }),
      button(t("saveText"), () => void saveText()),
      button(t("saveSvg"), () => void shown("svg", (made) => save(`${name()}.${made.svg ? "svg" : "txt"}`, made.svg ?? made.text ?? "", made.svg ? "image/svg+xml" : "text/plain"))),
      button(t("savePng"), () => void shown("svg", async (made) => { if (made.svg) save(`${name()}.png`, await png(made.svg), "image/png"); else toast(t("notDrawn"), "error"); })),
      button(t("print"), () => void shown("svg", (made) => printed(title(), made.svg ? drawing(made.svg) : h("pre", {}, made.text ?? ""))))),
    h("details", { className: "others" }, h("summary", {}, t("otherFormats")),
      h("div", { className: "questions" }, h("label", { className: "labelled inline" }, h("span", {}, t("format")), formats), button(t("saveAs"), () => void written()))),
    h("details", { className: "others" }, h("summary", {}, `${t("saveCut")} · ${t("saveStl")}`),
      h("div", { className: "questions" },
        h("label", { className: "labelled inline" }, h("span", {}, t("side")), side), h("label", { className: "labelled inline" }, h("span", {}, t("kerf")), kerf),
        button(t("saveCut"), () => void shown("cut", (made) => { if (made.svg) save(`${name()}-cut.svg`, made.svg, "image/svg+xml"); else toast(t("notDrawn"), "error"); })),
        button(t("saveStl"), () => void shown("stl", (made) => { if (made.stl) save(`${name()}.stl`, new Uint8Array(made.stl), "model/stl"); else toast(t("notDrawn"), "error"); })))));
}

async function png(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext("2d")!;
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return await new Promise<Blob>((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Prints a picture alone, with its title; browsers print to PDF too. */
function printed(title: string, picture: Node): void {
  document.querySelector(".printed")?.remove();
  const sheet = h("div", { className: "printed", "aria-hidden": "true" }, h("p", {}, title), picture);
  document.body.append(sheet);
  window.addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}

/** Opens files that were chosen or dropped: the first, with the others as what it may include. */
async function openFiles(files: File[]): Promise<void> {
  if (!files.length) return;
  shelf ??= desk.ask<Shelf>({ do: "shelf" });
  const [{ read }, things] = await Promise.all([import("./files"), shelf]);
  const opened = await read(files, things);
  switch (opened.is) {
    case "wrong":
      return toast(t(opened.why, opened.name), "error");
    case "refused":
      return toast(opened.message, "error");
    case "sudoku":
      enter(`${location.pathname}#s=${opened.grid}`, await lastAddress());
      await home(opened.grid);
      if (opened.number > 1) toast(t("firstOfMany", opened.number));
      return;
    default:
      await openDocument(opened.document, "./");
      if (opened.isPart) toast(t("wholeOfPart"));
      else if (opened.note) toast(opened.note);
  }
}

async function route(): Promise<void> {
  const grid = linkedSudoku(location.hash);
  if (grid) return home(grid);
  try {
    const linked = await decoded(location.hash);
    if (linked) return await openDocument(linked);
  } catch {
    await home();
    return toast(t("badLink"), "error");
  }
  const chapter = new URLSearchParams(location.search).get("lesson");
  if (LESSONS.some((one) => one.id === chapter)) return openLesson(chapter!, null);
  const named = fromAddress(new URLSearchParams(location.search));
  if (named?.document) return openDocument(named.document);
  await home();
  if (named) toast(t("badPuzzle", named.id), "error");
}

setLanguage(firstLanguage());
document.documentElement.dataset.theme = isDark() ? "dark" : "light";
document.body.append(header, main);
paintHeader();
// An address that is typed comes as one of these, too.
window.addEventListener("popstate", () => void route());
// A view that was left waits for nothing.
window.addEventListener("unhandledrejection", (event) => { if (event.reason instanceof Stopped) event.preventDefault(); });
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  void openFiles([...(event.dataTransfer?.files ?? [])]);
});
announce("");
void route();

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
