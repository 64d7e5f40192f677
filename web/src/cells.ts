// A field of cells to be drawn by mouse, touch or keyboard: a board, or a piece.

import { announce, clear, h, s } from "./dom";
import { corners, extent, isInside, isSolid, middle, type Point } from "./geometry";
import type { Grid } from "./protocol";
import { t } from "./words";

export type Mark = "*" | "?" | ".";

export interface Cursor {
  column: number;
  row: number;
}

export interface FieldSettings {
  grid: Grid;
  rows: string[];
  /** What the brush draws. A cell that has it already is cleared. */
  brush: () => Mark;
  changed: (rows: string[]) => void;
  label: string;
  /** Where the keyboard is. The caller keeps it, since the field is made anew with each change. */
  cursor: Cursor;
  color?: string;
  /** Cells that a piece covers which is kept there, with its name; by column and row. */
  kept?: Map<string, string>;
  /** Cells are chosen instead of drawn: one by one, or those inside a path that is drawn around them. */
  choice?: { chosen: ReadonlySet<string>; choose: (chosen: Set<string>) => void; lasso: boolean };
}

/** The key of a cell in sets of them. */
export const key = (column: number, row: number) => `${column},${row}`;

/** A finger that stays on a cell for so long, in milliseconds, draws a stroke; one that moves before scrolls the page, as anywhere else. */
const HOLD = 300;

/** Rows as long as the longest one, with at least one cell in total. */
export function squared(rows: string[]): string[] {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const even = rows.map((row) => row.padEnd(width, "."));
  return even.length ? even : ["."];
}

/** The rows in a frame of another size: columns are added and removed at the right, rows at the top. */
export function resized(rows: string[], width: number, height: number): string[] {
  const kept = rows.slice(Math.max(0, rows.length - height)).map((row) => row.slice(0, width).padEnd(width, "."));
  return [...Array<string>(height - kept.length).fill(".".repeat(width)), ...kept];
}

/** Without empty columns at the right and empty rows at the top. Those at the other sides determine where triangles point. */
export function trimmed(rows: string[]): string[] {
  const first = rows.findIndex((row) => /[^.]/.test(row));
  const kept = first < 0 ? rows.slice(-1) : rows.slice(first);
  const width = Math.max(1, ...kept.map((row) => row.replace(/\.+$/, "").length));
  return kept.map((row) => row.slice(0, width).padEnd(width, "."));
}

function name(mark: Mark): string {
  return mark === "*" ? t("brushCell") : mark === "?" ? t("brushGap") : t("brushOff");
}

export function field(settings: FieldSettings): HTMLElement {
  const rows = squared(settings.rows).map((row) => [...row] as Mark[]);
  const [height, width] = [rows.length, rows[0]?.length ?? 1];
  const size = extent(settings.grid, width, height);
  const margin = 0.12;
  const svg = s("svg", {
    viewBox: `${-margin} ${-margin} ${size.x + 2 * margin} ${size.y + 2 * margin}`,
    class: "field",
    tabindex: 0,
    role: "application",
    "aria-label": `${settings.label}. ${t(settings.choice ? "chooseHelp" : "boardHelp")}`,
  });
  svg.style.setProperty("--columns", String(size.x));
  svg.style.setProperty("--piece", settings.color ?? "var(--cell)");
  const polygons: SVGPolygonElement[][] = [];
  const at = settings.cursor;
  [at.column, at.row] = [Math.min(width - 1, at.column), Math.min(height - 1, at.row)];

  const chosen = new Set(settings.choice?.chosen);
  const classes = (column: number, row: number): string => {
    const mark = rows[row]?.[column] ?? ".";
    return `${classOf(mark)}${settings.kept?.has(key(column, row)) ? " kept" : ""}${chosen.has(key(column, row)) ? " chosen" : ""}`;
  };
  /** Chooses a place, or no longer. */
  const choose = (column: number, row: number, on: boolean): boolean => {
    if (chosen.has(key(column, row)) === on) return false;
    if (on) chosen.add(key(column, row));
    else chosen.delete(key(column, row));
    polygons[row]?.[column]?.setAttribute("class", classes(column, row));
    return true;
  };
  const paint = (column: number, row: number, mark: Mark): boolean => {
    if (settings.choice) return choose(column, row, mark === "*");
    const line = rows[row];
    if (!line || line[column] === undefined || line[column] === mark) return false;
    line[column] = mark;
    polygons[row]?.[column]?.setAttribute("class", classes(column, row));
    return true;
  };
  const finish = () => (settings.choice ? settings.choice.choose(new Set(chosen)) : settings.changed(rows.map((row) => row.join(""))));
  /** What the brush does to a cell: it draws or chooses, or undoes that. */
  const stroke = (column: number, row: number): Mark => {
    if (settings.choice) return chosen.has(key(column, row)) ? "." : "*";
    const brush = settings.brush();
    return rows[row]?.[column] === brush ? "." : brush;
  };

  rows.forEach((line, row) => {
    polygons.push(
      line.map((_, column) => {
        const points = corners(settings.grid, column, row, height).map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`);
        const polygon = s("polygon", { points: points.join(" "), class: classes(column, row), "data-column": column, "data-row": row });
        svg.append(polygon);
        return polygon;
      }),
    );
  });
  const cursor = s("polygon", { class: "cursor", points: "" });
  svg.append(cursor);

  const move = (column: number, row: number) => {
    at.column = Math.min(width - 1, Math.max(0, column));
    at.row = Math.min(height - 1, Math.max(0, row));
    const points = corners(settings.grid, at.column, at.row, height).map(({ x, y }) => `${x},${y}`);
    cursor.setAttribute("points", points.join(" "));
    const place = key(at.column, at.row);
    const keptBy = settings.kept?.get(place);
    const words = [name(rows[at.row]?.[at.column] ?? "."), keptBy !== undefined && t("cellKept", keptBy), chosen.has(place) && t("cellChosen")];
    announce(t("cellAt", at.column + 1, height - at.row, words.filter(Boolean).join(", ")));
  };

  let painting: Mark | undefined;
  let dirty = false;
  /** The path that is drawn around cells. A second finger zooms, and ends it. */
  let path: Point[] | undefined;
  const loop = s("polygon", { class: "lasso", points: "" });
  if (settings.choice?.lasso) {
    svg.append(loop);
    svg.classList.add("lassoed");
  }
  const along = (event: PointerEvent) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
    path!.push({ x, y });
    loop.setAttribute("points", path!.map((point) => `${point.x.toFixed(2)},${point.y.toFixed(2)}`).join(" "));
  };
  /** What is inside the path is chosen, beside what was. A path without anything inside is a tap. */
  const enclose = (event: PointerEvent) => {
    const closed = path!;
    leave();
    const inside = rows.flatMap((line, row) => line.flatMap((_, column) => (isInside(middle(settings.grid, column, row, height), closed) ? [[column, row] as const] : [])));
    const place = under(event);
    if (inside.length) for (const [column, row] of inside) choose(column, row, true);
    else if (place) paint(...place, stroke(...place));
    finish();
  };
  const leave = () => {
    path = undefined;
    loop.setAttribute("points", "");
  };
  const under = (event: PointerEvent): [number, number] | undefined => {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    if (!(element instanceof SVGPolygonElement) || element.ownerSVGElement !== svg) return undefined;
    const { column, row } = element.dataset;
    return column === undefined ? undefined : [Number(column), Number(row)];
  };
  /** A finger is on a cell, and neither rests nor moves yet. */
  let touched: { place: [number, number]; x: number; y: number; rests: ReturnType<typeof setTimeout> } | undefined;
  const begin = (place: [number, number]) => {
    painting = stroke(...place);
    dirty = paint(...place, painting);
  };
  const lift = () => {
    clearTimeout(touched?.rests);
    touched = undefined;
  };
  svg.addEventListener("pointerdown", (event) => {
    const place = under(event);
    lift();
    if (path || !event.isPrimary) return leave();
    if (!(place || settings.choice?.lasso) || event.button !== 0) return;
    if (settings.choice?.lasso) {
      event.preventDefault();
      svg.focus({ preventScroll: true });
      svg.setPointerCapture(event.pointerId);
      path = [];
      return along(event);
    }
    if (!place) return;
    if (event.pointerType === "touch") {
      touched = { place, x: event.clientX, y: event.clientY, rests: setTimeout(() => { touched = undefined; begin(place); }, HOLD) };
      return;
    }
    event.preventDefault();
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    begin(place);
  });
  // The browser asks before it scrolls: a stroke is no swipe.
  svg.addEventListener("touchmove", (event) => { if (painting && event.cancelable) event.preventDefault(); }, { passive: false });
  svg.addEventListener("pointermove", (event) => {
    if (path && event.isPrimary) return along(event);
    if (touched && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > 8) lift();
    const place = painting && under(event);
    if (place && painting) dirty = paint(...place, painting) || dirty;
  });
  const end = () => {
    if (painting !== undefined && dirty) finish();
    painting = undefined;
    dirty = false;
  };
  svg.addEventListener("pointerup", (event) => {
    if (path && event.isPrimary) return enclose(event);
    if (touched) begin(touched.place);
    lift();
    end();
  });
  svg.addEventListener("pointercancel", () => {
    leave();
    lift();
    end();
  });
  svg.addEventListener("focus", () => {
    if (svg.matches(":focus-visible")) move(at.column, at.row);
  });
  svg.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const from = [at.column, at.row] as const;
      move(at.column + step[0], at.row + step[1]);
      // With Shift the way is chosen, too.
      if (settings.choice && event.shiftKey && [paint(...from, "*"), paint(at.column, at.row, "*")].some(Boolean)) finish();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (paint(at.column, at.row, stroke(at.column, at.row))) finish();
      move(at.column, at.row);
    }
  });
  return h("div", { className: "field-box" }, svg);
}

const classOf = (mark: Mark) => (mark === "*" ? "cell on" : mark === "?" ? "cell gap" : "cell off");

/** A small picture of a piece. */
export function miniature(grid: Grid, layers: string[][], color?: string | null): SVGElement {
  const rows = squared(layers[0] ?? []);
  const size = extent(grid === "cube" ? "square" : grid, rows[0]?.length ?? 1, rows.length);
  const steps = isSolid(grid) ? layers.length - 1 : 0;
  const offset = 0.35;
  const svg = s("svg", { viewBox: `-0.1 ${-0.1 - steps * offset} ${size.x + 0.2 + steps * offset} ${size.y + 0.2 + steps * offset}`, class: "miniature", "aria-hidden": "true" });
  svg.style.setProperty("--piece", color ?? "var(--cell)");
  layers.forEach((layer, level) => {
    squared(layer).forEach((row, at) => {
      [...row].forEach((mark, column) => {
        if (mark === ".") return;
        const points = corners(grid, column, at, layer.length).map(({ x, y }) => `${(x + level * offset).toFixed(2)},${(y - level * offset).toFixed(2)}`);
        svg.append(s("polygon", { points: points.join(" "), class: "cell on" }));
      });
    });
  });
  return svg;
}

export { clear };
