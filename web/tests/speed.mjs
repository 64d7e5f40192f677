// How long the two counts of notes/page.md take in one copy of the library: node tests/speed.mjs
import { readFile } from "node:fs/promises";

const glue = await import("../src/wasm/combien_web.js");
globalThis.combienHears = () => {};
await glue.default({ module_or_path: await readFile(new URL("../src/wasm/combien_web_bg.wasm", import.meta.url)) });
const page = new glue.Page();

const TEXTS = {
  "pentominoes 10x6": ["include <pentominoes>\nproblem p = constant 10x6 true pentominoes", "9356"],
  "dominoes 20x20": ["problem p = constant 20x20 true [{**} ~sym]", "1269984011256235834242602753102293934298576249856"],
};
for (const [name, [text, expected]] of Object.entries(TEXTS)) {
  page.open(JSON.stringify({ kind: "tiling", text }));
  const start = performance.now();
  const answer = JSON.parse(page.ask(JSON.stringify({ ask: "count" })));
  const seconds = (performance.now() - start) / 1000;
  if (answer.count !== expected) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  console.log(`${name}: ${seconds.toFixed(3)} s by ${answer.engine}, ${answer.nodes} nodes`);
}
