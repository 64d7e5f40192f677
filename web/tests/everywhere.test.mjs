// The stories that anybody must be able to play anywhere: from the first click to "Solved!", in Chromium and Firefox, on three widths, by mouse, by finger and
// by keys alone, in English and French, in light and dark. Each story is played in six of these settings, another six for each; EVERYWHERE=1 plays it in all 36.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { boxOf, drag, fingers, firstWay, fragment, keysTo, known, said, swipe, target, tray } from "./hands.mjs";
import { HERE, server, violations, visit } from "./play.mjs";

const WIDTHS = [[360, 740], [768, 1024], [1440, 900]];
const INPUTS = ["touch", "mouse", "keys"];
const WORDS = {
  "en-US": { puzzles: "Puzzles", newPuzzle: "Draw a new puzzle", hexagons: "Hexagons", clear: "Clear", drawPiece: "Draw a piece", addPieces: "Add pieces", done: "Done", share: "Share this challenge", handout: "Print it for a class", solved: "Solved!" },
  "fr-FR": { puzzles: "Casse-tête", newPuzzle: "Dessiner un casse-tête", hexagons: "Hexagones", clear: "Vider", drawPiece: "Dessiner une pièce", addPieces: "Ajouter des pièces", done: "Terminé", share: "Partager ce défi", handout: "L'imprimer pour une classe", solved: "Résolu !" },
};

/** The settings of a story: in each browser every width and every input once, and over six stories all 36. */
function settings(story) {
  const all = process.env.EVERYWHERE;
  return HERE.flatMap((browser, b) => WIDTHS.flatMap(([width, height], w) => {
    const inputs = all ? INPUTS : [INPUTS[(w + story + b) % 3]];
    return inputs.flatMap((input) => (all ? [0, 1] : [(w + story + b) % 2]).map((language) => (
      { browser, input, viewport: { width, height }, locale: Object.keys(WORDS)[language], theme: w === story % 3 ? "dark" : "light", hasTouch: input === "touch", mode: "Play", offline: true })));
  }));
}

/** Somebody with one way to point: a mouse, a finger, or keys alone. */
class Player {
  constructor(page, { input, locale }) {
    Object.assign(this, { page, input, words: WORDS[locale] });
  }

  async press(locator) {
    if (this.input === "mouse") return locator.click();
    if (this.input === "touch") {
      // A finger hits what is on top, so that it waits until that is what is meant.
      await locator.click({ trial: true });
      return fingers(this.page, [await boxOf(locator)]);
    }
    await locator.focus();
    await this.page.keyboard.press("Enter");
  }

  button = (word) => this.press(this.page.getByRole("button", { name: this.words[word], exact: true }));

  lies = (number) => this.page.waitForFunction((count) => document.querySelectorAll(".play-board .lying").length === count, number);

  /** Begins to play a document, whose first placements lie there. */
  begin(document) {
    Object.assign(this, known(document), { ways: new Map(), placed: 0 });
  }

  /** Places a piece of the solution by hand, turned on the way. */
  async put(option) {
    const { page, board } = this;
    const way = board.placements[option][0];
    const { piece } = board.ways[way];
    const inTray = tray(page, piece);
    const keys = keysTo(board, this.ways.get(piece) ?? firstWay(board, piece), way);
    this.ways.set(piece, way);
    if (this.input === "mouse") await drag(page, await boxOf(inTray), await target(page, board, option), keys);
    else if (this.input === "keys") await this.walk(inTray, keys, option);
    else {
      if (keys) await this.press(inTray);
      for (const key of keys) await this.press(page.locator(`[aria-keyshortcuts="${key.toUpperCase()}"]`));
      const from = await boxOf(inTray);
      const to = await target(page, board, option);
      // A finger is below its piece.
      await swipe(page, from, { x: to.x, y: to.y + 48 });
    }
    await this.lies(++this.placed);
  }

  /** Takes a piece, turns it, and walks by arrows to where it is to lie: the page says where it is. */
  async walk(inTray, keys, option) {
    const { page, board } = this;
    const named = (one) => board.placements[one][4].flatMap((item) => board.items[item].cell ?? []).map((cell) => said(board.cells[cell].name)).join(" ");
    const [way, x, y, layer] = board.placements[option];
    const places = new Map(board.placements.flatMap((placement, one) => (placement[0] === way ? [[named(one), placement]] : [])));
    await inTray.focus();
    for (const key of keys) await page.keyboard.press(key);
    await inTray.focus();
    await page.keyboard.press("Enter");
    const here = async () => {
      const said = await page.locator("div.unseen[role=status]").textContent();
      return [...places].filter(([names]) => said.endsWith(` ${names}`)).sort(([one], [other]) => other.length - one.length)[0]?.[1];
    };
    let wasAt;
    for (let steps = 0; steps < 60; steps++) {
      const at = await here();
      assert.ok(at, "the page says where the piece is");
      const [, atX, atY, atLayer] = at;
      if (atX === x && atY === y && atLayer === layer) break;
      const [right, down, up] = [x - atX, y - atY, layer - atLayer];
      // On grids that are no squares an arrow may lead nowhere, and then the other one does.
      const isAcross = wasAt === at ? Math.abs(right) <= Math.abs(down) : Math.abs(right) > Math.abs(down);
      wasAt = at;
      await page.keyboard.press(up ? (up > 0 ? "PageUp" : "PageDown") : isAcross ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.deepEqual(await here(), board.placements[option], named(option));
    await page.keyboard.press("Enter");
  }

  /** Half of the solution, then everything that might lose it, then the rest. */
  async playToTheEnd() {
    const { page, solution } = this;
    const half = Math.ceil(solution.length / 2);
    for (const option of solution.slice(0, half)) await this.put(option);
    await this.leaveAndReturn(() => this.lies(half));
    this.ways.clear();
    for (const option of solution.slice(half)) await this.put(option);
    await this.isSolved();
  }

  async isSolved() {
    await this.page.locator(".play-status").filter({ hasText: this.words.solved }).waitFor();
    assert.deepEqual(await violations(this.page), []);
  }

  /** Reload, back and forward lose nothing. */
  async leaveAndReturn(isThere) {
    const { page } = this;
    await page.reload();
    // What comes with the library may push the board down, and the page scrolls so that it stays.
    await page.waitForFunction(() => document.title.includes("–"));
    await isThere();
    await this.button("puzzles");
    await page.locator("main.home").waitFor();
    await page.evaluate(() => history.back());
    await isThere();
    await page.evaluate(() => history.forward());
    await page.locator("main.home").waitFor();
    await page.evaluate(() => history.back());
    await isThere();
  }

  /** Presses cells of a board or a piece that is drawn. Rows are counted from below; a piece that grows gets a larger frame, soon after. */
  async draw(field, cells, grows) {
    let at;
    for (const [column, up] of cells) {
      const before = await field.locator(".cell.on").count();
      const row = (await field.locator('[data-column="0"]').count()) - 1 - up;
      if (this.input !== "keys") await this.press(field.locator(`[data-column="${column}"][data-row="${row}"]`));
      else {
        await field.focus();
        const steps = at ? [["Right", column - at.column], ["Down", row - at.row]] : [["Right", -8], ["Down", -8], ["Right", column], ["Down", row]];
        for (const [way, times] of steps) {
          for (let time = 0; time < Math.abs(times); time++) await this.page.keyboard.press(`Arrow${times > 0 ? way : way === "Right" ? "Left" : "Up"}`);
        }
        await this.page.keyboard.press("Space");
        at = { column, row };
      }
      for (const end = Date.now() + 5000; Date.now() < end && (await field.locator(".cell.on").count()) === before; );
      if (grows) await this.page.waitForTimeout(300);
    }
  }
}

const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const card = (page, id) => page.locator(`.cards a[href="?puzzle=${id}"]`);
const CHILD = { kind: "tiling", text: "problem child = constant 4x3 true [{***$*..} ~times 2 ~sym ~named \"L\", {****} ~one ~sym ~named \"I\"]\n" };
/** A solution that "Sudoku" in Wikipedia shows, with twelve cells to be filled. */
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EASY = [...SOLUTION].map((digit, cell) => (cell % 7 === 3 ? "." : digit)).join("");
/** A heart of twelve hexagons, as columns and rows from below, and two halves of it. */
const HALVES = [[[2, 1], [1, 2], [2, 2], [0, 3], [1, 3], [0, 4]], [[3, 0], [3, 1], [3, 2], [2, 3], [3, 3], [2, 4]]];

/** From a card of the start page to "Solved!". */
const fromCard = (id, document) => async (page, player) => {
  player.begin(await document());
  await player.press(card(page, id));
  await tray(page, 0).waitFor();
  await player.playToTheEnd();
};

async function heart(page, player, setting) {
  await player.button("newPuzzle");
  await page.locator("section.board select").first().selectOption({ label: player.words.hexagons });
  await player.button("clear");
  const board = page.locator("section.board .field");
  await player.draw(board, HALVES.flat(), false);
  assert.equal(await page.locator("section.board .cell.on").count(), 12);
  for (const half of HALVES) {
    await page.waitForTimeout(300);
    if (!(await page.locator("details.palette").evaluate(({ open }) => open))) await player.press(page.locator("details.palette > summary"));
    await player.button("drawPiece");
    const piece = page.locator(".piece-form .field");
    await piece.waitFor();
    // The piece begins as two cells.
    const begun = [[0, 0], [1, 0]];
    const isIn = (cells, [x, y]) => cells.some(([column, up]) => column === x && up === y);
    await player.draw(piece, half.filter((cell) => !isIn(begun, cell)).concat(begun.filter((cell) => !isIn(half, cell))), true);
    await player.button("done");
  }
  await player.press(page.locator('.modes [data-mode="play"]'));
  await tray(page, 1).waitFor();
  await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
  await player.button("share");
  const link = await page.waitForFunction(() => window.copied).then((handle) => handle.jsonValue());
  // Elsewhere: another browser without anything kept.
  await visit(link.slice(server.address.length), async (other) => {
    const friend = new Player(other, setting);
    friend.begin(JSON.parse(inflateRawSync(Buffer.from(link.split("#p=")[1], "base64url"))));
    await tray(other, 1).waitFor();
    await friend.playToTheEnd();
  }, setting);
}

async function sudoku(page, player) {
  const digit = (cell) => page.locator(".sudoku-play .digit").nth(cell);
  const empty = [...EASY].flatMap((given, cell) => (given === "." ? [cell] : []));
  const enter = async (cells) => {
    for (const cell of cells) {
      if (player.input === "keys") {
        await digit(cell).focus();
        await page.keyboard.press(SOLUTION[cell]);
      } else {
        await player.press(digit(cell));
        await player.press(page.locator(".pad").nth(Number(SOLUTION[cell]) - 1));
      }
    }
  };
  await digit(empty[0]).waitFor();
  await enter(empty.slice(0, 6));
  await player.leaveAndReturn(() => page.waitForFunction((left) => [...document.querySelectorAll(".sudoku-play .digit")].filter((one) => one.innerText.trim() === "").length === left, empty.length - 6));
  await enter(empty.slice(6));
  await player.isSolved();
}

async function handout(page, player, { browser }) {
  const { board } = known(CHILD);
  await tray(page, 0).waitFor();
  await page.evaluate(() => { window.print = () => { window.wasPrinted = true; }; });
  await player.button("share");
  await player.button("handout");
  await page.waitForFunction(() => window.wasPrinted);
  // Firefox shows no page as it prints it, so that the rules for paper are made those of the screen.
  await page.evaluate(() => {
    for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule && rule.media.mediaText === "print") rule.media.mediaText = "all";
  });
  const sheet = page.locator(".printed");
  assert.ok(await sheet.isVisible());
  assert.equal(await sheet.locator(".piece-alone").count(), board.pieces.length);
  assert.equal(await sheet.locator(".qr").count(), 1);
  assert.equal(await page.locator("main").isVisible(), false);
  const pdf = (await page.pdf()).toString("latin1");
  assert.equal(pdf.slice(0, 5), "%PDF-");
  // Firefox compresses the list of pages.
  if (browser === "chromium") assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, "one sheet of paper");
}

const STORIES = [
  ["Scott's board is played to the end", "", fromCard("scott", async () => ({ kind: "tiling", text: await example("scott.cmb"), problem: "scott", files: { "pentominoes.cmb": await example("pentominoes.cmb") } }))],
  ["a child's board of 3 by 4, from a link", fragment(CHILD), async (page, player) => {
    player.begin(CHILD);
    await tray(page, 0).waitFor();
    await player.playToTheEnd();
  }],
  ["a heart of hexagons is drawn with two pieces and shared; elsewhere it is solved by hand", "", heart],
  ["the calendar of today", "", fromCard("calendar", async () => {
    const now = new Date();
    return { kind: "tiling", text: await example("calendar.cmb"), problem: `day<${now.getMonth() + 1}, ${now.getDate()}>` };
  })],
  ["the Soma cube, layer by layer and seen in space", "", fromCard("soma", async () => ({ kind: "tiling", text: await example("soma.cmb") }))],
  ["a Sudoku", fragment({ kind: "puzzle", text: "sudoku 3x3 grid.txt", files: { "grid.txt": `${EASY}\n` } }), sudoku],
  ["a handout for a class", fragment(CHILD), handout],
];

// Both browsers at once, and in each one page at a time: only one has the focus.
describe("everywhere", { concurrency: 2 }, () => {
  for (const name of HERE) {
    describe(name, { concurrency: 1 }, () => {
      for (const [number, [title, address, act]] of STORIES.entries()) {
        for (const setting of settings(number).filter(({ browser }) => browser === name)) {
          const { input, viewport, locale, theme } = setting;
          test(`${title}: ${name}, ${viewport.width} pixels, ${input}, ${locale}, ${theme}`, () => visit(address, (page) => act(page, new Player(page, setting), setting), setting));
        }
      }
    });
  }
});
