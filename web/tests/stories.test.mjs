// The stories of the page, from the first click to the result, in Chromium, on the built folder: at three widths, in both
// languages. Expected numbers are those of docs and of the literature, named where they stand.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fragment } from "./hands.mjs";
import { SIZES, WORDS, mode, more, press, server, verdict, violations, visit, write } from "./play.mjs";

for (const size of Object.keys(SIZES)) {
  for (const locale of Object.keys(WORDS)) {
    const w = WORDS[locale];
    test(`Scott's board, ${size}, ${locale}: a solution, 520, 65 up to symmetry, all of them (Scott, 1958)`, async () => {
      await visit("?puzzle=scott", async (page) => {
        await press(page, w.solve);
        await page.locator(".stage svg").waitFor();
        await press(page, w.count);
        await verdict(page, w.counted(520));
        await more(page, w.orbits);
        await verdict(page, w.upTo(65));
        await press(page, w.all);
        await verdict(page, "520");
        await page.locator(".card svg").first().waitFor();
        // Few of the 520 are drawn: those in view.
        assert.ok((await page.locator(".card").count()) < 60);
        assert.deepEqual(await violations(page), []);
      }, { size, locale });
    });
  }
}

test("a board drawn by hand: T and Z on 2 x 5 with gaps, 4 ways mirrored and 2 if they may only turn", async () => {
  await visit("", async (page) => {
    await press(page, "Draw a new puzzle");
    await page.getByLabel("Height", { exact: true }).fill("2");
    await page.keyboard.press("Tab");
    await press(page, "May stay empty");
    await press(page, "Fill");
    // Fill makes cells; the brush then lets each stay empty, by the keyboard.
    const board = page.locator("section.board .field");
    for (let row = 0; row < 2; row++) {
      for (let column = 0; column < 5; column++) {
        await board.focus();
        for (let back = 0; back < 5; back++) await page.keyboard.press("ArrowLeft");
        for (let back = 0; back < 2; back++) await page.keyboard.press("ArrowUp");
        for (let step = 0; step < column; step++) await page.keyboard.press("ArrowRight");
        for (let step = 0; step < row; step++) await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Space");
      }
    }
    const palette = page.locator("details.palette");
    if ((await palette.getAttribute("open")) === null) await palette.locator("summary").click();
    await page.getByLabel("From the set").selectOption("tetrominoes");
    await page.getByRole("button", { name: "+ T4" }).click();
    await page.getByRole("button", { name: "+ S4" }).click();
    await page.getByText("options").waitFor();
    await press(page, "Count");
    await verdict(page, "4 solutions");
    for (const name of ["T4", "S4"]) {
      await page.getByRole("button", { name: `Shape: ${name}` }).click();
      await page.getByLabel("Mirrored").uncheck();
      await press(page, "Done");
    }
    await press(page, "Count");
    await verdict(page, "2 solutions");
    await press(page, "Undo");
    await press(page, "Count");
    await verdict(page, "4 solutions");
  });
});

test("today's date on the calendar by link; 1 and 21 May have 57 and 36 ways (docs/reference/puzzles.md)", async () => {
  for (const [day, count] of [["1", "57"], ["21", "36"]]) {
    await visit(`?puzzle=calendar&month=5&day=${day}`, async (page) => {
      await press(page, "Count");
      await verdict(page, `${count} solutions`);
    });
  }
  await visit("?puzzle=calendar", async (page) => {
    await page.locator(".date").waitFor();
    const today = await page.evaluate(() => [new Date().getMonth() + 1, new Date().getDate()].map(String));
    assert.deepEqual([await page.locator(".date select").first().inputValue(), await page.locator(".date select").last().inputValue()], today);
    await press(page, "Solve");
    await page.locator(".stage svg").waitFor();
  }, { size: "phone" });
});

for (const locale of Object.keys(WORDS)) {
  test(`the chessboard without opposite corners, ${locale}: none, at once, with the reason`, async () => {
    await visit("?puzzle=corners", async (page) => {
      const start = Date.now();
      await press(page, WORDS[locale].solve);
      await verdict(page, WORDS[locale].none);
      assert.ok(Date.now() - start < 10_000);
      await page.locator(".details").filter({ hasText: /30.*32|32.*30/ }).waitFor();
      assert.deepEqual([await page.locator(".colored .dark").count(), await page.locator(".colored .light").count()], [32, 30]);
    }, { locale });
  });
}

test("Soma: 240 up to symmetry (Winning Ways), in three dimensions", async () => {
  await visit("?puzzle=soma", async (page) => {
    await more(page, "Count up to symmetry");
    await verdict(page, "240 solutions up to symmetry");
    await press(page, "Solve");
    await page.getByRole("button", { name: "In 3-D" }).click();
    const canvas = page.locator("canvas.solid");
    await canvas.waitFor();
    await canvas.focus();
    await page.keyboard.press("ArrowLeft");
  });
});

test("a bar is taken out of a ring in one move, played step by step; a cube in a closed box is stuck", async () => {
  const ring = "problem3 ring = [{...$.*.$...}, {***$***$***}, {...$.*.$...}] [[{***$*.*$***}] ~one ~named \"ring\", [{*}, {*}, {*}] ~one ~named \"bar\"]\n";
  await visit(fragment({ kind: "tiling", text: ring }), async (page) => {
    await mode(page, "Edit");
    await press(page, "Solve");
    await press(page, "Take apart");
    await page.getByText("Level 1: moves of each part").waitFor();
    const counter = (text) => page.locator(".apart output").filter({ hasText: text }).waitFor();
    await counter("0 / 1");
    await press(page, "One move on");
    await counter("1 / 1");
    await press(page, "One move back");
    await counter("0 / 1");
    await press(page, "Play all moves");
    await counter("1 / 1");
    assert.deepEqual(await violations(page), []);
  });
  const full = "***$***$***";
  const box = `problem3 box = constant 3x3x3 true [[{${full}}, {***$*.*$***}, {${full}}] ~one, [{*}] ~one]\n`;
  await visit(fragment({ kind: "tiling", text: box }), async (page) => {
    await mode(page, "Edit");
    await press(page, "Solve");
    await press(page, "Take apart");
    await page.getByText("the pieces are stuck").waitFor();
  });
});

test("balls, half squares, kites and sticks: known counts, balls in three dimensions, and drawings that become text", async () => {
  await visit("?puzzle=balls", async (page) => {
    await more(page, "Count up to symmetry");
    await verdict(page, "306 solutions up to symmetry");
    await press(page, "Solve");
    await page.getByRole("button", { name: "In 3-D" }).click();
    await page.locator("canvas.solid").waitFor();
  });
  for (const [puzzle, count] of [["tangram", "1 solution up to symmetry"], ["sticks", "3 solutions up to symmetry"]]) {
    await visit(`?puzzle=${puzzle}`, async (page) => {
      await more(page, "Count up to symmetry");
      await verdict(page, count);
    });
  }
  const grids = [
    ["tan {L}", "tan", "constant tan 2x1 true", "4 solutions"],
    ["kite {.**}", "kite", "constant kite 2x1 true", "4 solutions"],
    ["stick {++$+.}", "stick", "stick {", "2 solutions"],
  ];
  for (const [piece, word, written, count] of grids) {
    await visit("?puzzle=flips", async (page) => {
      await write(page, `problem p = constant ${word} 1x1 true [${piece} ~sym]\n`);
      await page.locator("main h1").filter({ hasText: "p" }).waitFor();
      await press(page, "Count");
      await verdict(page, "2 solutions");
      await page.getByRole("tab", { name: "Draw" }).click();
      if (word === "stick") {
        // The lower stick is rubbed out and drawn again.
        const field = page.locator("section.board .field");
        await field.focus();
        await page.keyboard.press("Space");
        await page.keyboard.press("Space");
      } else {
        const width = page.getByLabel("Width");
        await width.fill("2");
        await width.press("Tab");
        await press(page, "Fill");
      }
      await press(page, "Count");
      await verdict(page, count);
      await page.getByRole("tab", { name: "Write" }).click();
      await page.locator(".cm-content").filter({ hasText: written }).waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }
});

test("eight queens: 92, and a puzzle with one solution that a link carries elsewhere", async () => {
  await visit("?puzzle=queens", async (page, context) => {
    await press(page, "Count");
    await verdict(page, "92 solutions");
    await more(page, "Make a puzzle");
    await verdict(page, "clues that leave one solution");
    await press(page, "Show the solution");
    const link = await page.waitForFunction(() => location.hash.length > 5 && location.href).then((handle) => handle.jsonValue());
    const other = await context.newPage();
    await other.goto(link);
    await mode(other, "Ask");
    await press(other, "Count");
    await verdict(other, "1 solution");
    // Here the next question is about all queens again, and so is the link.
    await press(page, "Count");
    await verdict(page, "92 solutions");
    await page.waitForFunction((before) => location.href !== before, link);
  });
});

test("the search of the lesson's eight subsets is played, step by step, to its four covers", async () => {
  for (const size of ["phone", "desktop"]) {
    await visit("?puzzle=lesson", async (page) => {
      await press(page, "All solutions");
      await verdict(page, "All 4 solutions.");
      await more(page, "Watch the search");
      const player = page.frameLocator("iframe.player");
      // Next solution, four times: the page compares what it finds with the engines' own.
      for (let found = 1; found <= 4; found++) {
        await player.locator("#solution").click();
        await player.locator("#found li").nth(found - 1).waitFor();
      }
      assert.equal(await player.locator("#found li").count(), 4);
    }, { size });
  }
});

test("a new puzzle in French on a phone: without pieces it says so where it is played, and why it has no solution; the bars do not wrap", async () => {
  await visit("", async (page) => {
    await press(page, "Dessiner un casse-tête");
    await page.locator("section.board .field").waitFor();
    const heights = await page.locator("header nav button, .answers > .questions button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height).map(({ y, height }) => [y, height].join()));
    // The buttons of the header are in one line, and so are those of the bar below.
    assert.equal(new Set(heights).size, 2, heights.join(" "));
    await mode(page, "Play");
    await page.locator(".play").filter({ hasText: "Il n'y a pas encore de pièces" }).waitFor();
    await mode(page, "Ask");
    await press(page, "Résoudre");
    await page.locator(".details").filter({ hasText: "le plateau a 25 cases, et les pièces en ont 0." }).waitFor();
  }, { locale: "fr-FR", size: "phone" });
});

test("a typing mistake shows where and what to write instead", async () => {
  await visit("?puzzle=flips", async (page) => {
    await write(page, "pattern bar = {**}\nproblem p = {****} [bra ~sym]\n");
    const fault = page.locator(".fault");
    await fault.filter({ hasText: "pattern `bra` is not defined" }).waitFor();
    assert.match(await fault.innerText(), /line 2.*did you mean `bar`\?/s);
    await page.locator(".cm-lintRange-error").filter({ hasText: "bra" }).waitFor();
    await page.getByRole("tab", { name: "Draw" }).click();
    await page.getByText("The text has mistakes").waitFor();
    await write(page, "pattern bar = {**}\nproblem p = {****} [bar ~sym]\n");
    await page.getByText("options").waitFor();
    await press(page, "Count");
    await verdict(page, "1 solution");
  });
});

test("a drawing written into its text leaves comments and other definitions as they are", async () => {
  await visit("?puzzle=heart", async (page) => {
    await page.getByRole("button", { name: "Shape: bar" }).click();
    await page.locator(".piece-form").getByLabel("to", { exact: true }).fill("4");
    await page.keyboard.press("Tab");
    await page.getByRole("tab", { name: "Write" }).click();
    const text = await page.locator(".cm-content").innerText();
    assert.match(text, /# A heart of 16 cells/);
    assert.match(text, /\[corner ~sym ~color "crimson", \{\*\*\} ~times 2\.\.4 ~sym ~named "bar" ~color "gold"\]/);
  });
});

test("fuzzed links and wrong files give a message, and the page can be used", async () => {
  await visit("?puzzle=scott", async (page) => {
    await page.waitForFunction(() => location.hash.length > 5);
    const good = await page.evaluate(() => location.hash);
    const bad = ["#p=", "#p=%%%", "#p=AAAA", good.slice(0, -9), good.slice(0, 20) + good.slice(24), `${good}zzzz`, "#p=" + "A".repeat(5000)];
    for (const fragment of bad) {
      await page.goto("about:blank");
      await page.goto(`${server.address}${fragment}`);
      await page.locator("main.home .toast, main.home, main.bench").first().waitFor();
    }
    await page.locator(".toast").waitFor();
    await page.getByText("Eight queens").click();
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "92 solutions");
  });
  await visit("", async (page) => {
    const open = (name, content) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    await open("picture.png", "no puzzle");
    await page.locator(".toast").filter({ hasText: "picture.png" }).waitFor();
    await open("bytes.cmb", Buffer.from([0xff, 0xfe, 0x00]));
    await page.locator(".toast").filter({ hasText: "bytes.cmb" }).waitFor();
    await page.locator('input[type="file"]').waitFor({ state: "attached" });
    // Names are data: this one must not become an element.
    await open("b.cmb", 'problem p = {**} [{**} ~named "<img src=x onerror=alert(1)>"]');
    await page.locator(".tray-piece").waitFor();
    assert.equal(await page.locator("img").count(), 0);
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "1 solution");
    await press(page, "Solve");
    assert.equal(await page.locator("img").count(), 0);
  });
});

test("pictures and files are kept: text, SVG, PNG, a sheet to cut, STL", async () => {
  await visit("?puzzle=rectangle", async (page) => {
    await press(page, "Solve");
    await page.locator(".stage svg").waitFor();
    const kept = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
      return readFile(await download.path());
    };
    assert.match((await kept("Text")).toString(), /include <pentominoes>/);
    assert.match((await kept("SVG")).toString(), /^<svg/);
    assert.equal((await kept("PNG")).subarray(1, 4).toString(), "PNG");
    // What is printed is the picture with its title, and nothing else.
    await page.evaluate(() => (window.print = () => (window.wasPrinted = true)));
    await press(page, "Print / PDF");
    await page.waitForFunction(() => window.wasPrinted);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".printed svg").isVisible(), true);
    assert.match(await page.locator(".printed p").innerText(), /Pentominoes/);
    assert.equal(await page.locator("header").isVisible() || (await page.locator("main").isVisible()), false);
    assert.equal((await page.pdf()).subarray(0, 5).toString(), "%PDF-");
    await page.emulateMedia({ media: null });
    assert.equal(await page.locator(".printed").isVisible(), false);
    await page.locator(".sharing summary").filter({ hasText: "Sheet to cut" }).click();
    assert.match((await kept("Sheet to cut")).toString(), /mm"/);
    // Twelve bodies; the number of triangles follows the header of 80 bytes.
    const solid = await kept("STL to print");
    assert.equal(solid.length, 84 + 50 * solid.readUInt32LE(80));
  });
});

test("it works without a network once it was open", async () => {
  await visit("", async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length === 1);
    await context.setOffline(true);
    await page.reload();
    await page.getByText("Eight queens").click();
    await mode(page, "Ask");
    await press(page, "Count");
    await verdict(page, "92 solutions");
  }, { offline: true });
});

test("dark and light, phone to desktop: the axe finds nothing serious", async () => {
  for (const theme of ["light", "dark"]) {
    for (const size of theme === "light" ? ["phone", "desktop"] : ["desktop"]) {
      for (const address of ["", "?puzzle=heart", "?puzzle=lesson", "?puzzle=queens"]) {
        await visit(address, async (page) => {
          await page.locator("main.home .picture svg, main.bench .cm-editor, main.bench .field").first().waitFor();
          await page.waitForTimeout(300);
          assert.deepEqual(await violations(page), [], `${address} ${theme} ${size}`);
        }, { size, theme });
      }
    }
  }
});

test("beside each large file stand two compressed ones with the same content", async () => {
  const folder = new URL("../dist/assets/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => /\.(js|css|wasm)$/.test(name));
  assert.ok(names.length > 10);
  for (const name of names) {
    const content = await readFile(new URL(name, folder));
    assert.ok(content.equals(gunzipSync(await readFile(new URL(`${name}.gz`, folder)))), name);
    assert.ok(content.equals(brotliDecompressSync(await readFile(new URL(`${name}.br`, folder)))), name);
  }
});
