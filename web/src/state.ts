// What is open: the state of the page, in one place. The address and the views follow it.

import type { Answers } from "./answers";
import { Desk } from "./desk";
import { h } from "./dom";
import type { Document, Seen, Shelf } from "./protocol";

/** How a puzzle is open: to be played, changed, or asked about. */
export type Mode = "play" | "edit" | "ask";

export interface Bench {
  answers: Answers;
  /** The views follow what was seen of the document. */
  after: () => Promise<void>;
  /** Ends the workers of the game. */
  close: () => void;
}

/** The worker that reads what is written. */
export const desk = new Desk();
export const main = h("main", { id: "main", tabIndex: -1 });

export const page: {
  document?: Document;
  /** What the library saw in it. */
  seen?: Seen;
  /** Among the puzzles that are kept. */
  id?: string;
  mode: Mode;
  /** The chapter that is shown. */
  lesson?: string;
  bench?: Bench;
  shelf?: Promise<Shelf>;
  /** Counts what is opened and changed: an answer about an older document is not heard. */
  turn: number;
} = { mode: "edit", turn: 0 };

/** What the browser does not keep, as it may be forbidden or full: this lasts as long as the page. */
const unkept = new Map<string, string>();

export const remembered = (key: string): string | null => {
  const held = unkept.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
/** Returns false if the browser does not keep it. */
export const remember = (key: string, value: string): boolean => {
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, value);
    return false;
  }
};

export function unremember(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it was not kept either.
  }
}
