// Pieces moved by hand: to the board from a tray, and back.

import { announce, h } from "../dom";
import { cellWords, t } from "../words";
import { centreOf, type Lying, type Point } from "./game";
import { hands } from "./hands";
import { button, isForBoard, session, tool, undoKeys, type Play, type Settings } from "./session";
import { table, type Hand, type Shadow } from "./table";

type Motion = "turn" | "flip" | "roll" | "tip";

export function play(settings: Settings): Play {
  const { board } = settings;
  let hand: Hand | undefined;
  const now = session(settings, { paint, letGo: () => { hand = undefined; }, suggest: (lying) => shown.suggest(lying), start: () => t(settings.board.pieces.length ? "playStart" : "playNoPieces") });
  const { rules, say, progress, put, nameOf, placed } = now;
    /** How each piece lies in the tray. */
  const ways = board.pieces.map((_, piece) => board.ways.findIndex((way) => way.piece === piece));
  const shown = table(rules, (option) => {
    const lying = rules.lying[option];
    if (lying && !rules.given.includes(option)) take({ piece: lying.piece, way: lying.way, from: option });
  });
  const others = (own: Hand | undefined = hand) => placed().filter((option) => option !== own?.from);

  const turnButton = tool("↻", t("playTurn"), "R", () => move("turn"));
  const flipButton = tool("⇋", t("playFlip"), "F", () => move("flip"));
  const rollButton = tool("⤵", t("playRoll"), "T", () => move("roll"));
  const tipButton = tool("⤴", t("playTip"), "Y", () => move("tip"));
  const backButton = button(t("playBack"), () => takeBack());
  const isOnlyPiece = board.pieces.length === 1 && board.ways.length === 1 && board.ways[0]!.cells.length === 1;
  const has = (motion: Motion) => board.ways.some((way) => way[motion] !== null);
  const turning = h("div", { className: "play-tools", role: "group", "aria-label": t("playPiece") },
    has("turn") && turnButton, has("flip") && flipButton, has("roll") && rollButton, has("tip") && tipButton, backButton, now.undoButton, now.redoButton);
  shown.element.insertBefore(turning, shown.tray);
  const element = h("div", { className: "play" }, now.status, now.details, shown.element, now.asking, h("p", { className: "quiet small keys" }, t(has("roll") ? "playHelpSolid" : "playHelp")));

  function paint(): void {
    shown.paint(placed(), ways, hand);
    shown.point(hand?.from, "at");
    shown.shade(hand?.spot && shadowOf(hand.spot), others());
    now.paint();
    for (const one of [turnButton, flipButton, rollButton, tipButton]) one.disabled = !hand;
    backButton.disabled = hand?.from === undefined;
    element.classList.toggle("solved", now.isSolved());
  }

  const shadowOf = (lying: Lying): Shadow => ({ way: lying.way, lying, cells: lying.cells, fits: rules.fits(others(), lying) });

  /** Places the piece in hand, if it fits. */
  function place(own: Hand, lying: Lying): boolean {
    if (!rules.fits(others(own), lying)) {
      say(t("playNoFit", nameOf(own.piece)));
      return false;
    }
    if (own.from === lying.option) {
      letGo();
      return true;
    }
    put([...others(own), lying.option]);
    announce(t("playPlaced", nameOf(own.piece), namesOf(lying)));
    return true;
  }

  function takeBack(own = hand): void {
    if (own?.from === undefined) return;
    ways[own.piece] = own.way;
    put(others(own));
    announce(t("playTaken", nameOf(own.piece)));
  }

  const namesOf = (lying: Lying) => lying.cells.map((cell) => cellWords(board.cells[cell]!.name)).join(" ");

  /** Turns or flips the piece in hand; one that lies on the board stays there if it fits. */
  function move(motion: Motion, back = false): void {
    if (!hand) return say(t("playChoose"));
    const [before, way] = [hand.way, rules.turned(hand.way, motion, back)];
    if (way === before) return say(t("playAlike", nameOf(hand.piece)));
    if (pointer.turn(way)) return void (hand = { ...hand, way });
    const spot = hand.spot ?? (hand.from === undefined ? undefined : rules.lying[hand.from]);
    if (hand.from === undefined) ways[hand.piece] = way;
    hand = { ...hand, way, spot: undefined };
    if (spot) {
      const [one, other] = [centreOf(board.ways[before]!), centreOf(board.ways[way]!)];
      const at: Point = { x: spot.at.x + one.x - other.x, y: spot.at.y + one.y - other.y };
      const near = rules.near(others(), way, at, spot.layer);
      // With a pointer, a piece on the board is turned where it lies.
      if (!isByKeys && hand.from !== undefined && near?.fits) {
        const own = hand;
        put([...others(), near.lying.option]);
        hand = { ...own, from: near.lying.option };
        return paint();
      }
      hand.spot = near?.lying ?? rules.nearest(others(), way, at, spot.layer);
    }
    paint();
    tell();
  }

  /** Says where the keyboard holds the piece. */
  function tell(): void {
    if (!hand?.spot) return;
    announce(t(rules.fits(others(), hand.spot) ? "playFitsAt" : "playClashAt", nameOf(hand.piece), namesOf(hand.spot)));
  }

  /** Whether the last input was a key: then the piece in hand has a place on the board. */
  let isByKeys = false;

  function take(next: Hand): void {
    hand = next;
    shown.suggest(undefined);
    if (isByKeys) {
      const lying = next.from === undefined ? undefined : rules.lying[next.from];
      const middle = [...shown.sheet.middles.values()][0]!;
      const at = { x: middle.x - centreOf(board.ways[next.way]!).x, y: middle.y - centreOf(board.ways[next.way]!).y };
      const layer = board.cells[0]?.layer ?? 0;
      hand.spot = lying ?? rules.nearest(others(), next.way, at, layer, true) ?? rules.nearest(others(), next.way, at, layer);
      shown.svg.focus({ preventScroll: true });
    }
    paint();
    say(t("playHeld", nameOf(next.piece)), t(isByKeys ? "playHeldKeys" : "playHeldTap"));
    tell();
  }

  function letGo(): void {
    hand = undefined;
    paint();
    progress();
  }

  /** Says that the piece in hand does not fit on a cell, and shows what is in the way. */
  function refuse(own: Hand, cell: number): void {
    const there = (rules.byWay[own.way] ?? []).filter((lying) => lying.cells.includes(cell));
    if (isOnlyPiece) letGo();
    if (there.length === 1) shown.shade({ way: own.way, lying: there[0]!, cells: there[0]!.cells, fits: false }, others(own));
    say(t("playNoFit", nameOf(own.piece)));
  }

  const pointer = hands(rules, shown, {
    placed: () => placed(),
    ways: () => ways,
    lift(next) {
      isByKeys = false;
      hand = next;
      shown.suggest(undefined);
      shown.svg.querySelector(`[data-option="${next.from ?? -1}"]`)?.classList.add("lifted");
    },
    drop(own, shadow, isOutside) {
      ways[own.piece] = own.way;
      if (shadow?.lying && shadow.fits && place(own, shadow.lying)) return;
      if (isOutside && own.from !== undefined) return takeBack(own);
      letGo();
      if (shadow) say(t("playNoFit", nameOf(own.piece)));
    },
    tapPiece(next, twice) {
      isByKeys = false;
      const isSame = hand && hand.piece === next.piece && hand.from === next.from;
      if (twice && (isSame || !hand)) {
        hand = next;
        return move("turn");
      }
      if (isSame && next.from === undefined) return letGo();
      take(next);
    },
    tapCell(cell) {
      // Where all pieces are single cells that look alike, such as queens, a tap places one.
      if (!hand && isOnlyPiece && rules.left(placed(), 0) > 0) hand = { piece: 0, way: 0 };
      if (!hand) return;
      const middle = (lying: Lying) => lying.cells.indexOf(cell);
      const there = (rules.byWay[hand.way] ?? []).filter((lying) => middle(lying) >= 0 && rules.fits(others(), lying));
      // The cell under the finger is one in the middle of the piece, if there is a choice.
      there.sort((one, other) => Math.abs(middle(one) - (one.cells.length - 1) / 2) - Math.abs(middle(other) - (other.cells.length - 1) / 2));
      if (there[0]) place(hand, there[0]);
      else refuse(hand, cell);
    },
    cancel: letGo,
  });

  // A click without a pointer comes from the keyboard.
  shown.tray.addEventListener("click", (event) => {
    const chosen = (event.target as Element).closest<HTMLElement>("[data-piece]");
    if (!chosen || (event as MouseEvent).detail > 0) return;
    isByKeys = true;
    const piece = Number(chosen.dataset.piece);
    take({ piece, way: ways[piece]! });
  });

  const STEPS: Record<string, Point> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

  /** The keys on the board while a piece is in hand. */
  function holding(event: KeyboardEvent, own: Hand): boolean {
    const step = STEPS[event.key];
    const spot = own.spot ?? (own.from === undefined ? undefined : rules.lying[own.from]);
    if (step) {
      isByKeys = true;
      if (!spot) take(own);
      else own.spot = rules.beside(spot, step) ?? spot;
    } else if ((event.key === "PageUp" || event.key === "PageDown") && spot) {
      own.spot = rules.nearest(others(), own.way, spot.at, spot.layer + (event.key === "PageUp" ? 1 : -1));
    } else if ((event.key === "Enter" || event.key === " ") && spot) {
      place(own, spot);
      return true;
    } else return false;
    paint();
    tell();
    return true;
  }

  /** The piece on the board that the keyboard is at while none is in hand. */
  let at: number | undefined;

  /** The keys on the board without a piece: arrows go through what lies there, Enter lifts it, Delete takes it back. */
  function choosing(event: KeyboardEvent): boolean {
    const free = placed().filter((option) => !rules.given.includes(option));
    const step = STEPS[event.key];
    if (!free.length) return false;
    const here = at === undefined ? -1 : free.indexOf(at);
    if (step) {
      at = free[(here + (step.x + step.y) + free.length + (here < 0 && step.x + step.y < 0 ? 1 : 0)) % free.length]!;
      shown.point(at, "at");
      announce(`${nameOf(rules.lying[at]!.piece)}: ${namesOf(rules.lying[at]!)}`);
      return true;
    }
    const lying = here < 0 ? undefined : rules.lying[at!];
    if (!lying) return false;
    const own = { piece: lying.piece, way: lying.way, from: lying.option };
    isByKeys = true;
    if (event.key === "Enter" || event.key === " ") take(own);
    else if (event.key === "Delete" || event.key === "Backspace") takeBack(own);
    else return false;
    return true;
  }

  /** A key anywhere on the page, while the board is there. */
  function keys(event: KeyboardEvent): void {
    if (!isForBoard(event, element)) return;
    const target = event.target as HTMLElement;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && pointer.isFlying()) pointer.cancel();
    if (undoKeys(event, now)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const motions: Record<string, Motion> = { r: "turn", f: "flip", t: "roll", y: "tip" };
    const motion = motions[key];
    if (motion && !hand) {
      const focused = target.closest<HTMLElement>("[data-piece]");
      if (!focused) return;
      const piece = Number(focused.dataset.piece);
      hand = { piece, way: ways[piece]! };
    }
    const isOnBoard = target === (shown.svg as unknown as HTMLElement);
    if (motion) move(motion, event.shiftKey);
    else if (key === "escape" && hand) {
      if (pointer.isFlying()) return pointer.cancel();
      const piece = hand.piece;
      letGo();
      if (isByKeys) shown.tray.querySelector<HTMLElement>(`[data-piece="${piece}"]`)?.focus();
    } else if ((key === "delete" || key === "backspace") && hand?.from !== undefined) takeBack();
    else if (!(isOnBoard && (hand ? holding(event, hand) : choosing(event)))) return;
    event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    if (!pointer.isFlying()) return;
    event.preventDefault();
    move("turn", event.deltaY < 0);
  }

  document.addEventListener("keydown", keys);
  window.addEventListener("wheel", wheel, { passive: false });
  now.begin();
  return {
    element,
    leave() {
      pointer.cancel();
      document.removeEventListener("keydown", keys);
      window.removeEventListener("wheel", wheel);
    },
  };
}
