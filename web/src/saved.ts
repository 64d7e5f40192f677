// My puzzles: what was played or changed, kept in this browser with the game, the latest first. IndexedDB has the table of them.

import { readSheet, type Sheet } from "./play/digits";
import { fresh, type Game } from "./play/game";
import type { Document, Mark } from "./protocol";
import { remember, remembered, unremember } from "./state";
import { toast } from "./dom";
import { t, type Word } from "./words";

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

/** Such a puzzle as it lies in the table: a later one has a greater number. */
type Kept = Saved & { at: number };

const TABLE = "puzzles";
/** Where older pages kept all of them, and where the last change is until the table has it: a page may end at any time. */
const OLD = "combien:puzzles";
const LAST = "combien:last";
/** This many puzzles are kept, and of each this many moves. */
const MOST = 500;
const MOST_MOVES = 200;
/** The table must be there within this time, in milliseconds. */
const PATIENCE = 10_000;

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

/** A copy of the table, which is read once; other pages of this browser tell what they change. */
const table = new Map<string, Kept>();
let base: IDBDatabase | undefined;
/** Changes that the table does not have yet. */
let pending = 0;
const others = "BroadcastChannel" in window ? new BroadcastChannel("combien:puzzles") : undefined;
// Such a page may be older or newer than this one.
others?.addEventListener("message", ({ data }: MessageEvent<Change>) => take({ ...data, put: data.put?.filter(isSaved) }));

/** Puzzles that are put in, and the names of those that go. */
interface Change {
  put?: Kept[];
  remove?: string[];
}

function take({ put = [], remove = [] }: Change): void {
  for (const one of put) table.set(one.id, one);
  for (const id of remove) table.delete(id);
}

let said: Word | undefined;
/** Why nothing is kept, once: the browser forbids it, or has no more room. Until the page is left, all is there. */
export const trouble = (): Word | undefined => said;
function fail(error: unknown): void {
  const why = (error as DOMException | null)?.name === "QuotaExceededError" ? "mineFull" : "mineForbidden";
  // In a frame of another page nobody looks for my puzzles.
  if (said !== why && !document.documentElement.classList.contains("embedded")) toast(t(why), "error");
  said = why;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Reads the table, and moves there what an older page kept, or one that ended before its last change was kept. */
export async function openSaved(): Promise<void> {
  // A table that cannot be had is told when there is something to be kept. The page does not wait for it forever.
  await Promise.race([readTable().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  const [old, last] = [OLD, LAST].map((key) => parsed(remembered(key) ?? "[]")) as [Saved[], Saved[]];
  const put = [...below(old.filter(({ id }) => !table.has(id))), ...last.map((one) => ({ ...one, at: now() }))];
  if (put.length) keep({ put });
}

async function readTable(): Promise<void> {
  const opening = indexedDB.open("combien", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: "id" });
  base = await done(opening);
  const kept: unknown[] = await done(base.transaction(TABLE).objectStore(TABLE).getAll());
  // What another page has told meanwhile is newer.
  take({ put: kept.filter(isSaved).filter(({ id }) => !table.has(id)).map((one) => ({ at: 0, ...readable(one) })) });
}

function parsed(text: string): Saved[] {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all.filter(isSaved).map(readable) : [];
  } catch {
    return [];
  }
}

const now = () => Math.max(Date.now(), ...[...table.values()].map(({ at }) => at + 1));

/** Puzzles that come below all others, in their order. */
function below(all: Saved[]): Kept[] {
  const least = Math.min(0, ...[...table.values()].map(({ at }) => at));
  return all.map((one, place) => ({ ...one, at: least - 1 - place }));
}

export const saved = (): Saved[] => [...table.values()].sort((one, other) => other.at - one.at);

/** Makes a change here, in the other pages, and in the table. */
function keep(change: Change): void {
  take(change);
  const old = saved().slice(MOST).map(({ id }) => id);
  const whole = { ...change, remove: [...(change.remove ?? []), ...old] };
  take({ remove: old });
  others?.postMessage(whole);
  if (change.put?.length === 1) remember(LAST, JSON.stringify(change.put));
  // It may be this one that goes.
  else if (change.remove) unremember(LAST);
  pending += 1;
  try {
    if (!base) throw new Error("nothing is kept");
    const work = base.transaction(TABLE, "readwrite");
    const rows = work.objectStore(TABLE);
    for (const one of whole.put ?? []) rows.put(one);
    for (const id of whole.remove) rows.delete(id);
    work.onabort = () => { pending -= 1; fail(work.error); };
    work.oncomplete = () => {
      pending -= 1;
      if (!pending) for (const key of [OLD, LAST]) unremember(key);
    };
    work.commit?.();
  } catch (error) {
    pending -= 1;
    fail(error);
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

/** Keeps a puzzle, on top of the list. */
export function store(one: Saved): void {
  const short = <T extends { past: readonly unknown[]; future: readonly unknown[] }>(game: T | undefined) =>
    game && { ...game, past: game.past.slice(-MOST_MOVES), future: game.future.slice(0, MOST_MOVES) };
  keep({ put: [{ ...one, game: short(one.game), sheet: short(one.sheet), at: now() }] });
}

export const forget = (id: string): void => keep({ remove: [id] });

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
  keep({ put: below(all.filter((one) => !here.some(({ id, document }) => id === one.id || content(document) === content(one.document)))) });
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
