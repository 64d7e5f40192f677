import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Marked } from "marked";
import { defineConfig } from "vite";
import { cards } from "./cards.mjs";

/** Nothing but the page's own files: no other scripts, no requests elsewhere. Editors write styles of their own. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' blob: data:; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

const policy = {
  name: "policy",
  apply: "build",
  transformIndexHtml: () => [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" }],
};

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** A chapter of the book as a module of HTML: `chapter.md?lesson`. Links to other chapters of the same language stay; those to other pages of
 *  the book lead nowhere here and become text. Pictures become files of the page. */
const lessons = {
  name: "lessons",
  enforce: "pre",
  transform(text, id) {
    if (!id.endsWith(".md?lesson")) return undefined;
    const pictures = [];
    const chapter = new Marked({
      renderer: {
        code: ({ text, lang }) => `<pre data-language="${escaped(lang ?? "")}" tabindex="0"><code>${escaped(text)}</code></pre>\n`,
        heading({ tokens, depth }) {
          return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const words = this.parser.parseInline(tokens);
          const other = /^(backtracking|combine|exact-cover|sudoku)\.md$/.exec(href);
          return other ? `<a href="?lesson=${other[1]}">${words}</a>` : words;
        },
        html: ({ text }) => text.replace(/src="((?:\.\.\/)+pictures\/[\w-]+\.svg)"/g, (_, path) => `src="PICTURE_${pictures.push(path) - 1}"`),
      },
    });
    const html = JSON.stringify(chapter.parse(text));
    const imports = pictures.map((path, place) => `import picture${place} from ${JSON.stringify(`${path}?url`)};`);
    return `${imports.join("\n")}\nexport default ${html.replace(/PICTURE_(\d+)/g, (_, place) => `" + picture${place} + "`)};`;
  },
};

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

/** What `cards` makes for other programs, which ask for it over the network. */
const isCard = (file) => /^(card\.png|puzzle\/.*\.(html|png))$/.test(file);

/** The service worker knows every file that the page asks for, so that it works without a network. */
const offline = {
  name: "offline",
  apply: "build",
  closeBundle: {
    order: "post",
    sequential: true,
    handler() {
      const folder = new URL("dist/", import.meta.url).pathname;
      const files = filesBelow(folder).map((file) => relative(folder, file)).filter((file) => file !== "service-worker.js" && !isCard(file)).sort();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const source = readFileSync(new URL("service-worker.js", import.meta.url), "utf8");
      const names = JSON.stringify(["./", ...files]);
      writeFileSync(join(folder, "service-worker.js"), source.replace("FILES_OF_THE_PAGE", names).replace("VERSION_OF_THE_PAGE", hash.digest("hex").slice(0, 16)));
    },
  },
};

/** The library is the largest file by far: the browser begins to load it before it has read the scripts. */
const early = {
  name: "early",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {}).filter((file) => file.endsWith(".wasm")).map((file) => (
        { tag: "link", attrs: { rel: "preload", as: "fetch", crossorigin: true, href: `./${file}` }, injectTo: "head" })),
  },
};

/** Beside each file what a server may send in its place: compressed once, here. */
const compressed = {
  name: "compressed",
  apply: "build",
  closeBundle: {
    order: "post",
    sequential: true,
    handler: () => Promise.all(filesBelow(new URL("dist/", import.meta.url).pathname).filter((one) => /\.(html|js|css|json|svg|wasm|webmanifest)$/.test(one)).flatMap((file) => {
      const content = readFileSync(file);
      const write = (ending) => (made) => writeFileSync(`${file}.${ending}`, made);
      return [promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then(write("br")), promisify(gzip)(content, { level: 9 }).then(write("gz"))];
    })),
  },
};

export default defineConfig({
  // The folder works at any address.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  plugins: [lessons, policy, early, cards, offline, compressed],
  worker: { format: "es" },
  // The examples of the project stand beside this folder.
  server: { fs: { allow: [".."] } },
});
