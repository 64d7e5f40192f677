// Further stories: placements by hand, hints, Sudoku, lessons, files, French messages, several workers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { WORDS, mode, more, press, server, verdict, violations, visit, write } from "./play.mjs";

const BARS = 'problem bars = constant 4x2 true [{**} ~sym ~named "bar"]\n';

const HANDS = {
  "en-US": { count: "Count", keep: "Keep", forbid: "Forbid", remove: "Remove", choose: "Choose cells", on: "bar on", marks: "Kept and forbidden", hint: "Hint", draw: "Draw", parts: "Keep or forbid a piece of it" },
  "fr-FR": { count: "Compter", keep: "Imposer", forbid: "Interdire", remove: "Retirer", choose: "Choisir des cases", on: "bar sur", marks: "Imposé et interdit", hint: "Indice", draw: "Dessin", parts: "Imposer ou interdire une de ses pièces" },
};

for (const [size, locale] of [["desktop", "en-US"], ["phone", "fr-FR"]]) {
  test(`a piece drawn on the board is kept, then forbidden, ${size}, ${locale}: 2 and 3 of the 5 ways to cover 2 x 4 (Fibonacci)`, async () => {
    const w = HANDS[locale];
    await visit("?puzzle=flips", async (page, context) => {
      await write(page, BARS);
      await page.locator("main h1").filter({ hasText: "bars" }).waitFor();
      await page.getByRole("tab", { name: w.draw }).click();
      await press(page, w.choose);
      // The second column, by the keyboard.
      const board = page.locator("section.board .field");
      await board.focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
      await page.locator("section.board .offers").filter({ hasText: /No piece|Aucune pièce/ }).waitFor();
      await board.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await press(page, `${w.keep}: ${w.on} b1 b2`);
      const marks = page.getByRole("region", { name: w.marks });
      await marks.getByText(`${w.on} b1 b2`).waitFor();
      await press(page, w.count);
      await verdict(page, "2 solutions");
      // The link keeps it.
      const link = await page.waitForFunction(() => location.hash.length > 5 && location.href).then((handle) => handle.jsonValue());
      const other = await context.newPage();
      await other.goto(link);
      // What is kept lies on the board to be played, and stays there.
      await other.locator(".lying.given").waitFor();
      await mode(other, "Edit");
      await other.getByRole("region", { name: w.marks }).getByText(`${w.on} b1 b2`).waitFor();
      await press(other, w.count);
      await verdict(other, "2 solutions");
      await other.close();
      await press(page, `${w.remove}: ${w.on} b1 b2`);
      await marks.waitFor({ state: "hidden" });
      await press(page, w.count);
      await verdict(page, "5 solutions");
      // From a solution: its first piece is forbidden.
      await press(page, locale === "en-US" ? "Solve" : "Résoudre");
      await page.getByText(w.parts).click();
      const first = page.locator(".parts li").first();
      const words = await first.locator("span").first().innerText();
      await first.getByRole("button", { name: w.forbid }).click();
      await marks.getByText(words).waitFor();
      await press(page, w.count);
      // The bar on the corner: upright it is in 3 of the 5 ways (the rest is 2 x 3), lying in 2 (the rest is 2 x 2).
      await verdict(page, words.includes("a1 a2") ? "2 solutions" : "3 solutions");
      assert.deepEqual(await violations(page), []);
    }, { size, locale });
  });
}

test("Scott's board: what is kept and what is forbidden make up the 520", async () => {
  await visit("?puzzle=scott", async (page) => {
    const count = async () => {
      await press(page, "Count");
      await page.locator(".verdict").filter({ hasText: /^\d+ solutions?$/ }).waitFor();
      return Number.parseInt(await page.locator(".verdict").innerText(), 10);
    };
    await press(page, "Solve");
    // A click on a piece in the picture leads to its buttons. The first one has the lower left corner.
    const piece = page.locator(".stage path.pick").first();
    const click = async () => piece.click({ position: { x: 8, y: (await piece.boundingBox()).height - 8 } });
    await click();
    await page.locator(".parts li button:focus").waitFor();
    await page.keyboard.press("Enter");
    const marks = page.getByRole("region", { name: "Kept and forbidden" });
    await marks.getByText("Kept", { exact: true }).waitFor();
    // The solution contains the kept placement, so it stays.
    await page.locator(".stage svg").waitFor();
    const kept = await count();
    await press(page, "Remove all");
    await press(page, "Solve");
    await click();
    await page.locator(".parts li button:focus").waitFor();
    await page.locator(".parts li").first().getByRole("button", { name: "Forbid" }).click();
    await marks.getByText("Forbidden", { exact: true }).waitFor();
    const others = await count();
    assert.ok(kept > 0 && others > 0);
    assert.equal(kept + others, 520);
  });
});

test("hints with their reasons fill a board; two solutions are compared", async () => {
  await visit("?puzzle=flips", async (page) => {
    // A bar along the top and a corner: the cell a1 has one way only.
    await write(page, 'problem p = {\n  ***\n  *..\n} [{**} ~times 2 ~sym ~named "bar"]\n');
    await page.locator("main h1").filter({ hasText: "p" }).waitFor();
    await press(page, "Hint");
    await verdict(page, "bar on a1 a2 is in every solution.");
    await page.locator(".details").filter({ hasText: "the only way left to cover the cell a1" }).waitFor();
    await page.locator(".stage path.hinted").waitFor();
    await press(page, "Keep: bar on a1 a2");
    await press(page, "Hint");
    await verdict(page, "bar on b2 c2 is in every solution.");
    await press(page, "Keep: bar on b2 c2");
    await press(page, "Hint");
    await verdict(page, "Everything is placed.");
    // A placement that was kept is lost with its piece, and the page says so.
    await write(page, BARS.replace('"bar"', '"stick"'));
    await page.locator(".toast").filter({ hasText: "No longer possible" }).waitFor();
    await page.getByRole("region", { name: "Kept and forbidden" }).waitFor({ state: "hidden" });
    await more(page, "Just one?");
    await verdict(page, "There are several solutions");
    assert.equal(await page.locator(".rivals figure svg").count(), 2);
    await press(page, "Hint");
    await verdict(page, "Nothing more is certain");
    assert.equal(await page.locator(".rivals figure svg").count(), 2);
    assert.deepEqual(await violations(page), []);
  });
});

for (const locale of Object.keys(WORDS)) {
  test(`the chessboard without opposite corners, ${locale}: two cells stay empty at best, and a T helps`, async () => {
    await visit("?puzzle=corners", async (page) => {
      await press(page, WORDS[locale].solve);
      await verdict(page, WORDS[locale].none);
      await press(page, locale === "en-US" ? "How close does it come?" : "De combien s'en faut-il ?");
      // 32 dark cells and 30 light ones: 30 dominoes cover all but two.
      await verdict(page, locale === "en-US" ? "leaves 2 cells empty" : "2 cases restent vides");
      await page.locator(".details").filter({ hasText: "T4" }).waitFor();
      await page.locator(".stage svg").waitFor();
    }, { locale, size: locale === "en-US" ? "phone" : "desktop" });
  });
}

// Arto Inkala's puzzle and its only solution, as published.
const INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

for (const [size, locale] of [["desktop", "en-US"], ["phone", "fr-FR"]]) {
  test(`a Sudoku is typed by arrows and digits, ${size}, ${locale}: solved, unique, hinted, rated, and kept in the link`, async () => {
    const w = locale === "en-US"
      ? { open: "Type a Sudoku", solve: "Solve", one: "There is exactly one solution.", unique: "Just one?", rate: "How hard?", beyond: "Beyond all techniques", hint: "Hint", several: "There are several solutions", cell: "row 1, column 1", puts: "R1C1 is 8.", single: "single", put: "Put it in, next hint", full: "The grid is full." }
      : { open: "Saisir un Sudoku", solve: "Résoudre", one: "Il y a une seule solution.", unique: "Unique ?", rate: "Difficile ?", beyond: "Hors de portée", hint: "Indice", several: "Il y a plusieurs solutions", cell: "ligne 1, colonne 1", puts: "L1C1 est 8.", single: "unique", put: "Le placer, indice suivant", full: "La grille est pleine." };
    await visit("", async (page, context) => {
      await page.locator(".sudoku-box summary").filter({ hasText: w.open }).click();
      await page.getByLabel(w.cell, { exact: true }).focus();
      for (let row = 0; row < 9; row++) {
        for (const digit of INKALA.slice(9 * row, 9 * row + 9)) await page.keyboard.press(digit === "." ? "0" : digit);
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowDown");
      }
      assert.ok(page.url().endsWith(`#s=${INKALA}`), page.url());
      const digits = async (some) => (await some.locator(".digit").evaluateAll((all) => all.map((one) => one.value || "."))).join("");
      await press(page, w.unique);
      await verdict(page, w.one);
      await press(page, w.rate);
      await verdict(page, w.beyond);
      await press(page, w.solve);
      await verdict(page, w.one);
      assert.equal(await digits(page), SOLVED);
      const other = await context.newPage();
      await other.goto(page.url());
      await other.locator(".digit").first().waitFor();
      assert.equal(await digits(other), INKALA);
      // One cell is open: its digit is the hint.
      await other.goto("about:blank");
      await other.goto(`${server.address}#s=.${SOLVED.slice(1)}`);
      await press(other, w.hint);
      await other.locator(".details").filter({ hasText: w.puts }).waitFor();
      await verdict(other, w.single);
      await press(other, w.put);
      await verdict(other, w.full);
      // Two equal digits in a row are marked, and there is no solution.
      await other.getByLabel(w.cell, { exact: true }).focus();
      await other.keyboard.press("1");
      assert.ok((await other.locator(".digit[aria-invalid]").count()) >= 2);
      await other.close();
      await page.goto("about:blank");
      await page.goto(`${server.address}#s=${".".repeat(81)}`);
      await press(page, w.solve);
      await verdict(page, w.several);
      assert.deepEqual(await violations(page), []);
    }, { size, locale });
  });
}

for (const [size, locale] of [["desktop", "en-US"], ["phone", "fr-FR"]]) {
  test(`every command of the lessons that has a button runs in place, ${size}, ${locale}, and gives what the chapter says`, async () => {
    const w = locale === "en-US" ? { run: "Run: ", open: "Open it: ", exact: "Exact covers" } : { run: "Exécuter : ", open: "L'ouvrir : ", exact: "Couvertures exactes" };
    await visit("", async (page) => {
      await page.locator(".lessons").getByText(w.exact).click();
      await page.locator(".chapter h1").filter({ hasText: w.exact }).waitFor();
      assert.match(page.url(), /\?lesson=exact-cover$/);
      for (const id of ["exact-cover", "sudoku", "combine", "backtracking"]) {
        await page.goto(`${server.address}?lesson=${id}`);
        await page.locator(".chapter h1").waitFor();
        const runs = page.locator(".runner").filter({ has: page.getByText(/^(Run|Exécuter)$/) });
        for (let place = 0; place < (await runs.count()); place++) {
          const runner = runs.nth(place);
          const command = await runner.getAttribute("data-command");
          await runner.getByText(/^(Run|Exécuter)$/).click();
          await runner.locator(".result .verdict, .result .stage").waitFor();
          if (!/^combien (count|puzzle .* --count)/.test(command)) continue;
          // The line below the command in the chapter has the number.
          const block = await page.evaluate((at) => {
            let block = [...document.querySelectorAll(".runner")].find((one) => one.dataset.command === at);
            while (!block.matches("pre")) block = block.previousElementSibling;
            return block.textContent;
          }, command);
          const number = block.split("\n").flatMap((line, at, all) => (line === `$ ${command}` ? [all[at + 1]] : []))[0];
          const shown = (await runner.locator(".verdict").innerText()).replace(/\D/g, "");
          assert.equal(shown, number.replace(/\D/g, ""), command);
        }
        if (id !== "backtracking") assert.ok((await runs.count()) > 0, id);
        assert.deepEqual(await violations(page), [], id);
      }
      await page.goto(`${server.address}?lesson=exact-cover`);
      await page.getByRole("button", { name: `${w.open}combien count examples/lesson.dlx`, exact: true }).click();
      await mode(page, "Ask");
      await press(page, WORDS[locale].count);
      await verdict(page, "4 solutions");
    }, { size, locale });
  });
}

test("mistakes are told in French, with their place", async () => {
  await visit("?puzzle=flips", async (page) => {
    const told = async (text, ...words) => {
      await write(page, text);
      for (const word of words) await page.locator(".fault").filter({ hasText: word }).first().waitFor();
      return page.locator(".fault span").first().getAttribute("lang");
    };
    const bar = "pattern bar = {**}\n";
    assert.equal(await told(`${bar}problem p = {****} [bra ~sym]\n`, "ligne 2: le motif `bra` n'est pas défini", "vouliez-vous dire `bar` ?"), "fr");
    await told(`${bar}problem p = {****} [bar ~syn]\n`, "il n'y a pas d'option `~syn`");
    await told("problem p = {****\n", "ce dessin n'a pas de fin", "fermez-le par `}`");
    await told("problem p = {**X*} [{**}]\n", "`X` est une place vide dans ce dessin");
    await told("include <pentomino>\nproblem p = {**} [{**}]\n", "la bibliothèque n'a pas de `pentomino`");
    await told("problem p = {....} [{**}]\n", "le plateau n'a pas de cases");
    await told("problem p = {**} [{..}]\n", "cette pièce n'a pas de cases");
    await told(`${bar}problem p = {****} [bar bar]\n`, "il faut `,` ou `]` ici, et non `bar`");
    await told(`${bar}${bar}problem p = {**} [bar]\n`, "le motif `bar` est défini une seconde fois");
    await told("problem p = {***$***} && {**$**} [{**}]\n", "les motifs ont des tailles différentes : 3x2 et 2x2");
    assert.equal(await told(`${bar}problem p = torus {***} by (3, 0) [bar]\n`, "un tore se referme dans deux directions"), "fr");
  }, { locale: "fr-FR" });
});

test("every format that the library reads is opened, by name or by what it says, and dropped files include each other", async () => {
  const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
  const box = "1 2 3 4\n1 2\n3 4\n1 4\n2 3\n";
  const shard = `${JSON.stringify({ combien: "checkpoint", format: 2, shard: { number: 1, of: 2, whole: "0", text: box } })}\n`;
  await visit("", async (page) => {
    const drop = (...files) => page.evaluate((all) => {
      const data = new DataTransfer();
      for (const [name, content] of all) data.items.add(new File([content], name));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files);
    const counts = async (files, count) => {
      await drop(...files);
      await mode(page, "Ask");
      await press(page, "Count");
      await verdict(page, count);
      await page.getByRole("link", { name: "Combien" }).click();
      await page.locator("main.home").waitFor();
    };
    // 2 ways to pair four points in a ring; 17 is docs/start.md's; 92 is the number of ways to place eight queens.
    await counts([["ring.dlx", box]], "2 solutions");
    await counts([["ring.json", JSON.stringify({ schema: 1, items: ["1", "2", "3", "4"].map((name) => ({ name })), options: [["1", "2"], ["3", "4"], ["1", "4"], ["2", "3"]].map((items) => ({ items })) })]], "2 solutions");
    await counts([["ring.csv", "1,2,3,4\n1,1,,\n,,1,1\n1,,,1\n,1,1,\n"]], "2 solutions");
    await counts([["ring.sage", "[[1, 2], [3, 4], [1, 4], [2, 3]]"]], "2 solutions");
    await counts([["ring", "[[1, 2], [3, 4], [1, 4], [2, 3]]"]], "2 solutions");
    await counts([["heart.cmb", await example("heart.cmb")]], "17 solutions");
    await counts([["no-name", await example("heart.cmb")]], "17 solutions");
    await counts([["queens.txt", "queens 8\n"]], "92 solutions");
    await counts([["part.shard", shard]], "2 solutions");
    await counts([["bar.cmb", "pattern bar = {**}"], ["main.cmb", 'include "bar.cmb"\nproblem p = constant 4x2 true [bar ~sym]\n']], "5 solutions");
    // A list of Sudoku puzzles, each with one solution.
    await drop(["list.txt", await example("sudoku.txt")]);
    await page.locator(".digit").first().waitFor();
    await press(page, "Just one?");
    await verdict(page, "There is exactly one solution.");
    for (const [name, content] of [["a.cnf", "p cnf 1 1\n1 0\n"], ["notes.txt", "Dear all,\n"], ["short.txt", "123\n"]]) {
      await drop([name, content]);
      await page.locator(".toast.error").filter({ hasText: name }).waitFor();
    }
  });
});

test("a map is cut into districts: a graph is drawn, and 22 ways are counted (tests/suites/factors.rs)", async () => {
  await visit("?puzzle=districts", async (page) => {
    await press(page, "Solve");
    await page.locator(".figure svg circle").first().waitFor();
    assert.equal(await page.locator(".figure svg circle").count(), 12);
    await press(page, "Count");
    await verdict(page, "22 solutions");
  });
});

test("a crossword is filled in 718 ways (tests/suites/puzzles/crosswords.rs); one is drawn at random, and the search is estimated", async () => {
  await visit("?puzzle=crossword", async (page) => {
    await press(page, "Count");
    await verdict(page, "718 solutions");
    await more(page, "At random");
    await verdict(page, "A solution at random");
    await page.locator(".figure svg").first().waitFor();
    await more(page, "How hard?");
    await verdict(page, "718");
  });
});

// A wall of 3 by 2 has 1 way without a lying domino and 2 with two (tests/designs.test.mjs), and the heart has 17.
test("solutions are gone through by arrows, and numbers of solutions are drawn as bars", async () => {
  await visit("?puzzle=heart", async (page) => {
    await mode(page, "Ask");
    await press(page, "All solutions");
    await verdict(page, "All 17 solutions.");
    const caption = (number) => page.locator(".figure p").filter({ hasText: new RegExp(`^Solution ${number}$`) }).waitFor();
    await page.locator(".gallery").focus();
    for (const [key, number] of [["ArrowRight", 1], ["ArrowRight", 2], ["End", 17], ["ArrowLeft", 16], ["Home", 1]]) {
      await page.keyboard.press(key);
      await caption(number);
      assert.equal(await page.locator(".slot.at .number").innerText(), String(number));
    }
    await page.locator("details.further summary").click();
    await press(page, "How often?");
    const widths = await page.locator("td.bar").evaluateAll((all) => all.map((one) => parseFloat(one.style.getPropertyValue("--share"))));
    assert.ok(widths.length > 3 && widths.every((share) => share > 0 && share <= 100), widths.join());
  });
});
