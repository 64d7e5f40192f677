// A Sudoku to be typed in: solved, checked, hinted and rated.

import { Bug, Desk, Stopped } from "./desk";
import { announce, clear, h, toast } from "./dom";
import type { Candidate, SudokuAnswer } from "./protocol";
import type { Mode } from "./state";
import { sees } from "./play/digits";
import { cellName, gridOf } from "./techniques";
import { t, techniqueName } from "./words";

const SIDE = 9;
const CELLS = SIDE * SIDE;

export interface Sudoku {
  element: HTMLElement;
  /** Shows a grid. */
  set: (grid: string) => void;
}

/** The grid; `changed` hears of each change. `open` shows it as an exact cover. */
export function sudoku(first: string, changed: (grid: string) => void, open: (grid: string, mode: Mode) => void): Sudoku {
  const desk = new Desk();
  let digits = [...(gridOf(first) ?? ".".repeat(CELLS))];
  /** What a question filled in. */
  let filled = Array<string>(CELLS).fill("");
  let marked = new Set<number>();
  let resting = new Set<number>();
  let at = 0;
  let past: string[] = [];

  const verdict = h("p", { className: "verdict" }, t("sudokuHint"));
  const details = h("div", { className: "details small" });
  const cells = digits.map((_, place) => {
    const [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const input = h("input", {
      type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 1, tabIndex: -1, className: "digit",
      onkeydown: (event: KeyboardEvent) => key(event, place),
      oninput: () => {
        // A keyboard on the screen sends no keys.
        const typed = /[1-9]/.exec(input.value.slice(-1))?.[0] ?? "";
        put(place, typed);
      },
      onfocus: () => { focusOn(place, false); input.select(); },
      onpaste: (event: ClipboardEvent) => {
        const grid = gridOf(event.clipboardData?.getData("text/plain") ?? "");
        if (!grid) return;
        event.preventDefault();
        keep();
        set(grid);
      },
    });
    return h("td", { role: "gridcell", className: `${row % 3 === 2 && row < 8 ? "below " : ""}${column % 3 === 2 && column < 8 ? "beside" : ""}` }, input);
  });
  const inputs = cells.map((cell) => cell.firstElementChild as HTMLInputElement);
  const rows = Array.from({ length: SIDE }, (_, row) => h("tr", { role: "row" }, ...cells.slice(row * SIDE, (row + 1) * SIDE)));
  const table = h("table", { className: "sudoku-grid", role: "grid", "aria-label": t("sudokuGrid") }, h("tbody", { role: "rowgroup" }, ...rows));

  function focusOn(place: number, moves = true): void {
    inputs[at]!.tabIndex = -1;
    at = place;
    inputs[at]!.tabIndex = 0;
    if (moves) inputs[at]!.focus();
  }

  function key(event: KeyboardEvent, place: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "z") {
        event.preventDefault();
        undo();
      }
      return;
    }
    const [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const steps: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -column], End: [0, SIDE - 1 - column] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const clamp = (value: number) => Math.min(SIDE - 1, Math.max(0, value));
      focusOn(clamp(row + step[0]) * SIDE + clamp(column + step[1]));
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      put(place, event.key);
      if (place + 1 < CELLS && column + 1 < SIDE) focusOn(place + 1);
    } else if (event.key === "Backspace" || event.key === "Delete" || event.key === "0" || event.key === ".") {
      event.preventDefault();
      put(place, "");
      if (event.key !== "Delete" && event.key !== "Backspace" && column + 1 < SIDE) focusOn(place + 1);
      else if (event.key === "Backspace" && column > 0) focusOn(place - 1);
    } else if (event.key === " ") {
      event.preventDefault();
      put(place, "");
    }
  }

  const line = () => digits.map((digit) => digit || ".").join("");
  const keep = () => {
    past.push(line());
    if (past.length > 200) past.shift();
  };
  function put(place: number, digit: string): void {
    if ((digits[place] === "." ? "" : digits[place]) !== digit) {
      keep();
      digits[place] = digit || ".";
      changed(line());
    }
    forget();
  }
  function set(grid: string): void {
    digits = [...grid];
    changed(line());
    forget();
  }
  function undo(): void {
    const before = past.pop();
    if (before) set(before);
  }
  function forget(): void {
    filled = Array<string>(CELLS).fill("");
    marked = new Set();
    resting = new Set();
    say(t("sudokuHint"));
    paint();
  }

  function paint(): void {
    inputs.forEach((input, place) => {
      const digit = digits[place] === "." ? "" : digits[place]!;
      const shown = digit || filled[place] || "";
      const clashes = digit !== "" && digits.some((other, there) => other === digit && sees(place, there));
      input.value = shown;
      input.className = `digit${digit ? " given" : shown ? " filled" : ""}${marked.has(place) ? " marked" : ""}${resting.has(place) ? " resting" : ""}`;
      input.setAttribute("aria-label", t("sudokuCell", Math.floor(place / SIDE) + 1, (place % SIDE) + 1));
      if (clashes) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    });
  }

  function say(text: string, ...lines: (string | Node)[]): void {
    verdict.textContent = text;
    clear(details);
    details.append(...lines.map((line_) => (typeof line_ === "string" ? h("p", {}, line_) : line_)));
  }

  let busy = false;
  async function ask(asked: "solve" | "unique" | "hint" | "rate"): Promise<void> {
    if (busy) return;
    busy = true;
    forget();
    try {
      const answer = await desk.ask<SudokuAnswer>({ do: "sudoku", request: { do: asked === "unique" ? "solve" : asked, grid: line() } });
      if (answer.type === "error") say(answer.message ?? "", answer.hint ?? "");
      else if (answer.stopped) say(t("stoppedNone"));
      else report(asked, answer);
    } catch (error) {
      if (!(error instanceof Stopped)) toast(t("bug", error instanceof Bug ? error.message : String(error)), "error");
    } finally {
      busy = false;
      paint();
      announce(verdict.textContent ?? "");
    }
  }

  const fill = (grid: string | undefined) => void (filled = [...(grid ?? "")].map((digit, place) => (digits[place] === "." ? digit : "")));

  function report(asked: "solve" | "unique" | "hint" | "rate", answer: SudokuAnswer): void {
    const [one, other] = answer.examples ?? [];
    if (answer.solutions === 0) return say(t("noSolution"));
    if ((answer.solutions ?? 0) > 1) {
      fill(one);
      marked = new Set([...(one ?? "")].flatMap((digit, place) => (digit === other?.[place] ? [] : [place])));
      return say(t("sudokuSeveral"), t("sudokuDiffers", marked.size));
    }
    switch (asked) {
      case "solve":
        fill(one);
        return say(t("isUnique"));
      case "unique":
        return say(t("isUnique"));
      case "rate":
        if (!line().includes(".")) return say(t("sudokuFull"));
        say(answer.rating ? t("sudokuRating", answer.rating, techniqueName(answer.hardest ?? "")) : t("sudokuBeyond"),
          ...(answer.tally ?? []).map(([name, times]) => `${times} × ${techniqueName(name)}`));
        return;
      case "hint":
        return hint(answer);
    }
  }

  function hint({ step }: SudokuAnswer): void {
    if (!step) return say(t(line().includes(".") ? "sudokuNoStep" : "sudokuFull"));
    const placeOf = ([row, column]: Candidate) => row * SIDE + column;
    resting = new Set(step.rests.map(placeOf));
    const changes = step.puts ? [step.puts] : step.removes;
    marked = new Set(changes.map(placeOf));
    const result = step.puts ? t("sudokuPuts", cellName(step.puts), step.puts[2]) : t("sudokuRemoves", step.removes.map((one) => `${cellName(one)} ≠ ${one[2]}`).join(", "));
    // The library has its sentences in English.
    const why = h("p", { lang: "en" }, step.why);
    const act = step.puts
      ? [h("button", { type: "button", onclick: () => { const [row, column, digit] = step.puts!; put(row * SIDE + column, String(digit)); void ask("hint"); } }, t("sudokuPutIt"))]
      : [];
    say(`${techniqueName(step.technique)} (${step.rating})`, result, why, ...act);
  }

  const button = (label: string, act: () => void, className = "") => h("button", { type: "button", className, onclick: act }, label);
  const element = h("div", { className: "sudoku" },
    table,
    h("div", { className: "sudoku-side" },
      h("div", { className: "questions" },
        button(t("solve"), () => void ask("solve"), "primary"), button(t("hint"), () => void ask("hint")), button(t("unique"), () => void ask("unique")), button(t("estimate"), () => void ask("rate"))),
      h("div", { className: "questions" },
        button(t("undo"), undo, "quiet"), button(t("clear"), () => { keep(); set(".".repeat(CELLS)); }, "quiet"), button(t("playMode"), () => open(line(), "play")), button(t("sudokuOpen"), () => open(line(), "edit"), "quiet")),
      h("div", { role: "status" }, verdict), details,
      h("p", { className: "quiet small" }, t("sudokuKeys"))));
  inputs[0]!.tabIndex = 0;
  paint();
  return { element, set: (grid) => { digits = [...grid]; past = []; forget(); } };
}
