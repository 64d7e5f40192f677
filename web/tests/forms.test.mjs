// The stories of puzzles that are no tilings of the plane, each played as what it is: queens on their board, numbers in a row, squares with
// colored sides, words, points of a graph, parts of a map, rows of a matrix, and cubes in space.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { boardOf, boxOf, cellOf, drag, firstWay, fragment, keysTo, known, said, spread, swipe, target, tray } from "./hands.mjs";
import { mode, press, violations, visit } from "./play.mjs";

const status = (page, text) => page.locator(".play-status").filter({ hasText: text }).waitFor();
const lies = (page, number) => page.waitForFunction((count) => document.querySelectorAll(".play-board .lying").length === count, number);
const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }); };
const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const classic = async (text, ...files) => ({ kind: "puzzle", text, files: Object.fromEntries(await Promise.all(files.map(async (file) => [file, await example(`puzzles/${file}`)]))) });
const card = (page, title) => page.locator(".cards .entry").filter({ hasText: title }).first().click();
const PHONE = { viewport: { width: 360, height: 740 }, size: "phone" };
const HANDSET = { ...PHONE, isMobile: true };
const TABLET = { viewport: { width: 768, height: 1024 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

/** The eight queens of M. Bezzel's puzzle by hand: columns of the rows from above, as anybody can check on a board. */
const QUEENS = [0, 4, 7, 5, 2, 6, 1, 3];

test("eight queens on a phone: taps place them, one that is attacked does not stay, and the attacker is marked", async () => {
  const { board } = known({ kind: "puzzle", text: "queens 8" });
  await visit("", async (page) => {
    await card(page, "Eight queens");
    await tray(page, 0).waitFor();
    await page.getByText("A queen attacks along").waitFor();
    await shot(page, "queens-360-start");
    const tap = async (row, column) => {
      const at = await cellOf(page, board, 8 * row + column);
      await page.touchscreen.tap(at.x, at.y);
    };
    await tap(0, 0);
    await lies(page, 1);
    await tap(1, 1);
    await status(page, "does not fit there");
    assert.equal(await page.locator(".in-the-way").count(), 1);
    await shot(page, "queens-360-attack");
    for (const [row, column] of QUEENS.entries()) if (row) await tap(row, column);
    await status(page, "Solved!");
    await shot(page, "queens-360-solved");
    assert.deepEqual(await violations(page), []);
    await press(page, "Undo");
    await press(page, "Can this still be solved?");
    await status(page, "Yes");
  }, PHONE);
});

test("eight queens by keys alone, in French and in the dark; a reload loses none", async () => {
  const { board } = known({ kind: "puzzle", text: "queens 8" });
  await visit("?puzzle=queens", async (page) => {
    await tray(page, 0).waitFor();
    for (const [row, column] of QUEENS.entries()) {
      await tray(page, 0).focus();
      await page.keyboard.press("Enter");
      const name = said(board.cells[8 * row + column].name);
      const isThere = async () => (await page.locator("div.unseen[role=status]").innerText()).endsWith(` ${name}`);
      const arrows = [...Array(8).fill("ArrowUp"), ...Array(8).fill("ArrowLeft"), ...Array(row).fill("ArrowDown"), ...Array(column).fill("ArrowRight")];
      for (const arrow of arrows) await page.keyboard.press(arrow);
      assert.ok(await isThere(), name);
      await page.keyboard.press("Enter");
      await lies(page, row + 1);
      if (row === 3) {
        await page.reload();
        await lies(page, 4);
      }
    }
    await status(page, "Résolu !");
    await shot(page, "queens-1440-dark");
    assert.deepEqual(await violations(page), []);
  }, { ...WIDE, mode: "Play", locale: "fr-FR", theme: "dark" });
});

for (const [name, title, document, size] of [
  ["langford", "Langford pairs", classic("langford 7"), PHONE],
  ["macmahon", "MacMahon squares", classic("macmahon 4 6"), WIDE],
  ["crossword", "A crossword", classic("crossword crossword.txt words.txt", "crossword.txt", "words.txt"), TABLET],
]) {
  test(`${title}: dragged by mouse to the end from the start page, turned on the way`, async () => {
    const { board, solution } = known(await document, 3);
    await visit("", async (page) => {
      await card(page, title);
      await tray(page, 0).waitFor();
      await shot(page, `${name}-start`);
      for (const [place, option] of solution.entries()) {
        const way = board.placements[option][0];
        const { piece } = board.ways[way];
        await drag(page, await boxOf(tray(page, piece)), await target(page, board, option), keysTo(board, firstWay(board, piece), way));
        await lies(page, place + 1);
        if (place === 3) await shot(page, `${name}-half`);
      }
      await status(page, "Solved!");
      await shot(page, `${name}-solved`);
      assert.deepEqual(await violations(page), []);
    }, { ...size, size: undefined });
  });
}

test("Petersen's graph on a phone: a color is tapped, then a point; two joined points do not share one", async () => {
  const { board, solution } = known(await classic("coloring 3 petersen.txt", "petersen.txt"));
  assert.equal(board.links.length, 15);
  await visit("?puzzle=petersen", async (page) => {
    await tray(page, 0).waitFor();
    await shot(page, "petersen-start");
    const give = async (option) => {
      const at = await boxOf(tray(page, board.ways[board.placements[option][0]].piece));
      await page.touchscreen.tap(at.x, at.y);
      const there = await cellOf(page, board, option);
      await page.touchscreen.tap(there.x, there.y);
    };
    for (const [place, option] of solution.entries()) {
      await give(option);
      await lies(page, place + 1);
      if (place === 0) {
        // A neighbour in the same color.
        const cell = (one) => board.items[board.placements[one][4].at(-1)].cell;
        const [link] = board.links.filter((pair) => pair.includes(cell(option)));
        const other = link.find((end) => end !== cell(option));
        await give(board.placements.findIndex(([way], one) => way === board.placements[option][0] && cell(one) === other));
        await status(page, "does not fit there");
      }
    }
    await status(page, "Solved!");
    await shot(page, "petersen-solved");
    assert.deepEqual(await violations(page), []);
  }, { ...PHONE, mode: "Play" });
});

test("the districts of an island: points are gathered by a stroke, by taps and by keys", async () => {
  const { board, solution } = known(await classic("factor districts.txt connected4", "districts.txt"));
  const cells = (option) => board.placements[option][4].flatMap((item) => board.items[item].cell ?? []);
  await visit("?puzzle=districts", async (page) => {
    await page.locator(".graph").waitFor();
    await shot(page, "districts-start");
    const at = (cell) => page.evaluate((number) => {
      const box = document.querySelector(`.graph [data-cell="${number}"]`).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, cell);
    const parts = (number) => page.waitForFunction((count) => document.querySelectorAll(".graph .part").length === count, number);
    const [first, second, third] = solution.map(cells);
    for (const [number, cell] of first.entries()) {
      const { x, y } = await at(cell);
      await page.mouse.move(x, y);
      if (number === 0) await page.mouse.down();
    }
    await page.mouse.up();
    await parts(1);
    for (const cell of second) {
      const { x, y } = await at(cell);
      await page.mouse.click(x, y);
    }
    await parts(2);
    await shot(page, "districts-half");
    // A tap on a part takes it back.
    const again = await at(second[0]);
    await page.mouse.click(again.x, again.y);
    await parts(1);
    await page.keyboard.press("Control+z");
    await parts(2);
    await page.locator(".graph").focus();
    const cursor = () => page.locator("div.unseen[role=status]").innerText();
    for (const cell of third) {
      // Arrows lead anywhere; a breadth-first walk would be shorter, and this one is what a player does.
      for (let tries = 0; tries < 200 && (await cursor()) !== board.cells[cell].name; tries++) {
        await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown"][(tries * 7 + Math.floor(tries / 11)) % 11]);
      }
      assert.equal(await cursor(), board.cells[cell].name);
      await page.keyboard.press("Space");
    }
    await status(page, "Solved!");
    await shot(page, "districts-solved");
    assert.deepEqual(await violations(page), []);
  }, { ...TABLET, mode: "Play" });
});

// The encyclopedia says it: B, D and F are the only cover. They are the rows 2, 4 and 6.
test("the encyclopedia's matrix: rows are taken by clicks and by keys, one that does not fit says why", async () => {
  await visit("?puzzle=letters", async (page) => {
    const row = (number) => page.locator(".row-name").nth(number - 1);
    await row(2).waitFor();
    await shot(page, "letters-start");
    await row(2).click();
    await row(1).click();
    await status(page, "Row 1 shares a column with a row that is taken: 2.");
    await shot(page, "letters-blocked");
    await row(2).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await press(page, "Can this still be solved?");
    await status(page, "Yes");
    await press(page, "Hint");
    await page.locator("tr.hinted").waitFor();
    await row(6).click();
    await status(page, "Solved!");
    await shot(page, "letters-solved");
    assert.deepEqual(await violations(page), []);
  }, { ...PHONE, mode: "Play" });
});

test("every puzzle of the start page is played; one that is not says why", async () => {
  const source = await readFile(new URL("../src/catalogue.ts", import.meta.url), "utf8");
  const ids = [...source.slice(source.indexOf("CATALOGUE"), source.indexOf("LESSONS")).matchAll(/^\s+(?:\{ )?id: "(\w+)"/gm)].map((found) => found[1]);
  assert.ok(ids.length > 25, ids.join());
  await visit("", async (page) => {
    for (const id of ids) {
      await page.goto(`${page.url().replace(/[?#].*/, "")}?puzzle=${id}`);
      await page.locator(".play").waitFor();
      assert.equal(await page.locator("main").getAttribute("data-mode"), "play", id);
    }
  });
  const large = fragment({ kind: "puzzle", text: "queens 200" });
  await visit(large, async (page) => {
    await page.locator(".toast").filter({ hasText: "not played by hand: it has more than 20,000 placements" }).waitFor();
    assert.equal(await page.locator('.modes [data-mode="play"]').isVisible(), false);
  });
  assert.equal(boardOf({ kind: "puzzle", text: "queens 200" }).why, "many");
});

test("the calendar of today: another day is chosen, Today leads back, and a piece lies there", async () => {
  await visit("?puzzle=calendar&month=2&day=3", async (page) => {
    await tray(page, 0).waitFor();
    await press(page, "Today");
    const now = new Date();
    const chosen = await page.locator(".date select").evaluateAll((all) => all.map((one) => Number(one.value)));
    assert.deepEqual(chosen, [now.getMonth() + 1, now.getDate()]);
    await page.locator(".play .tray-piece").first().waitFor();
    await page.waitForTimeout(300);
    await tray(page, 0).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await lies(page, 1);
    await shot(page, "calendar-today");
  }, { ...PHONE, mode: "Play" });
});

test("the calendar of 3 February has a word on each cell, and two windows", async () => {
  await visit("?puzzle=calendar&month=2&day=3", async (page) => {
    await tray(page, 0).waitFor();
    const words = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual((await words(".play-board .window + text")).sort(), ["3", "feb"]);
    const all = await words(".play-board .sign");
    assert.ok(all.length >= 43 && ["jan", "dec", "1", "31"].every((word) => all.includes(word)), all.join());
    await shot(page, "calendar-windows");
    assert.deepEqual(await violations(page), []);
  }, { ...PHONE, mode: "Play" });
});

test("puzzles of the start page are found by words of their title, their sentence or their group", async () => {
  await visit("", async (page) => {
    const found = async (words) => {
      await page.getByRole("searchbox", { name: "Search the puzzles" }).fill(words);
      return page.locator(".shelves .entry:visible strong").evaluateAll((all) => all.map((one) => one.textContent));
    };
    assert.ok((await found("")).length > 30);
    assert.deepEqual(await found("CUBE 4"), ["Bedlam cube", "Tetris cube"]);
    assert.deepEqual(await found("kanoodle"), ["Kanoodle"]);
    assert.equal(await page.locator(".shelves section:visible").count(), 1);
    assert.deepEqual(await found("no such puzzle"), []);
    await page.getByText("No puzzle has these words.").waitFor();
    await shot(page, "search");
    assert.deepEqual(await violations(page), []);
  }, PHONE);
});

for (const [name, size] of [["360", PHONE], ["1440", WIDE]]) {
  test(`the Soma cube is put together by keys and seen in space, ${name} pixels wide`, async () => {
    const { board, solution } = known({ kind: "tiling", text: await example("soma.cmb") }, 2);
    await visit("?puzzle=soma", async (page) => {
      await tray(page, 0).waitFor();
      const inSpace = () => page.locator(".space .solid-cell:not(.ghost):not(.wrong)").count();
      for (const [place, option] of solution.entries()) {
        const way = board.placements[option][0];
        const { piece } = board.ways[way];
        await tray(page, piece).focus();
        for (const key of keysTo(board, firstWay(board, piece), way)) await page.keyboard.press(key);
        await page.keyboard.press("Escape");
        await drag(page, await boxOf(tray(page, piece)), await target(page, board, option));
        await lies(page, place + 1);
        if (place === 3) {
          assert.equal(await inSpace(), solution.slice(0, 4).flatMap((one) => board.ways[board.placements[one][0]].cells).length);
          await shot(page, `soma-space-${name}`);
          // The view is turned by a drag, and by keys.
          const before = await page.locator(".space .face").first().getAttribute("points");
          const box = await page.locator(".space").boundingBox();
          await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
          await page.mouse.down();
          await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 5, { steps: 4 });
          await page.mouse.up();
          assert.notEqual(await page.locator(".space .face").first().getAttribute("points"), before);
          await shot(page, `soma-turned-${name}`);
        }
      }
      await status(page, "Solved!");
      assert.equal(await inSpace(), 27);
      await shot(page, `soma-solved-${name}`);
      // A tap in space takes a piece into the hand.
      await page.locator(".space .face").last().click();
      await status(page, "In hand");
      await press(page, "Take back");
      await lies(page, 6);
      assert.deepEqual(await violations(page), []);
    }, { ...size, mode: "Play" });
  });
}

/** What a thumb cannot hit: shown, enabled or not, and less than 44 pixels high or wide. The cells of a grid are as large as the screen lets them. */
const small = (page) => page.evaluate(() => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=range]), a.brand")]
  .filter((one) => one.checkVisibility() && !one.matches(".digit, .pad, .skip"))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
  .map(({ one, box }) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)} x ${Math.round(box.height)}`));

test("on a phone all that is pressed has 44 pixels, the questions are at the bottom, and a swipe over the board scrolls the page", async () => {
  await visit("", async (page) => {
    await page.locator(".cards .entry").first().waitFor();
    assert.deepEqual(await small(page), []);
    for (const id of ["scott", "soma", "queens", "sudoku", "letters"]) {
      await page.goto(`${page.url().replace(/[?#].*/, "")}?puzzle=${id}`);
      await page.locator(".play").waitFor();
      assert.deepEqual(await small(page), [], id);
    }
    await page.goto(`${page.url().replace(/[?#].*/, "")}?puzzle=flips`);
    await page.locator(".play").waitFor();
    for (const name of ["Edit", "Ask"]) {
      await mode(page, name);
      assert.deepEqual(await small(page), [], name);
      const solve = await page.getByRole("button", { name: "Solve", exact: true }).boundingBox();
      assert.ok(solve.y > 640 && solve.y + solve.height <= 740, `${name}: ${JSON.stringify(solve)}`);
      await shot(page, `phone-${name}`);
    }
    // A finger that moves at once scrolls: over the board that is drawn, over the board that is played, and over the view in space.
    const swipes = async (selector) => {
      const at = await boxOf(page.locator(selector).first());
      const before = await page.evaluate(() => scrollY);
      const up = before < 100;
      await swipe(page, at, { x: at.x, y: at.y + (up ? -160 : 160) });
      await page.waitForTimeout(300);
      const after = await page.evaluate(() => scrollY);
      assert.ok(up ? after > before + 60 : after < before - 60, `${selector}: ${before} to ${after}`);
    };
    await mode(page, "Edit");
    await swipes("section.board .field");
    await page.goto(`${page.url().replace(/[?#].*/, "")}?puzzle=soma`);
    await page.locator(".space").waitFor();
    await swipes(".play-board");
    await swipes(".space");
  }, HANDSET);
});

test("a board is zoomed by two fingers, in Edit and in Play", async () => {
  for (const wanted of ["Edit", "Play"]) {
    await visit("?puzzle=flips", async (page) => {
      const board = page.locator(wanted === "Edit" ? "section.board .field" : ".play-board");
      await spread(page, await boxOf(board));
      assert.ok((await page.evaluate(() => visualViewport.scale)) > 1.4);
      assert.equal(await page.locator(wanted === "Edit" ? "section.board .cell.gap" : ".lying").count(), wanted === "Edit" ? 10 : 0);
    }, { ...HANDSET, mode: wanted });
  }
});

test("the search on the board: step, pause, speed, steps back; the game stays as it is, and 20 by 3 pentominoes are walked to a solution", async () => {
  const counts = async (page) => [...(await page.locator(".watch-status").innerText()).matchAll(/(\d[\d,]*)\./g)].map(([, digits]) => Number(digits.replace(",", "")));
  await visit("?puzzle=queens", async (page) => {
    await tray(page, 0).waitFor();
    await page.locator('[data-cell="0"]').click();
    await lies(page, 1);
    await press(page, "Watch the search");
    await press(page, "Pause");
    // The look that was asked for before still comes.
    await page.waitForTimeout(1000);
    const [before] = await counts(page);
    await press(page, "Step");
    await page.waitForFunction((nodes) => !document.querySelector(".watch-status").innerText.startsWith(`Nodes: ${nodes}.`), before);
    assert.equal((await counts(page))[0], before + 1);
    await shot(page, "watch-queens");
    await page.getByLabel("Speed").fill("5");
    await press(page, "Go on");
    // Of the 92 solutions, 4 have a queen in this corner; by the columns of the first row they are 4, 8, 16, 18, 18, 16, 8 and 4.
    await page.locator(".watch-status").filter({ hasText: "The whole search is done." }).waitFor();
    const [, , back, solutions] = await counts(page);
    assert.ok(back > 0);
    assert.equal(solutions, 4);
    assert.deepEqual(await violations(page), []);
    await press(page, "Close");
    await lies(page, 1);
    assert.equal(await page.locator(".watch").count(), 0);
  }, { ...PHONE, mode: "Play" });
  const long = { kind: "tiling", text: "include <pentominoes>\nproblem long = constant 20x3 true pentominoes\n" };
  await visit(fragment(long), async (page) => {
    await tray(page, 0).waitFor();
    await press(page, "Watch the search");
    await page.locator(".watch-status").filter({ hasText: /Nodes: [1-9]/ }).waitFor();
    await shot(page, "watch-pentominoes");
    await page.getByLabel("Speed").fill("8");
    await page.waitForFunction(() => /Solutions: [1-9]/.test(document.querySelector(".watch-status").innerText));
    await press(page, "Watch the search");
    await lies(page, 0);
  }, WIDE);
});
