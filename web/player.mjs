// The page of `combien trace` as a file of this page: its script stands apart, as the policy wants it, and the search that it
// plays is the name of the frame that it is shown in.
import { readFileSync, writeFileSync } from "node:fs";

const page = readFileSync(new URL("../crates/combien-tiling/src/trace/page.html", import.meta.url), "utf8");
const data = '<script id="data" type="application/json">{{DATA}}</script>';
const [before, rest] = page.split(data);
const script = rest?.match(/^\s*<script>([\s\S]*)<\/script>([\s\S]*)$/);
if (!script) throw new Error("the page of `combien trace` has another form now: mend player.mjs");
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
const place = '<script id="data" type="application/json"></script>\n<script src="player.js"></script>';
writeFileSync(new URL("public/player.html", import.meta.url), before.replace(/<meta charset[^>]*>/, (charset) => `${charset}\n${meta}`) + place + script[2]);
writeFileSync(new URL("public/player.js", import.meta.url), `document.getElementById("data").textContent = window.name;\n${script[1]}`);
