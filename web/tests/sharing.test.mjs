// The stories of a challenge that is shared: as a QR code, in a frame of another page, on paper.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import jsqr from "jsqr";
import { boxOf, drag, fragment, known, target, tray } from "./hands.mjs";
import { press, server, violations, visit } from "./play.mjs";

const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }); };
const ONE = { kind: "tiling", text: 'problem one = {***} [{***} ~one ~named "bar"]\n' };

/** What a reader that is not ours reads in the code that the page shows. */
async function read(page) {
  const { side, dark } = await page.locator(".challenge .qr").evaluate((svg) => ({ side: svg.viewBox.baseVal.width, dark: svg.querySelector("path").getAttribute("d") }));
  const scale = 3;
  const pixels = new Uint8ClampedArray(4 * scale * scale * side * side).fill(255);
  for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)/g)) {
    for (let down = 0; down < scale; down++) {
      const start = 4 * ((Number(y) * scale + down) * side * scale + Number(x) * scale);
      for (let at = start; at < start + 4 * scale; at++) if (at % 4 !== 3) pixels[at] = 0;
    }
  }
  return { side, text: jsqr.default ? jsqr.default(pixels, side * scale, side * scale)?.data : jsqr(pixels, side * scale, side * scale)?.data };
}

// Links of all lengths: comments make them longer, and they do not compress.
test("the QR code of a challenge is read by another program, for short links and long ones", async () => {
  const noise = (length) => [...Array(length).keys()].map((at) => ((at * 7919 + 104729) ** 2 % 46656).toString(36)).join("").slice(0, length);
  const sides = new Set();
  for (const length of [0, 150, 400, 900, 1500]) {
    const document = { ...ONE, text: `# ${noise(length)}\n${ONE.text}` };
    await visit(fragment(document), async (page) => {
      await press(page, "Share this challenge");
      await page.locator(".challenge .qr").waitFor();
      const { side, text } = await read(page);
      assert.equal(text, page.url(), `${length}`);
      sides.add(side);
      if (length === 0) {
        await shot(page, "challenge");
        assert.deepEqual(await violations(page), []);
      }
    });
  }
  assert.ok(sides.size > 3, [...sides].join());
  await visit(fragment({ ...ONE, text: `# ${noise(5000)}\n${ONE.text}` }), async (page) => {
    await press(page, "Share this challenge");
    await page.getByText("The link is too long for a QR code.").first().waitFor();
  });
});

test("a challenge is embedded in another page: nothing but the puzzle, played to the end; a link opens it whole", async () => {
  const { board, solution } = known(ONE);
  let code;
  await visit(fragment(ONE), async (page) => {
    await press(page, "Share this challenge");
    code = await page.getByLabel("To show it on another page").inputValue();
  });
  await visit("", async (page, context) => {
    await page.setContent(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A blog</title><h1>A blog</h1>${code}</html>`);
    const frame = page.frameLocator("iframe");
    await frame.locator(".tray-piece").waitFor();
    assert.equal(await frame.locator(".modes").isVisible(), false);
    assert.equal(await frame.getByRole("button", { name: "Puzzles" }).count(), 0);
    await shot(page, "embedded");
    await frame.locator(".tray-piece").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await frame.locator(".play-status").filter({ hasText: "Solved!" }).waitFor();
    const [whole] = await Promise.all([context.waitForEvent("page"), frame.getByText("Open in Combien").click()]);
    await whole.locator(".modes").waitFor();
    assert.equal(new URL(whole.url()).search, "");
  });
  assert.ok(board && solution && code.includes(server.address));
});

test("a handout for a class: the title, the empty board, all pieces, the rule and the code; no move and no solution", async () => {
  const text = await readFile(new URL("../../examples/heart.cmb", import.meta.url), "utf8");
  const { board, solution } = known({ kind: "tiling", text });
  for (const [address, pieces, rule] of [[fragment({ kind: "tiling", text }), board.pieces.length, ""], ["?puzzle=macmahon", 24, "Sides that touch have the same color."], ["?puzzle=sudoku", 0, ""]]) {
    await visit(address, async (page) => {
      await page.evaluate(() => { window.print = () => { window.wasPrinted = true; }; });
      await page.locator(".play").waitFor();
      if (pieces === board.pieces.length) {
        const way = board.placements[solution[0]][0];
        if (board.ways.findIndex((one) => one.piece === board.ways[way].piece) === way) await drag(page, await boxOf(tray(page, board.ways[way].piece)), await target(page, board, solution[0]));
      }
      await press(page, "Share this challenge");
      await press(page, "Print it for a class");
      await page.waitForFunction(() => window.wasPrinted);
      await page.emulateMedia({ media: "print" });
      const sheet = page.locator(".printed");
      assert.ok(await sheet.isVisible());
      assert.ok((await sheet.innerText()).includes(rule));
      assert.equal(await sheet.locator(".few .piece-alone").count(), pieces);
      assert.equal(await sheet.locator(".qr").count(), 1);
      assert.equal(await page.locator("main").isVisible(), false);
      await shot(page, `handout-${pieces}`);
    }, { mode: "Play" });
  }
});

test("a puzzle of the start page is shared by a page of its own, which says what it is, shows it, and leads to it", async () => {
  await visit("?puzzle=queens", async (page) => {
    await page.locator(".play").waitFor();
    await press(page, "Share this challenge");
    await page.locator(".challenge .qr").waitFor();
    const { text } = await read(page);
    assert.equal(text, `${server.address}puzzle/queens.html`);
    const html = await (await page.request.get(text)).text();
    assert.match(html, /property="og:title" content="Eight queens"/);
    const picture = /property="og:image" content="([^"]+)"/.exec(html)[1];
    const png = await (await page.request.get(new URL(picture, text).href)).body();
    // The size stands after the signature and the name of the first part.
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 1200, 630]);
    if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/card.png`, png);
    await page.goto(text);
    await tray(page, 0).waitFor();
    assert.equal(await page.locator("h1").innerText(), "Eight queens");
  }, { mode: "Play" });
});
