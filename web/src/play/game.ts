// A game as data: which placements lie on the board, what came before, and which others fit.

import type { PlayBoard, PlayWay } from "../protocol";

export interface Point {
  x: number;
  y: number;
}

/** A placement: a way that a piece lies, its step from the origin, and the items it covers. */
export interface Lying {
  option: number;
  way: number;
  piece: number;
  at: Point;
  layer: number;
  /** Numbers of cells of the board. */
  cells: number[];
  items: number[];
  colors?: (string | null)[];
}

/** What lies on the board, in the order in which it was placed. Each state is a list that never changes. */
export interface Game {
  placed: readonly number[];
  past: readonly (readonly number[])[];
  future: readonly (readonly number[])[];
}

export const fresh = (placed: readonly number[] = []): Game => ({ placed, past: [], future: [] });

/** The game after a move, which can be undone. */
export function moved(game: Game, placed: readonly number[]): Game {
  return { placed, past: [...game.past, game.placed], future: [] };
}

export function undone({ placed, past, future }: Game): Game {
  const before = past[past.length - 1];
  return before ? { placed: before, past: past.slice(0, -1), future: [placed, ...future] } : { placed, past, future };
}

export function redone({ placed, past, future }: Game): Game {
  const [after, ...rest] = future;
  return after ? { placed: after, past: [...past, placed], future: rest } : { placed, past, future };
}

export const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
});

/** The box around some points. They may be more than a call takes arguments. */
export function boxOf(points: Point[]): { left: number; top: number; right: number; bottom: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, top, right, bottom };
}

/** The middle of the box around some points. */
export function centre(points: Point[]): Point {
  const { left, top, right, bottom } = boxOf(points);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

export const pointsOf = (outline: [number, number][]): Point[] => outline.map(([x, y]) => ({ x, y }));

/** The middle of a piece as it lies at the origin. */
export const centreOf = (way: PlayWay): Point => centre(way.cells.flatMap((cell) => pointsOf(cell.outline)));

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** A piece that is let go snaps to a place this near, in sides of a cell; to one that is free, though another is nearer, within the second. */
const NEAR = 0.85;
const FREE = 0.6;

/** The rules of a board: what may lie beside what. */
export class Rules {
  readonly lying: (Lying | undefined)[];
  /** The placements of each way. */
  readonly byWay: Lying[][];
  /** Items that must be covered, and that no gap covers. */
  private readonly needed: number[];
  /** Placements that the puzzle gives: they stay. */
  readonly given: readonly number[];
  /** Cells that every solution covers. */
  private readonly neededCells: Set<number>;

  constructor(readonly board: PlayBoard) {
    const forbidden = new Set(board.forbidden);
    const gaps = new Set<number>();
    this.byWay = board.ways.map(() => []);
    this.lying = board.placements.map(([way, x, y, layer, items, colors], option) => {
      const piece = board.ways[way]?.piece;
      if (piece === undefined) {
        for (const item of items) gaps.add(item);
        return undefined;
      }
      const cells = items.flatMap((item) => board.items[item]?.cell ?? []);
      const lying: Lying = { option, way, piece, at: { x, y }, layer, cells, items, colors };
      if (!forbidden.has(option)) this.byWay[way]!.push(lying);
      return lying;
    });
    this.needed = board.items.flatMap((item, number) => (item.least > 0 && !gaps.has(number) ? [number] : []));
    this.given = board.taken.filter((option) => this.lying[option]);
    this.neededCells = new Set(this.needed.flatMap((item) => board.items[item]!.cell ?? []));
  }

  get hasNeeded(): boolean {
    return this.neededCells.size > 0;
  }

  /** Must a piece lie on this cell in the end? */
  isNeeded(cell: number): boolean {
    return this.neededCells.has(cell);
  }

  /** How many cells are still to be covered. */
  empty(placed: readonly number[]): number {
    const owners = this.owners(placed);
    return [...this.neededCells].filter((cell) => !owners.has(cell)).length;
  }

  /** What lies there and takes a cell or anything else that this placement needs. */
  against(placed: readonly number[], lying: Lying): number[] {
    return placed.filter((option) => !this.fits([option], lying));
  }

  /** Does a placement fit beside these? Items have room, and colors agree. */
  fits(placed: readonly number[], lying: Lying): boolean {
    return this.room(placed)(lying);
  }

  /** What fits beside these: for many placements at once. */
  room(placed: readonly number[]): (lying: Lying) => boolean {
    const covered = this.covered(placed);
    const there = new Set(placed);
    return (lying) => !there.has(lying.option) && lying.items.every((item, at) => {
      const by = covered.get(item);
      if (!by) return (this.board.items[item]?.most ?? 1) > 0;
      const color = lying.colors?.[at] ?? null;
      if (color !== null) return by.color === color;
      return by.color === null && by.times < (this.board.items[item]?.most ?? 1);
    });
  }

  /** Do these fit beside each other, with all that the puzzle gives? What was kept may be of another version of the puzzle. */
  isSound(placed: readonly number[]): boolean {
    const fits = (option: number, at: number) => !!this.lying[option] && this.fits(placed.slice(0, at), this.lying[option]);
    return this.given.every((option) => placed.includes(option)) && placed.every(fits);
  }

  private covered(placed: readonly number[]): Map<number, { times: number; color: string | null }> {
    const covered = new Map<number, { times: number; color: string | null }>();
    for (const option of placed) {
      this.lying[option]?.items.forEach((item, at) => {
        const times = (covered.get(item)?.times ?? 0) + 1;
        covered.set(item, { times, color: this.lying[option]?.colors?.[at] ?? null });
      });
    }
    return covered;
  }

  /** Is all covered that must be? Then it is time to ask the library. */
  isFull(placed: readonly number[]): boolean {
    const covered = this.covered(placed);
    return this.needed.every((item) => (covered.get(item)?.times ?? 0) >= (this.board.items[item]?.least ?? 1));
  }

  /** The cells that are covered, each by its placement. */
  owners(placed: readonly number[]): Map<number, number> {
    return new Map(placed.flatMap((option) => (this.lying[option]?.cells ?? []).map((cell): [number, number] => [cell, option])));
  }

  /** How many copies of a piece are in the tray: `Infinity` if there is no limit. */
  left(placed: readonly number[], piece: number): number {
    const used = placed.filter((option) => this.lying[option]?.piece === piece).length;
    return (this.board.pieces[piece]?.most ?? Infinity) - used;
  }

  /** The placement of a way near a point, and whether it fits. */
  near(placed: readonly number[], way: number, at: Point, layer: number): { lying: Lying; fits: boolean } | undefined {
    const found = (this.byWay[way] ?? []).filter((one) => one.layer === layer && distance(one.at, at) < NEAR);
    found.sort((one, other) => distance(one.at, at) - distance(other.at, at));
    const free = found.find((one, place) => (place === 0 || distance(one.at, at) < FREE) && this.fits(placed, one));
    const lying = free ?? found[0];
    return lying && { lying, fits: !!free };
  }

  /** The placement of a way that is nearest to a point, anywhere; if there is a free one, that. */
  nearest(placed: readonly number[], way: number, at: Point, layer: number, free = false): Lying | undefined {
    const far = (one: Lying) => distance(one.at, at) + 3 * Math.abs(one.layer - layer);
    const all = (this.byWay[way] ?? []).filter((one) => !free || this.fits(placed, one));
    return all.reduce<Lying | undefined>((best, one) => (!best || far(one) < far(best) ? one : best), undefined);
  }

  /** The next placement of the same way in a direction: the nearest one that lies more that way than any other. */
  beside(from: Lying, step: Point): Lying | undefined {
    const along = (one: Lying) => (one.at.x - from.at.x) * step.x + (one.at.y - from.at.y) * step.y;
    const across = (one: Lying) => Math.abs((one.at.x - from.at.x) * step.y) + Math.abs((one.at.y - from.at.y) * step.x);
    const there = (this.byWay[from.way] ?? []).filter((one) => one.layer === from.layer && along(one) > 0.05 && across(one) <= along(one) * 1.8);
    return there.reduce<Lying | undefined>((best, one) => (!best || along(one) + 2 * across(one) < along(best) + 2 * across(best) ? one : best), undefined);
  }

  /** The way that the way before a turn, a reflection or a roll is turned into; the same one if it looks alike. */
  turned(way: number, motion: "turn" | "flip" | "roll" | "tip", back = false): number {
    if (!back) return this.board.ways[way]?.[motion] ?? way;
    const before = this.board.ways.findIndex((one) => one[motion] === way);
    return before < 0 ? way : before;
  }
}
