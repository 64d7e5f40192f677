// The stories of a player: what a game does beside being solved (tests/everywhere.test.mjs).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { boardOf, boxOf, cellOf, drag, firstWay, fragment, keysTo, known, said, swipe, target, tray } from "./hands.mjs";
import { mode, more, press, server, verdict, violations, visit } from "./play.mjs";

const status = (page, text) => page.locator(".play-status").filter({ hasText: text }).waitFor();
const lying = (page) => page.locator(".play-board .lying");
const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }); };
const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const WIDTHS = [["360", { width: 360, height: 740 }], ["768", { width: 768, height: 1024 }], ["1440", { width: 1440, height: 900 }]];
const CHILD = { kind: "tiling", text: "problem child = constant 4x3 true [{***$*..} ~times 2 ~sym ~named \"L\", {****} ~one ~sym ~named \"I\"]\n" };
const HEXAGONS = { kind: "tiling", text: "problem flower = hexagon hex 2 [hex {**} ~sym ~times 2 ~named \"pair\", hex {***} ~one ~sym ~named \"bar\"]\n" };

test("the board stays where it is on the screen while the library comes", async () => {
  for (const [puzzle, scrolled] of [["scott", 0], ["scott", 150], ["queens", 0], ["soma", 150]]) {
    for (const viewport of [WIDTHS[0][1], WIDTHS[2][1]]) {
      await visit("", async (page, context) => {
        let release;
        const held = new Promise((resolve) => { release = resolve; });
        await context.route("**/*.wasm", async (route) => {
          await held;
          await route.continue();
        });
        await page.goto(`${server.address}?puzzle=${puzzle}`);
        await tray(page, 0).waitFor();
        // In each frame the board is looked at: it may not even move and come back.
        await page.evaluate((down) => {
          scrollTo(0, down);
          window.places = new Set();
          const look = () => {
            const { x, y } = document.querySelector(".play-board").getBoundingClientRect();
            window.places.add(`${Math.round(x)}, ${Math.round(y)}`);
            requestAnimationFrame(look);
          };
          look();
        }, scrolled);
        release();
        await page.locator('.modes [data-mode="ask"]').filter({ visible: true }).waitFor();
        await page.waitForFunction(() => document.title.includes("–"));
        await page.waitForTimeout(300);
        assert.equal((await page.evaluate(() => [...window.places])).length, 1, `${puzzle} at ${scrolled}, ${viewport.width} pixels wide`);
      }, { viewport });
    }
  }
});

test("a child's board of 3 by 4 on a phone: by finger, with taps that turn, a piece that does not fit, and one that is taken back", async () => {
  const { board, solution } = known(CHILD);
  await visit(fragment(CHILD), async (page) => {
    await tray(page, 0).waitFor();
    await shot(page, "child-start");
    // A finger is below its piece.
    const raised = (point) => ({ x: point.x, y: point.y + 48 });
    for (const option of solution) {
      const way = board.placements[option][0];
      const { piece } = board.ways[way];
      const keys = keysTo(board, firstWay(board, piece), way);
      if (keys) {
        const at = await boxOf(tray(page, piece));
        await page.touchscreen.tap(at.x, at.y);
        for (const key of keys) await press(page, key === "r" ? "Turn" : "Flip");
      }
      const before = await lying(page).count();
      await swipe(page, await boxOf(tray(page, piece)), raised(await target(page, board, option)));
      await page.waitForFunction((count) => document.querySelectorAll(".play-board .lying").length === count, before + 1);
    }
    await status(page, "Solved!");
    await shot(page, "child-solved");
    assert.deepEqual(await violations(page), []);
    // The last piece goes back to the tray, by a finger that leaves the board.
    const box = await page.locator(".play-board").boundingBox();
    await swipe(page, await cellOf(page, board, solution.at(-1)), { x: box.x + box.width / 2, y: box.y + box.height + 90 });
    await page.waitForFunction((count) => document.querySelectorAll(".play-board .lying").length === count, solution.length - 1);
    await press(page, "Undo");
    await status(page, "Solved!");
  }, { size: "phone" });
});

test("a puzzle of hexagons is shared as a challenge, opened elsewhere, and solved there by keys alone", async () => {
  const { board, solution } = known(HEXAGONS);
  await visit(fragment(HEXAGONS), async (page, context) => {
    await tray(page, 0).waitFor();
    const first = board.placements[solution[0]][0];
    await drag(page, await boxOf(tray(page, board.ways[first].piece)), await target(page, board, solution[0]), keysTo(board, firstWay(board, board.ways[first].piece), first));
    await shot(page, "hexagons");
    assert.equal(await lying(page).count(), 1);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Share this challenge");
    // Only then the clipboard has the link.
    await page.locator(".toast").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await visit(link.slice(server.address.length), async (other) => {
      // No moves of the one who shares, and no solution.
      await tray(other, 0).waitFor();
      assert.equal(await lying(other).count(), 0);
      for (const option of solution) {
        const way = board.placements[option][0];
        const { piece } = board.ways[way];
        await tray(other, piece).focus();
        const now = await other.evaluate(() => globalThis.wayNow ?? {});
        for (const key of keysTo(board, now[piece] ?? firstWay(board, piece), way)) await other.keyboard.press(key);
        await other.evaluate(([piece, way]) => { globalThis.wayNow = { ...globalThis.wayNow, [piece]: way }; }, [piece, way]);
        await tray(other, piece).focus();
        await other.keyboard.press("Enter");
        // Arrows lead to every place of the piece; the words say where it is.
        const wanted = board.placements[option][4].flatMap((item) => board.items[item].cell ?? []).map((cell) => said(board.cells[cell].name)).join(" ");
        const isThere = async () => (await other.locator("div.unseen[role=status]").innerText()).endsWith(` ${wanted}`);
        const arrows = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft"];
        for (let tries = 0; tries < 36 && !(await isThere()); tries++) await other.keyboard.press(arrows[tries % arrows.length]);
        assert.ok(await isThere(), wanted);
        await other.keyboard.press("Enter");
      }
      await status(other, "Solved!");
    });
  });
});

const INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/** A puzzle of "Sudoku" in Wikipedia, and its solution there. */
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const sudoku = (grid) => fragment({ kind: "puzzle", text: "sudoku 3x3 grid.txt", files: { "grid.txt": `${grid}\n` } });
const digit = (page, cell) => page.locator(".sudoku-play .digit").nth(cell);

test("a Sudoku on a phone: taps on cells and on the pad, a digit that stands twice, notes, a hint, solved; a reload loses nothing", async () => {
  await visit(sudoku(EASY), async (page) => {
    await digit(page, 2).waitFor();
    await shot(page, "sudoku-start");
    const pad = (number) => page.locator(".pad").nth(number - 1);
    await digit(page, 2).tap();
    await pad(5).tap();
    assert.equal(await page.locator(".digit.clash").count(), 2);
    await shot(page, "sudoku-clash");
    await press(page, "Can this still be solved?");
    await status(page, "No");
    await press(page, "Undo");
    await press(page, "Notes");
    await pad(1).tap();
    await pad(4).tap();
    assert.match(await digit(page, 2).getAttribute("aria-label"), /notes 1 4$/);
    await press(page, "Notes");
    await press(page, "Hint");
    await page.locator(".digit.marked").first().waitFor();
    await shot(page, "sudoku-hint");
    for (const [cell, given] of [...EASY].entries()) {
      if (given !== ".") continue;
      await digit(page, cell).tap();
      await pad(Number(SOLUTION[cell])).tap();
      if (cell === 40 - 1) {
        await page.reload();
        await digit(page, 0).waitFor();
        assert.equal(await digit(page, 2).innerText(), "4");
      }
    }
    await status(page, "Solved!");
    await shot(page, "sudoku-solved");
    assert.deepEqual(await violations(page), []);
  }, { size: "phone" });
});

test("a Sudoku by keys alone, in French and in the dark", async () => {
  await visit(sudoku(INKALA), async (page) => {
    await digit(page, 1).waitFor();
    await digit(page, 1).focus();
    await page.keyboard.press("n");
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    await page.keyboard.press("n");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("8");
    assert.equal(await page.locator(".digit.clash").count(), 2);
    assert.match(await digit(page, 10).getAttribute("aria-label"), /en double/);
    await page.keyboard.press("Control+z");
    assert.equal(await page.locator(".digit.clash").count(), 0);
    await page.keyboard.press("4");
    await page.keyboard.press("Delete");
    assert.equal(await digit(page, 10).innerText(), "");
    assert.match(await digit(page, 1).getAttribute("aria-label"), /notes 1 2/);
    await shot(page, "sudoku-dark");
    assert.deepEqual(await violations(page), []);
  }, { locale: "fr-FR", theme: "dark" });
});

test("moves, undo, what can still be solved and a hint; a wrong piece is told by a mark", async () => {
  const { board } = known(CHILD);
  const piece = (option) => board.ways[board.placements[option][0]].piece;
  // The bar in the middle row leaves two rows of four, where no L fits. Its cells are named by their rows.
  const rows = (option) => board.placements[option][4].flatMap((item) => board.items[item].cell ?? []).map((cell) => board.cells[cell].name.split(",")[1]).join("");
  const middle = board.placements.findIndex((_, option) => rows(option) === "1111");
  await visit(fragment(CHILD), async (page) => {
    await press(page, "Can this still be solved?");
    await status(page, "Yes");
    await drag(page, await boxOf(tray(page, piece(middle))), await target(page, board, middle));
    assert.equal(await lying(page).count(), 1);
    // Another piece over it: a shadow with crosses, and it does not stay.
    const from = await boxOf(tray(page, board.pieces.findIndex(({ name }) => name === "L")));
    const to = await target(page, board, middle);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator(".shadows .cross").first().waitFor();
    await shot(page, "clash");
    await page.mouse.up();
    assert.equal(await lying(page).count(), 1);
    await press(page, "Can this still be solved?");
    await status(page, "No");
    await page.keyboard.press("Control+z");
    assert.equal(await lying(page).count(), 0);
    await press(page, "Redo");
    assert.equal(await lying(page).count(), 1);
    await press(page, "Undo");
    await press(page, "Hint");
    await page.locator(".suggested").waitFor();
    await shot(page, "hint");
  });
});

test("reload, back and forward lose no move; my puzzles lead to the game; edit and ask are one tap away", async () => {
  const { board, solution } = known(CHILD);
  await visit("", async (page) => {
    await page.goto(`${server.address}${fragment(CHILD)}`);
    await tray(page, 0).waitFor();
    const way = board.placements[solution[0]][0];
    await drag(page, await boxOf(tray(page, board.ways[way].piece)), await target(page, board, solution[0]), keysTo(board, firstWay(board, board.ways[way].piece), way));
    const isThere = () => page.waitForFunction(() => document.querySelectorAll(".play-board .lying").length === 1);
    await isThere();
    await page.reload();
    await isThere();
    await press(page, "Puzzles");
    await page.locator(".mine .picture svg").waitFor();
    await shot(page, "mine");
    await page.goBack();
    await isThere();
    await page.goForward();
    await page.locator(".mine .entry").filter({ hasText: "child" }).click();
    await isThere();
    await press(page, "Undo");
    assert.equal(await lying(page).count(), 0);
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, /solution/);
    await shot(page, "ask");
    await page.reload();
    await page.getByRole("button", { name: "Count", exact: true }).waitFor();
    await mode(page, "Edit");
    await page.locator("section.board .field").waitFor();
    await mode(page, "Play");
    await tray(page, 0).waitFor();
    assert.equal(await lying(page).count(), 0);
    await press(page, "Puzzles");
    await page.getByRole("button", { name: "Remove: child" }).click();
    assert.equal(await page.locator(".mine").isVisible(), false);
  });
});

test("another day of the calendar is another game, and the first one is still there", async () => {
  await visit("?puzzle=calendar&month=5&day=1", async (page) => {
    await tray(page, 0).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const lies = (number) => page.waitForFunction((count) => document.querySelector(".tray-piece") && document.querySelectorAll(".play-board .lying").length === count, number);
    await lies(1);
    const day = page.locator(".date select").last();
    await day.selectOption("21");
    await lies(0);
    await day.selectOption("1");
    await lies(1);
  }, { mode: "Play" });
});

const ONE = { kind: "tiling", text: 'problem one = {***} [{***} ~one ~named "bar"]\n' };

test("a question that is asked twice at once has one answer, and it is right", async () => {
  await visit(fragment(ONE), async (page) => {
    await tray(page, 0).waitFor();
    await page.evaluate(() => {
      const button = [...document.querySelectorAll("button")].find((one) => one.innerText === "Can this still be solved?");
      button.click();
      button.click();
    });
    await status(page, "Yes");
    await page.waitForTimeout(500);
    await status(page, "Yes");
  });
});

test("after a puzzle was made, a game is on the document itself, and a reload loses no move", async () => {
  const { board, solution } = known(CHILD);
  await visit(fragment(CHILD), async (page) => {
    await mode(page, "Ask");
    await more(page, "Make a puzzle");
    await verdict(page, "clues that leave one solution");
    await mode(page, "Play");
    await tray(page, 0).waitFor();
    const way = board.placements[solution[0]][0];
    await drag(page, await boxOf(tray(page, board.ways[way].piece)), await target(page, board, solution[0]), keysTo(board, firstWay(board, board.ways[way].piece), way));
    for (const again of [true, false]) {
      await lying(page).waitFor();
      assert.equal(await page.locator(".lying.given").count(), 0);
      if (again) await page.reload();
    }
  });
});

test("an old entry of the history overwrites no other puzzle", async () => {
  await visit(fragment(CHILD), async (page) => {
    const begin = async () => {
      await tray(page, 0).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await lying(page).waitFor();
    };
    await tray(page, 0).waitFor();
    await begin();
    // The address is of another puzzle, under the name that this one has now.
    await page.evaluate((other) => history.replaceState(history.state, "", other), fragment(HEXAGONS));
    await page.reload();
    await tray(page, 0).waitFor();
    assert.equal(await lying(page).count(), 0);
    await begin();
    await press(page, "Puzzles");
    await page.locator(".mine .entry").nth(1).waitFor();
    assert.equal(await page.locator(".mine .entry").count(), 2);
  });
});

test("odd entries among the kept puzzles do no harm", async () => {
  await visit("", async (page) => {
    const odd = [{ game: {} }, { sheet: { past: 1 } }, { document: { ...CHILD, marks: {} } }, { document: { ...CHILD, marks: { taken: [null], forbidden: [] } } }, { document: null }];
    const kept = odd.map((one, at) => ({ id: String(at), title: "odd", document: CHILD, ...one }));
    await page.evaluate((text) => localStorage.setItem("combien:puzzles", text), JSON.stringify([null, 7, ...kept]));
    await page.reload();
    await page.locator(".mine .entry").first().waitFor();
    assert.equal(await page.locator(".mine .entry").count(), 4);
    await page.locator(".mine .entry").first().click();
    await tray(page, 0).waitFor();
  });
});

test("a Sudoku with marks is not played as its grid alone", async () => {
  await visit(sudoku(".".repeat(27) + SOLUTION.slice(27)), async (page, context) => {
    await digit(page, 0).waitFor();
    await mode(page, "Ask");
    await more(page, "Make a puzzle");
    await verdict(page, "leave one solution");
    const before = await page.evaluate(() => location.hash);
    const link = await page.waitForFunction((hash) => location.hash !== hash && location.href, before, { timeout: 1000 }).then((handle) => handle.jsonValue(), () => page.url());
    const other = await context.newPage();
    await other.goto(link);
    // The digits of the grid are given, and so are those that the marks keep.
    await other.locator(".lying.given").first().waitFor();
    assert.equal(await other.locator(".sudoku-play").count(), 0);
    const given = await other.locator(".lying.given").count();
    await mode(other, "Ask");
    assert.equal(given, 54 + (await other.locator(".marked li").count()));
  });
});

test("a board that is too large to be drawn is not played", () => {
  const large = (side) => boardOf({ kind: "tiling", text: `problem large = constant ${side}x${side} true [{*}]\n` });
  assert.equal(large(90).type, "board");
  assert.match(large(101).message, /too many to be played by hand/);
});

test("a puzzle that is made is played: its clues lie there and stay", async () => {
  await visit(fragment(CHILD), async (page) => {
    await mode(page, "Ask");
    await more(page, "Make a puzzle");
    await verdict(page, "clues that leave one solution");
    const clues = Number(/^\d+/.exec(await page.locator(".verdict").innerText())[0]);
    await press(page, "Play it");
    await tray(page, 0).waitFor();
    assert.equal(await page.locator(".lying.given").count(), clues);
    assert.equal(await page.getByRole("button", { name: "Start again" }).isDisabled(), true);
  });
});

const OWN = { kind: "tiling", text: `lattice square = square 10 [[(-2, -5) (2, -5) (5, -2) (5, 2) (2, 5) (-2, 5) (-5, 2) (-5, -2)], [(5, 2) (8, 5) (5, 8) (2, 5)]]
problem own = constant lattice square 2x2 true ~gaps [lattice square {**} ~sym ~times 2]
` };
const SIDES = { kind: "tiling", text: 'problem sides = {**} [{*} ~sides "abcd" ~times 2 ~sym]\n' };

test("gaps, cubes by layers, balls, triangles, half squares, sticks, a torus, colored sides and a lattice of one's own have a board and a tray", async () => {
  const named = ["flips", "soma", "balls", "hexiamonds", "tangram", "sticks", "torus", "calendar"].map((name) => [name, `?puzzle=${name}`]);
  const all = [...named, ["own", fragment(OWN)], ["sides", fragment(SIDES)]];
  for (const theme of ["light", "dark"]) {
    for (const [name, address] of theme === "dark" ? named.filter(([name]) => ["soma", "calendar"].includes(name)) : all) {
      await visit(address, async (page) => {
        await page.locator(".tray-piece").first().waitFor();
        await shot(page, `${name}-${theme}`);
        assert.deepEqual(await violations(page), [], name);
        await press(page, "Hint");
        await page.locator(".suggested").waitFor();
        await shot(page, `${name}-${theme}-hint`);
      }, { theme, size: theme === "dark" ? "phone" : "desktop", mode: "Play" });
    }
  }
});

test("all of my puzzles are kept in a file and opened in another browser, with their moves and the time", async () => {
  let file;
  await visit(fragment(ONE), async (page) => {
    await tray(page, 0).waitFor();
    await page.waitForTimeout(1100);
    await tray(page, 0).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await status(page, "Solved!");
    assert.match(await page.locator(".play").innerText(), /Moves: 1 · Time: 0:0[1-9]/);
    await press(page, "Puzzles");
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Keep all in a file")]);
    file = await readFile(await download.path());
  });
  await visit("", async (page) => {
    const open = () => page.locator('input[type="file"]').setInputFiles({ name: "combien-puzzles.json", mimeType: "application/json", buffer: file });
    for (const expected of [1, 1]) {
      await open();
      await page.locator(".toast").filter({ hasText: "Puzzles from the file: 1" }).waitFor();
      assert.equal(await page.locator(".mine .entry").count(), expected);
      await page.locator(".toast button").click();
    }
    await page.locator(".mine .entry").click();
    await lying(page).waitFor();
    await status(page, "Solved!");
  });
});
