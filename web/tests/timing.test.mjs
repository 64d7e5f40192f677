// The stories in which time is measured, or many workers are at work: they are played alone, with nothing beside them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mode, press, server, verdict, visit, write } from "./play.mjs";

/** Waits until this many workers are at work. */
async function atLeast(page, number) {
  for (const end = Date.now() + 20_000; page.workers().length < number && Date.now() < end; ) await page.waitForTimeout(50);
  assert.ok(page.workers().length >= number, `${page.workers().length} of ${number} workers`);
}

test("a search of a minute is stopped within 100 ms, and what is certain is told", async () => {
  await visit("?puzzle=rectangle", async (page) => {
    // The twelve pentominoes as pieces of wood in a box of 3 x 4 x 5: 31,520 ways, and they take a while (Bouwkamp, 1967).
    const pieces = [..."FILNPTUVWXYZ"].map((name) => `${name} ~one ~rot`);
    await write(page, `include <pentacubes>\nproblem3 p = constant 5x4x3 true [${pieces.join(", ")}]\n`);
    await page.getByText("options").waitFor();
    for (const question of ["Count", "All solutions"]) {
      await press(page, question);
      await page.locator(".progress").filter({ hasText: /nodes|found/ }).waitFor();
      // It runs for a while, and what it needs has been compiled.
      await page.waitForTimeout(1500);
      // By the page's own clock: from the click to the verdict.
      const took = await page.evaluate(async () => {
        const start = performance.now();
        document.querySelector(".stop").click();
        while (!document.querySelector(".progress").hidden) await new Promise((resolve) => setTimeout(resolve, 2));
        return performance.now() - start;
      });
      assert.ok(took < 100, `${took} ms`);
      await verdict(page, "Stopped");
    }
    assert.match(await page.locator(".verdict").innerText(), /at least [\d,]+ solutions/);
    // The page can still be used.
    await press(page, "Solve");
    await verdict(page, "Solution 1");
    await press(page, "Next");
    await verdict(page, "Solution 2");
  });
});

test("a search ends when its puzzle is left, and no workers are left over after eight puzzles", async () => {
  await visit("?puzzle=y15x15", async (page) => {
    const atMost = async (number) => {
      for (const end = Date.now() + 10_000; page.workers().length > number && Date.now() < end; ) await page.waitForTimeout(50);
      assert.ok(page.workers().length <= number, `${page.workers().length} workers`);
    };
    await press(page, "All solutions");
    await page.locator(".progress").filter({ hasText: "nodes" }).waitFor();
    // The crew that shares a long search is there, too, if there are cores for it.
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    await atLeast(page, cores < 2 ? 3 : 5);
    await press(page, "Puzzles");
    // The one that reads texts, and the one that draws the pictures of the start page.
    await atMost(2);
    for (const title of ["Eight queens", "A heart", "Tangram", "Soma cube", "Aztec diamond", "T and Z", "Langford pairs", "Eight subsets"]) {
      await page.getByText(title, { exact: true }).click();
      await mode(page, "Ask");
      await press(page, "Count");
      await page.locator(".verdict").filter({ hasText: /solution/ }).waitFor();
      await press(page, "Puzzles");
    }
    await atMost(2);
  });
});

test("several workers share a search: the count, the order of the solutions and Stop are those of one", async () => {
  // The chessboard without its corners: the first 10,000 ways of 17,360 are listed for many seconds.
  const cut = "include <pentominoes>\npattern cut = set set set set constant 8x8 true 0x0 false 0x7 false 7x0 false 7x7 false\nproblem p = cut pentominoes\n";
  const listed = [];
  for (const cores of [1, 4]) {
    await visit("", async (page, context) => {
      await context.addInitScript((number) => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => number }), cores);
      await page.goto(`${server.address}?puzzle=rectangle`);
      const workers = [];
      page.on("worker", (worker) => workers.push(worker));
      await write(page, cut);
      await page.locator("main h1").filter({ hasText: /^p$/ }).waitFor();
      await press(page, "All solutions");
      await page.locator(".verdict").filter({ hasText: "The first 10,000 solutions." }).waitFor({ timeout: 90_000 });
      assert.equal(workers.length > 3, cores > 1, `${workers.length} new workers`);
      const gallery = page.locator(".gallery");
      const pictures = [];
      for (const part of [0, 0.37, 0.999]) {
        await gallery.evaluate((box, at) => (box.scrollTop = box.scrollHeight * at), part);
        await page.waitForTimeout(300);
        const shown = page.locator(".card").first();
        await shown.locator("svg").waitFor();
        pictures.push([await shown.getAttribute("aria-label"), await shown.innerHTML()]);
      }
      listed.push(pictures);
      if (cores === 1) return;
      // A count that takes a minute: the workers are started after a while, and Stop ends all of them.
      const pieces = [..."FILNPTUVWXYZ"].map((name) => `${name} ~one ~rot`);
      await write(page, `include <pentacubes>\nproblem3 p = constant 5x4x3 true [${pieces.join(", ")}]\n`);
      await page.getByText("options").waitFor();
      const before = page.workers().length;
      await press(page, "Count");
      await atLeast(page, before + 3);
      assert.equal(page.workers().length, before + 3);
      const took = await page.evaluate(async () => {
        const start = performance.now();
        document.querySelector(".stop").click();
        while (!document.querySelector(".progress").hidden) await new Promise((resolve) => setTimeout(resolve, 2));
        return performance.now() - start;
      });
      assert.ok(took < 100, `${took} ms`);
      const end = Date.now() + 5000;
      while (page.workers().length > before && Date.now() < end) await page.waitForTimeout(50);
      assert.ok(page.workers().length <= before, `${page.workers().length} of ${before} workers are left`);
    });
  }
  assert.deepEqual(listed[1], listed[0]);
});
