// A chapter of the lessons: the text of the book, whose commands run in place.

import { example } from "./catalogue";
import { Desk } from "./desk";
import { drawing, h } from "./dom";
import type { Answer, Document, Shown } from "./protocol";
import { gridOf } from "./techniques";
import { currentLanguage, grouped, t } from "./words";

const CHAPTERS = import.meta.glob(["../../docs/lessons/**/*.md", "!**/index.md"], { query: "?lesson", import: "default" }) as Record<string, () => Promise<string>>;

/** An example in a chapter may take so long, in milliseconds; opened as a puzzle it has all the time. */
const PATIENCE = 20_000;

type Asked = "count" | "orbits" | "solve";

interface Runnable {
  document?: Document;
  ask?: Asked;
  /** A Sudoku, for the grid of the start page. */
  grid?: string;
}

/** Words of a command line; quotes keep them together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? "");
}

/** A file of the examples, if there is one of that name. */
function found(path: string): string | undefined {
  try {
    return example(path.replace(/^examples\//, ""));
  } catch {
    return undefined;
  }
}

/** What a command of the lessons asks, if the page can ask it too: of an example, a classic puzzle, or a text that is piped in. */
export function runnable(command: string): Runnable | undefined {
  const piped = /^(?:printf|echo) (.*) \| (combien .*)$/s.exec(command);
  const [, verb, ...rest] = wordsOf(piped?.[2] ?? command);
  if (/[|>;]/.test((piped?.[2] ?? command).replace(/'[^']*'/g, "")) || !/^(combien|cat) /.test(piped?.[2] ?? command)) return undefined;
  if (piped) {
    const text = wordsOf(piped[1]!)[0]!.replaceAll("\\n", "\n");
    if (verb === "sudoku") {
      const grid = gridOf(text);
      return grid === undefined ? undefined : { grid };
    }
    if (verb === "run") return { document: { kind: "tiling", text: text.replace(/ (?=(?:pattern|problem|tiles|count|debug|print|solve) )/g, "\n") }, ask: "count" };
    return verb === "count" || verb === "solve" ? { document: { kind: "dlx", text }, ask: verb } : undefined;
  }
  if (command.startsWith("cat ")) return open(verb ?? "", undefined);
  if (verb === "puzzle") {
    const words = rest.filter((word) => !word.startsWith("--"));
    const document = classic(words);
    return document && { document, ask: rest.includes("--count") ? "count" : "solve" };
  }
  const file = rest.find((word) => word.startsWith("examples/") || word.startsWith("puzzle:"));
  const problem = rest[rest.indexOf("--problem") + 1];
  if (!file) return undefined;
  const opened = file.startsWith("puzzle:") ? { document: classic(file.slice(7).split(" ")) } : open(file, rest.includes("--problem") ? problem : undefined);
  if (!opened?.document) return undefined;
  switch (verb) {
    case "count":
      return { ...opened, ask: rest.includes("--up-to") ? "orbits" : "count" };
    case "solve":
      return { ...opened, ask: "solve" };
    case "trace":
    case "matrix":
    case "test":
      return opened;
    default:
      return undefined;
  }
}

/** A classic puzzle by its name; puzzles that need files of their own are left to the command. */
function classic(words: string[]): Document | undefined {
  return words.some((word) => /\.\w+$/.test(word)) ? undefined : { kind: "puzzle", text: words.join(" ") };
}

function open(file: string, problem: string | undefined): Runnable | undefined {
  const text = found(file);
  const kind = file.endsWith(".cmb") ? "tiling" : file.endsWith(".dlx") ? "dlx" : undefined;
  if (text === undefined || !kind) return undefined;
  // A text may include others that stand beside it.
  const files = Object.fromEntries([...text.matchAll(/include "([\w./-]+)"/g)].flatMap(([, path]) => {
    const included = found(path!);
    return included === undefined ? [] : [[path!, included]];
  }));
  return { document: { kind, text, name: file.split("/").pop(), ...(problem && { problem }), ...(Object.keys(files).length && { files }) } };
}

/** The chapter, in the language of the page. */
export async function chapter(id: string, openDocument: (document: Document) => void, openSudoku: (grid: string) => void, openLesson: (id: string) => void): Promise<HTMLElement> {
  const file = (folder: string) => CHAPTERS[`../../docs/lessons/${folder}${id}.md`];
  const html = await (file(`${currentLanguage()}/`) ?? file(""))!();
  const article = h("article", { className: "chapter" });
  // The text is that of the book, made into HTML when the page was built.
  article.innerHTML = html;
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a[href^="?lesson="]')) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      openLesson(link.getAttribute("href")!.slice("?lesson=".length));
    });
  }
  for (const table of article.querySelectorAll("table")) {
    const box = h("div", { className: "table-box", tabIndex: 0, role: "group", "aria-label": table.querySelector("th")?.textContent ?? t("matrix") });
    table.replaceWith(box);
    box.append(table);
  }
  const desk = new Desk();
  for (const block of article.querySelectorAll('pre[data-language="console"]')) {
    const commands = (block.textContent ?? "").split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    const runs = commands.map((command) => [command, runnable(command)] as const);
    // A text that another command of the block asks about needs no button of its own.
    const isAsked = (document: Document | undefined) => runs.some(([, other]) => other?.ask && other.document?.text === document?.text);
    for (const [command, run] of runs.reverse()) {
      if (run && (run.ask || run.grid || !isAsked(run.document))) block.after(runner(desk, command, run, openDocument, openSudoku));
    }
  }
  return article;
}

/** A button that runs a command, and its result. */
function runner(desk: Desk, command: string, run: Runnable, openDocument: (document: Document) => void, openSudoku: (grid: string) => void): HTMLElement {
  const result = h("div", { className: "result", role: "status" });
  const short = command.length > 60 ? `${command.slice(0, 57)}…` : command;
  const act = async () => {
    if (run.grid) return openSudoku(run.grid);
    if (!run.ask) return openDocument(run.document!);
    button.disabled = true;
    result.replaceChildren(h("p", { className: "quiet small" }, t("searching")));
    const end = setTimeout(() => void desk.stop(), PATIENCE);
    try {
      result.replaceChildren(await answered(desk, run.document!, run.ask));
    } catch {
      result.replaceChildren(h("p", {}, t("lessonWait")));
    } finally {
      clearTimeout(end);
      button.disabled = false;
    }
  };
  const button = h("button", { type: "button", "aria-label": t(run.ask ? "runThis" : "openThis", short), onclick: () => void act() }, t(run.ask ? "run" : "openIt"));
  const opener = run.ask && h("button", { type: "button", className: "quiet", "aria-label": t("openThis", short), onclick: () => openDocument(run.document!) }, t("openIt"));
  return h("div", { className: "runner", "data-command": command }, h("div", { className: "group" }, button, opener, h("code", { className: "quiet small" }, short)), result);
}

async function answered(desk: Desk, document: Document, ask: Asked): Promise<Node> {
  const opened = await desk.ask<Answer | { type: "open" }>({ do: "open", document });
  if (opened.type !== "open") return h("p", {}, opened.type === "faults" ? (opened.diagnostics[0]?.message ?? "") : "");
  if (ask === "solve") {
    const begun = await desk.ask<Answer>({ do: "ask", question: { ask: "list" } });
    const more = begun.type === "begun" ? await desk.ask<Answer>({ do: "more", number: 1 }) : begun;
    const options = more.type === "more" ? more.solutions[0] : undefined;
    if (!options) return h("p", { className: "verdict" }, t("noSolution"));
    const shown = await desk.ask<Shown>({ do: "show", request: { options, form: "svg", cell: 24 } });
    return h("div", { className: "stage" }, shown.type === "shown" && shown.svg ? drawing(shown.svg) : h("pre", {}, shown.type === "shown" ? (shown.text ?? "") : shown.message));
  }
  const answer = await desk.ask<Answer>({ do: "ask", question: { ask } });
  if (answer.type !== "count") return h("p", {}, answer.type === "error" ? answer.message : t("lessonWait"));
  const one = answer.count === "1";
  const words = ask === "orbits" ? (one ? t("countedOrbitsOne") : t("countedOrbits", grouped(answer.count))) : one ? t("countedOne") : t("counted", grouped(answer.count));
  return h("p", { className: "verdict" }, words);
}
