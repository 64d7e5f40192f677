// The counts of the examples in the page's copy of the library, against what the examples assert: those numbers have sources of
// their own (docs/explanation/sources.md), and the command is held to them by its tests.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

const glue = await import("../src/wasm/combien_web.js");
globalThis.combienHears = () => {};
await glue.default({ module_or_path: await readFile(new URL("../src/wasm/combien_web_bg.wasm", import.meta.url)) });
const page = new glue.Page();
const folder = new URL("../../examples/", import.meta.url);

/** These take minutes. */
const LONG = new Set(["box in boxes_3x4x5.cmb", "one_cube in pentacubes.cmb"]);

/** The covers that the comments of these files name. */
const MATRICES = { "toy.dlx": 1, "colors.dlx": 1, "lesson.dlx": 4, "letters.dlx": 1, "queens.dlx": 2744, "queens8.dlx": 92,
  // 8!: each worker has one job.
  "assignment.dlx": 40320 };

function asked(document, ask) {
  const opened = JSON.parse(page.open(JSON.stringify(document)));
  assert.equal(opened.type, "open", JSON.stringify(opened));
  const answer = JSON.parse(page.ask(JSON.stringify({ ask })));
  assert.equal(answer.type, "count", JSON.stringify(answer));
  return answer.count;
}

/** What a text asserts: names of problems with their counts. `strip<1..3> = 1, 2, 3` is three problems. */
function* asserted(text) {
  for (const [, name, orbits, numbers] of text.matchAll(/^assert count (\w+(?:<[^>]*>)?)( up to symmetry)? = ([\d, ]+)$/gm)) {
    const counts = numbers.split(",").map((number) => number.trim());
    const [, family, list] = /^(\w+)(?:<([^>]*)>)?$/.exec(name);
    // Each argument is a number or a range; the last one changes fastest.
    const values = (list ?? "").split(",").filter((value) => value.trim()).map((value) => {
      const [first, last = first] = value.split("..").map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });
    const members = values.reduce((lists, next) => lists.flatMap((one) => next.map((value) => [...one, value])), [[]]);
    const names = list === undefined ? [name] : members.map((member) => `${family}<${member.join(", ")}>`);
    assert.equal(names.length, counts.length, name);
    for (const [at, problem] of names.entries()) yield [problem, orbits ? "orbits" : "count", counts[at]];
  }
  for (const [, problem] of text.matchAll(/^assert unsolvable (\w+)$/gm)) yield [problem, "count", "0"];
}

const texts = Object.fromEntries(await Promise.all(
  (await readdir(folder)).filter((name) => /\.(cmb|dlx)$/.test(name)).map(async (name) => [name, await readFile(new URL(name, folder), "utf8")])));
let counted = 0;

for (const [name, text] of Object.entries(texts)) {
  if (name.endsWith(".dlx")) {
    test(`${name}: ${MATRICES[name]}`, () => {
      assert.equal(asked({ kind: "dlx", name, text }, "count"), String(MATRICES[name]));
      counted += 1;
    });
    continue;
  }
  for (const [problem, ask, count] of asserted(text)) {
    if (LONG.has(`${problem} in ${name}`)) continue;
    test(`${problem} in ${name}${ask === "orbits" ? " up to symmetry" : ""}: ${count}`, () => {
      assert.equal(asked({ kind: "tiling", name, text, problem, files: texts }, ask), count);
      counted += 1;
    });
  }
}

test("at least 70 counts were compared", () => assert.ok(counted >= 70, `${counted}`));
