// What a game asks the library. One worker has the puzzle as it is; another has it with what lies on the board, and is ended when that changes.

import { Desk, Stopped } from "../desk";
import { hintWords } from "../reasons";
import type { Answer, Described, Document, Heard, Mark, PlayBoard } from "../protocol";
import { t } from "../words";
import type { Advice, Library } from "./play";

/** The time for a question about the rest of a game, in milliseconds. */
const PATIENCE = 8000;

export interface Opened {
  /** `undefined` if this puzzle is not played on a board. */
  board: PlayBoard | undefined;
  library: Library;
  close: () => void;
}

/** A game on a document that `desk` has open. */
export async function opened(desk: Desk, document: Document): Promise<Opened> {
  const thinker = new Desk();
  const board = await desk.ask<Answer>({ do: "ask", question: { ask: "board" } });
  /** Counts questions: one that a move or another question has overtaken asks no more. */
  let turn = 0;

  function stop(): void {
    turn += 1;
    thinker.end();
  }

  /** The puzzle with what lies on the board kept. */
  async function rest(placed: readonly number[], mind: () => void): Promise<void> {
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
    const next = options.find((option) => option.piece && !placed.includes(option.option));
    return next ? { option: next, words: t("playOneWay") } : { words: t("hintFull") };
  }

  return {
    board: board.type === "board" ? board : undefined,
    library: {
      async solved(placed) {
        const answer = await desk.ask<Answer>({ do: "ask", question: { ask: "solved", options: [...placed] } });
        return answer.type === "solved" && answer.solved;
      },
      possible: async (placed) => {
        const found = await some(placed);
        return found === undefined ? undefined : found !== null;
      },
      hint,
      stop,
    },
    close: () => thinker.close(),
  };
}
