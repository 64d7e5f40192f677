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

// Keeping choices may be forbidden: then they last as long as the page.
export const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
/** Returns false if there is no room. */
export const remember = (key: string, value: string): boolean => {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
};
