// A page and a picture for each puzzle of the start page, for programs that show what a link leads to: they read no script and no fragment.
// The page leads on to the puzzle. And its board, to be played while the library is on its way. SITE is the address where the folder will be: pictures are named by it, as most of these programs want.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { createServer } from "vite";

const here = (path) => new URL(path, import.meta.url);
const site = process.env.SITE?.replace(/\/?$/, "/") ?? "";
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const [WIDTH, HEIGHT] = [1200, 630];

/** The board of a puzzle, and its picture without a move, if there is one. */
function opened(library, document) {
  library.open(JSON.stringify(document));
  const board = JSON.parse(library.ask(JSON.stringify({ ask: "board" })));
  const shown = JSON.parse(library.show(JSON.stringify({ options: board.taken ?? [], form: "svg", outlined: true, cell: 40 })));
  return { board, picture: shown.svg };
}

/** A drawing in the middle of a white card. */
function card(svg) {
  const [width, height] = ["width", "height"].map((name) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)`).exec(svg)?.[1]));
  const scale = Math.min((WIDTH - 120) / width, (HEIGHT - 80) / height);
  const [x, y] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  const inner = svg.replace(/^[\s\S]*?<svg/, `<svg x="${x}" y="${y}"`).replace(/ width="[\d.]+"/, ` width="${width * scale}"`).replace(/ height="[\d.]+"/, ` height="${height * scale}"`);
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>${inner}</svg>`;
  return new Resvg(whole).render().asPng();
}

export const tags = ({ title, about, address, picture }) => [
  ["og:site_name", "Combien"], ["og:type", "website"], ["og:title", title], ["og:description", about],
  ...(address ? [["og:url", address]] : []), ["og:image", picture], ["twitter:card", "summary_large_image"],
];

const page = (id, [title, about]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)} – Combien</title>
    <meta name="description" content="${escaped(about)}" />
${tags({ title, about, address: site && `${site}puzzle/${id}.html`, picture: `${site}${site && "puzzle/"}${id}.png` }).map(([name, content]) => `    <meta property="${name}" content="${escaped(content)}" />`).join("\n")}
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <meta http-equiv="refresh" content="0; url=../?puzzle=${id}" />
  </head>
  <body><a href="../?puzzle=${id}">${escaped(title)}</a></body>
</html>
`;

async function make() {
  const vite = await createServer({ root: here(".").pathname, configFile: false, server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  try {
    const { CATALOGUE } = await vite.ssrLoadModule("/src/catalogue.ts");
    const { WHOLE } = await vite.ssrLoadModule("/src/play/calendar.ts");
    const { default: english } = await vite.ssrLoadModule("/src/languages/en.ts");
    const glue = await import(here("src/wasm/combien_web.js"));
    globalThis.combienHears = () => {};
    await glue.default({ module_or_path: readFileSync(here("src/wasm/combien_web_bg.wasm")) });
    await initWasm(readFileSync(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
    const library = new glue.Page();
    const sign = readFileSync(here("public/icon.svg"), "utf8");
    const sized = (svg) => (/<svg[^>]* width=/.test(svg) ? svg : svg.replace("<svg", '<svg width="480" height="480"'));
    mkdirSync(here("dist/puzzle"), { recursive: true });
    for (const { id, document, dated } of CATALOGUE) {
      const { board, picture } = opened(library, document(new URLSearchParams()));
      // With it a game begins before the library is there. The board of a day is made of that of all days.
      if (board.type === "board") writeFileSync(here(`dist/puzzle/${id}.json`), JSON.stringify(dated ? opened(library, WHOLE).board : board));
      writeFileSync(here(`dist/puzzle/${id}.html`), page(id, english.puzzles[id]));
      writeFileSync(here(`dist/puzzle/${id}.png`), card(sized(picture ?? sign)));
    }
    writeFileSync(here("dist/card.png"), card(sized(sign)));
  } finally {
    await vite.close();
  }
}

const general = { title: "Combien", about: "Puzzles of pieces and boards: play one, draw one, ask how many solutions it has.", address: site, picture: `${site || "./"}card.png` };

export const cards = {
  name: "cards",
  apply: "build",
  transformIndexHtml: () => tags(general).map(([property, content]) => ({ tag: "meta", attrs: { property, content }, injectTo: "head" })),
  closeBundle: { order: "post", sequential: true, handler: make },
};
