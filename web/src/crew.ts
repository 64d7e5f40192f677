// Several workers share one search: each takes the next part of it. Parts are consecutive, so their solutions, in the order of the
// parts, are those of one worker, in its order; and the sum of their counts is its count.
//
// A search begins with one worker. Only one that takes long is shared, because more workers must load the library first.

import { Desk, Stopped } from "./desk";
import type { Answer, Document, Heard } from "./protocol";

/** One worker has this time for itself, in milliseconds. */
const ALONE = 2000;
/** The number of parts for each worker: then one that takes longer than others matters less. */
const PARTS = 16;
const MOST_WORKERS = 8;
/** A worker whose part is not the first that is open waits after this number of solutions. */
const AHEAD = 5000;
const PIECE = 1000;

/** The workers of this machine: none if it has one core. */
export function workers(): number {
  const cores = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1);
  return cores < 2 ? 0 : Math.max(2, cores - 1);
}

type More = Extract<Answer, { type: "more" }>;

/** The solutions of a part that were not asked for yet. */
interface Part {
  solutions: number[][];
  isDone: boolean;
}

/** Workers with the same document, each with the same parts. */
class Crew {
  private desks: Desk[] = [];
  isEnded = false;

  constructor(private document: Document) {}

  /** Starts all workers and gives each its turn. Resolves when all are done; rejects if one of them fails. */
  async run(parts: (count: number) => void, work: (desk: Desk, parts: number) => Promise<void>): Promise<void> {
    this.desks = Array.from({ length: workers() }, () => new Desk());
    await Promise.all(this.desks.map(async (desk) => {
      await desk.ask({ do: "open", document: this.document });
      const split = await desk.ask<Answer>({ do: "ask", question: { ask: "split", parts: PARTS * this.desks.length } });
      if (split.type !== "split" || split.parts === 0) throw new Error("the search cannot be cut");
      parts(split.parts);
      await work(desk, split.parts);
    }));
  }

  end(): void {
    this.isEnded = true;
    for (const desk of this.desks) desk.close();
  }
}

/** A count: by one worker with any engine, and after a while also by the search in parts. The first that is done has the answer. */
export class Counter {
  private crew: Crew | undefined;

  constructor(private searcher: Desk) {}

  async count(document: Document, hear: (heard: Heard) => void): Promise<Answer> {
    let isShared = false;
    const alone = this.searcher.ask<Answer>({ do: "ask", question: { ask: "count" } }, (heard) => {
      if (!isShared || heard.type !== "progress") hear(heard);
    });
    if (!workers()) return alone;
    const soon = await Promise.race([alone, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ALONE))]);
    if (soon) return soon;
    const crew = (this.crew = new Crew(document));
    let [next, done, sum, nodes] = [0, 0, 0n, 0];
    const together = crew.run(() => undefined, async (desk, parts) => {
      while (next < parts) {
        const answer = await desk.ask<Answer>({ do: "ask", question: { ask: "part", number: next++, list: false } });
        if (answer.type !== "count") throw new Error("a part has no count");
        sum += BigInt(answer.count);
        nodes += answer.nodes ?? 0;
        done += 1;
        isShared = true;
        hear({ type: "progress", time: performance.now(), nodes, solutions: String(sum), fraction: done / parts, left: null });
      }
    });
    // If the workers fail or are ended, the one that counts alone has the answer.
    const shared = together.then((): Answer => ({ type: "count", count: String(sum), workers: workers(), nodes }), () => alone);
    try {
      const first = await Promise.race([alone, shared]);
      if (first.type === "count" && first.workers) {
        alone.catch(() => undefined);
        this.searcher.end();
        await this.searcher.ask({ do: "open", document });
      }
      return first;
    } finally {
      crew.end();
    }
  }

  /** Ends all workers of a shared count at once: none of them could hear a message. */
  stop(): void {
    if (!this.crew || this.crew.isEnded) return;
    this.searcher.end();
    this.crew.end();
  }
}

/** A list of solutions, in the order of one worker. */
export class Lister {
  private crew: Crew | undefined;
  private parts: Part[] = [];
  private next = 0;
  private front = 0;
  /** The solutions that one worker has told already: the others find them again. */
  private skipped = 0;
  private found = 0;
  private isStopped = false;
  private waiting: (() => void)[] = [];
  private failure: unknown;

  constructor(private searcher: Desk, private document: Document) {}

  /** More solutions, until this many are found: told in pieces as they are found, and the rest as the answer. */
  async more(number: number, hear: (heard: Heard) => void): Promise<Answer> {
    this.isStopped = false;
    if (this.crew?.isEnded) {
      this.skipped = this.found;
      this.begin();
    }
    if (this.crew) return this.together(number, hear);
    let told = 0;
    let isLate = false;
    const late = workers() ? setTimeout(() => { isLate = true; void this.searcher.stop(); }, ALONE) : undefined;
    const answer = await this.searcher.ask<Answer>({ do: "more", number }, (heard) => {
      if (heard.type === "more") {
        told += heard.solutions.length;
        this.found = heard.found;
      }
      hear(heard);
    }).catch((error: unknown) => {
      // The worker was in the middle of a long search for one solution.
      if (!(error instanceof Stopped && isLate) || this.isStopped) throw error;
      return this.searcher.ask({ do: "open", document: this.document }).then(() => undefined);
    }).finally(() => clearTimeout(late));
    if (answer && answer.type !== "more") return answer;
    if (answer) {
      told += answer.solutions.length;
      this.found = answer.found;
    }
    if (!isLate || this.isStopped || answer?.ending || told >= number) return answer ?? this.answer([], null);
    if (answer?.solutions.length) hear(answer);
    this.skipped = this.found;
    this.begin();
    return this.together(number - told, hear);
  }

  private begin(): void {
    const crew = (this.crew = new Crew(this.document));
    [this.parts, this.next, this.front, this.found, this.failure] = [[], 0, 0, 0, undefined];
    crew.run((count) => {
      if (!this.parts.length) this.parts = Array.from({ length: count }, () => ({ solutions: [], isDone: false }));
    }, async (desk, count) => {
      while (this.next < count) {
        const number = this.next++;
        const part = this.parts[number]!;
        await desk.ask({ do: "ask", question: { ask: "part", number, list: true } });
        while (!part.isDone) {
          while (part.solutions.length >= AHEAD) await new Promise<void>((resolve) => this.waiting.push(resolve));
          const more = await desk.ask<More>({ do: "more", number: PIECE }, (heard) => {
            if (heard.type === "more") part.solutions.push(...heard.solutions);
            this.wake();
          });
          part.solutions.push(...more.solutions);
          if (more.ending !== null && more.ending !== "complete") throw new Error(more.ending);
          part.isDone = more.ending === "complete";
          this.wake();
        }
      }
    }).catch((error: unknown) => {
      if (this.crew !== crew) return;
      this.failure = error;
      this.wake();
    });
  }

  private wake(): void {
    for (const one of this.waiting.splice(0)) one();
  }

  private async together(number: number, hear: (heard: Heard) => void): Promise<Answer> {
    let told = 0;
    for (;;) {
      if (this.failure && !this.isStopped) throw this.failure;
      const taken: number[][] = [];
      while (this.front < this.parts.length || !this.parts.length) {
        const part = this.parts[this.front];
        if (!part) break;
        const again = Math.min(this.skipped, part.solutions.length);
        part.solutions.splice(0, again);
        this.skipped -= again;
        this.found += again;
        taken.push(...part.solutions.splice(0, number - told - taken.length));
        if (part.solutions.length || !part.isDone) break;
        this.front += 1;
      }
      told += taken.length;
      this.found += taken.length;
      this.wake();
      const isDone = this.parts.length > 0 && this.front >= this.parts.length;
      if (isDone || this.isStopped || told >= number) {
        if (isDone) this.crew?.end();
        return this.answer(taken, isDone ? "complete" : null);
      }
      if (taken.length) hear(this.answer(taken, null));
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private answer(solutions: number[][], ending: string | null): More {
    return { type: "more", solutions, ending, found: this.found, fraction: this.parts.length ? this.front / this.parts.length : 0 };
  }

  /** Ends all workers. What was told is kept; if the list is continued, new workers find that again and leave it out. */
  stop(): void {
    this.isStopped = true;
    this.crew?.end();
    this.wake();
  }
}
