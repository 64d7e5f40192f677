// My puzzles: what was played or changed, kept in this browser with the game, the latest first.

import { readSheet, type Sheet } from "./play/digits";
import { fresh, type Game } from "./play/game";
import type { Document, Mark } from "./protocol";
import { remember, remembered } from "./state";

export interface Saved {
  id: string;
  title: string;
  document: Document;
  game?: Game;
  /** What was written into a Sudoku. */
  sheet?: Sheet;
  solved?: boolean;
  /** How long it was played. */
  seconds?: number;
}

const KEY = "combien:puzzles";
/** This many puzzles are kept, and of each this many moves. */
const MOST = 60;
const MOST_MOVES = 200;
/** The longest puzzle that is kept, in characters: browsers have room for some five million. */
const LONGEST = 400_000;

/** Is it one of our own, and whole? What is kept may be of an older page, or changed by hand. */
const isSaved = (one: unknown): one is Saved => {
  const { id, title, document } = (one ?? {}) as Partial<Saved>;
  return typeof id === "string" && typeof title === "string" && typeof document?.kind === "string" && typeof document.text === "string";
};

/** Without a game, a sheet or marks that cannot be read. */
function readable({ game, sheet, document, ...one }: Saved): Saved {
  const { marks, ...rest } = document;
  const areLists = (...some: unknown[]) => some.every(Array.isArray);
  const isMarked = areLists(marks?.taken, marks?.forbidden) && [...marks!.taken, ...marks!.forbidden].every((mark: Mark | null) => typeof mark?.words === "string");
  return {
    ...one,
    document: isMarked ? document : rest,
    ...(areLists(game?.placed, game?.past, game?.future) && { game }),
    ...(areLists(sheet?.past, sheet?.future) && { sheet }),
  };
}

export function saved(): Saved[] {
  try {
    const all: unknown = JSON.parse(remembered(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter(isSaved).map(readable) : [];
  } catch {
    return [];
  }
}

/** Keeps the list; if there is no room, the oldest puzzles go first. If nothing fits, all last as long as the page. */
function keep(all: Saved[]): void {
  const whole = all.slice(0, MOST);
  let list = whole;
  while (!remember(KEY, JSON.stringify(list))) {
    if (list.length <= 1) return void remember(KEY, JSON.stringify(whole));
    list = list.slice(0, -1);
  }
}

/** A puzzle is known by what is to be solved, whatever it is called. */
const content = ({ kind, text, problem, files, marks }: Document) =>
  JSON.stringify([kind, text, problem ?? null, files ?? {}, (marks?.taken ?? []).map((mark) => mark.words), (marks?.forbidden ?? []).map((mark) => mark.words)]);

export const find = (document: Document): Saved | undefined => saved().find((one) => content(one.document) === content(document));

export const byId = (id: string): Saved | undefined => saved().find((one) => one.id === id);

/** Was anything placed or written? */
export const isBegun = ({ game, sheet }: Saved): boolean => !!game?.past.length || !!sheet?.past.length;

export const freshId = (): string => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** Keeps a puzzle, on top of the list. One that is very long would drive out all others. */
export function store(one: Saved): void {
  if (content(one.document).length > LONGEST) return;
  const short = <T extends { past: readonly unknown[]; future: readonly unknown[] }>(game: T | undefined) =>
    game && { ...game, past: game.past.slice(-MOST_MOVES), future: game.future.slice(0, MOST_MOVES) };
  keep([{ ...one, game: short(one.game), sheet: short(one.sheet) }, ...saved().filter(({ id }) => id !== one.id)]);
}

export const forget = (id: string): void => keep(saved().filter((one) => one.id !== id));

/** All of them as one file. */
export const exported = (): string => JSON.stringify({ combien: "puzzles", puzzles: saved() });

/** Takes in the puzzles of such a file; of one that is here, too, what is here stays. Returns their number; `undefined` if the text is no such file. */
export function imported(text: string): number | undefined {
  let read: { combien?: unknown; puzzles?: unknown };
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (read?.combien !== "puzzles" || !Array.isArray(read.puzzles)) return undefined;
  const all = read.puzzles.filter(isSaved).map(readable);
  const here = saved();
  keep([...here, ...all.filter((one) => !here.some(({ id, document }) => id === one.id || content(document) === content(one.document)))]);
  return all.length;
}

const isMoves = (value: unknown): value is number[] => Array.isArray(value) && value.every((option) => Number.isSafeInteger(option));

/** The game that was left on this puzzle. */
export function gameOf(document: Document): Game | undefined {
  const game = find(document)?.game as Partial<Game> | undefined;
  if (!isMoves(game?.placed)) return undefined;
  const lists = (value: unknown) => (Array.isArray(value) && value.every(isMoves) ? value : []);
  return { ...fresh(game.placed), past: lists(game.past), future: lists(game.future) };
}

/** What was written into this Sudoku. */
export const sheetOf = (document: Document, given: string): Sheet | undefined => readSheet(find(document)?.sheet, given);
