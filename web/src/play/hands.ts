// How a piece is moved: dragged by mouse, pen or finger. What it means is told to the game.

import { alone } from "./drawn";
import { centreOf, type Point, type Rules } from "./game";
import type { Hand, Shadow, Table } from "./table";
import { middleOf } from "./drawn";

/** A pointer that moves no further than this, in pixels, taps. */
const TAP = 6;
/** A finger would hide the piece that it drags: the piece is this far above it, in pixels. */
const RAISED = 48;
/** Two taps within this time, in milliseconds, turn a piece. */
const TWICE = 320;

export interface Moves {
  placed: () => readonly number[];
  ways: () => readonly number[];
  /** The piece is lifted and follows the pointer. */
  lift: (hand: Hand) => void;
  /** The piece was let go here; nowhere if it was let go beside the board. */
  drop: (hand: Hand, shadow: Shadow | undefined, isOutside: boolean) => void;
  tapPiece: (hand: Hand, twice: boolean) => void;
  tapCell: (cell: number) => void;
  cancel: () => void;
}

/** A piece that follows the pointer. */
interface Flight {
  hand: Hand;
  /** The pointer, and the step from it to the origin of the way, in sides of a cell. */
  x: number;
  y: number;
  offset: Point;
  /** The layer of the piece that was grabbed, above its lowest one. */
  level: number;
  raised: number;
  picture: HTMLElement;
}

export interface Hands {
  /** The piece in flight lies another way now. */
  turn: (way: number) => boolean;
  isFlying: () => boolean;
  cancel: () => void;
}

export function hands(rules: Rules, table: Table, moves: Moves): Hands {
  const { board } = rules;
  const { svg, tray, sheet } = table;
  let flight: Flight | undefined;
  let start: { id: number; hand: Hand; x: number; y: number; touch: boolean; target: Element } | undefined;
  let tapped = { at: 0, piece: -1 };

  const matrix = () => svg.getScreenCTM()!;
  const onSheet = (x: number, y: number): Point => new DOMPoint(x, y).matrixTransform(matrix().inverse());

  /** The layer of the sheet that a point is nearest to. */
  function layerAt(point: Point): number {
    const far = ([, middle]: [number, Point]) => Math.hypot(middle.x - point.x, middle.y - point.y);
    return [...sheet.middles].reduce((best, one) => (far(one) < far(best) ? one : best))[0];
  }

  function shadowOf({ hand, x, y, offset, level, raised }: Flight): Shadow | undefined {
    const pointer = onSheet(x, y - raised);
    const layer = layerAt(pointer);
    const step = sheet.steps.get(layer)!;
    const at = { x: pointer.x - step.x + offset.x, y: pointer.y - step.y + offset.y };
    const placed = moves.placed().filter((option) => option !== hand.from);
    const way = board.ways[hand.way]!;
    // A piece that would stand out above lies as low as it must.
    for (let base = layer - level; base > layer - level - way.cells.length; base--) {
      const found = rules.near(placed, hand.way, at, base);
      if (found) return { way: hand.way, lying: found.lying, cells: found.lying.cells, fits: found.fits };
    }
    const below = way.cells.flatMap((cell) => {
      const middle = middleOf(cell.outline);
      return board.cells.findIndex((other) => {
        const there = middleOf(other.outline);
        return other.layer === cell.layer + layer - level && Math.hypot(there.x - middle.x - at.x, there.y - middle.y - at.y) < 0.5;
      });
    });
    const cells = below.filter((cell) => cell >= 0);
    return cells.length ? { way: hand.way, cells, fits: false } : undefined;
  }

  function follow(): void {
    if (!flight) return;
    const scale = matrix().a;
    const middle = centreOf(board.ways[flight.hand.way]!);
    const [x, y] = [flight.x + (flight.offset.x + middle.x) * scale, flight.y - flight.raised + (flight.offset.y + middle.y) * scale];
    flight.picture.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    table.shade(shadowOf(flight), moves.placed().filter((option) => option !== flight!.hand.from));
  }

  const draw = (picture: HTMLElement, hand: Hand) => picture.replaceChildren(alone(board.ways[hand.way]!, board.pieces[hand.piece]!.color, matrix().a));

  function fly(): void {
    if (!start) return;
    const { hand, touch, x, y } = start;
    const picture = document.createElement("div");
    picture.className = "flying";
    document.body.append(picture);
    const way = board.ways[hand.way]!;
    const middle = centreOf(way);
    const lifted = hand.from === undefined ? undefined : rules.lying[hand.from];
    let [offset, level]: [Point, number] = [{ x: -middle.x, y: -middle.y }, 0];
    if (lifted) {
      const pointer = onSheet(x, y);
      const layer = layerAt(pointer);
      const step = sheet.steps.get(layer)!;
      offset = { x: lifted.at.x - (pointer.x - step.x), y: lifted.at.y - (pointer.y - step.y) };
      level = Math.max(0, layer - lifted.layer);
    }
    flight = { hand, x, y, offset, level, raised: touch ? RAISED : 0, picture };
    draw(picture, hand);
    document.documentElement.classList.add("dragging");
    moves.lift(hand);
  }

  function land(): void {
    flight?.picture.remove();
    document.documentElement.classList.remove("dragging");
    flight = undefined;
    start = undefined;
    table.shade(undefined, []);
  }

  function cancel(): void {
    const wasFlying = !!flight;
    land();
    if (wasFlying) moves.cancel();
  }

  function begin(event: PointerEvent, hand: Hand, target: Element): void {
    if (event.button !== 0 || !event.isPrimary) return;
    // The end of an earlier press may never have come: its piece was drawn anew.
    if (start) cancel();
    // The browser would begin to select text or to scroll.
    if (event.pointerType !== "touch") event.preventDefault();
    start = { id: event.pointerId, hand, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", target };
    target.setPointerCapture(event.pointerId);
  }

  function over(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    if (!flight && Math.hypot(event.clientX - start.x, event.clientY - start.y) > TAP) fly();
    if (!flight) return;
    [flight.x, flight.y] = [event.clientX, event.clientY];
    follow();
  }

  function up(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    const { hand } = start;
    if (!flight) {
      land();
      const now = performance.now();
      const twice = tapped.piece === hand.piece && now - tapped.at < TWICE;
      tapped = { at: twice ? 0 : now, piece: hand.piece };
      return moves.tapPiece(hand, twice);
    }
    [flight.x, flight.y] = [event.clientX, event.clientY];
    const shadow = shadowOf(flight);
    const own = flight.hand;
    const [x, y] = [flight.x, flight.y - flight.raised];
    land();
    const box = svg.getBoundingClientRect();
    const isOutside = x < box.left || x > box.right || y < box.top || y > box.bottom;
    moves.drop(own, shadow, isOutside);
  }

  tray.addEventListener("pointerdown", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[data-piece]");
    if (!button || button.disabled) return;
    const piece = Number(button.dataset.piece);
    begin(event, { piece, way: moves.ways()[piece]! }, button);
  });
  svg.addEventListener("pointerdown", (event) => {
    const group = (event.target as Element).closest<SVGGElement>(".lying:not(.given)");
    const lying = group && rules.lying[Number(group.dataset.option)];
    if (lying) begin(event, { piece: lying.piece, way: lying.way, from: lying.option }, group);
  });
  // The browser asks before it scrolls. A style alone (`touch-action`) does not hold for parts of a drawing.
  svg.addEventListener("touchmove", (event) => { if (start && event.cancelable) event.preventDefault(); }, { passive: false });
  svg.addEventListener("click", (event) => {
    const cell = (event.target as Element).closest<SVGElement>("[data-cell]");
    if (cell) moves.tapCell(Number(cell.dataset.cell));
  });
  for (const element of [tray, svg]) {
    element.addEventListener("pointermove", over as EventListener);
    element.addEventListener("pointerup", up as EventListener);
    element.addEventListener("pointercancel", cancel);
  }
  return {
    turn(way) {
      if (!flight) return false;
      const [before, after] = [centreOf(board.ways[flight.hand.way]!), centreOf(board.ways[way]!)];
      flight.offset = { x: flight.offset.x + before.x - after.x, y: flight.offset.y + before.y - after.y };
      flight.hand.way = way;
      draw(flight.picture, flight.hand);
      follow();
      return true;
    },
    isFlying: () => !!flight,
    cancel,
  };
}
