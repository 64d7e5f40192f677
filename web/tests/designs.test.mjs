// The stories of costs, frequencies and designs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { mode, press, server, verdict, violations, visit, write } from "./play.mjs";

const TERRACE = await readFile(new URL("../../examples/terrace.cmb", import.meta.url), "utf8");

const PHRASES = {
  "en-US": {
    panel: "Costs, frequencies, designs", cheapest: "Cheapest", dearest: "Most expensive", least: "The least cost is 34.", greatest: "The greatest cost is 50.",
    often: "How often?", table: "Table", trade: "Trade-off", rate: "How hard for a person?", series: "A series from easy to hard", made: "4 puzzles, from easy to hard.", booklet: "Booklet to print", stop: "Stop", stopped: "Stopped",
    find: "Find sets", tried: "Tried: 220 of 220.", open: "Open it",
  },
  "fr-FR": {
    panel: "Coûts, fréquences, création", cheapest: "Les moins chères", dearest: "Les plus chères", least: "Le coût minimal est 34.", greatest: "Le coût maximal est 50.",
    often: "Fréquences", table: "Tableau", trade: "Compromis", rate: "Difficile à la main ?", series: "Une série, du facile au difficile", made: "4 jeux, du facile au difficile.", booklet: "Livret à imprimer", stop: "Arrêter", stopped: "Arrêté",
    find: "Chercher des jeux", tried: "Essayés : 220 sur 220.", open: "L'ouvrir",
  },
};

/** Opens the panel of a text. */
async function panel(page, text, w, name) {
  await write(page, text);
  await page.locator("main h1").filter({ hasText: name }).waitFor();
  await page.locator(".further > summary").filter({ hasText: w.panel }).click();
  await page.getByRole("button", { name: w.often, exact: true }).waitFor();
}

for (const [size, locale] of [["desktop", "en-US"], ["phone", "fr-FR"]]) {
  const w = PHRASES[locale];
  test(`a terrace costs at least 34 (docs/weights.md) and at most 50, ${size}, ${locale}`, async () => {
    await visit("?puzzle=flips", async (page) => {
      await panel(page, TERRACE, w, "terrace");
      await press(page, w.cheapest);
      await verdict(page, w.least);
      await page.locator(".card svg").first().waitFor();
      assert.equal(await page.locator(".card").first().getAttribute("aria-label"), locale === "en-US" ? "cost 34" : "coût 34");
      // All small: 25 slabs at 2.
      await press(page, w.dearest);
      await verdict(page, w.greatest);
      assert.deepEqual(await violations(page), []);
    }, { size, locale });
  });
}

const w = PHRASES["en-US"];
const BRICKS = 'problem wall = constant 3x2 true [{**} ~named "lying" ~times 0.. ~cost 2, {*$*} ~named "upright" ~times 0.. ~cost 3.5]\n';

test("a wall of 3 by 2 has 1 way without a lying domino and 2 with two; the table is kept as CSV; a map, and a trade-off", async () => {
  await visit("?puzzle=flips", async (page) => {
    await panel(page, BRICKS, w, "wall");
    await page.getByLabel("Number or cost").selectOption({ label: "lying" });
    await press(page, w.table);
    await verdict(page, "3 solutions");
    assert.deepEqual(await page.locator(".pictures tbody tr").evaluateAll((rows) => rows.map((row) => row.innerText.split(/\s+/).join(" "))), ["0 1", "2 2"]);
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "CSV")]);
    assert.equal(await readFile(await file.path(), "utf8"), "lying,Solutions\n0,1\n2,2\n");
    await press(page, w.trade);
    await verdict(page, "Choose two different things");
    await page.getByRole("combobox", { name: "and", exact: true }).selectOption({ label: "cost" });
    await page.getByLabel("wanted").first().selectOption({ label: "little" });
    await press(page, w.trade);
    await verdict(page, "2 solutions that no other one beats in both, of 3.");
    assert.equal(await page.locator(".card").first().getAttribute("aria-label"), "lying: 0 · cost: 10.5");
    await page.getByLabel("Map of").selectOption({ label: "upright" });
    await press(page, w.often);
    await verdict(page, "3 solutions");
    await page.locator(".figure svg").waitFor();
    await page.getByText("How often each placement is in a solution").click();
    assert.deepEqual(await page.locator(".pictures tbody td").evaluateAll((cells) => cells.map((cell) => cell.innerText).slice(0, 2)), ["2", "66.7 %"]);
    assert.deepEqual(await violations(page), []);
  });
});

test("without costs the panel says how to give some; a series is made, shown and kept as a booklet; a puzzle is rated", async () => {
  await visit("?puzzle=flips", async (page) => {
    await panel(page, "include <pentominoes>\nproblem small = constant 5x4 true pentominoes ~times 0..1\n", w, "small");
    await page.getByText("No piece has a cost.").waitFor();
    assert.equal(await page.getByRole("button", { name: w.cheapest }).count(), 0);
    await press(page, w.rate);
    await verdict(page, "There are several solutions");
    await page.locator(".further-panel").getByLabel("How many", { exact: true }).fill("4");
    await press(page, w.series);
    await verdict(page, w.made);
    await page.locator(".card svg").first().waitFor();
    const drawn = () => page.locator(".figure .stage path > title").count();
    const before = await drawn();
    await press(page, "Show the solution");
    await page.getByRole("button", { name: "Show the clues" }).waitFor();
    assert.ok((await drawn()) > before);
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, w.booklet)]);
    assert.equal(file.suggestedFilename(), "small.html");
    const html = await readFile(await file.path(), "utf8");
    assert.equal(html.match(/<article/g).length, 4);
    assert.ok(!html.includes("<script"));
  });
});

test("sets of three pentominoes for 3 by 5: all 220 are tried, and one of those with one solution is opened", async () => {
  await visit("?puzzle=flips", async (page) => {
    await panel(page, "include <pentominoes>\nproblem box = constant 3x5 true pentominoes\n", w, "box");
    await press(page, w.find);
    await page.getByText(w.tried).waitFor();
    await page.getByRole("button", { name: "Open it: P U V" }).click();
    await page.locator("main h1").waitFor();
    await page.locator(".answers > details.others:not(.further) > summary").click();
    await press(page, "Count up to symmetry");
    await verdict(page, "1 solution up to symmetry");
  });
});

test("two dominoes tile four of the five tetrominoes, three of which are symmetric; one of them is opened", async () => {
  await visit("?puzzle=flips", async (page) => {
    await panel(page, "problem any = {****} [{**} ~sym ~times 2 ~named \"domino\"]\n", w, "any");
    await press(page, "Find boards");
    await verdict(page, "3 boards");
    await page.getByLabel("symmetric", { exact: true }).uncheck();
    await press(page, "Find boards");
    await verdict(page, "4 boards");
    await page.getByLabel("in a box, such as 5x5").fill("2x3");
    await press(page, "Find boards");
    await verdict(page, "3 boards");
    await page.getByLabel("in a box, such as 5x5").fill("wide");
    await press(page, "Find boards");
    await verdict(page, "The sides of a box are numbers");
    await page.getByLabel("in a box, such as 5x5").fill("4x1");
    await press(page, "Find boards");
    await verdict(page, "1 board");
    await page.getByRole("button", { name: "Open it: board 1" }).click();
    await page.locator("main h1").waitFor();
    await press(page, "Count");
    await verdict(page, "1 solution");
  });
});

test("a question that takes long is stopped at once, and the next one is answered", async () => {
  await visit("?puzzle=flips", async (page) => {
    await panel(page, 'include <pentominoes>\nproblem field = constant 20x20 true pentominoes ~times 0..\n', w, "field");
    await press(page, w.often);
    await page.locator(".progress").waitFor();
    await page.waitForTimeout(500);
    await press(page, w.stop);
    await verdict(page, w.stopped);
    await write(page, BRICKS);
    await page.locator("main h1").filter({ hasText: "wall" }).waitFor();
    await page.locator(".further > summary").click();
    await press(page, w.cheapest);
    await verdict(page, "The least cost is 7.5.");
  });
});

test("without a network these questions are answered, too", async () => {
  await visit("", async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await context.setOffline(true);
    await page.goto(`${server.address}?puzzle=flips`);
    await panel(page, BRICKS, w, "wall");
    await press(page, w.dearest);
    await verdict(page, "The greatest cost is 10.5.");
  }, { offline: true });
});

test("puzzles for BurrTools and integer programs are kept and opened again: 1 solution of the cube of Slothouber and Graatsma", async () => {
  const cube = 'problem3 cube = constant 3x3x3 true [[{**$**}] ~times 6 ~sym ~named "slab", [{*}] ~times 3 ~sym ~named "unit"]\n';
  await visit("?puzzle=flips", async (page) => {
    await write(page, cube);
    await page.locator("main h1").filter({ hasText: "cube" }).waitFor();
    await page.getByText("Other formats").click();
    const keep = async (format) => {
      await page.getByRole("combobox", { name: "Format", exact: true }).selectOption({ label: format });
      const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save")]);
      return { name: file.suggestedFilename(), mimeType: "application/octet-stream", buffer: await readFile(await file.path()) };
    };
    const burrtools = await keep("BurrTools");
    assert.equal(burrtools.name, "cube.xmpuzzle");
    assert.equal(burrtools.buffer.readUInt16BE(0), 0x1f8b);
    const program = await keep("MPS");
    for (const [file, name] of [[burrtools, "cube"], [program, "cube"]]) {
      await page.goto(server.address);
      await page.locator("input[type=file]").setInputFiles(file);
      await page.locator("main h1").filter({ hasText: name }).waitFor();
      await mode(page, "Ask");
      await page.locator(".answers > details.others:not(.further) > summary").click();
      await press(page, "Count up to symmetry");
      await verdict(page, "1 solution up to symmetry");
    }
    await page.goto(server.address);
    await page.locator("input[type=file]").setInputFiles({ ...burrtools, buffer: burrtools.buffer.subarray(0, -20) });
    await page.locator(".toast.error").filter({ hasText: "it ends too early" }).waitFor();
  });
});

for (const [size, locale, theme] of [["desktop", "en-US", "light"], ["phone", "fr-FR", "dark"]]) {
  const w = locale === "en-US"
    ? { find: "Find the formula", found: "The number of solutions for every length n.", family: /^Family of the text/, by: "by the copies of", often: "How often?", panel: PHRASES[locale].panel, wrong: "write n in the place of the length" }
    : { find: "Trouver la formule", found: "Le nombre de solutions pour toute longueur n.", family: /^Famille du texte/, by: "selon les copies de", often: "Fréquences", panel: PHRASES[locale].panel, wrong: "write n in the place of the length" };
  test(`a board of two rows has Fibonacci's numbers for every length, those of three rows come from the text, ${size}, ${locale}`, async () => {
    await visit("?puzzle=flips", async (page) => {
      const text = 'problem rows<m, n> = constant (n, m) true [{**} ~sym]\nproblem bar = constant 4x2 true [{**} ~sym ~named "domino"]\n';
      await panel(page, text, w, "bar");
      await press(page, w.find);
      await verdict(page, w.found);
      assert.equal(await page.locator(".lengths dd").first().innerText(), "1/(1 - x - x^2)");
      // A zero has no dot: here all 30 numbers have one.
      assert.equal(await page.locator(".plot .dot").count(), 30);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lengths-${size}-${theme}.png`, fullPage: true });
      // A column for an upright domino; each number is a polynomial.
      await page.getByLabel(w.by).selectOption("domino");
      await press(page, w.find);
      await page.locator(".lengths .terms li").nth(2).filter({ hasText: "2*y^2" }).waitFor();
      await page.getByLabel(w.by).selectOption("");
      // Klarner and Pollack 1980, with x^2 in the place of x.
      await page.getByLabel(w.family).fill("rows<3, n>");
      await press(page, w.find);
      await page.locator(".lengths dd").first().filter({ hasText: "(1 - x^2)/(1 - 4*x^2 + x^4)" }).waitFor();
      assert.equal(await page.locator(".plot .dot").count(), 15);
      await page.getByLabel(w.family).fill("rows<3, 4>");
      await press(page, w.find);
      await verdict(page, w.wrong);
      assert.deepEqual(await violations(page), []);
    }, { size, locale, theme });
  });
}

for (const [size, locale, theme] of [["desktop", "en-US", "dark"], ["phone", "fr-FR", "light"]]) {
  const w = locale === "en-US"
    ? { find: "Find out", of: "Does it tile the plane?", yes: "Yes: copies that are only shifted tile the plane.", no: "No: its Heesch number is 1.", all: "all together", both: "Yes: the pieces tile the plane together.", often: "How often?", panel: PHRASES[locale].panel }
    : { find: "Chercher", of: "Pave-t-elle le plan ?", yes: "Oui : des copies seulement translatées pavent le plan.", no: "Non : son nombre de Heesch est 1.", all: "toutes ensemble", both: "Oui : les pièces pavent le plan ensemble.", often: "Fréquences", panel: PHRASES[locale].panel };
  test(`a piece tiles the plane, another has one corona, two do it together, ${size}, ${locale}`, async () => {
    await visit("?puzzle=flips", async (page) => {
      const alone = 'problem alone = constant 8x8 true [{.*.$***$.*.} ~named "X", {*...*$*****} ~sym ~named "U"]\n';
      const both = 'problem both = constant 3x3 true [{***$*.*$***} ~named "ring", {*} ~named "one"]\n';
      const copies = () => page.locator(".stage svg path, .stage svg polygon").count();
      await panel(page, alone, w, "alone");
      await press(page, w.find);
      await verdict(page, w.yes);
      assert.ok((await copies()) > 20, `${await copies()} shapes`);
      await page.getByRole("group", { name: w.of }).locator("select").selectOption("U");
      await press(page, w.find);
      await verdict(page, w.no);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/plane-${size}-${theme}.png`, fullPage: true });
      await panel(page, both, w, "both");
      // A ring cannot fill the hole of another one.
      await press(page, w.find);
      await page.locator(".answers").getByText("the piece has a hole").waitFor();
      await page.getByRole("group", { name: w.of }).locator("select").selectOption(w.all);
      await press(page, w.find);
      await verdict(page, w.both);
      assert.deepEqual(await violations(page), []);
    }, { size, locale, theme });
  });
}

for (const [size, locale, theme] of [["desktop", "en-US", "light"], ["phone", "fr-FR", "dark"]]) {
  const w = locale === "en-US"
    ? { compare: "Compare", time: "seconds for each", counted: "36 solutions", chosen: "By default", name: /^by default \((\w+)\)$/, stop: "Stop", stopped: "Stopped.", often: "How often?", panel: PHRASES[locale].panel }
    : { compare: "Comparer", time: "secondes pour chacun", counted: "36 solutions", chosen: "Par défaut", name: /^par défaut \((\w+)\)$/, stop: "Arrêter", stopped: "Arrêté.", often: "Fréquences", panel: PHRASES[locale].panel };
  // Dominoes cover 4 by 4 in 36 ways (OEIS A004003), and 10012 sets of them agree (A028420): each is a node of the lesson's first algorithm.
  test(`engines are compared: each that takes the dominoes of 4 by 4 counts 36; one that takes long is stopped, ${size}, ${locale}`, async () => {
    await visit("?puzzle=flips", async (page) => {
      await panel(page, "problem square = constant 4x4 true [{**} ~sym]\n", w, "square");
      const rows = () => page.locator(".pictures tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      await press(page, w.compare);
      await verdict(page, w.counted);
      await page.locator(".details").filter({ hasText: w.chosen }).waitFor();
      const [byDefault, ...others] = await rows();
      const [, chosen] = w.name.exec(byDefault[0]);
      const names = others.map(([name]) => name);
      for (const name of [chosen, "links", "fast", "naive"]) assert.ok(names.includes(name), names.join());
      for (const [name, count, nodes, , seconds] of [byDefault, ...others]) {
        assert.equal(count, "36", name);
        assert.match(seconds, /^\d+[.,]\d{3}$/);
        if (name === "naive") assert.equal(nodes.replace(/\D/g, ""), "10012");
      }
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/engines-${size}-${theme}.png`, fullPage: true });
      assert.deepEqual(await violations(page), []);
      // Pieces of three cells are no edges of a graph, and one engine says that it needs some.
      await panel(page, "problem corners = constant 3x2 true [{**$*.} ~sym]\n", w, "corners");
      await press(page, w.compare);
      await verdict(page, "2 solutions");
      await page.locator(".pictures li").filter({ hasText: "pfaffian: " }).waitFor();
      // 6728 ways on 6 by 6 (A004003), and thousands of millions of sets that agree (A028420).
      await panel(page, "problem large = constant 6x6 true [{**} ~sym]\n", w, "large");
      await page.getByLabel(w.time).fill("600");
      await press(page, w.compare);
      await page.locator(".pictures tbody tr").filter({ hasText: "naive" }).waitFor();
      await press(page, w.stop);
      await page.locator(".pictures tbody tr").last().filter({ hasText: w.stopped }).waitFor();
      await verdict(page, /^6[,\s\u202f]?728 solutions/);
    }, { size, locale, theme });
  });
}
