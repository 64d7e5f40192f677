// The words of the page in the language that is chosen. Each language is a file of `languages/`; only the one that is shown is loaded.

import type { Diagnostic } from "./protocol";
import { type Messages, reader } from "./messages";
import type english from "./languages/en";

export type Word = keyof (typeof english)["words"];

type Titled = Record<string, readonly string[]>;

/** A language. What the library says without a catalogue, or what is not in it, is shown in English, and marked as such for screen readers. */
export interface Language {
  words: Record<Word, string>;
  puzzles: Titled;
  lessons: Titled;
  /** The messages of the library. */
  messages?: () => Promise<{ default: Messages }>;
}

const FILES = import.meta.glob<Language>("./languages/*.ts", { import: "default" });
const fileOf = (code: string) => FILES[`./languages/${code}.ts`];

/** The codes of the languages that there are: their files' names. */
export const LANGUAGES = Object.keys(FILES).map((path) => /(\w+)\.ts$/.exec(path)![1]!);

let code = "en";
let language: Language;
let said: ReturnType<typeof reader> = () => undefined;

/** Loads a language and chooses it; English if there is no such language. */
export async function setLanguage(next: string): Promise<void> {
  code = fileOf(next) ? next : "en";
  language = await fileOf(code)!();
  document.documentElement.lang = code;
  said = () => undefined;
  // The page need not wait for it: what is said until then is English.
  void language.messages?.().then(({ default: messages }) => (said = reader(messages)));
}

export const currentLanguage = (): string => code;

/** What a language calls itself. */
export function nameOfLanguage(own: string): string {
  const name = new Intl.DisplayNames([own], { type: "language" }).of(own) ?? own;
  return name[0]!.toLocaleUpperCase(own) + name.slice(1);
}

/** A phrase in the language of the page, with values in it. */
export const t = (word: Word, ...values: (string | number)[]): string => language.words[word].replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ""));

/** A cell of the plane as chess players name it: a column by a letter, a row by its number from below. */
export function cellWords(name: string): string {
  const [, x, y] = /^(\d+),(\d+)$/.exec(name) ?? [];
  return x === undefined || Number(x) > 25 ? name : `${String.fromCharCode(97 + Number(x))}${Number(y) + 1}`;
}

/** What a puzzle of the start page is called, and a sentence about it. */
export const puzzleWords = (id: string): readonly string[] => language.puzzles[id] ?? [id, ""];

export const lessonWords = (id: string): readonly string[] => language.lessons[id] ?? [id, ""];

export const techniqueName = (name: string): string => said(name) ?? name;

/** A message of the library and its hint in the language of the page; `undefined` if the message is not known there. A hint that is not known stays as
 *  it is. */
export function translated({ message, hint }: Pick<Diagnostic, "message" | "hint">): { message: string; hint: string | null } | undefined {
  const known = said(message);
  return known === undefined ? undefined : { message: known, hint: hint && (said(hint) ?? hint) };
}

/** A whole number of any size, its digits in groups. */
export function grouped(digits: string | number | bigint): string {
  return BigInt(typeof digits === "number" ? Math.round(digits) : digits).toLocaleString(code);
}

/** Seconds in words that are as exact as the number is. */
export function duration(seconds: number): string {
  const units: [number, string][] = [[31_557_600, t("years")], [86_400, t("days")], [3600, "h"], [60, "min"], [1, "s"]];
  for (const [size, unit] of units) {
    if (seconds >= size * 1.5 || size === 1) return `${grouped(Math.max(1, Math.round(seconds / size)))} ${unit}`;
  }
  return "";
}
