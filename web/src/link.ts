// A puzzle in a link: its document, compressed, behind the `#`. Nothing of it ever reaches a server.

import type { Document, Kind, Mark, Marks } from "./protocol";

/** The most bytes that a link may hold when it is opened: some kilobytes may stand for a great many. */
const MOST = 2_000_000;

const KINDS: Kind[] = ["tiling", "puzzle", "dlx", "json", "csv"];

async function piped(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream, most = Infinity): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through as unknown as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The fragment of a document, without its `#`. */
export async function encoded(document: Document): Promise<string> {
  const { kind, text, problem, name, files, marks } = document;
  const plain = (some: Mark[]) => some.map(({ option, words }) => ({ option, words }));
  const isMarked = marks && marks.taken.length + marks.forbidden.length > 0;
  const content = JSON.stringify({ v: 1, kind, text, ...(problem && { problem }), ...(name && { name }), ...(files && Object.keys(files).length && { files }), ...(isMarked && { marks: { taken: plain(marks.taken), forbidden: plain(marks.forbidden) } }) });
  const bytes = await piped(new TextEncoder().encode(content), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "p=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Marks from a link, as far as they are some. */
function marksOf(value: unknown): Marks | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const some = (list: unknown): Mark[] =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one) => {
      const { option, words } = (one ?? {}) as Record<string, unknown>;
      return Number.isSafeInteger(option) && (option as number) >= 0 && (option as number) < 2 ** 32 && typeof words === "string" ? [{ option: option as number, words }] : [];
    });
  const { taken, forbidden } = value as Record<string, unknown>;
  return { taken: some(taken), forbidden: some(forbidden) };
}

/** The document of a fragment; none if there is none in it. Throws if it cannot be read. */
export async function decoded(fragment: string): Promise<Document | undefined> {
  const words = fragment.replace(/^#/, "");
  if (!words.startsWith("p=")) return undefined;
  const binary = atob(words.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await piped(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST);
  const content: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (typeof content !== "object" || content === null) throw new TypeError("no document");
  const { v, kind, text, problem, name, files, marks } = content as Record<string, unknown>;
  if (v !== 1 || !KINDS.includes(kind as Kind) || typeof text !== "string") throw new TypeError("no document");
  const document: Document = { kind: kind as Kind, text };
  if (typeof problem === "string") document.problem = problem;
  if (typeof name === "string") document.name = name;
  if (typeof files === "object" && files !== null && Object.values(files).every((file) => typeof file === "string")) {
    document.files = files as Record<string, string>;
  }
  const read = marksOf(marks);
  if (read) document.marks = read;
  return document;
}
