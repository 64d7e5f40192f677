// The stories of drawings and texts that are changed, left, kept and opened again: by clicks alone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { boxOf as middleOf, fingers, fragment, tray } from "./hands.mjs";
import { HERE, mode, more, press, server, verdict, violations, visit, write } from "./play.mjs";

const on = (page) => page.locator("section.board .cell.on");
const cell = (page, column, row) => page.locator(`section.board .field [data-column="${column}"][data-row="${row}"]`);
/** Where a cell is, in view. The page may draw its board anew at any moment: a cell that goes meanwhile is looked for again. */
async function inView(page, column, row) {
  const one = cell(page, column, row);
  await one.scrollIntoViewIfNeeded().catch((error) => (/not attached/.test(error.message) ? one.scrollIntoViewIfNeeded() : Promise.reject(error)));
  return one.boundingBox();
}
const text = async (page) => {
  await page.getByRole("tab", { name: "Write" }).click();
  return page.locator(".cm-content").innerText();
};
const shown = (page, name) => page.locator("main h1").filter({ hasText: name }).waitFor();

/** Opens a text of one's own, and its drawing. */
async function drawn(page, content, name) {
  await write(page, content);
  await shown(page, name);
  await page.getByRole("tab", { name: "Draw" }).click();
}

test("Clear leaves an empty board to draw on, and Undo brings the cells back: 2 ways for two dominoes, and 1 for one", async () => {
  await visit("?puzzle=flips", async (page) => {
    await drawn(page, "problem square = constant 2x2 true [{**} ~sym]\n", "square");
    await press(page, "Clear");
    assert.equal(await on(page).count(), 0);
    await page.locator(".balance").filter({ hasText: "The board has no cells" }).waitFor();
    await press(page, "Count");
    await verdict(page, "The board has no cells");
    await press(page, "Undo");
    assert.equal(await on(page).count(), 4);
    await press(page, "Count");
    await verdict(page, "2 solutions");
    await press(page, "Clear");
    await cell(page, 0, 1).click();
    await cell(page, 1, 1).click();
    await press(page, "Count");
    await verdict(page, "1 solution");
    await press(page, "Undo");
    await press(page, "Undo");
    await press(page, "Count");
    await verdict(page, "2 solutions");
    assert.match(await text(page), /constant 2x2 true/);
  });
});

test("a word or an option that is begun is completed, and says what it does", async () => {
  await visit("?puzzle=flips", async (page) => {
    await write(page, "");
    for (const [typed, word, help] of [["latt", "lattice", "defines a lattice"], ["pattern p = {*}\nproblem q = {**} [p ~tim", "~times", "how many times"]]) {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.type(typed);
      const offered = page.locator(".cm-tooltip-autocomplete li").filter({ hasText: word }).first();
      await offered.waitFor();
      assert.match(await offered.innerText(), new RegExp(help));
      await offered.click();
      assert.match(await page.locator(".cm-content").innerText(), new RegExp(word));
    }
  });
});

// Three dominoes on 3 x 2 squares lie in 3 ways. Hexagons touch across two corners more; a domino there would leave an odd rest on each side.
test("another grid is written into the text, and the pieces stay: 3 ways on hexagons and with cubes", async () => {
  await visit("?puzzle=flips", async (page) => {
    await drawn(page, "# Dominoes.\npattern bar = {**}\nproblem p = constant 3x2 true [bar ~sym ~named \"bar\"]\n", /^p$/);
    for (const [grid, word] of [["Hexagons", "problem p = constant hex 3x2 true"], ["Cubes", "problem3 p = constant 3x2x1 true"], ["Squares", "problem p = constant 3x2 true"]]) {
      await page.getByRole("tab", { name: "Draw" }).click();
      await page.getByLabel("Grid").selectOption({ label: grid });
      await page.getByRole("button", { name: "Shape: bar" }).waitFor();
      await press(page, "Count");
      await verdict(page, "3 solutions");
      const now = await text(page);
      assert.ok(now.includes(word) && now.startsWith("# Dominoes."), now);
    }
    await page.getByRole("tab", { name: "Draw" }).click();
    // A square is four quarters, in each grid.
    await page.getByLabel("Grid").selectOption({ label: "Half squares" });
    await page.getByRole("button", { name: "Shape: bar" }).waitFor();
    assert.equal(await on(page).count(), 24);
    await press(page, "Count");
    await verdict(page, "3 solutions");
  });
});

test("a saved text is opened again without its files: Scott's 520; a Sudoku with the file that is saved beside it", async () => {
  await visit("?puzzle=scott", async (page) => {
    const kept = [];
    page.on("download", (file) => kept.push(file));
    const saved = async (number) => {
      kept.length = 0;
      await press(page, "Text");
      for (const end = Date.now() + 10_000; kept.length < number && Date.now() < end; ) await page.waitForTimeout(50);
      return Promise.all(kept.map(async (file) => ({ name: file.suggestedFilename(), mimeType: "text/plain", buffer: await readFile(await file.path()) })));
    };
    const opened = async (files) => {
      await press(page, "Puzzles");
      await page.locator('input[type="file"]').setInputFiles(files);
      await mode(page, "Ask");
      await page.locator("main.bench .answers").waitFor();
    };
    await press(page, "Count");
    await verdict(page, "520 solutions");
    const files = await saved(1);
    assert.deepEqual(files.map((file) => file.name), ["scott.cmb"]);
    await opened(files);
    // Without a choice, the last problem of a text is open.
    await page.getByLabel("Problem").selectOption("scott");
    await press(page, "Count");
    await verdict(page, "520 solutions");
    await press(page, "Puzzles");
    await page.getByText("A hard Sudoku").click();
    await mode(page, "Ask");
    await page.locator("main.bench .answers").waitFor();
    const sudoku = await saved(2);
    assert.equal(sudoku[1].name, "inkala.txt");
    await opened(sudoku);
    await more(page, "Just one?");
    await verdict(page, "There is exactly one solution.");
  });
});

test("Puzzles, New puzzle and Back lose no drawing", async () => {
  await visit("", async (page) => {
    await press(page, "Draw a new puzzle");
    await page.getByLabel("From the set").selectOption("pentominoes");
    await page.getByRole("button", { name: "+ X" }).click();
    await page.getByRole("button", { name: "Shape: X" }).waitFor();
    await cell(page, 2, 2).click();
    const isThere = async () => {
      await page.getByRole("button", { name: "Shape: X" }).waitFor();
      await page.waitForFunction(() => document.querySelectorAll("section.board .cell.on").length === 24);
    };
    await isThere();
    await press(page, "Puzzles");
    await page.locator("main.home").waitFor();
    await page.goBack();
    await isThere();
    await page.goBack();
    await page.locator("main.home").waitFor();
    await page.goForward();
    await isThere();
    await press(page, "New puzzle");
    await page.waitForFunction(() => document.querySelectorAll("section.board .cell.on").length === 25);
    await page.goBack();
    await isThere();
  });
});

test("on a phone a swipe scrolls and changes no cell; a tap changes one, and a finger that rests first draws", async () => {
  await visit("?puzzle=rectangle", async (page, context) => {
    await on(page).first().waitFor();
    const cdp = await context.newCDPSession(page);
    const middle = async (column, row) => {
      const box = await cell(page, column, row).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    /** A finger along these points, with a rest before it moves. */
    const finger = async (points, rest) => {
      await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [points[0]] });
      await page.waitForTimeout(rest);
      for (const point of points.slice(1)) {
        await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
        await page.waitForTimeout(20);
      }
      await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.waitForTimeout(300);
    };
    await cell(page, 4, 3).scrollIntoViewIfNeeded();
    const [from, scrolled] = [await middle(4, 3), await page.evaluate(() => scrollY)];
    await finger(Array.from({ length: 12 }, (_, step) => ({ x: from.x, y: from.y - 15 * step })), 0);
    assert.equal(await on(page).count(), 60);
    assert.ok((await page.evaluate(() => scrollY)) > scrolled + 50);
    await finger(Array.from({ length: 6 }, (_, step) => ({ x: from.x + 15 * step, y: from.y })), 0);
    assert.equal(await on(page).count(), 60);
    await page.evaluate(() => scrollTo(0, 0));
    await cell(page, 4, 3).scrollIntoViewIfNeeded();
    await finger([await middle(0, 0)], 30);
    assert.equal(await on(page).count(), 59);
    await page.waitForTimeout(500);
    await finger(await Promise.all([4, 5, 6, 7].map((column) => middle(column, 3))), 500);
    assert.equal(await on(page).count(), 55);
  }, { size: "phone" });
});

test("while the library comes, a puzzle of the start page is played, and of any other one the title and the text are there", async () => {
  await visit("", async (page, context) => {
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await context.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.address}?puzzle=flips`);
    await shown(page, "T and Z");
    await tray(page, 0).waitFor();
    // A board of 3 x 2 has 3 ways (Fibonacci).
    await page.goto(`${server.address}${fragment({ kind: "tiling", text: "problem dominoes = constant 3x2 true [{**} ~sym]\n", problem: "dominoes" })}`);
    await page.getByText("Loading the library").waitFor();
    await shown(page, "dominoes");
    await page.locator("pre").filter({ hasText: "problem dominoes" }).waitFor();
    release();
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "3 solutions");
    await page.goto(`${server.address}?puzzle=flips`);
    await tray(page, 0).waitFor();
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "4 solutions");
  });
});

// Dominoes cover 4 x 2 in 5 ways, and the 3 x 2 that a standing one at the end leaves in 3 (Fibonacci).
test("after Clear a board is drawn anywhere in its frame; the frame stays, and cells are chosen and kept where they are", async () => {
  await visit("?puzzle=flips", async (page) => {
    await drawn(page, "problem square = constant 6x4 true [{**} ~sym]\n", "square");
    await press(page, "Clear");
    for (let column = 1; column < 5; column++) for (const row of [1, 2]) {
      await cell(page, column, row).click();
      await page.waitForFunction((count) => document.querySelectorAll("section.board .cell.on").length === count, 2 * (column - 1) + row);
    }
    assert.equal(await page.locator("section.board .field .cell").count(), 24);
    assert.match(await cell(page, 1, 1).getAttribute("class"), /\bon\b/);
    await press(page, "Count");
    await verdict(page, "5 solutions");
    await press(page, "Choose cells");
    for (const row of [1, 2]) await cell(page, 1, row).click();
    await page.getByRole("button", { name: /^Keep: / }).click();
    await page.locator("section.board .cell.kept").first().waitFor();
    assert.match(await cell(page, 1, 1).getAttribute("class"), /kept/);
    assert.match(await cell(page, 1, 2).getAttribute("class"), /kept/);
    await press(page, "Count");
    await verdict(page, "3 solutions");
  });
});

// By hand: dominoes close a ring of eight cells in 2 ways. Around a bar at one of four sides two corners fill 2 x 3 in 2 ways, and they have names: 16.
test("boards are shapes, and drawings in text: a frame of 3 by 3 with dominoes, and three pieces by their letters", async () => {
  await visit("?puzzle=flips", async (page) => {
    await drawn(page, "problem square = constant 3x3 true [{**} ~sym]\n", "square");
    await page.locator("section.board select").filter({ hasText: "Frame" }).selectOption("Frame");
    await page.waitForFunction(() => document.querySelectorAll("section.board .cell.on").length === 8);
    await press(page, "Count");
    await verdict(page, "2 solutions");
    await page.locator("section.board select").filter({ hasText: "Frame" }).selectOption("Disc");
    await page.waitForFunction(() => document.querySelectorAll("section.board .cell.on").length === 9);
    await page.getByText("From a drawing in text").click();
    const pasted = page.locator(".pasted textarea");
    await pasted.fill(" . \n");
    await press(page, "Draw it");
    await page.locator(".toast").filter({ hasText: "no cells" }).waitFor();
    await pasted.fill("\n  AAB\n  ACB\n  CCB\n");
    await press(page, "Draw it");
    await page.locator(".piece-list .piece").nth(2).waitFor();
    assert.deepEqual(await page.locator(".piece-name").allInnerTexts(), ["A", "B", "C"]);
    await press(page, "Count");
    await verdict(page, "16 solutions");
    await press(page, "Undo");
    await page.waitForFunction(() => document.querySelectorAll(".piece-list .piece").length === 1);
  });
});

test("a library that does not come is told, and tried again; a game that has begun without it goes on", async () => {
  await visit("", async (page, context) => {
    await context.route("**/*.wasm", (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: "not a module" }));
    await page.goto(`${server.address}?puzzle=flips`);
    await page.getByText("The library could not be loaded.").waitFor();
    await tray(page, 0).waitFor();
    const own = fragment({ kind: "tiling", text: "problem dominoes = constant 3x2 true [{**} ~sym]\n", problem: "dominoes" });
    await page.goto("about:blank");
    await page.goto(`${server.address}${own}`);
    await page.getByText("The library could not be loaded.").waitFor();
    assert.deepEqual(await violations(page), []);
    await context.unroute("**/*.wasm");
    await press(page, "Try again");
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "3 solutions");
  });
});

// A ring of eight cells is left when the middle of nine is erased: dominoes close it in 2 ways. The five cells of a cross are a piece that covers itself once.
for (const [input, browser, size] of [["mouse", "chromium", "desktop"], ["touch", "chromium", "phone"], ["touch", "firefox", "phone"]].filter(([, browser]) => HERE.includes(browser))) {
  test(`a lasso around cells chooses them, ${input}, ${browser}: they are erased, drawn again, made a piece, and kept`, async () => {
    await visit("?puzzle=flips", async (page) => {
      await drawn(page, "problem square = constant 3x3 true [{**} ~sym]\n", "square");
      await page.waitForFunction(() => document.querySelectorAll("section.board .cell.on").length === 9);
      const isOn = (count) => page.waitForFunction((number) => document.querySelectorAll("section.board .cell.on").length === number, count);
      const chosen = (count) => page.waitForFunction((number) => document.querySelectorAll("section.board .cell.chosen").length === number, count);
      await press(page, "Lasso");
      /** A circle around the middle of a cell, in widths of a cell. */
      const circle = async (column, row, radius) => {
        const { x, y, width } = await inView(page, column, row);
        const path = Array.from({ length: 17 }, (_, step) => ({ x: x + width * (0.5 + radius * Math.cos((step * Math.PI) / 8)), y: y + width * (0.5 + radius * Math.sin((step * Math.PI) / 8)) }));
        if (input === "touch") return fingers(page, path);
        await page.mouse.move(path[0].x, path[0].y);
        await page.mouse.down();
        for (const point of path.slice(1)) await page.mouse.move(point.x, point.y);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lasso-${column}-${radius}.png` });
        await page.mouse.up();
      };
      await inView(page, 1, 1);
      const scrolled = await page.evaluate(() => scrollY);
      await circle(1, 1, 0.4);
      await chosen(1);
      if (input === "touch") assert.equal(await page.evaluate(() => scrollY), scrolled);
      await press(page, "Erase them");
      await isOn(8);
      await press(page, "Count");
      await verdict(page, "2 solutions");
      await circle(1, 1, 0.4);
      await chosen(1);
      await press(page, "Make them cells");
      await isOn(9);
      // The middles of a cell's neighbours are one width away, those of the corners 1.41.
      await circle(1, 1, 1.2);
      await chosen(5);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lasso-${input}-${browser}.png`, fullPage: true });
      await press(page, "Make a piece of them");
      await page.locator(".piece-list .piece").nth(1).waitFor();
      assert.equal(await page.locator(".piece-list .piece").nth(1).locator("polygon").count(), 5);
      await page.waitForFunction(() => document.querySelectorAll("section.board .cell.chosen").length === 0);
      // Two cells side by side are a place of the domino; a tap adds one, and another tap takes it away.
      await circle(0, 0, 0.4);
      await chosen(1);
      await (input === "touch" ? fingers(page, [await middleOf(cell(page, 1, 0))]) : cell(page, 1, 0).click());
      await chosen(2);
      await page.getByRole("button", { name: /^Keep: / }).waitFor();
      await (input === "touch" ? fingers(page, [await middleOf(cell(page, 1, 0))]) : cell(page, 1, 0).click());
      await chosen(1);
      // By keys: with Shift the arrows choose on the way.
      const board = page.locator("section.board .field");
      await board.focus();
      for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
      await page.keyboard.press("Shift+ArrowRight");
      await chosen(2);
      await page.getByRole("button", { name: /^Keep: / }).click();
      await page.locator("section.board .cell.kept").first().waitFor();
      assert.equal(await page.locator("section.board .cell.kept").count(), 2);
      assert.deepEqual(await violations(page), []);
    }, { browser, size });
  });
}
