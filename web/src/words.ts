// The words of the page in the language that is chosen. Each language is a file of `languages/`; only the one that is shown is loaded.

import type { Diagnostic } from "./protocol";
import type english from "./languages/en";

export type Word = keyof (typeof english)["words"];

/** What a message looks like, and how it is said: `{1}` is what the first group of the pattern found. */
type Form = [RegExp, string];
type Titled = Record<string, readonly string[]>;

/** A language. What a file leaves out of the last four is shown in English, and marked as such for screen readers. */
export interface Language {
  words: Record<Word, string>;
  puzzles: Titled;
  lessons: Titled;
  /** The techniques of people, by the library's names. */
  techniques?: Record<string, string>;
  /** The messages of the library, by their codes. Names and numbers in them are kept; other words in them are `things`. */
  messages?: Record<string, Form[]>;
  hints?: Form[];
  things?: Record<string, string>;
}

const FILES = import.meta.glob<Language>("./languages/*.ts", { import: "default" });
const fileOf = (code: string) => FILES[`./languages/${code}.ts`];

/** The codes of the languages that there are: their files' names. */
export const LANGUAGES = Object.keys(FILES).map((path) => /(\w+)\.ts$/.exec(path)![1]!);

let code = "en";
let language: Language;

/** Loads a language and chooses it; English if there is no such language. */
export async function setLanguage(next: string): Promise<void> {
  code = fileOf(next) ? next : "en";
  language = await fileOf(code)!();
  document.documentElement.lang = code;
}

export const currentLanguage = (): string => code;

/** What a language calls itself. */
export function nameOfLanguage(own: string): string {
  const name = new Intl.DisplayNames([own], { type: "language" }).of(own) ?? own;
  return name[0]!.toLocaleUpperCase(own) + name.slice(1);
}

const filled = (phrase: string, value: (place: number) => string) => phrase.replace(/\{(\d)\}/g, (_, place: string) => value(Number(place)));

/** A phrase in the language of the page, with values in it. */
export const t = (word: Word, ...values: (string | number)[]): string => filled(language.words[word], (place) => String(values[place] ?? ""));

/** A cell of the plane as chess players name it: a column by a letter, a row by its number from below. */
export function cellWords(name: string): string {
  const [, x, y] = /^(\d+),(\d+)$/.exec(name) ?? [];
  return x === undefined || Number(x) > 25 ? name : `${String.fromCharCode(97 + Number(x))}${Number(y) + 1}`;
}

/** What a puzzle of the start page is called, and a sentence about it. */
export const puzzleWords = (id: string): readonly string[] => language.puzzles[id] ?? [id, ""];

export const lessonWords = (id: string): readonly string[] => language.lessons[id] ?? [id, ""];

export const techniqueName = (name: string): string => language.techniques?.[name] ?? name;

/** A message of the library and its hint in the language of the page; `undefined` if the message is not known there. A hint that is not known stays as
 *  it is. */
export function translated({ code: kind, message, hint }: Pick<Diagnostic, "code" | "message" | "hint">): { message: string; hint: string | null } | undefined {
  const said = (text: string, forms: Form[] = []) => {
    for (const [form, phrase] of forms) {
      const found = form.exec(text);
      if (found) return filled(phrase, (place) => language.things?.[found[place] ?? ""] ?? found[place] ?? "");
    }
    return undefined;
  };
  const known = said(message, language.messages?.[kind]);
  return known === undefined ? undefined : { message: known, hint: hint && (said(hint, language.hints) ?? hint) };
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
