// What the stories of the page have in common: the browser, the built folder, and what a visitor does and sees.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { after, before } from "node:test";
import { chromium, firefox } from "playwright-core";
import { serve } from "./server.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const SIZES = { phone: { width: 360, height: 740 }, tablet: { width: 820, height: 1100 }, desktop: { width: 1280, height: 900 } };
const FIREFOX = process.env.FIREFOX || "/usr/bin/firefox-esr";
// Chromium draws the menus of its own address bar for each window, twice, and nobody sees them. A switch would replace the list of features that Playwright turns off, so that these join it.
const types = chromium._connection.toImpl(chromium);
const switches = types.defaultArgs.bind(types);
types.defaultArgs = async (...about) => (await switches(...about)).map((one) => one.replace(/^--disable-features=/, "$&WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI,"));
/** Both as a distributor builds them. Firefox is driven by WebDriver BiDi. */
const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-gl=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-rasterization"] }),
  firefox: async () => {
    const started = await firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX });
    // Playwright sets the theme of each new page by a command that Firefox does not know before version 154: there the page's own memory sets it.
    const session = started._connection.toImpl(started)._browserSession;
    const send = session.send.bind(session);
    session.send = (command, parameters) => (command === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send(command, parameters));
    return started;
  },
};
/** Where there is no Firefox, the stories are played in Chromium alone. */
export const HERE = Object.keys(BROWSERS).filter((name) => name === "chromium" || existsSync(FIREFOX));
/** Each is started when a story asks for it. */
const started = new Map();
export let server;

before(async () => {
  server = await serve(new URL("../dist", import.meta.url).pathname);
});
after(async () => {
  for (const browser of started.values()) await (await browser).close();
  await server?.close();
});

/** Play, Edit or Ask, in either language. */
const MODES = { Play: "play", Edit: "edit", Ask: "ask" };
export const mode = (page, name) => page.locator(`.modes [data-mode="${MODES[name]}"]`).click();

/** A new page without a service worker, which would fetch the whole folder once more for each story, unless it is wanted; a named puzzle is opened in a mode. At the end it must have had no errors, and sent no requests to other servers. */
export async function visit(address, act, { browser: name = "chromium", size = "desktop", mode: wanted = "Edit", locale = "en-US", theme = "light", offline = false, ...more } = {}) {
  if (!started.has(name)) started.set(name, BROWSERS[name]());
  const browser = await started.get(name);
  const context = await browser.newContext({ viewport: SIZES[size], locale, colorScheme: theme, acceptDownloads: true, ...(name === "chromium" && { serviceWorkers: offline ? "allow" : "block" }), hasTouch: size === "phone", ...more });
  if (name === "firefox") await context.addInitScript((chosen) => { if (location.protocol === "http:") localStorage.setItem("theme", chosen); }, theme);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !url.startsWith("blob:") && !url.startsWith("data:")) wrong.push(`a request to ${url}`);
  });
  await page.goto(server.address + address);
  try {
    if (address.startsWith("?puzzle=") && wanted !== "Play") await mode(page, wanted);
    await act(page, context);
    assert.deepEqual(wrong, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  } catch (error) {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failed-${name}-${Date.now()}.png` });
    throw error;
  } finally {
    await context.close();
  }
}

export const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
export const verdict = (page, text) => page.locator(".verdict").filter({ hasText: text }).waitFor();
export const more = async (page, name) => {
  const details = page.locator(".answers > details.others:not(.further)");
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  await press(page, name);
};
/** Replaces the whole text in the editor. */
export async function write(page, text) {
  await mode(page, "Edit");
  await page.getByRole("tab", { name: /Write|Texte/ }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
export const violations = async (page) => {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0]?.html}`);
};

export const WORDS = {
  "en-US": { solve: "Solve", next: "Next", all: "All solutions", count: "Count", orbits: "Count up to symmetry", none: "There is no solution.", counted: (n) => `${n} solutions`, upTo: (n) => `${n} solutions up to symmetry`, unique: "There is exactly one solution." },
  "fr-FR": { solve: "Résoudre", next: "Suivante", all: "Toutes", count: "Compter", orbits: "Compter à symétrie près", none: "Il n'y a pas de solution.", counted: (n) => `${n} solutions`, upTo: (n) => `${n} solutions à symétrie près`, unique: "Il y a une seule solution." },
};
