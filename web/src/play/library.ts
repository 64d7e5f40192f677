// What a game asks the library. One worker has the puzzle as it is; another has it with what lies on the board, and is ended when that changes.

import { Desk, Stopped } from "../desk";
import { hintWords } from "../reasons";
import type { Answer, Described, Document, Heard, Mark, PlayBoard } from "../protocol";
import { t } from "../words";
import type { Advice, Library } from "./session";

/** The time for a question about the rest of a game, in milliseconds. */
const PATIENCE = 8000;

/** Why a puzzle is not played. */
export type Refusal = "many" | "large" | "matrix" | "rules" | "other";

/** The board of the document that `desk` has open. */
export async function boardOf(desk: Desk): Promise<PlayBoard | Refusal> {
  const board = await desk.ask<Answer>({ do: "ask", question: { ask: "board" } });
  return board.type === "board" ? board : board.type === "error" && board.why ? board.why : "other";
}

export interface Opened {
  library: Library;
  close: () => void;
}

/** The library for a game on a document, which `desk` has open from `ready` on. */
export function opened(desk: Desk, document: Document, board: PlayBoard, ready: Promise<void> = Promise.resolve()): Opened {
  const thinker = new Desk();
  /** Counts questions: one that a move or another question has overtaken asks no more. */
  let turn = 0;

  function stop(): void {
    turn += 1;
    thinker.end();
  }

  /** The puzzle with what lies on the board kept. */
  async function rest(placed: readonly number[], mind: () => void): Promise<void> {
    await ready;
    const { options = [] } = await desk.ask<{ options?: Described[] }>({ do: "describe", options: [...placed] });
    mind();
    const taken: Mark[] = options.map(({ option, words }) => ({ option, words }));
    await thinker.ask({ do: "open", document: { ...document, marks: { taken, forbidden: document.marks?.forbidden ?? [] } } });
  }

  /** An answer within the time; the worker that needs longer is ended. */
  async function soon<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const timer = setTimeout(stop, PATIENCE);
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Stopped) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A solution with these placements; `null` if there is none. */
  async function some(placed: readonly number[]): Promise<number[] | null | undefined> {
    stop();
    const mine = turn;
    const mind = () => { if (mine !== turn) throw new Stopped(); };
    return soon(async () => {
      await rest(placed, mind);
      mind();
      await thinker.ask({ do: "ask", question: { ask: "list" } });
      mind();
      const more = await thinker.ask<Answer>({ do: "more", number: 1 });
      if (more.type !== "more") return undefined;
      return more.solutions[0] ?? (more.ending === "complete" ? null : undefined);
    });
  }

  async function hint(placed: readonly number[]): Promise<Advice> {
    const found = await some(placed);
    if (found === null) return { words: t("playNo") };
    if (found === undefined) return { words: t("playUnknown") };
    const heard: number[][] = [];
    const hear = (one: Heard) => { if (one.type === "solutions") heard.push(...one.solutions); };
    const certain = await soon(() => thinker.ask<Answer>({ do: "ask", question: { ask: "hint" } }, hear));
    if (certain?.type === "hint" && certain.ending === undefined) return { option: certain.option, words: hintWords(certain)[1] };
    const { options = [] } = await desk.ask<{ options?: Described[] }>({ do: "describe", options: found });
    const lies = (option: number) => (board.placements[option]?.[0] ?? -1) >= 0;
    const next = options.find(({ option }) => lies(option) && !placed.includes(option));
    return next ? { option: next, words: t("playOneWay") } : { words: t("hintFull") };
  }

  return {
    library: {
      async solved(placed) {
        await ready;
        const answer = await desk.ask<Answer>({ do: "ask", question: { ask: "solved", options: [...placed] } });
        return answer.type === "solved" && answer.solved;
      },
      possible: async (placed) => {
        const found = await some(placed);
        return found === undefined ? undefined : found !== null;
      },
      hint,
      async walk(placed, again, frames, nodes) {
        const mine = turn;
        const mind = () => { if (mine !== turn) throw new Stopped(); };
        if (again) await rest(placed, mind);
        mind();
        const answer = await thinker.ask<Answer>({ do: "ask", question: { ask: "walk", again, frames, nodes } });
        if (answer.type !== "walk") throw new Stopped();
        // What the player has placed is a part of what the search has, and comes first.
        return { ...answer, frames: answer.frames.map((frame) => ({ ...frame, taken: [...placed, ...frame.taken.filter((option) => !placed.includes(option))] })) };
      },
      stop,
    },
    close: () => thinker.close(),
  };
}
