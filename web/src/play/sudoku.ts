// A Sudoku to be played: a grid, a pad of digits, notes, and help by the techniques of people.

import type { Desk } from "../desk";
import { announce, h } from "../dom";
import type { SudokuAnswer } from "../protocol";
import { cellName } from "../techniques";
import { techniqueName, t } from "../words";
import { clock, effort } from "./session";
import { CELLS, clashes, fresh, isFull, note, put, redone, SIDE, startAgain, undone, type Sheet } from "./digits";

export interface Settings {
  /** The clues: 81 digits and points. */
  given: string;
  sheet?: Sheet;
  desk: Desk;
  /** How long it was played before, in seconds. */
  seconds?: number;
  changed: (sheet: Sheet, solved: boolean, seconds: number) => void;
  share: () => void;
}

const DIGITS = [..."123456789"];

export function sudoku({ given, sheet: left, seconds: before, desk, changed, share }: Settings): { element: HTMLElement; leave: () => void } {
  let sheet = left ?? fresh(given);
  let at = Math.max(0, given.indexOf("."));
  let isNoting = false;
  let isSolved = false;
  const time = clock(before);
  let seconds = before ?? 0;
  let asked = 0;
  /** Cells that a hint speaks of. */
  let marked = new Set<number>();

  const status = h("p", { className: "play-status", role: "status" });
  const details = h("p", { className: "quiet small" });
  const say = (words: string, more = "") => {
    status.textContent = words;
    details.textContent = more;
  };

  const inputs = Array.from({ length: CELLS }, (_, cell) => h("button", { type: "button", className: "digit", onclick: () => choose(cell), onfocus: () => { if (at !== cell) choose(cell); } }));
  const row = (number: number) => h("tr", { role: "row" }, ...inputs.slice(number * SIDE, (number + 1) * SIDE).map((input, column) =>
    h("td", { role: "gridcell", className: `${number % 3 === 2 && number < 8 ? "below " : ""}${column % 3 === 2 && column < 8 ? "beside" : ""}` }, input)));
  const grid = h("table", { className: "sudoku-grid", role: "grid", "aria-label": t("sudokuGrid") }, h("tbody", { role: "rowgroup" }, ...DIGITS.map((_, number) => row(number))));

  const pad = DIGITS.map((digit) => h("button", { type: "button", className: "pad", onclick: () => write(digit) }, digit));
  const notes = h("button", { type: "button", onclick: () => { isNoting = !isNoting; paint(); } }, t("sudokuNotes"));
  const button = (label: string, act: () => void, className = "") => h("button", { type: "button", className, onclick: act }, label);
  const tool = (sign: string, label: string, act: () => void) => h("button", { type: "button", title: label, "aria-label": label, onclick: act }, h("span", { className: "sign-of", "aria-hidden": "true" }, sign));
  const undoButton = tool("↶", t("undo"), () => go(undone(sheet)));
  const redoButton = tool("↷", t("redo"), () => go(redone(sheet)));
  const again = button(t("playClear"), () => go(startAgain(sheet, given)), "quiet");
  const element = h("div", { className: "play sudoku-play" }, status, details,
    h("div", { className: "table" }, h("div", { className: "play-stage" }, grid),
      h("div", { className: "pad-box" },
        h("div", { className: "pads", role: "group", "aria-label": t("sudokuPad") }, ...pad),
        h("div", { className: "play-tools" }, notes, button(t("sudokuErase"), () => write(".")), undoButton, redoButton),
        h("div", { className: "play-tools" }, button(t("playPossible"), () => void ask("solve")), button(t("hint"), () => void ask("hint")), button(t("playShare"), share), again))),
    h("p", { className: "quiet small keys" }, t("sudokuPlayKeys")));

  function choose(cell: number, moves = false): void {
    at = cell;
    paint();
    if (moves) inputs[cell]!.focus({ preventScroll: true });
  }

  /** Writes or notes a digit in the chosen cell; a clue stays. */
  function write(digit: string): void {
    if (given[at] !== ".") return say(t("sudokuGiven"));
    go(isNoting && digit !== "." ? note(sheet, at, digit) : put(sheet, at, digit));
  }

  function go(next: Sheet): void {
    if (next === sheet) return;
    sheet = next;
    asked += 1;
    isSolved = false;
    marked = new Set();
    paint();
    progress();
    seconds = time();
    changed(sheet, false, seconds);
    check();
  }

  /** Asks whether a full grid is solved. */
  function check(): void {
    if (!isFull(sheet)) return;
    const mine = asked;
    desk.ask<SudokuAnswer>({ do: "sudoku", request: { do: "solve", grid: sheet.digits } }).then((answer) => {
      if (mine !== asked || answer.solutions !== 1) return;
      isSolved = true;
      paint();
      progress();
      changed(sheet, true, seconds);
    }, () => undefined);
  }

  function progress(): void {
    if (isSolved) return say(t("playSolved"), effort(sheet.past.length, seconds));
    say(t("sudokuLeft", [...sheet.digits].filter((digit) => digit === ".").length), [...sheet.digits].some((_, cell) => clashes(sheet, cell)) ? t("sudokuClash") : "");
  }

  function paint(): void {
    const chosen = sheet.digits[at];
    inputs.forEach((input, cell) => {
      const digit = sheet.digits[cell]!;
      const noted = DIGITS.filter((one) => (sheet.notes[cell]! >> Number(one)) & 1);
      const isClash = clashes(sheet, cell);
      input.className = `digit${given[cell] !== "." ? " given" : " filled"}${cell === at ? " chosen" : ""}${marked.has(cell) ? " marked" : ""}${digit !== "." && digit === chosen ? " alike" : ""}`;
      input.tabIndex = cell === at ? 0 : -1;
      if (digit === "." && noted.length) input.replaceChildren(h("span", { className: "notes", "aria-hidden": "true" }, ...DIGITS.map((one) => h("span", { "data-note": noted.includes(one) ? one : "" }))));
      else input.textContent = digit === "." ? "" : digit;
      const state = digit !== "." ? digit : noted.length ? t("sudokuNoted", noted.join(" ")) : t("sudokuEmpty");
      input.setAttribute("aria-label", `${t("sudokuCell", Math.floor(cell / SIDE) + 1, (cell % SIDE) + 1)}: ${state}${isClash ? `, ${t("sudokuClash")}` : ""}`);
      input.classList.toggle("clash", isClash);
    });
    pad.forEach((key, number) => {
      const left = SIDE - [...sheet.digits].filter((digit) => digit === DIGITS[number]).length;
      key.classList.toggle("used", left <= 0);
      key.setAttribute("aria-label", t("playLeft", DIGITS[number]!, Math.max(0, left)));
    });
    notes.setAttribute("aria-pressed", String(isNoting));
    undoButton.disabled = sheet.past.length === 0;
    redoButton.disabled = sheet.future.length === 0;
    again.disabled = sheet.digits === given && sheet.notes.every((bits) => bits === 0);
    element.classList.toggle("solved", isSolved);
  }

  async function ask(question: "solve" | "hint"): Promise<void> {
    const mine = asked;
    say(t("playAsking"));
    const answer = await desk.ask<SudokuAnswer>({ do: "sudoku", request: { do: question, grid: sheet.digits } }).catch(() => undefined);
    if (mine !== asked) return;
    if (!answer || answer.type === "error" || answer.stopped) return say(answer?.message ?? t("playUnknown"));
    if (answer.solutions === 0) return say(t("sudokuNo"));
    if (question === "solve") return say(t("playYes"));
    const { step } = answer;
    if (!step) return say(t(sheet.digits.includes(".") ? "sudokuNoStep" : "sudokuFull"));
    const changes = step.puts ? [step.puts] : step.removes;
    marked = new Set(changes.map(([line, column]) => line * SIDE + column));
    paint();
    const result = step.puts ? t("sudokuPuts", cellName(step.puts), step.puts[2]) : t("sudokuRemoves", step.removes.map((one) => `${cellName(one)} ≠ ${one[2]}`).join(", "));
    say(result, techniqueName(step.technique));
    announce(result);
  }

  function keys(event: KeyboardEvent): void {
    if (!element.isConnected || element.offsetParent === null || (event.target as Element).closest("input, select, textarea, .cm-editor")) return;
    const key = event.key.toLowerCase();
    const steps: Record<string, [number, number]> = { arrowleft: [0, -1], arrowright: [0, 1], arrowup: [-1, 0], arrowdown: [1, 0] };
    const step = steps[key];
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) go(key === "y" || event.shiftKey ? redone(sheet) : undone(sheet));
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (step && grid.contains(event.target as Node)) {
      const clamp = (value: number) => Math.min(SIDE - 1, Math.max(0, value));
      choose(clamp(Math.floor(at / SIDE) + step[0]) * SIDE + clamp((at % SIDE) + step[1]), true);
    } else if (/^[1-9]$/.test(key)) write(key);
    else if (key === "backspace" || key === "delete" || key === "0") write(".");
    else if (key === "n") {
      isNoting = !isNoting;
      paint();
    } else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", keys);
  paint();
  progress();
  if (left) check();
  return { element, leave: () => document.removeEventListener("keydown", keys) };
}
