// The questions, and their answers.

import { announce, clear, drawing, h, toast } from "./dom";
import { Counter, Lister } from "./crew";
import { Bug, Desk, Stopped } from "./desk";
import { figures } from "./figure";
import { further as panel } from "./further";
import { gallery, type Gallery } from "./gallery";
import { type Verb, verbs } from "./marks";
import { meter } from "./meter";
import { almostWords, coloredBoard, hintWords, reasonWords } from "./reasons";
import type { Almost, Answer, Described, Document, Heard, Marks, Question, Seen, Shown, ShowRequest, Size, FurtherAnswer, FurtherQuestion } from "./protocol";
import { grouped, t } from "./words";

/** A gallery grows by this many solutions at a time. */
const BATCH = 10_000;

export interface Answers {
  element: HTMLElement;
  /** The puzzle changed, so the answers belong to another one; but the shown solution may stay one. */
  forget: (stays?: boolean) => void;
  /** The options of the shown solution, if there is one. */
  shown: () => number[] | undefined;
  show: (request: ShowRequest) => Promise<Shown>;
  /** The clues of the shown puzzle, if one was made. */
  clues: () => Marks | undefined;
  /** The puzzle in a format of other programs. `undefined` if another question is being answered, or if it was stopped. */
  write: (to: string) => Promise<FurtherAnswer | undefined>;
  solve: () => Promise<void>;
}

/** What the answers use of the page around them. */
export interface Page {
  current: () => { document: Document; seen: Seen | undefined };
  /** Waits for the last change of the drawing. Returns false if there is nothing to be asked about. */
  drawn: () => Promise<boolean>;
  mark: (option: Described, verb: Verb) => void;
  /** Opens a document to be played. */
  play: (document: Document) => void;
  /** Opens a text in place of the document. */
  openText: (text: string) => void;
  /** A puzzle is shown, or no longer: the link changes. */
  made: () => void;
}

export function answers({ current, drawn, mark, play: playIt, openText, made }: Page): Answers {
  const searcher = new Desk();
  // Draws the results while the searcher continues.
  const drawer = new Desk();
  const counter = new Counter(searcher);
  let lister: Lister | undefined;
  let asked: Document | undefined;
  let listing: Gallery | undefined;
  let clues: Marks | undefined;
  let busy = false;
  /** Whether solutions can be requested one after the other, and how many were. */
  let isOpen = false;
  let stepped = 0;

  const sentence = h("p", { className: "verdict" }, t("askHint"));
  const details = h("div", { className: "details quiet small" });
  const figure = figures(drawer, () => current().seen?.about?.grid, mark);
  const { pick } = figure;
  const pictures = h("div", { className: "pictures" });
  const bar = h("progress", { max: 1, "aria-label": t("searching") });
  const told = h("span", { className: "small" });
  const stopButton = h("button", { type: "button", className: "stop", onclick: () => void stop() }, t("stop"));
  const progress = h("div", { className: "progress", hidden: true }, bar, told, stopButton);
  const seed = h("input", { type: "number", min: 0, max: 4294967295, value: "1", inputMode: "numeric", "aria-label": t("seed") });

  const button = (label: string, act: () => Promise<void>, className = "") => h("button", { type: "button", className, onclick: () => void act() }, label);
  const solveButton = button(t("solve"), solve, "primary");
  const nextButton = button(t("next"), next);
  const questions = [
    solveButton,
    nextButton,
    button(t("all"), all),
    button(t("count"), () => ask({ ask: "count" })),
    button(t("hint"), () => ask({ ask: "hint" })),
  ];
  const others = [
    button(t("orbits"), () => ask({ ask: "orbits" })),
    button(t("representatives"), () => ask({ ask: "representatives", most: BATCH }, true)),
    button(t("unique"), () => ask({ ask: "unique" })),
    button(t("sample"), () => askFurther({ ask: "sample", seed: Number(seed.value) || 0, number: 1 })),
    button(t("estimate"), () => askFurther({ ask: "estimate", seed: Number(seed.value) || 1, probes: 10_048 })),
    button(t("certain"), () => ask({ ask: "certain" })),
    button(t("play"), play),
    button(t("puzzle"), () => ask({ ask: "puzzle", seed: Number(seed.value) || 1 })),
  ];
  const further = panel({
    ask: askSearcher, kinds: async () => ((await open()) ? drawer.ask<FurtherAnswer>({ do: "ask", question: { ask: "kinds" } }) : undefined),
    current: () => current().document, running, say, pick, show: (request) => show(request), hear, forget: forgetPictures, none, details, figure: figure.element, pictures,
    seed: () => Number(seed.value) || 1, open: openText,
  });
  const element = h("section", { className: "answers", id: "answers", "aria-label": t("answers"), tabIndex: -1 },
    h("div", { className: "questions", role: "group" }, ...questions),
    h("details", { className: "others" }, h("summary", {}, t("more")), h("div", { className: "questions" }, ...others, h("label", { className: "labelled inline" }, h("span", {}, t("seed")), seed))),
    further.element,
    progress, h("div", { role: "status" }, sentence), details, figure.element, pictures);

  function say(text: string, ...more: string[]): void {
    sentence.textContent = text;
    clear(details);
    details.append(...more.filter(Boolean).map((line) => h("p", {}, line)));
  }

  function setBusy(now: boolean): void {
    busy = now;
    progress.hidden = !now;
    element.setAttribute("aria-busy", String(now));
    for (const one of [...questions, ...others, ...further.element.querySelectorAll("button")]) one.disabled = now;
    if (now) {
      bar.removeAttribute("value");
      told.textContent = t("searching");
    } else nextButton.disabled = !isOpen;
  }
  nextButton.disabled = true;

  /** Opens the document in both workers, unless it is open. */
  async function open(): Promise<boolean> {
    const { document } = current();
    if (asked === document) return true;
    listing = undefined;
    const [said] = await Promise.all([searcher.ask<Answer | { type: "open" }>({ do: "open", document }), drawer.ask({ do: "open", document })]);
    if (said.type !== "open") {
      const first = said.type === "faults" ? said.diagnostics[0] : undefined;
      say(first?.message ?? t("noProblem"), first?.hint ?? "");
      return false;
    }
    asked = document;
    return true;
  }

  function forgetPictures(): void {
    if (clues) {
      clues = undefined;
      made();
    }
    listing = undefined;
    figure.forget();
    isOpen = false;
    nextButton.disabled = true;
    clear(pictures);
  }

  const show = (request: ShowRequest) => drawer.ask<Shown>({ do: "show", request });

  let certain = 0n;
  function hear(): (heard: Heard) => void {
    const tell = meter(bar, told);
    certain = 0n;
    return (heard) => {
      if (heard.type === "progress") {
        if (BigInt(heard.solutions) > certain) certain = BigInt(heard.solutions);
        tell(heard);
      } else if (heard.type === "solutions") found(heard.solutions);
      else if (heard.type === "more") {
        found(heard.solutions);
        certain = BigInt(heard.found);
        if (heard.fraction > 0) bar.value = heard.fraction;
        told.textContent = t("foundSoFar", grouped(heard.found));
      }
    };
  }

  function found(solutions: number[][]): void {
    if (!solutions.length) return;
    if (!listing) {
      listing = gallery(show, (options, place) => void pick(options, t("solutionNumber", place + 1)));
      pictures.append(listing.element);
    }
    listing.add(solutions);
    if (!figure.picked()) void pick(solutions[0]!);
  }

  /** Runs a question, and shows any error. */
  async function running(run: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      // A question right after a change is about the changed drawing.
      if (!(await drawn())) return say(t("noCells"));
      if (await open()) await run();
    } catch (error) {
      asked = undefined;
      isOpen = false;
      if (error instanceof Stopped) {
        // The searcher is new, so the next question opens the document again.
        const known = listing ? BigInt(listing.count()) : 0n;
        const sure = known > certain ? known : certain;
        say(sure > 0n ? t("stoppedAtLeast", grouped(sure)) : t("stoppedNone"));
      } else say(t("bug", error instanceof Bug ? error.message : String(error)));
    } finally {
      setBusy(false);
      announce(sentence.textContent ?? "");
    }
  }

  let wasStopped = false;
  async function stop(): Promise<void> {
    wasStopped = true;
    stopButton.disabled = true;
    counter.stop();
    lister?.stop();
    await searcher.stop();
    stopButton.disabled = false;
  }

  const pickIfAny = async (solutions: number[][], caption = "") => {
    if (solutions[0]) await pick(solutions[0], caption);
  };

  /** Begins a listing, unless that of this document is open. */
  async function list(): Promise<boolean> {
    const begun = await searcher.ask<Answer>({ do: "ask", question: { ask: "list" } });
    if (begun.type !== "begun") {
      report(begun);
      return false;
    }
    stepped = 0;
    isOpen = true;
    return true;
  }

  async function solve(): Promise<void> {
    await running(async () => {
      forgetPictures();
      wasStopped = false;
      if (await list()) await step();
    });
  }

  async function step(): Promise<void> {
    const answer = await searcher.ask<Answer>({ do: "more", number: 1 }, hear());
    if (answer.type !== "more") return report(answer);
    const one = answer.solutions[0];
    if (one) {
      stepped += 1;
      say(t("solutionNumber", grouped(stepped)));
      await pick(one);
    } else if (answer.ending === "complete") {
      isOpen = false;
      if (stepped) say(t("noMore", grouped(stepped)));
      else await none();
    } else {
      isOpen = false;
      say(stepped ? t("stoppedAtLeast", grouped(stepped)) : t("stoppedNone"), answer.ending ?? "");
    }
  }

  async function next(): Promise<void> {
    await running(async () => {
      clear(pictures);
      listing = undefined;
      if (isOpen || (await list())) await step();
    });
  }

  /** No solution, with the reason if one is known. */
  async function none(): Promise<void> {
    const answer = await drawer.ask<Answer>({ do: "ask", question: { ask: "why" } });
    say(t("noSolution"), answer.type === "why" && answer.kind ? t("reason", reasonWords(answer)) : t("noSolutionProved"), isMarked() ? t("withMarks") : "");
    figure.element.replaceChildren(coloredBoard(current().seen?.drawing, answer) ?? "");
    details.append(button(t("almost"), () => ask({ ask: "almost" })));
  }

  const isMarked = () => {
    const { marks } = current().document;
    return !!marks && marks.taken.length + marks.forbidden.length > 0;
  };

  /** The best partial cover, and what would help. */
  async function closest(answer: Almost): Promise<void> {
    const grid = current().seen?.about?.grid;
    const [verdict, lines] = almostWords(answer, grid !== null && grid !== undefined);
    say(verdict, ...lines, isMarked() ? t("withMarks") : "");
    await pick(answer.options, "", true);
  }

  /** A certain placement, together with what is kept already. */
  async function hinted(answer: Extract<Answer, { type: "hint" }>, kept: number[][]): Promise<void> {
    if (answer.ending === "none") return none();
    if (answer.ending !== undefined) {
      say(t(answer.ending === "full" ? "hintFull" : answer.ending === "time" ? "hintTime" : "hintOpen"));
      if (kept.length === 2) await compare(kept);
      return;
    }
    const [verdict, why] = hintWords(answer);
    say(verdict, why, isMarked() ? t("withMarks") : "");
    details.append(verbs(answer.option, mark).firstElementChild!);
    const before = (current().seen?.marks?.taken ?? []).map((one) => one.option);
    const all = [...before, answer.option.option].sort((one, other) => one - other);
    await pick(all, "", true);
    figure.point(all.indexOf(answer.option.option));
  }

  /** Two solutions side by side: only what differs is drawn. */
  async function compare(solutions: number[][]): Promise<void> {
    const [first, second] = [new Set(solutions[0]), new Set(solutions[1])];
    const only = (options: Set<number>, others: Set<number>) => [...options].filter((option) => !others.has(option));
    const both = [only(first, second), only(second, first)];
    details.append(h("p", {}, t("same", grouped(first.size - both[0]!.length), grouped(both[0]!.length), grouped(both[1]!.length))));
    const pair = h("div", { className: "rivals" });
    for (const [place, options] of both.entries()) {
      const shown = await show({ options, form: current().seen?.about?.grid === "cube" ? "isometric" : "svg", cell: 22, outlined: true });
      const label = t("differsHere", place + 1);
      const picture = shown.type === "shown" ? (shown.svg ? drawing(shown.svg) : h("pre", {}, shown.text ?? "")) : h("p", {}, shown.message);
      pair.append(h("figure", {}, h("div", { className: "stage" }, picture), h("figcaption", { className: "quiet small" }, label)));
    }
    pictures.append(pair);
  }


  async function all(): Promise<void> {
    await running(async () => {
      forgetPictures();
      wasStopped = false;
      if (!(await list())) return;
      lister = new Lister(searcher, asked!);
      await listMore();
    });
  }

  async function listMore(): Promise<void> {
    const answer = await lister!.more(BATCH, hear());
    if (answer.type !== "more") return report(answer);
    found(answer.solutions);
    const count = listing?.count() ?? 0;
    if (answer.ending === "complete") {
      isOpen = false;
      if (count) say(t("listedAll", grouped(count)));
      else await none();
      return;
    }
    say(wasStopped || answer.ending ? (count ? t("stoppedAtLeast", grouped(count)) : t("stoppedNone")) : t("listedSome", grouped(count)), answer.ending ?? "");
    details.append(button(t("showMore"), () => running(async () => { wasStopped = false; await listMore(); })));
  }

  /** The player of `combien trace`, in a frame of its own whose name is the search. */
  async function play(): Promise<void> {
    await running(async () => {
      forgetPictures();
      const shown = await show({ form: "trace" });
      if (shown.type === "error") return say(shown.message, shown.hint ?? "");
      say(t("play"));
      const frame = h("iframe", { className: "player", src: "./player.html", title: t("play") });
      // A problem of items and options has no name, so it gets the name of the page.
      const search = JSON.parse(shown.text ?? "{}") as { name?: string };
      search.name ||= document.querySelector("h1")?.textContent ?? "";
      frame.name = JSON.stringify(search);
      pictures.append(frame);
      pictures.scrollIntoView({ block: "nearest" });
    });
  }

  async function askSearcher(question: FurtherQuestion, hear?: (heard: Heard) => void): Promise<FurtherAnswer> {
    try {
      return await searcher.ask<FurtherAnswer>({ do: "ask", question }, hear);
    } catch (error) {
      // The next worker has nothing open.
      asked = undefined;
      throw error;
    }
  }

  const askFurther = (question: FurtherQuestion) => answered((hear) => askSearcher(question, hear) as Promise<Answer>);

  const ask = (question: Question, fills = false) => answered(
    (hear) => (question.ask === "count" ? counter.count(asked!, hear) : searcher.ask<Answer>({ do: "ask", question }, hear)), fills);

  /** Runs a question and reports its answer. Its solutions fill the gallery, or are told with the answer. */
  async function answered(question: (hear: (heard: Heard) => void) => Promise<Answer>, fills = false): Promise<void> {
    await running(async () => {
      forgetPictures();
      const kept: number[][] = [];
      const heard = hear();
      const listen = (one: Heard) => {
        if (one.type === "solutions" && !fills) kept.push(...one.solutions);
        else heard(one);
      };
      await report(await question(listen), kept);
    });
  }

  /** The link opens the puzzle with its clues kept, beside what is kept and forbidden already. */
  async function keep(given: number[]): Promise<void> {
    const { document } = current();
    const { options = [] } = await drawer.ask<{ options?: Described[] }>({ do: "describe", options: given });
    if (current().document !== document) return;
    clues = { taken: [...(document.marks?.taken ?? []), ...options], forbidden: document.marks?.forbidden ?? [] };
    made();
  }

  const range = (size: Size | string, phrase: "estimateNodes" | "estimateSolutions") =>
    typeof size === "string" ? size : size.rough ? t("estimateRough", size.mean) : t(phrase, size.mean, size.low, size.high);

  async function report(answer: Answer, kept: number[][] = []): Promise<void> {
    switch (answer.type) {
      case "count": {
        const isUpTo = answer.symmetries !== undefined;
        if (answer.count === "0") return none();
        const one = answer.count === "1";
        say(
          isUpTo ? (one ? t("countedOrbitsOne") : t("countedOrbits", grouped(answer.count))) : one ? t("countedOne") : t("counted", grouped(answer.count)),
          isUpTo ? t("symmetries", grouped(answer.symmetries!)) : answer.workers ? t("countedTogether", answer.workers) : answer.engine ? t("countedBy", answer.engine, answer.why ?? "") : "",
        );
        return;
      }
      case "stopped":
        return say(answer.certain === "0" ? t("stoppedNone") : t("stoppedAtLeast", grouped(answer.certain)), answer.reason);
      case "unique":
        if (answer.found === 0) return none();
        say(answer.found === 1 ? t("isUnique") : t("isNotUnique"), isMarked() ? t("withMarks") : "");
        found(kept);
        if (kept.length === 2) await compare(kept);
        return;
      case "hint":
        return hinted(answer, kept);
      case "almost":
        return closest(answer);
      case "listed":
        if (answer.found === 0) return none();
        return say(answer.complete ? t("listedOrbits", grouped(answer.found)) : t("listedSome", grouped(answer.found)));
      case "sample":
        if (answer.found === 0) return none();
        say(t("sampled", answer.seed));
        seed.value = String(answer.seed + 1);
        return pickIfAny(kept);
      case "estimate":
        if (answer.exact) return say(t("estimateExact", grouped(answer.nodes as number), grouped(answer.solutions as string)));
        return say(range(answer.nodes as Size, "estimateNodes"), answer.solutions ? range(answer.solutions, "estimateSolutions") : t("estimateNothing"));
      case "certain":
        if (answer.impossible !== undefined) return say(t("certainNever", answer.impossible));
        if (!answer.options?.length) return say(t("certainNone"));
        say(t("certainSome", answer.options.length));
        return pick(answer.options, "", true);
      case "puzzle": {
        if (!answer.clues) return none();
        const [given, solution] = [answer.clues, answer.solution ?? []];
        say(t("puzzleMade", answer.clues.length, answer.seed));
        seed.value = String(answer.seed + 1);
        await pick(given, "", true);
        await keep(given);
        let isOpened = false;
        const reveal = button(t("showSolution"), async () => {
          isOpened = !isOpened;
          reveal.textContent = t(isOpened ? "showClues" : "showSolution");
          await pick(isOpened ? solution : given, "", !isOpened);
        });
        const playable = () => playIt({ ...current().document, marks: clues });
        details.append(h("div", { className: "group" }, reveal, current().seen?.about?.grid ? h("button", { type: "button", onclick: playable }, t("playIt")) : null));
        return;
      }
      case "error":
        return say(answer.message, answer.hint ?? "");
      case "faults":
        return say(answer.diagnostics[0]?.message ?? t("noProblem"), answer.diagnostics[0]?.hint ?? "");
      default:
        return;
    }
  }

  return {
    element,
    forget(stays = false) {
      asked = undefined;
      further.forget();
      if (busy) void stop();
      if (stays) {
        // The picture stays; the list of other solutions does not, nor can it be continued.
        listing = undefined;
        isOpen = false;
        nextButton.disabled = true;
        clear(pictures);
      } else forgetPictures();
      say(t("askHint"));
    },
    shown: figure.picked,
    clues: () => clues,
    show: async (request) => {
      if (!(await open())) return { type: "error", message: t("noProblem"), hint: null };
      return show(request);
    },
    async write(to) {
      if (busy) {
        toast(t("stillSearching"));
        return undefined;
      }
      let written: FurtherAnswer | undefined;
      await running(async () => {
        written = await askSearcher({ ask: "write", to });
      });
      return written;
    },
    solve,
  };
}
