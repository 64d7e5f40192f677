// How soon the page is usable on a slow line and a slow phone: node tests/weight.mjs. 1.6 Mbit/s, 150 ms there and back, a processor four times as slow,
// files compressed as the build leaves them (`.br`).
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const folder = new URL("../dist", import.meta.url).pathname;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };
const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const file = join(folder, path === "/" ? "/index.html" : path);
  const kept = await readFile(`${file}.br`).then((content) => [content, "br"], () => readFile(file).then((content) => [content, "identity"], () => undefined));
  if (!kept) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Encoding": kept[1] }).end(kept[0]);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Seconds from the address to what is waited for, in a browser that has nothing of the page yet. */
async function seconds(path, selectors) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const start = performance.now();
  await page.goto(address + path, { waitUntil: "commit" });
  const times = [];
  for (const selector of selectors) {
    await page.locator(selector).first().waitFor({ timeout: 120_000 });
    times.push(((performance.now() - start) / 1000).toFixed(1));
  }
  await context.close();
  return times;
}

for (const [name, path, selectors] of [
  ["the start page: cards to be chosen, a picture", "", [".cards .entry", ".cards .picture svg"]],
  ["Scott's board: pieces to be moved, the library", "?puzzle=scott", [".tray-piece", ".modes"]],
  ["a Sudoku: cells to be filled, the library", "?puzzle=sudoku", [".sudoku-play .digit", ".modes"]],
  ["the calendar of today: pieces to be moved", "?puzzle=calendar", [".tray-piece"]],
]) console.log(`${name}: ${(await seconds(path, selectors)).join(" s, ")} s`);
await browser.close();
server.close();
