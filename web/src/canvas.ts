// The drawing of a puzzle: its board, and its pieces. Every change gives a new drawing.

import { field, key, miniature, resized, squared, trimmed, type Mark } from "./cells";
import { clear, h, toast } from "./dom";
import { block, isSolid, isStep, regridded } from "./geometry";
import { choices, type Verb } from "./marks";
import { fromText, rowsOf, SHAPES } from "./shapes";
import type { Described, DrawnPiece, Drawing, Grid, Shelf, Turning } from "./protocol";
import { t, type Word } from "./words";

const GRIDS: Grid[] = ["square", "hexagon", "triangle", "quarter", "kite", "stick", "cube", "sphere"];
/** Larger boards are written, not drawn. */
const MOST = 40;

export function emptyDrawing(): Drawing {
  return { grid: "square", board: [Array<string>(5).fill("*****")], closed: null, pieces: [] };
}

export interface Canvas {
  element: HTMLElement;
  /** Shows a drawing with what is kept in it, or why there is none. */
  show: (drawing: Drawing | undefined, why: string, kept: Described[]) => void;
}

/** The first column and the lowest row that have a cell; rows are counted from below. */
function corner(board: string[][]): [number, number] {
  const rows = board.flatMap((layer) => squared(layer).map((row, at, all) => ({ column: row.search(/[^.]/), up: all.length - 1 - at })).filter(({ column }) => column >= 0));
  return [Math.min(...rows.map(({ column }) => column)), Math.min(...rows.map(({ up }) => up))];
}

/** A board without the empty columns at its left, and the empty rows below it. */
const cornered = (board: string[][]): string[][] => {
  const [left, low] = corner(board);
  return Number.isFinite(left) ? board.map((layer) => trimmed(squared(layer).slice(0, squared(layer).length - low).map((row) => row.slice(left)))) : board;
};

/** Cells alone, near the corner: as far as they may be moved there without a turn. */
function cutOut(grid: Grid, layers: string[][]): string[][] {
  const [left, low] = corner(layers);
  const steps = Array.from({ length: (left + 1) * (low + 1) }, (_, at) => [left - (at % (left + 1)), low - Math.floor(at / (left + 1))] as const);
  const [x, y] = steps.find(([x, y]) => isStep(grid, x, y)) ?? [0, 0];
  return layers.map((rows) => rows.slice(0, rows.length - y).map((row) => row.slice(x)));
}

/** How far a drawing is to the right of another one and above it, if they are the same but for that. */
function stepTo(grid: Grid, from: string[][], to: string[][]): [number, number] | undefined {
  const [[x, y], [toX, toY]] = [corner(from), corner(to)];
  return isStep(grid, toX - x, toY - y) && JSON.stringify(cornered(from)) === JSON.stringify(cornered(to)) ? [toX - x, toY - y] : undefined;
}

/** What is done with placements by hand. */
export interface Hands {
  /** The placements on just these cells. */
  find: (cells: Place[]) => Promise<Described[]>;
  mark: (option: Described, verb: Verb) => void;
}

/** Column, row from below, layer. */
type Place = [number, number, number];

/** `changed` hears of each new drawing; of `undefined` while the board has no cell, because then there is no puzzle to be written. */
export function canvas(shelf: Shelf, changed: (drawing: Drawing | undefined) => void, history: { undo: () => void; redo: () => void }, hands: Hands): Canvas {
  const element = h("div", { className: "canvas" });
  let drawing: Drawing = emptyDrawing();
  let brush: Mark = "*";
  let layer = 0;
  let open: number | undefined;
  let setName = "pentominoes";
  let kept: Described[] = [];
  /** How far the cells are from where the library has them, to the right and up: the frame has room on all sides. */
  let [right, up] = [0, 0];
  /** The drawing of the text. */
  let shown: Drawing | undefined;
  /** Chosen places; nothing while cells are drawn. */
  let chosen: Place[] | undefined;
  /** Are they chosen by a path around them? */
  let isLasso = false;
  /** Where the keyboard is on the board, and in the piece that is open. */
  const cursor = { column: 0, row: 0 };
  const pieceCursor = { column: 0, row: 0 };

  const change = (next: Partial<Drawing>, draw = true) => {
    drawing = { ...drawing, ...next };
    if (draw && !isEmpty()) render();
    if (isEmpty()) {
      render();
      return changed(undefined);
    }
    changed({ ...drawing, board: isSolid(drawing.grid) || drawing.closed ? drawing.board : [trimmed(drawing.board[0] ?? [])] });
  };
  const isEmpty = () => !/[*?]/.test(drawing.board.flat().join(""));
  /** An empty board is not in the text, so that it is undone here. */
  const undo = () => {
    if (!isEmpty() || !shown) return history.undo();
    drawing = shown;
    render();
    changed(drawing);
  };
  element.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    // A field of the form has its own undo.
    if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y") || (event.target as Element).matches("input")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) history.redo();
    else undo();
  });
  const changePiece = (place: number, next: Partial<DrawnPiece>, draw = true) =>
    change({ pieces: drawing.pieces.map((piece, at) => (at === place ? { ...piece, ...next } : piece)) }, draw);

  const select = <V extends string>(label: string, value: V, choices: [V, string][], chosen: (value: V) => void) =>
    h("label", { className: "labelled" }, h("span", {}, label), h("select", { onchange: (event: Event) => chosen((event.target as HTMLSelectElement).value as V) }, ...choices.map(([choice, words]) => h("option", { value: choice, selected: choice === value }, words))));
  const numberInput = (label: string, value: number | string, min: number, max: number, chosen: (value: number | null) => void, placeholder = "") =>
    h("label", { className: "labelled" }, h("span", {}, label), h("input", {
      type: "number", value: String(value), min, max, placeholder, inputMode: "numeric",
      onchange: (event: Event) => {
        const text = (event.target as HTMLInputElement).value;
        chosen(text === "" ? null : Math.min(max, Math.max(min, Math.round(Number(text) || 0))));
      },
    }));

  const resize = (width: number, height: number, depth: number) => {
    const empty = Array<string>(height).fill(".".repeat(width));
    const board = Array.from({ length: depth }, (_, at) => resized(drawing.board[at] ?? empty, width, height));
    layer = Math.min(layer, depth - 1);
    change({ board });
  };

  function boardTools(): HTMLElement {
    const rows = squared(drawing.board[layer] ?? []);
    const [width, height, depth] = [rows[0]?.length ?? 1, rows.length, drawing.board.length];
    const [columns, lines] = block(drawing.grid);
    const brushes: [Mark, Word][] = ["cube", "quarter", "stick", "sphere"].includes(drawing.grid) ? [["*", "brushCell"], [".", "brushOff"]] : [["*", "brushCell"], ["?", "brushGap"], [".", "brushOff"]];
    const tool = (mark: Mark, word: Word) =>
      h("button", { type: "button", className: `brush ${mark === "*" ? "on" : mark === "?" ? "gap" : "off"}`, "aria-pressed": String(!chosen && brush === mark), onclick: () => { brush = mark; chosen = undefined; render(); } }, t(word));
    const all = (mark: string) => change({ board: drawing.board.map((one, at) => (at === layer ? one.map((row) => mark.repeat(row.length)) : one)) });
    return h("div", { className: "tools" },
      h("div", { className: "group", role: "group", "aria-label": t("brushCell") }, ...brushes.map(([mark, word]) => tool(mark, word)),
        ...[false, true].map((lasso) => {
          const isPressed = !!chosen && isLasso === lasso;
          return h("button", { type: "button", className: "brush choose", "aria-pressed": String(isPressed), onclick: () => { chosen = isPressed ? undefined : (chosen ?? []); isLasso = lasso; render(); } }, t(lasso ? "brushLasso" : "brushChoose"));
        })),
      h("div", { className: "group" },
        numberInput(t("width"), Math.ceil(width / columns), 1, Math.floor(MOST / columns), (value) => resize((value ?? 1) * columns, height, depth)),
        numberInput(t("height"), Math.ceil(height / lines), 1, Math.floor(MOST / lines), (value) => resize(width, (value ?? 1) * lines, depth)),
        isSolid(drawing.grid) && numberInput(t("depth"), depth, 1, MOST, (value) => resize(width, height, value ?? 1)),
      ),
      h("div", { className: "group" },
        columns * lines === 1 && !isSolid(drawing.grid) && select<string>(t("shapeOf"), "", [["", t("shapeChoose")], ...(Object.keys(SHAPES) as (keyof typeof SHAPES)[]).map((shape): [string, string] => [shape, t(shape)])],
          (shape) => shape && change({ board: [rowsOf(shape as keyof typeof SHAPES, width, height)] })),
        h("button", { type: "button", className: "quiet", onclick: () => all("*") }, t("fill")),
        h("button", { type: "button", className: "quiet", onclick: () => all(".") }, t("clear")),
        h("button", { type: "button", className: "quiet icon", title: t("undo"), "aria-label": t("undo"), onclick: undo }, "↶"),
        h("button", { type: "button", className: "quiet icon", title: t("redo"), "aria-label": t("redo"), onclick: history.redo }, "↷"),
      ),
    );
  }

  function board(): HTMLElement {
    const layers = drawing.board.length > 1 && h("div", { className: "group layers", role: "group" }, ...drawing.board.map((_, at) =>
      h("button", { type: "button", "aria-pressed": String(at === layer), className: "quiet", onclick: () => { layer = at; render(); } }, t("layer", at + 1))));
    const grid = drawing.grid === "cube" ? "square" : drawing.grid;
    const closes: [string, string][] = [["", t("closedNone")], ["cylinder", t("closedCylinder")], ["torus", t("closedTorus")], ["moebius", t("closedMoebius")], ["klein", t("closedKlein")], ["projective", t("closedProjective")]];
    if (drawing.closed && !closes.some(([word]) => word === drawing.closed)) closes.push([drawing.closed, drawing.closed]);
    return h("section", { className: "board", "aria-label": t("board") },
      h("div", { className: "heading" }, h("h2", {}, t("board")),
        select(t("grid"), drawing.grid, GRIDS.map((one) => [one, t(one)]), (next) => {
          const board = [regridded(squared(drawing.board[layer] ?? ["*"]), drawing.grid, next, MOST)];
          layer = 0;
          const piece = (one: DrawnPiece): DrawnPiece => ({
            ...one,
            rows: [trimmed(regridded(squared(one.rows.find((rows) => /\*/.test(rows.join(""))) ?? ["*"]), drawing.grid, next, MOST))],
            turning: one.turning === "not" ? "not" : "all",
            mirrored: one.mirrored && !isSolid(next),
          });
          change({ grid: next, closed: null, board, pieces: drawing.pieces.map(piece) });
        }),
        !isSolid(drawing.grid) && select(t("closed"), drawing.closed ?? "", closes, (next) => change({ closed: next || null }))),
      boardTools(),
      layers || null,
      field({
        grid, rows: drawing.board[layer] ?? ["."], brush: () => brush, label: t("board"), cursor, color: "var(--cell)",
        kept: new Map(kept.flatMap((option) => (option.at ?? []).filter(([, , z]) => z === layer).map(([x, y]): [string, string] => [key(x + right, above(y + up)), option.piece ?? ""]))),
        choice: chosen && {
          lasso: isLasso,
          chosen: new Set(chosen.filter(([, , z]) => z === layer).map(([x, y]) => key(x + right, above(y + up)))),
          choose: (cells) => {
            const here = [...cells].map((one): Place => { const [x, row] = one.split(",").map(Number); return [x! - right, above(row!) - up, layer]; });
            chosen = [...(chosen ?? []).filter(([, , z]) => z !== layer), ...here];
            void offer();
          },
        },
        changed: (rows) => change({ board: drawing.board.map((one, at) => (at === layer ? rows : one)) }, false),
      }),
      chosen ? offers : null,
      balance(),
      pasted(),
    );
  }

  /** A place for a drawing in text. */
  function pasted(): HTMLElement {
    const text = h("textarea", { rows: 5, "aria-label": t("fromText"), placeholder: "AAB\nACB\nCCB", spellcheck: false });
    const draw = () => {
      const found = fromText(text.value, MOST);
      if (!found || !/[*?]/.test(found.board.join(""))) return toast(t("fromTextWrong", MOST), "error");
      layer = 0;
      change({ closed: null, board: [found.board], ...(found.pieces.length && { pieces: found.pieces.map((piece) => ({ ...whole(), ...piece })) }) });
    };
    return h("details", { className: "others pasted" }, h("summary", {}, t("fromText")), h("p", { className: "quiet small" }, t("fromTextHint")), text, h("button", { type: "button", onclick: draw }, t("fromTextDraw")));
  }

  /** Rows are drawn from the top and counted from below. */
  const above = (row: number) => squared(drawing.board[layer] ?? []).length - 1 - row;
  const offers = h("div", { className: "offers", role: "status" });
  /** The chosen places that are cells of the board. */
  const chosenCells = () => (chosen ?? []).filter(([x, y, z]) => (squared(drawing.board[z] ?? [])[above(y + up)]?.[x + right] ?? ".") !== ".");
  /** Rows of the board in which some places have one mark, and others what `other` says. */
  const withMark = (some: Place[], mark: Mark, other: (old: string) => string) => {
    const places = new Set(some.map(([x, y, z]) => `${key(x + right, above(y + up))},${z}`));
    return drawing.board.map((rows, z) => squared(rows).map((row, at) => [...row].map((old, column) => (places.has(`${key(column, at)},${z}`) ? mark : other(old))).join("")));
  };
  /** Draws or erases all that is chosen, and chooses nothing. */
  const drawChosen = (mark: Mark) => {
    const board = withMark(chosen ?? [], mark, (old) => old);
    chosen = [];
    change({ board });
  };
  /** A piece of the chosen cells; of the chosen places, if none of them is a cell. */
  const makePiece = () => {
    const cells = chosenCells();
    const layers = withMark(cells.length ? cells : (chosen ?? []), "*", () => ".").filter((rows) => rows.join("").includes("*"));
    chosen = [];
    change({ pieces: [...drawing.pieces, { ...whole(), rows: cutOut(drawing.grid, layers) }] });
  };
  const whole = (): Omit<DrawnPiece, "rows"> => ({ name: null, turning: "all", mirrored: !isSolid(drawing.grid), least: 1, most: 1, color: null });

  /** The placements on the chosen cells, to be kept or forbidden; and what else can be done with these cells. */
  async function offer(): Promise<void> {
    const cells = chosen;
    const there = chosenCells();
    const found = there.length ? await hands.find(there) : [];
    if (cells !== chosen) return;
    clear(offers);
    if (cells?.length) {
      const act = (word: Word, run: () => void) => h("button", { type: "button", onclick: run }, t(word));
      offers.append(h("div", { className: "group", role: "group", "aria-label": t("chosenCells", cells.length) }, h("span", { className: "quiet small" }, t("chosenCells", cells.length)),
        act("chosenDraw", () => drawChosen("*")), act("chosenErase", () => drawChosen(".")), act("chosenPiece", makePiece), act("chosenNone", () => { chosen = []; render(); })));
    }
    if (found.length) {
      offers.append(choices(found, (option, verb) => {
        chosen = [];
        hands.mark(option, verb);
      }));
    } else offers.append(h("p", { className: "quiet small" }, t(there.length ? "noPieceThere" : "chooseHint")));
  }

  /** The number of cells of the board and of the pieces: most puzzles without a solution fail here. */
  function balance(): HTMLElement {
    if (isEmpty()) return h("p", { className: "quiet small balance" }, t("noCells"));
    const count = (layers: string[][], marks: RegExp) => layers.flat().join("").match(marks)?.length ?? 0;
    const inPieces = drawing.pieces.every((piece) => piece.most === piece.least) ? drawing.pieces.reduce((sum, piece) => sum + piece.least * count(piece.rows, /\*/g), 0) : undefined;
    return h("p", { className: "quiet small balance" }, inPieces === undefined ? "" : t("cells", count(drawing.board, /\*/g), inPieces));
  }

  function pieceCard(piece: DrawnPiece, place: number): HTMLElement {
    const name = piece.name ?? `#${place + 1}`;
    const turnings: [Turning, string][] = [["not", t("turnNot")], ["half", t("turnHalf")], ["all", t("turnAll")]];
    if (piece.turning === "other") turnings.push(["other", "…"]);
    const isOpen = open === place;
    const card = h("li", { className: `piece${isOpen ? " open" : ""}` },
      h("button", { type: "button", className: "shape", "aria-expanded": String(isOpen), "aria-label": `${t("shape")}: ${name}`, onclick: () => { open = isOpen ? undefined : place; render(); } }, miniature(drawing.grid, piece.rows, piece.color)),
      h("span", { className: "piece-name" }, name),
      h("span", { className: "quiet small" }, `× ${piece.most === null ? (piece.least ? `${piece.least}–∞` : "∞") : piece.least === piece.most ? piece.least : `${piece.least}–${piece.most}`}`),
    );
    if (!isOpen) return card;
    const rows = piece.rows[0] ?? ["*"];
    const [columns, lines] = block(drawing.grid);
    const roomyTo = (length: number, unit: number) => Math.ceil(Math.min(12, Math.max(4, length + 1)) / unit) * unit;
    const roomy = resized(rows, roomyTo(squared(rows)[0]!.length, columns), roomyTo(rows.length, lines));
    card.append(h("div", { className: "piece-form" },
      piece.rows.length === 1 && !isSolid(drawing.grid)
        ? field({ grid: drawing.grid, rows: roomy, brush: () => "*", label: name, cursor: pieceCursor, color: piece.color ?? undefined, changed: (next) => { if (/\*/.test(next.join(""))) changePiece(place, { rows: [trimmed(next)] }, false); } })
        : miniature(drawing.grid, piece.rows, piece.color),
      h("div", { className: "piece-fields" },
        h("label", { className: "labelled" }, h("span", {}, t("pieceName")), h("input", { value: piece.name ?? "", maxLength: 24, onchange: (event: Event) => changePiece(place, { name: (event.target as HTMLInputElement).value.replace(/["\\]/g, "").trim() || null }) })),
        select(t("turned"), piece.turning, turnings, (turning) => changePiece(place, { turning })),
        h("label", { className: "check" }, h("input", { type: "checkbox", checked: piece.mirrored, onchange: (event: Event) => changePiece(place, { mirrored: (event.target as HTMLInputElement).checked }) }), t("mirrored")),
        h("div", { className: "group" },
          numberInput(t("least"), piece.least, 0, 999, (least) => changePiece(place, { least: least ?? 0, most: piece.most === null ? null : Math.max(piece.most, least ?? 0) })),
          numberInput(t("most"), piece.most ?? "", 0, 999, (most) => changePiece(place, { most, least: most === null ? piece.least : Math.min(piece.least, most) }), t("any"))),
        h("label", { className: "labelled" }, h("span", {}, t("color")), h("input", { type: "color", value: /^#[0-9a-f]{6}$/i.test(piece.color ?? "") ? piece.color! : "#8ecae6", onchange: (event: Event) => changePiece(place, { color: (event.target as HTMLInputElement).value }) })),
        h("div", { className: "group" },
          h("button", { type: "button", className: "quiet", onclick: () => { open = undefined; change({ pieces: drawing.pieces.filter((_, at) => at !== place) }); } }, t("remove")),
          h("button", { type: "button", onclick: () => { open = undefined; render(); } }, t("done"))))));
    return card;
  }

  function palette(): HTMLElement {
    const sets = shelf.sets.filter((set) => set.grid === drawing.grid);
    const set = sets.find((one) => one.name === setName) ?? sets[0];
    const add = (pieces: DrawnPiece[]) => change({ pieces: [...drawing.pieces, ...pieces] });
    const drawn: DrawnPiece = { ...whole(), rows: [isSolid(drawing.grid) ? ["*"] : ["**"]] };
    return h("details", { className: "palette", open: drawing.pieces.length === 0 },
      h("summary", {}, t("addPieces")),
      h("div", { className: "group" },
        set && select(t("fromSet"), set.name, sets.map((one) => [one.name, one.name.replaceAll("_", " ")]), (name) => { setName = name; render(); }),
        set && h("button", { type: "button", onclick: () => add(set.pieces) }, t("addAll", set.pieces.length)),
        h("button", { type: "button", onclick: () => { add([drawn]); open = drawing.pieces.length - 1; render(); } }, t("drawPiece"))),
      set && h("p", { className: "quiet small" }, set.about),
      set && h("div", { className: "choices" }, ...set.pieces.slice(0, 80).map((piece) =>
        h("button", { type: "button", className: "choice", title: piece.name ?? "", "aria-label": `+ ${piece.name ?? ""}`, onclick: () => add([piece]) }, miniature(drawing.grid, piece.rows, piece.color)))));
  }

  function render(): void {
    const focused = element.contains(document.activeElement) ? [...element.querySelectorAll("button,select,input,summary,svg.field")].indexOf(document.activeElement as Element) : -1;
    if (chosen) void offer();
    const wasOpen = element.querySelector<HTMLDetailsElement>("details.palette")?.open;
    clear(element);
    const shelfOfPieces = palette() as HTMLDetailsElement;
    if (wasOpen !== undefined) shelfOfPieces.open = wasOpen;
    element.append(
      board(),
      h("section", { className: "pieces", "aria-label": t("pieces") },
        h("h2", {}, t("pieces")),
        drawing.pieces.length ? h("ul", { className: "piece-list" }, ...drawing.pieces.map(pieceCard)) : h("p", { className: "quiet" }, t("noPieces")),
        shelfOfPieces));
    if (focused >= 0) (element.querySelectorAll("button,select,input,summary,svg.field")[focused] as HTMLElement | undefined)?.focus({ preventScroll: true });
  }

  return {
    element,
    show(next, why, keptNow) {
      kept = keptNow;
      shown = next;
      if (!next) {
        clear(element);
        element.append(h("p", { className: "notice" }, why));
        return;
      }
      if (next.board.some((one) => one.length > MOST || one.some((row) => row.length > MOST))) {
        clear(element);
        element.append(h("p", { className: "notice" }, t("notDrawn")));
        return;
      }
      // The drawing frame is wider than the board. It stays while the cells are the same.
      const step = next.grid === drawing.grid && !next.closed ? stepTo(next.grid, next.board, drawing.board) : undefined;
      [right, up] = step ?? [0, 0];
      // So does the frame of a piece that is being drawn.
      const pieces = next.pieces.map((piece, at) => {
        const own = drawing.pieces[at]?.rows;
        return own && next.grid === drawing.grid && stepTo(next.grid, piece.rows, own) ? { ...piece, rows: own } : piece;
      });
      drawing = { ...next, pieces, board: step ? drawing.board : next.board };
      layer = Math.min(layer, drawing.board.length - 1);
      if (open !== undefined && open >= drawing.pieces.length) open = undefined;
      render();
    },
  };
}
