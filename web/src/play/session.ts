// A puzzle that is played, whatever its form: the game and what came before, what the library says about it, and the buttons for both.

import { h } from "../dom";
import type { Described, PlayBoard, Walked } from "../protocol";
import { t } from "../words";
import { fresh, moved, redone, Rules, undone, type Game, type Lying } from "./game";
import type { Watch } from "./watch";

/** What a hint is: a placement and why, or why there is none. */
export type Advice = { option?: Described; words: string };

export interface Library {
  solved: (placed: readonly number[]) => Promise<boolean>;
  /** `undefined` if it takes too long to find out. */
  possible: (placed: readonly number[]) => Promise<boolean | undefined>;
  hint: (placed: readonly number[]) => Promise<Advice>;
  /** Looks at the search for what is left. */
  walk: (placed: readonly number[], again: boolean, frames: number, nodes: number) => Promise<Walked>;
  stop: () => void;
}

export interface Settings {
  board: PlayBoard;
  /** The game that was left. */
  game?: Game;
  library: Library;
  /** How long the game was played before, in seconds. */
  seconds?: number;
  changed: (game: Game, solved: boolean, seconds: number) => void;
  share: () => void;
}

export interface Play {
  element: HTMLElement;
  /** The board is left: nothing is heard any more. */
  leave: () => void;
}

/** What a form of play shows, and says. */
export interface View {
  paint: () => void;
  /** Nothing is in hand or chosen any more. */
  letGo: () => void;
  suggest: (lying: Lying | undefined) => void;
  /** How one begins. */
  start: () => string;
}

export interface Session {
  rules: Rules;
  /** What is shown: the game, or what a search has taken. */
  placed: () => readonly number[];
  isSolved: () => boolean;
  nameOf: (piece: number) => string;
  say: (words: string, more?: string) => void;
  progress: () => void;
  put: (placed: readonly number[]) => void;
  undo: () => void;
  redo: () => void;
  /** Enables the buttons that have something to do. */
  paint: () => void;
  status: HTMLElement;
  details: HTMLElement;
  undoButton: HTMLButtonElement;
  redoButton: HTMLButtonElement;
  asking: HTMLElement;
  /** The game is shown for the first time; one that was left may be solved. */
  begin: () => void;
}

/** A button with a sign, and the key that does as much. */
export const tool = (sign: string, label: string, keys: string, act: () => void): HTMLButtonElement =>
  h("button", { type: "button", title: `${label} (${keys})`, "aria-label": label, "aria-keyshortcuts": keys.replace("Ctrl", "Control"), onclick: act }, h("span", { className: "sign-of", "aria-hidden": "true" }, sign));

export const button = (label: string, act: () => void, className = ""): HTMLButtonElement => h("button", { type: "button", className, onclick: act }, label);

/** Longer than this, in seconds, nobody thinks about one move. */
const PAUSE = 180;

/** How long a game was played, in seconds, at each time it is asked: pauses are left out. */
export function clock(before = 0): () => number {
  let [played, last] = [before, performance.now()];
  return () => {
    const now = performance.now();
    played += Math.min(PAUSE, (now - last) / 1000);
    last = now;
    return Math.round(played * 10) / 10;
  };
}

/** What it took: moves, and minutes with seconds. */
export const effort = (moves: number, seconds: number): string =>
  `${t("playMoves", moves)} · ${t("playTime", `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`)}`;

export function session({ board, game: left, seconds: before, library, changed: keep, share }: Settings, view: View): Session {
  const rules = new Rules(board);
  let game: Game = left && rules.isSound(left.placed) ? left : fresh(rules.given);
  let isSolved = false;
  const time = clock(before);
  let seconds = before ?? 0;
  function changed(now: Game, solved: boolean): void {
    // Once it is solved the clock stands.
    if (!solved) seconds = time();
    keep(now, solved, seconds);
  }
  /** Counts moves, and what was asked: an older answer is not heard. */
  let asked = 0;
  let questions = 0;

  const status = h("p", { className: "play-status", role: "status" });
  const details = h("p", { className: "quiet small" });
  const undoButton = tool("↶", t("undo"), "Ctrl+Z", undo);
  const redoButton = tool("↷", t("redo"), "Ctrl+Y", redo);
  const watchButton = button(t("play"), () => (watching ? leaveWatch() : watchSearch()));
  /** The search that is looked at, and what it has taken. */
  let watching: Watch | undefined;
  let watched: number[] | undefined;
  const clearButton = button(t("playClear"), () => put(rules.given), "quiet");
  const asking = h("div", { className: "play-tools asking" },
    button(t("playPossible"), () => void ask(askPossible)), button(t("hint"), () => void ask(askHint)), watchButton, button(t("playShare"), share), clearButton);
  const nameOf = (piece: number) => board.pieces[piece]!.name.replaceAll("_", " ");

  function say(words: string, more = ""): void {
    status.textContent = words;
    details.textContent = more;
  }

  /** How far the game is. */
  function progress(): void {
    if (isSolved) return say(t("playSolved"), effort(game.past.length, seconds));
    const [placed, empty] = [game.placed.length, rules.empty(game.placed)];
    say(board.form === "pieces" && rules.hasNeeded ? t("playProgress", placed, empty) : t("playPlacedSo", placed), placed === rules.given.length ? view.start() : "");
  }

  /** A new state of the game: it is shown, kept, and the library says whether it is solved. */
  function go(next: Game): void {
    game = next;
    isSolved = false;
    const mine = ++asked;
    questions += 1;
    library.stop();
    leaveWatch();
    view.letGo();
    view.suggest(undefined);
    view.paint();
    progress();
    changed(game, false);
    if (!rules.isFull(game.placed)) return;
    const placed = game.placed;
    library.solved(placed).then((solved) => {
      if (mine !== asked || !solved) return;
      isSolved = true;
      view.paint();
      progress();
      changed(game, true);
    }, () => undefined);
  }

  /** A move on the board while a search is looked at begins with what the search has taken. */
  const put = (placed: readonly number[]) => go(moved(game, placed));

  function undo(): void {
    if (game.past.length) go(undone(game));
  }

  function redo(): void {
    if (game.future.length) go(redone(game));
  }

  /** Asks the library; an answer to an older question is not heard. */
  async function ask(question: (placed: readonly number[]) => Promise<void>): Promise<void> {
    questions += 1;
    leaveWatch();
    view.letGo();
    view.paint();
    say(t("playAsking"));
    await question(game.placed);
  }

  async function askPossible(placed: readonly number[]): Promise<void> {
    const mine = questions;
    const possible = await library.possible(placed).catch(() => undefined);
    if (mine === questions) say(t(possible ? "playYes" : possible === false ? "playNo" : "playUnknown"));
  }

  async function askHint(placed: readonly number[]): Promise<void> {
    const mine = questions;
    const advice = await library.hint(placed).catch((): Advice => ({ words: t("playUnknown") }));
    if (mine !== questions) return;
    const lying = advice.option && rules.lying[advice.option.option];
    view.suggest(lying);
    say(lying ? t("playHint", nameOf(lying.piece)) : advice.words, lying ? advice.words : "");
  }

  /** The search begins with what lies there; the game stays as it is. */
  function watchSearch(): void {
    const from = game.placed;
    library.stop();
    questions += 1;
    view.letGo();
    say(t("play"));
    void import("./watch").then(({ watch }) => {
      if (watching || game.placed !== from) return;
      watching = watch({
        rules,
        walk: (again, frames, nodes) => library.walk(from, again, frames, nodes),
        show(taken, givenUp) {
          watched = taken;
          view.suggest(givenUp === undefined ? undefined : rules.lying[givenUp]);
          view.paint();
        },
        leave: leaveWatch,
      });
      asking.after(watching.element);
      watchButton.setAttribute("aria-pressed", "true");
    });
  }

  function leaveWatch(): void {
    if (!watching) return;
    watching.close();
    [watching, watched] = [undefined, undefined];
    library.stop();
    watchButton.setAttribute("aria-pressed", "false");
    view.suggest(undefined);
    view.paint();
    progress();
  }

  return {
    rules, nameOf, say, progress, put, undo, redo, status, details, undoButton, redoButton, asking,
    placed: () => watched ?? game.placed,
    isSolved: () => isSolved,
    paint() {
      undoButton.disabled = game.past.length === 0;
      redoButton.disabled = game.future.length === 0;
      clearButton.disabled = game.placed.length === rules.given.length;
    },
    begin() {
      view.paint();
      progress();
      if (rules.isFull(game.placed)) go(game);
    },
  };
}

/** Undo and redo by keys; true if the key was one of these. */
export function undoKeys(event: KeyboardEvent, { undo, redo }: Session): boolean {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return false;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
  return true;
}

/** Is a key meant for the board? Not if the board is not shown, or if somebody writes. */
export const isForBoard = (event: KeyboardEvent, element: HTMLElement): boolean =>
  element.isConnected && element.offsetParent !== null && !(event.target as HTMLElement).closest("input, select, textarea, .cm-editor, dialog");
