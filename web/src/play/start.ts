// A game on a document that the library has open, in the form that fits it.

import { h } from "../dom";
import { byId, gameOf, sheetOf, store } from "../saved";
import { challenge, copyLink } from "../sharing";
import { idInCatalogue } from "../catalogue";
import type { Document, PlayBoard, Shelf } from "../protocol";
import { desk, page } from "../state";
import { cluesOf } from "../techniques";
import { t } from "../words";
import { dateCells, without } from "./calendar";
import type { Sheet } from "./digits";
import { boardOf, opened } from "./library";
import { parts } from "./parts";
import { play } from "./play";
import { rows } from "./rows";
import { sudoku } from "./sudoku";

export interface Started {
  document: Document;
  element?: HTMLElement;
  /** Why this puzzle is not played. */
  why?: string;
  close: () => void;
}

const FORMS = { pieces: play, parts, rows };
const WHY = { many: "playNotMany", large: "playNotLarge", matrix: "playNotMatrix", rules: "playNotRules", other: "playNot" } as const;

/** The rules of classic puzzles, by their names. Pieces on a board need no words. */
const RULES = { queens: "ruleQueens", langford: "ruleLangford", macmahon: "ruleMacmahon", coloring: "ruleColoring", factor: "ruleFactor", crossword: "ruleCrossword" } as const;

/** What is asked of the player; of a puzzle that is not in the table, what the library says about it, in English. */
async function ruleOf({ kind, text }: Document, form: keyof typeof FORMS, shelf: Promise<Shelf> | undefined): Promise<{ words: string; lang?: string } | undefined> {
  const name = text.trim().split(/\s+/, 1)[0]!;
  if (kind === "puzzle" && name in RULES) return { words: t(RULES[name as keyof typeof RULES]) };
  if (form === "rows") return { words: t("ruleRows") };
  const about = kind === "puzzle" ? (await shelf)?.puzzles.find((one) => one.name === name)?.about : undefined;
  return about === undefined ? undefined : { words: `${about[0]!.toUpperCase()}${about.slice(1)}.`, lang: "en" };
}

/** The game that was left there, or a new one. Each move is kept. */
export async function start(document: Document, title: () => string): Promise<Started> {
  const given = cluesOf(document);
  if (given !== undefined) return onGrid(document, title, given);
  const board = await boardOf(desk);
  return typeof board === "string" ? { document, why: t(WHY[board]), close: () => undefined } : onBoard(document, title, board, page.shelf);
}

/** A game that begins before the library is there: of a Sudoku, or of a puzzle of the start page, whose board the build has kept.
 *  `ready` is when `desk` has the document open. */
export async function startEarly(document: Document, title: () => string, ready: Promise<void>): Promise<Started | undefined> {
  const given = cluesOf(document);
  if (given !== undefined) return onGrid(document, title, given);
  const date = dateCells(document);
  const id = import.meta.env.PROD && (date ? "calendar" : idInCatalogue(document));
  const kept = id ? await fetch(`./puzzle/${id}.json`).catch(() => undefined) : undefined;
  if (!kept?.ok) return undefined;
  const board = (await kept.json()) as PlayBoard;
  return onBoard(document, title, date ? without(board, date) : board, undefined, ready);
}

const secondsOf = (id: string) => Number(byId(id)?.seconds) || 0;
const wasSolved = (id: string) => byId(id)?.solved ?? false;

/** Copies the link, and shows other ways to share below the game. */
function sharing(): { shared: HTMLElement; share: (rule?: string) => void } {
  const shared = h("div", { className: "shared" });
  return { shared, share: (rule) => void copyLink(t("playShared")).then(async () => shared.replaceChildren(await challenge(rule))) };
}

function onGrid(document: Document, title: () => string, given: string): Started {
  const id = page.id!;
  const { shared, share } = sharing();
  const changed = (sheet: Sheet, solved: boolean, seconds: number) => store({ id, title: title(), document, sheet, seconds, solved: solved || wasSolved(id) });
  const { element, leave } = sudoku({ given, sheet: sheetOf(document, given), seconds: secondsOf(id), desk, changed, share });
  element.append(shared);
  return { document, element, close: leave };
}

async function onBoard(document: Document, title: () => string, board: PlayBoard, shelf: Promise<Shelf> | undefined, ready?: Promise<void>): Promise<Started> {
  const id = page.id!;
  const rule = await ruleOf(document, board.form, shelf);
  const { shared, share } = sharing();
  const { library, close } = opened(desk, document, board, ready);
  const { element, leave } = FORMS[board.form]({
    board, library,
    game: gameOf(document), seconds: secondsOf(id),
    changed: (game, solved, seconds) => store({ id, title: title(), document, game, seconds, solved: solved || wasSolved(id) }),
    share: () => share(rule?.words),
  });
  element.append(shared);
  if (rule) element.prepend(h("p", { className: "rule", lang: rule.lang }, rule.words));
  return { document, element, close() { leave(); close(); } };
}
