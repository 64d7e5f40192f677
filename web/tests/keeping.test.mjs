// The stories of what is kept in the browser: a reload finds it, older pages are not forgotten, and where nothing can be kept the page says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fragment, tray } from "./hands.mjs";
import { HERE, mode, press, server, visit } from "./play.mjs";

const puzzle = (name, cells) => ({ kind: "tiling", text: `problem ${name} = {${"*".repeat(cells)}} [{***} ~named "bar"]\n` });
const mine = (page) => page.locator(".mine .entry strong").allInnerTexts();
const lies = (page, number) => page.waitForFunction((count) => document.querySelector(".tray-piece") && document.querySelectorAll(".play-board .lying").length === count, number);

/** Opens a puzzle of bars and places one. */
async function play(page, name, cells) {
  await page.goto("about:blank");
  await page.goto(`${server.address}${fragment(puzzle(name, cells))}`);
  await tray(page, 0).waitFor();
  await place(page);
}

async function place(page) {
  const before = await page.locator(".play-board .lying").count();
  await tray(page, 0).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await lies(page, before + 1);
}

/** What the table of the browser holds. */
const table = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("combien", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("puzzles").objectStore("puzzles").getAll();
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
  };
}));

for (const browser of HERE) {
  test(`${browser}: what is played and drawn is there after a reload at once, and in a second page; what is removed stays away`, async () => {
    await visit("", async (page, context) => {
      await play(page, "two", 9);
      await page.reload();
      await lies(page, 1);
      await play(page, "three", 9);
      await place(page);
      await page.reload();
      await lies(page, 2);
      await mode(page, "Edit");
      await press(page, "Clear");
      await press(page, "Fill");
      await press(page, "Puzzles");
      // The game was begun, so that the drawing is a puzzle of its own.
      await page.locator(".mine .entry").nth(2).waitFor();
      assert.deepEqual(await mine(page), ["three", "three", "two"]);
      assert.equal((await table(page)).length, 3);
      // Another page of the browser hears of a move.
      await page.evaluate(() => {
        new BroadcastChannel("combien:puzzles").onmessage = ({ data }) => { window.heard = data.put?.[0].game?.placed.length; };
      });
      const other = await context.newPage();
      await other.goto(server.address);
      await other.locator(".mine .entry").filter({ hasText: "two" }).click();
      await lies(other, 1);
      await place(other);
      await page.waitForFunction(() => window.heard === 2);
      await page.locator(".mine .entry").filter({ hasText: "two" }).click();
      await lies(page, 2);
      await other.close();
      await press(page, "Puzzles");
      await page.locator(".mine .entry").nth(2).waitFor();
      assert.deepEqual(await mine(page), ["two", "three", "three"]);
      await press(page, "Remove: two");
      await page.reload();
      await page.locator(".mine .entry").first().waitFor();
      assert.deepEqual(await mine(page), ["three", "three"]);
    }, { browser });
  });
}

test("what an older page kept in its own way is moved to the table, below what is there; so is a last change that the table does not have", async () => {
  await visit("", async (page) => {
    await play(page, "new", 6);
    const game = { placed: [0], past: [[]], future: [] };
    await page.evaluate(([old, last]) => {
      localStorage.setItem("combien:puzzles", JSON.stringify(old));
      localStorage.setItem("combien:last", JSON.stringify(last));
    }, [[{ id: "a", title: "first", document: puzzle("first", 6), game }, { id: "b", title: "second", document: puzzle("second", 9) }], [{ id: "c", title: "last", document: puzzle("last", 6), game }]]);
    await page.goto("about:blank");
    await page.goto(server.address);
    await page.locator(".mine .entry").nth(3).waitFor();
    assert.deepEqual(await mine(page), ["last", "new", "first", "second"]);
    await page.waitForFunction(() => localStorage.getItem("combien:puzzles") === null && localStorage.getItem("combien:last") === null);
    await page.reload();
    await page.locator(".mine .entry").nth(3).waitFor();
    assert.deepEqual(await mine(page), ["last", "new", "first", "second"]);
    await page.locator(".mine .entry").nth(2).click();
    await lies(page, 1);
  });
});

for (const [why, locale, words, init] of [
  ["forbidden", "en-US", "This browser keeps nothing", () => Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } })],
  ["full", "fr-FR", "Il n'y a plus de place", () => { IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); }; }],
]) {
  test(`where storage is ${why} the page says so, once, and goes on as long as it is open, ${locale}`, async () => {
    await visit("", async (page, context) => {
      await context.addInitScript(init);
      await play(page, "two", 9);
      await page.locator(".toast.error").filter({ hasText: words }).waitFor();
      await page.locator(".toast.error button").click();
      await place(page);
      assert.equal(await page.locator(".toast").count(), 0);
      await press(page, locale === "en-US" ? "Puzzles" : "Casse-tête");
      await page.locator(".mine").filter({ hasText: words }).waitFor();
      await page.locator(".mine .entry").click();
      await lies(page, 2);
    }, { locale });
  });
}
