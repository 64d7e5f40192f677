// Further questions: costs, frequencies, and those of a designer.

import { clear, drawing, h, save } from "./dom";
import { Stopped } from "./desk";
import { refusals, rowsOf, type Run, verdictOf } from "./engines";
import { type Gallery, gallery } from "./gallery";
import { everyLength } from "./lengths";
import { wordsOf } from "./marks";
import { planeSays } from "./plane";
import type { Aim, Counted, Document, Heard, Made, Shown, ShowRequest, FurtherAnswer, FurtherQuestion } from "./protocol";
import { grouped, t, techniqueName } from "./words";

/** What the panel uses of the answers around it. */
export interface Around {
  /** Asks the worker that searches, which has the document open. */
  ask: (question: FurtherQuestion, hear?: (heard: Heard) => void) => Promise<FurtherAnswer>;
  /** What can be counted, without waiting for a search. `undefined` if the document cannot be opened, which is then said. */
  kinds: () => Promise<FurtherAnswer | undefined>;
  current: () => Document;
  /** Runs a question while the others wait, and shows any error. */
  running: (run: () => Promise<void>) => Promise<void>;
  say: (text: string, ...more: string[]) => void;
  /** Shows options as a picture. */
  pick: (options: number[], caption?: string, outlined?: boolean) => Promise<void>;
  show: (request: ShowRequest) => Promise<Shown>;
  hear: () => (heard: Heard) => void;
  /** Removes the pictures of the last answer. */
  forget: () => void;
  /** Says that there is no solution, and why. */
  none: () => Promise<void>;
  details: HTMLElement;
  figure: HTMLElement;
  pictures: HTMLElement;
  seed: () => number;
  /** Opens a text in place of the document. */
  open: (text: string) => void;
}

/** The time for the best solutions and for sets, in milliseconds; then the answer is as far as it came, and can be continued. */
const PATIENCE = 10_000;

export interface Further {
  element: HTMLElement;
  /** The document changed. */
  forget: () => void;
}

export function further(around: Around): Further {
  /** The document that the panel is about. */
  let filled: Document | undefined;
  const panel = h("div", { className: "further-panel" });
  const element = h("details", { className: "others further", ontoggle: () => { if (element.open && !panel.firstChild) void fill(); } }, h("summary", {}, t("further")), panel);

  const ask = (question: FurtherQuestion, hear = around.hear()) => around.ask(question, hear);

  /** Runs a question whose answer has this type; any other answer is shown as it is. */
  const asking = (question: () => FurtherQuestion, report: (answer: FurtherAnswer) => void | Promise<void>) => around.running(async () => {
    around.forget();
    await reported(await ask(question()), report);
  });

  async function reported(answer: FurtherAnswer, report: (answer: FurtherAnswer) => void | Promise<void>): Promise<void> {
    switch (answer.type) {
      case "error":
        return around.say(answer.message, answer.hint ?? "");
      case "faults":
        return around.say(answer.diagnostics[0]?.message ?? t("noProblem"), answer.diagnostics[0]?.hint ?? "");
      case "stopped":
        return around.say(t("stopped"), answer.reason);
      default:
        await report(answer);
    }
  }

  const button = (label: string, act: () => void | Promise<void>) => h("button", { type: "button", onclick: () => void act() }, label);
  const number = (label: string, value: number, least: number, most: number) => {
    const input = h("input", { type: "number", min: least, max: most, value: String(value), inputMode: "numeric" });
    return {
      element: h("label", { className: "labelled inline" }, h("span", {}, label), input),
      value: () => Math.min(most, Math.max(least, Math.round(Number(input.value)) || least)),
    };
  };
  const select = (label: string, options: (readonly [string, string])[]) => {
    const input = h("select", {}, ...options.map(([value, text]) => h("option", { value }, text)));
    return { element: h("label", { className: "labelled inline" }, h("span", {}, label), input), input };
  };
  const part = (title: string, ...children: (Node | false)[]) => h("div", { className: "part", role: "group", "aria-label": title }, h("h2", {}, title), h("div", { className: "questions" }, ...children));

  async function fill(): Promise<void> {
    panel.append(h("p", { className: "quiet small", role: "status" }, t("loading")));
    const asked = around.current();
    let kinds: FurtherAnswer | undefined;
    try {
      kinds = await around.kinds();
    } catch (error) {
      clear(panel);
      element.open = false;
      return around.say(error instanceof Stopped ? t("stopped") : t("bug", String(error)));
    }
    clear(panel);
    if (around.current() !== asked) {
      // The document changed meanwhile.
      element.open = false;
      return;
    }
    filled = asked;
    if (kinds?.type !== "kinds") {
      element.open = false;
      return kinds && reported(kinds, () => undefined);
    }
    const named: Counted[] = [
      ...(kinds.cost ? [{ kind: "cost" } as const] : []),
      ...kinds.pieces.map((name) => ({ kind: "piece", name }) as const),
      ...kinds.items.map((name) => ({ kind: "item", name }) as const),
    ];
    const nameOf = (one: Counted) => one.kind === "cost" ? t("cost") : one.name;
    panel.append(kinds.cost ? byCost() : h("p", { className: "quiet small" }, t("noCosts")));
    if (named.length) panel.append(tables(named, nameOf));
    panel.append(frequencies(kinds.pieces), designs(kinds.tiling), engines(kinds.engines));
    if (kinds.plane.length) panel.append(plane(kinds.plane));
    if (kinds.tiling) panel.append(lengths(kinds.pieces), sets(), boards());
  }

  /** The number of solutions by each engine, one after the other, and what it takes. */
  function engines(names: string[]): HTMLElement {
    const seconds = number(t("enginesTime"), 5, 1, 600);
    const compare = () => around.running(async () => {
      around.forget();
      const box = h("div");
      around.pictures.append(box);
      const runs: Run[] = [];
      const head = [t("enginesName"), t("solutionsList"), t("enginesNodes"), t("enginesUpdates"), t("enginesSeconds")];
      const show = (isOver = false) => box.replaceChildren(sheet(head, ...rowsOf(runs, isOver)));
      try {
        for (const engine of [null, ...names]) {
          const run: Run = { engine, seconds: 0 };
          runs.push(run);
          show();
          const begun = performance.now();
          run.answer = await ask({ ask: "counting", engine, time: seconds.value() * 1000 });
          run.seconds = (performance.now() - begun) / 1000;
          // What keeps every engine from counting is told once.
          if (!engine && run.answer.type !== "counting") {
            clear(box);
            return await reported(run.answer, () => undefined);
          }
        }
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      }
      show(true);
      box.append(refusals(runs));
      around.say(...verdictOf(runs));
    });
    return part(t("engines"), seconds.element, button(t("enginesCompare"), compare));
  }

  /** Whether a piece tiles the plane, or all pieces together. */
  function plane(pieces: string[]): HTMLElement {
    const piece = select(t("planeOf"), [...pieces.map((name, place) => [String(place), name] as const), ...(pieces.length > 1 ? [["", t("planeAll")] as const] : [])]);
    const find = (time = PATIENCE): Promise<void> => asking(() => ({ ask: "plane", piece: piece.input.value === "" ? null : Number(piece.input.value), time }), (answer) => {
      if (answer.type !== "plane") return;
      const [said = "", ...more] = planeSays(answer);
      around.say(said, ...more);
      if (answer.svg) around.figure.append(h("div", { className: "stage" }, drawing(answer.svg)));
      if (answer.stopped !== null) around.details.append(button(t("searchLonger"), () => find(time * 4)));
    });
    return part(t("plane"), piece.element, button(t("planeFind"), () => find()));
  }

  /** The numbers of tilings of the open board with any number of columns, or of a family of the text. */
  function lengths(pieces: string[]): HTMLElement {
    const named = around.current().problem?.match(/^(.*)\b\d+\s*>$/)?.[1];
    const name = h("input", { type: "text", size: 12, placeholder: "p<3, n>", value: named ? `${named}n>` : "", spellcheck: false });
    const by = select(t("lengthsBy"), [["", t("lengthsAlike")], ["piece", t("lengthsAll")], ...pieces.map((piece) => [piece, piece] as const)]);
    const find = () => asking(() => {
      const family = name.value.trim();
      return { ask: "lengths", of: family ? { document: around.current(), name: family } : null, by: by.input.value || null, time: PATIENCE };
    }, (answer) => {
      if (answer.type !== "lengths") return;
      around.say(t("lengthsFound"), t("lengthsProved", grouped(answer.states), answer.compared), by.input.value ? t("lengthsY") : "");
      around.pictures.append(everyLength(answer));
    });
    return part(t("lengths"), h("label", { className: "labelled inline" }, h("span", {}, t("lengthsFamily")), name), by.element, button(t("lengthsFind"), find));
  }

  /** Solutions with a line below each; a chosen one is shown. */
  function cards(solutions: number[][], caption: (place: number) => string, outlined = false, choose?: (place: number) => Promise<void>): Gallery {
    const made = gallery(around.show, (options, place) => void (choose ? choose(place) : around.pick(options, caption(place), outlined)), caption, outlined);
    around.pictures.append(made.element);
    made.add(solutions);
    return made;
  }

  function byCost(): HTMLElement {
    const most = number(t("howMany"), 10, 1, 1000);
    const best = (max: boolean, time = PATIENCE): Promise<void> =>
      asking(() => ({ ask: "best", max, most: most.value(), time }), async (answer) => {
        if (answer.type !== "best") return;
        const [first] = answer.solutions;
        const cost = answer.costs[0] ?? "";
        const bound = answer.bound !== null ? t(max ? "boundAbove" : "boundBelow", answer.bound) : "";
        if (answer.stopped !== null) {
          around.say(first ? t("bestSoFar", cost) : t("stoppedNone"), first && answer.gap !== null ? `${bound} ${t("gap", answer.gap)}` : bound);
          around.details.append(button(t("searchLonger"), () => best(max, time * 4)));
        } else if (!first) return around.none();
        else around.say(t(max ? "greatestCost" : "leastCost", cost), answer.complete ? t("listedAll", grouped(answer.solutions.length)) : "", t("foundBy", answer.engine, answer.why));
        if (!first) return;
        const caption = (place: number) => t("costs", answer.costs[place] ?? "");
        cards(answer.solutions, caption);
        await around.pick(first, caption(0));
      });
    return part(t("byCost"), button(t("cheapest"), () => best(false)), button(t("dearest"), () => best(true)), most.element);
  }

  function tables(named: Counted[], nameOf: (one: Counted) => string): HTMLElement {
    const numbered = named.map((one, place) => [String(place), nameOf(one)] as const);
    const first = select(t("of"), numbered);
    const second = select(t("and"), [["", "–"], ...numbered]);
    const directions = [["", t("little")], ["much", t("much")]] as const;
    const [one, other] = [select(t("wanted"), [...directions]), select(t("wanted"), [...directions])];
    const chosen = (): Counted[] => [first.input.value, second.input.value].filter((value, place, all) => value !== "" && all.indexOf(value) === place).map((value) => named[Number(value)]!);
    const table = () => {
      const by = chosen();
      return asking(() => ({ ask: "table", by }), async (answer) => {
        if (answer.type !== "table") return;
        if (answer.total === "0") return around.none();
        around.say(t(answer.total === "1" ? "countedOne" : "counted", grouped(answer.total)), t("tableHint"));
        const head = [...by.map(nameOf), t("solutionsList")];
        around.pictures.append(sheet(head, answer.rows.map((row) => [...row.slice(0, -1), grouped(row.at(-1)!)]), portions(answer.rows.map((row) => row.at(-1)!))));
        const csv = [head, ...answer.rows].map((row) => row.map((cell) => /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(",")).join("\n");
        around.details.append(button("CSV", () => save("solutions.csv", `${csv}\n`, "text/csv")));
      });
    };
    const front = () => {
      const by = chosen();
      if (by.length < 2) return around.say(t("frontNeeds"));
      const aims = [one, other].map(({ input }, place) => ({ ...by[place]!, much: input.value === "much" })) as [Aim, Aim];
      return asking(() => ({ ask: "front", aims }), async (answer) => {
        if (answer.type !== "front") return;
        const [best] = answer.solutions;
        if (!best) return around.none();
        around.say(t(answer.solutions.length === 1 ? "frontOne" : "front", grouped(answer.solutions.length), grouped(answer.total)));
        const caption = (place: number) => by.map((kind, which) => `${nameOf(kind)}: ${answer.numbers[place]?.[which] ?? ""}`).join(" · ");
        cards(answer.solutions, caption);
        await around.pick(best, caption(0));
      });
    };
    return part(t("byKind"), first.element, one.element, second.element, other.element, button(t("table"), table), named.length > 1 && button(t("tradeOff"), front));
  }

  function frequencies(pieces: string[]): HTMLElement {
    const piece = select(t("mapOf"), [["", t("uncertain")], ...pieces.map((name, place) => [String(place), name] as const)]);
    const often = () => {
      const name = piece.input.value === "" ? null : (pieces[Number(piece.input.value)] ?? null);
      return asking(() => ({ ask: "marginals", piece: name }), (answer) => {
        if (answer.type !== "marginals") return;
        if (answer.total === "0") return around.none();
        around.say(t(answer.total === "1" ? "countedOne" : "counted", grouped(answer.total)), t("inAllOrNone", grouped(answer.forced), grouped(answer.impossible)));
        if (answer.svg) around.figure.append(h("div", { className: "stage paper" }, drawing(answer.svg)), h("p", { className: "quiet small" }, name === null ? t("uncertainHint") : t("likelyHint", name)));
        const rows = answer.options.map((option) => [wordsOf(option), grouped(option.solutions), `${(option.share * 100).toFixed(1)} %`]);
        if (answer.possible > rows.length) rows.push(["…", "", ""]);
        around.pictures.append(h("details", { className: "others", open: !answer.svg }, h("summary", {}, t("frequencyOfEach")), sheet([t("placement"), t("solutionsList"), t("shareOf")], rows, answer.options.map(({ share }) => share))));
      });
    };
    return part(t("frequencies"), ...(pieces.length ? [piece.element] : []), button(t("howOften"), often));
  }

  function designs(isTiling: boolean): HTMLElement {
    const length = number(t("howMany"), 5, 1, 100);
    const rate = () => asking(() => ({ ask: "rate" }), (answer) => {
      if (answer.type === "unrated") return answer.found === 0 ? around.none() : around.say(t("unrated"), t("unratedHint"));
      if (answer.type !== "rated") return;
      const used = answer.tally.map(([name, steps]) => `${techniqueName(name)} × ${steps}`).join(", ");
      around.say(answer.rating === null ? t("beyond") : answer.hardest === null ? t("hintFull") : t("rated", answer.rating, techniqueName(answer.hardest)), used, answer.rating === null ? "" : t("effort", answer.effort));
      // The reasons are the library's own.
      around.pictures.append(h("ol", { className: "steps", lang: "en" }, ...answer.steps.map((step) => h("li", {}, `${step.technique}: ${step.text}`))));
    });
    const series = () => around.running(async () => {
      around.forget();
      const made: Made[] = [];
      const caption = (place: number) => t("puzzleRated", place + 1, made[place]?.rating ?? "–", made[place]?.clues.length ?? 0);
      /** A puzzle, or its solution. */
      let turn = 0;
      const choose = async (place: number, isSolved = false): Promise<void> => {
        const puzzle = made[place]!;
        const mine = ++turn;
        await around.pick(isSolved ? puzzle.solution : puzzle.clues, caption(place), !isSolved);
        if (mine === turn) around.figure.append(button(t(isSolved ? "showClues" : "showSolution"), () => choose(place, !isSolved)));
      };
      let shown: Gallery | undefined;
      const hear = around.hear();
      let ended: string | undefined;
      try {
        const answer = await ask({ ask: "series", seed: around.seed(), number: length.value() }, (heard) => {
          if (heard.type !== "made") return hear(heard);
          made.push(heard);
          shown ??= cards([], caption, true, choose);
          shown.add([heard.clues]);
          if (made.length === 1) void choose(0);
        });
        if (answer.type !== "series") return await reported(answer, () => undefined);
        if (!made.length) return await around.none();
        if (made.length < answer.wanted!) ended = t("noOtherPuzzle");
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        ended = t("stopped");
      }
      around.say(t(made.length === 1 ? "seriesMadeOne" : "seriesMade", made.length), ended ?? "");
      if (made.length && isTiling) around.details.append(button(t("booklet"), () => booklet(made)));
    });
    const booklet = (made: Made[]) => around.running(async () => {
      const leaves = made.map((puzzle, place) => ({ name: t("puzzleNumber", place + 1), note: puzzle.rating === null ? "" : t("rated", puzzle.rating, techniqueName(puzzle.hardest ?? "")), clues: puzzle.clues, solution: puzzle.solution }));
      const title = window.document.querySelector("h1")?.textContent ?? "";
      await reported(await ask({ ask: "booklet", title, leaves, cut: true }), (answer) => {
        if (answer.type === "booklet") save(`${title.replace(/\W+/g, "-") || "puzzles"}.html`, answer.html, "text/html");
      });
    });
    return part(t("forPeople"), button(t("rate"), rate), button(t("series"), series), length.element);
  }

  function sets(): HTMLElement {
    const [least, most] = [number(t("piecesFrom"), 3, 1, 999), number(t("piecesTo"), 3, 1, 999)];
    const unique = h("input", { type: "checkbox", checked: true });
    const wanted = () => ({ least: least.value(), most: Math.max(least.value(), most.value()), unique: unique.checked });
    const search = (of = wanted(), after = "0", found = 0, time = PATIENCE): Promise<void> => around.running(async () => {
      if (after === "0") around.forget();
      else clear(around.details);
      const hear = around.hear();
      const list = around.pictures.querySelector<HTMLElement>(".sets") ?? h("ul", { className: "marks sets" });
      around.pictures.append(list);
      let answer: FurtherAnswer;
      try {
        answer = await ask({ ask: "sets", ...of, after, time }, (heard) => {
          if (heard.type !== "set") return hear(heard);
          found += 1;
          const { text } = heard;
          const words = of.unique ? heard.words : `${heard.words}: ${t(heard.solutions === "1" ? "countedOne" : "counted", grouped(heard.solutions))}`;
          list.append(h("li", {}, h("span", {}, words), text !== null && h("button", { type: "button", className: "small", "aria-label": t("openThis", heard.words), onclick: () => around.open(text) }, t("openIt"))));
        });
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        return around.say(t("setsFound", grouped(found)), t("stopped"));
      }
      await reported(answer, () => {
        if (answer.type !== "sets") return;
        const isDone = answer.tried === answer.all;
        around.say(t(found === 1 ? "setsFoundOne" : "setsFound", grouped(found)), t("setsTried", grouped(answer.tried), grouped(answer.all)), answer.unknown ? t("setsUnknown", grouped(answer.unknown)) : "");
        const { tried } = answer;
        // If not even one set was counted to the end, the next attempt has more time.
        if (!isDone) around.details.append(button(t("showMore"), () => search(of, tried, found, tried === after ? time * 4 : time)));
      });
    });
    return part(t("sets"), least.element, most.element, h("label", { className: "labelled inline" }, unique, h("span", {}, t("oneSolution"))), button(t("findSets"), () => search()));
  }

  function boards(): HTMLElement {
    const box = h("input", { type: "text", size: 8, placeholder: "5x5" });
    const [symmetric, holeless, unique] = [true, false, true].map((checked) => h("input", { type: "checkbox", checked })) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
    const choice = (input: HTMLInputElement, label: string) => h("label", { className: "labelled inline" }, input, h("span", {}, label));
    /** The sides of the box, `null` if there is none, and `undefined` if they are wrong. */
    const inside = (): [number, number, number] | null | undefined => {
      if (!box.value.trim()) return null;
      const sides = box.value.trim().split(/\s*[x×]\s*/i).map(Number);
      if (sides.length < 2 || sides.length > 3 || !sides.every((side) => Number.isInteger(side) && side >= 1 && side < 1000)) return undefined;
      return [sides[0]!, sides[1]!, sides[2] ?? 1];
    };
    const search = (time = PATIENCE): Promise<void> => around.running(async () => {
      around.forget();
      const sides = inside();
      if (sides === undefined) return around.say(t("boxWrong"));
      const hear = around.hear();
      const list = h("ul", { className: "marks sets boards" });
      let shown = 0;
      let answer: FurtherAnswer;
      try {
        answer = await ask({ ask: "boards", inside: sides, symmetric: symmetric.checked, whole: holeless.checked, unique: unique.checked, time }, (heard) => {
          if (heard.type !== "region") return hear(heard);
          shown += 1;
          around.pictures.append(list);
          const { text, svg } = heard;
          const name = t("boardNumber", shown);
          list.append(h("li", {}, svg !== null && h("div", { className: "stage" }, drawing(svg)), h("span", {}, `${name}: ${t(heard.solutions === "1" ? "countedOne" : "counted", grouped(heard.solutions))}`),
            text !== null && h("button", { type: "button", className: "small", "aria-label": t("openThis", name), onclick: () => around.open(text) }, t("openIt"))));
        });
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        return around.say(t(shown === 1 ? "boardsFoundOne" : "boardsFound", grouped(shown)), t("stopped"));
      }
      await reported(answer, () => {
        if (answer.type !== "boards") return;
        around.say(t(answer.found === 1 ? "boardsFoundOne" : "boardsFound", grouped(answer.found)), answer.found > shown ? t("boardsShown", grouped(shown)) : "", answer.stopped === null ? "" : t("stopped"));
        if (answer.stopped !== null) around.details.append(button(t("searchLonger"), () => search(time * 4)));
      });
    });
    return part(t("boards"), h("label", { className: "labelled inline" }, h("span", {}, t("boxSides")), box), choice(symmetric, t("onlySymmetric")), choice(holeless, t("withoutHoles")), choice(unique, t("oneSolution")), button(t("findBoards"), () => search()));
  }

  return {
    element,
    forget() {
      const now = around.current();
      // What is kept and forbidden changes none of the choices.
      if (filled && filled.text === now.text && filled.kind === now.kind && filled.problem === now.problem) return;
      filled = undefined;
      element.open = false;
      clear(panel);
    },
  };
}

/** Numbers of any size as parts of the greatest. */
function portions(digits: string[]): number[] {
  const most = digits.reduce((one, other) => (BigInt(other) > one ? BigInt(other) : one), 1n);
  return digits.map((one) => Number((BigInt(one) * 1000n) / most) / 1000);
}

/** Rows of texts; the first cell of each is a heading. Behind the last one is a bar as long as its share, from 0 to 1. */
function sheet(head: string[], rows: string[][], shares: number[]): HTMLElement {
  const row = ([first = "", ...rest]: string[], at: number) => {
    const made = h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((cell) => h("td", {}, cell)));
    const bar = made.lastElementChild as HTMLElement;
    bar.classList.add("bar");
    bar.style.setProperty("--share", `${((shares[at] ?? 0) * 100).toFixed(1)}%`);
    return made;
  };
  return h("div", { className: "table-box", tabIndex: 0, role: "region", "aria-label": head.join(", ") },
    h("table", {}, h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, cell)))), h("tbody", {}, ...rows.map(row))));
}
