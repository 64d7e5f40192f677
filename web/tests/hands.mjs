// What a player does: turns pieces and moves them by mouse, finger or keys. Which placements make a solution is asked of a second
// copy of the library, in this process.
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";

const glue = await import("../src/wasm/combien_web.js");
globalThis.combienHears = () => {};
await glue.default({ module_or_path: await readFile(new URL("../src/wasm/combien_web_bg.wasm", import.meta.url)) });

/** The board of a document, or why it has none. */
export function boardOf(document) {
  const library = new glue.Page();
  library.open(JSON.stringify(document));
  const board = JSON.parse(library.ask(JSON.stringify({ ask: "board" })));
  library.free();
  return board;
}

/** The board of a document, and its solution of this number. */
export function known(document, number = 0) {
  const library = new glue.Page();
  library.open(JSON.stringify(document));
  const board = JSON.parse(library.ask(JSON.stringify({ ask: "board" })));
  library.ask(JSON.stringify({ ask: "list" }));
  const { solutions } = JSON.parse(library.more(number + 1, 1e6));
  library.free();
  return { board, solution: solutions[number].filter((option) => board.placements[option][0] >= 0) };
}

/** The fragment of a link that holds a document. */
export const fragment = (document) => `#p=${deflateRawSync(JSON.stringify({ v: 1, ...document })).toString("base64url")}`;

/** The keys that turn one way into another. */
export function keysTo(board, from, to) {
  const reached = new Map([[from, ""]]);
  for (const [way, keys] of reached) {
    for (const [key, motion] of [["r", "turn"], ["f", "flip"], ["t", "roll"], ["y", "tip"]]) {
      const next = board.ways[way][motion];
      if (next !== null && !reached.has(next)) reached.set(next, keys + key);
    }
  }
  return reached.get(to);
}

export const firstWay = (board, piece) => board.ways.findIndex((way) => way.piece === piece);

export const tray = (page, piece) => page.locator(`.tray [data-piece="${piece}"]`);

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where the middle of some corners is on the screen. Layers are drawn beside each other; `cell` is in the one that is meant. */
const onScreen = (page, board, cell, corners) => {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const at = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  return page.evaluate(({ at, cell, from }) => {
    const svg = document.querySelector(".play-board");
    const drawn = svg.querySelector(`[data-cell="${cell}"]`).points[0];
    const point = new DOMPoint(at.x + drawn.x - from[0], at.y + drawn.y - from[1]).matrixTransform(svg.getScreenCTM());
    return { x: point.x, y: point.y };
  }, { at, cell, from: board.cells[cell].outline[0] });
};

/** Where the middle of a placement is on the screen, in its lowest layer. */
export function target(page, board, option) {
  const [way, x, y, layer] = board.placements[option];
  const corners = board.ways[way].cells.flatMap((cell) => cell.outline).map(([across, down]) => [across + x, down + y]);
  return onScreen(page, board, board.cells.findIndex((cell) => cell.layer === layer), corners);
}

/** Where the first cell of a placement is on the screen. */
export function cellOf(page, board, option) {
  const cell = board.placements[option][4].map((item) => board.items[item].cell).find((one) => one !== null);
  return onScreen(page, board, cell, board.cells[cell].outline);
}

/** Drags by mouse; the keys are pressed on the way. */
export async function drag(page, from, to, keys = "") {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 10);
  for (const key of keys) await page.keyboard.press(key);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

/** Fingers go along paths of points, all at once. No interface that browsers share has fingers that move, so that each is told by its own protocol. */
export async function fingers(page, ...paths) {
  if (page.context().browser().browserType().name() === "firefox") {
    const session = page._connection.toImpl(page).delegate._session;
    const whole = ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) });
    const actions = paths.map((path, id) => ({
      type: "pointer", id: `finger ${id}`, parameters: { pointerType: "touch" },
      actions: path.flatMap((point, at) => [{ type: "pointerMove", ...whole(point) }, ...(at ? [{ type: "pause", duration: 10 }] : [{ type: "pointerDown", button: 0 }])]).concat({ type: "pointerUp", button: 0 }),
    }));
    return session.send("input.performActions", { context: session.sessionId, actions });
  }
  const session = await page.context().newCDPSession(page);
  const send = (type, step) => session.send("Input.dispatchTouchEvent", { type, touchPoints: paths.flatMap((path, id) => (path[step] ? [{ ...path[step], id }] : [])) });
  for (const step of paths[0].keys()) await send(step ? "touchMove" : "touchStart", step);
  await send("touchEnd", Infinity);
  await session.detach();
}

const along = (from, to, steps) => Array.from({ length: steps + 1 }, (_, step) => ({ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }));

/** Drags by finger. */
export const swipe = (page, from, to) => fingers(page, along(from, to, 6));

/** Spreads two fingers from a point to the left and to the right. */
export const spread = (page, { x, y }) => fingers(page, ...[-1, 1].map((side) => along({ x: x + 20 * side, y }, { x: x + 110 * side, y }, 9)));

/** What the page calls a cell that the library calls 0,0: the letters and numbers of a chessboard. */
export const said = (name) => name.replace(/^(\d+),(\d+)$/, (_, x, y) => `${"abcdefghijklmnopqrstuvwxyz"[x]}${Number(y) + 1}`);

export const boxOf = async (locator) => {
  await locator.scrollIntoViewIfNeeded();
  return middle(await locator.boundingBox());
};
