// What the page has in place of the library. Every language says what the English one says: the same values in each phrase, every puzzle and lesson of the start page, no word left empty.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { createServer } from "vite";
import { boardOf } from "./hands.mjs";

const root = new URL("..", import.meta.url).pathname;
const values = (phrase) => [...new Set(phrase.match(/\{\d\}/g) ?? [])].sort();

test("languages have the values of the English phrases, and words for each puzzle and lesson", async () => {
  const vite = await createServer({ root, configFile: false, server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  try {
    const load = async (path) => vite.ssrLoadModule(path);
    const { CATALOGUE, LESSONS } = await load("/src/catalogue.ts");
    const english = (await load("/src/languages/en.ts")).default;
    const files = await readdir(new URL("../src/languages", import.meta.url));
    assert.ok(files.includes("en.ts") && files.length > 1, files.join());
    for (const file of files) {
      const { default: language } = await load(`/src/languages/${file}`);
      assert.deepEqual(Object.keys(language.words).sort(), Object.keys(english.words).sort(), file);
      for (const [word, phrase] of Object.entries(language.words)) {
        assert.ok(phrase.trim() || !english.words[word].trim(), `${file}: ${word}`);
        assert.deepEqual(values(phrase), values(english.words[word]), `${file}: ${word}`);
      }
      for (const [entries, texts] of [[CATALOGUE, language.puzzles], [LESSONS, language.lessons]]) {
        assert.deepEqual(Object.keys(texts).sort(), entries.map(({ id }) => id).sort(), file);
        for (const [id, pair] of Object.entries(texts)) assert.ok(pair.length === 2 && pair.every(Boolean), `${file}: ${id}`);
      }
    }
  } finally {
    await vite.close();
  }
});

test("the board of each day is the one that the library makes", async () => {
  const vite = await createServer({ root, configFile: false, server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  try {
    const { dateCells, WHOLE, without } = await vite.ssrLoadModule("/src/play/calendar.ts");
    const text = WHOLE.text.slice(0, WHOLE.text.lastIndexOf("\nproblem whole"));
    const whole = boardOf(WHOLE);
    for (let month = 1; month <= 12; month++) for (let day = 1; day <= 31; day++) {
      const document = { kind: "tiling", text, problem: `day<${month}, ${day}>` };
      assert.deepEqual(without(whole, dateCells(document)), boardOf(document), document.problem);
    }
  } finally {
    await vite.close();
  }
});
