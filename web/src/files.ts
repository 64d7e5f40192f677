// Files that are opened: what is in them, by their names and by what they say.

import { grids } from "./techniques";
import { Bug, Desk } from "./desk";
import { imported } from "./saved";
import { t } from "./words";
import type { Converted, Document, Kind, Shelf } from "./protocol";

/** The largest file that is opened. */
const MOST_BYTES = 5 << 20;

/** Formats that are written here and not read. */
const WRITTEN_ONLY = new Set(["cnf", "opb", "lp", "fzn", "svg", "png", "stl", "pdf"]);

/** Formats of other programs, which the library makes a document of. */
const FOREIGN = new Set(["xmpuzzle", "mps"]);

export type Opened =
  | { is: "document"; document: Document; isPart?: boolean; note?: string | null }
  | { is: "refused"; message: string }
  | { is: "puzzles"; number: number }
  | { is: "sudoku"; grid: string; number: number }
  | { is: "wrong"; why: "badFile" | "tooLarge" | "writtenOnly"; name: string };

const KINDS: Record<string, Kind> = { cmb: "tiling", dlx: "dlx", json: "json", sage: "json", csv: "csv", tsv: "csv" };

const extension = (name: string) => name.split(".").pop()?.toLowerCase() ?? "";

/** The problem in a part of a search, which `combien split` writes: its first line is a JSON document that holds it. */
function shard(text: string): string | undefined {
  try {
    const head = JSON.parse(text.split("\n", 1)[0]!) as { combien?: unknown; shard?: { text?: unknown } };
    return head.combien === "checkpoint" && typeof head.shard?.text === "string" ? head.shard.text : undefined;
  } catch {
    return undefined;
  }
}

/** What a text is, if its name does not say it. */
function guessed(text: string, shelf: Shelf): Kind | undefined {
  const first = /^\s*([\w-]+)/.exec(text.replace(/^\s*#.*$/gm, ""))?.[1] ?? "";
  if (/^\s*[[{]/.test(text)) return "json";
  if (shelf.puzzles.some((puzzle) => puzzle.name === first)) return "puzzle";
  if (shelf.words.some((row) => row.role === "Declaration" && row.word === first)) return "tiling";
  return undefined;
}

/** Reads files that were chosen or dropped together. The first is opened; the others are those that it may include. */
export async function read(files: File[], shelf: Shelf): Promise<Opened> {
  const texts = new Map<string, string>();
  for (const file of files) {
    const wrong = (why: "badFile" | "tooLarge" | "writtenOnly"): Opened => ({ is: "wrong", why, name: file.name });
    if (file.size > MOST_BYTES) return wrong("tooLarge");
    if (WRITTEN_ONLY.has(extension(file.name))) return wrong("writtenOnly");
    if (FOREIGN.has(extension(file.name))) return foreign(file);
    try {
      texts.set(file.name, new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      return wrong("badFile");
    }
  }
  const [name, text] = main(texts);
  const number = imported(text);
  if (number !== undefined) return { is: "puzzles", number };
  texts.delete(name);
  const others = texts.size ? { files: Object.fromEntries(texts) } : {};
  const kind = KINDS[extension(name)];
  if (kind) return { is: "document", document: { kind, text, name, ...others } };
  const found = grids(text);
  if (found.length) return { is: "sudoku", grid: found[0]!, number: found.length };
  const part = shard(text);
  if (part !== undefined) return { is: "document", document: { kind: "dlx", text: part, name }, isPart: true };
  const guess = guessed(text, shelf);
  return guess ? { is: "document", document: { kind: guess, text: guess === "puzzle" ? text.trim() : text, name, ...others } } : { is: "wrong", why: "badFile", name };
}

/** A file of another program, as a document. */
async function foreign(file: File): Promise<Opened> {
  const desk = new Desk();
  try {
    const made = await desk.ask<Converted>({ do: "convert", name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    if (made.type === "error") return { is: "refused", message: made.hint ? `${made.message}. ${made.hint}` : made.message };
    const name = file.name.replace(/\.\w+$/, made.kind === "tiling" ? ".cmb" : ".json");
    return { is: "document", document: { kind: made.kind, text: made.text, name }, note: made.note };
  } catch (error) {
    return { is: "refused", message: t("bug", error instanceof Bug ? error.message : String(error)) };
  } finally {
    desk.close();
  }
}

/** The file that no other names: by an `include`, or as the argument of a puzzle. */
function main(texts: Map<string, string>): [string, string] {
  const all = [...texts];
  const names = (text: string, name: string) => text.includes(`"${name}"`) || text.split(/\s+/).includes(name);
  return all.find(([name]) => !all.some(([other, text]) => other !== name && names(text, name))) ?? all[0]!;
}
