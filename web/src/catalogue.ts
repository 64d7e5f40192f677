// The puzzles of the start page. Texts are the examples of the project, unchanged, except for a few that are written here.

import type { Document } from "./protocol";
import { puzzleWords } from "./words";

const EXAMPLES = import.meta.glob("../../examples/{*.cmb,*.dlx,lessons/*.dlx,puzzles/*.txt}", { query: "?raw", import: "default", eager: true }) as Record<string, string>;

/** An example of the project, by its name. */
export function example(name: string): string {
  const text = EXAMPLES[`../../examples/${name}`];
  if (text === undefined) throw new Error(`there is no example ${name}`);
  return text;
}

export interface Entry {
  id: string;
  /** The group that begins with it. */
  group?: "boxes" | "shapes" | "signs";
  document: (parameters: URLSearchParams) => Document;
  /** A puzzle whose arguments can be chosen: a date. */
  dated?: boolean;
}

const tiling = (name: string, problem?: string, files: string[] = []) => (): Document => ({
  kind: "tiling",
  name: `${name}.cmb`,
  text: example(`${name}.cmb`),
  ...(problem && { problem }),
  ...(files.length && { files: Object.fromEntries(files.map((file) => [file, example(file)])) }),
});

const written = (text: string, problem?: string) => (): Document => ({ kind: "tiling", text, ...(problem && { problem }) });
const classic = (text: string, files: string[] = []) => (): Document => ({
  kind: "puzzle",
  text,
  ...(files.length && { files: Object.fromEntries(files.map((file) => [file, example(`puzzles/${file}`)])) }),
});

const FLIPS = `# A T and a Z on a board of 2 by 5, which need not be full.
problem flips = constant 5x2 true ~gaps [
  {***$.*.} ~one ~sym ~named "T",
  {**.$.**} ~one ~sym ~named "Z"
]
`;

const CORNERS = `# A chessboard without two opposite corners: can dominoes cover it?
problem corners = {
  .*******
  ********
  ********
  ********
  ********
  ********
  ********
  *******.
} [{**} ~sym ~named "domino"]
`;

const RECTANGLE = `# The twelve pentominoes fill a rectangle of 6 by 10 cells.
include <pentominoes>

problem rectangle = constant 10x6 true pentominoes
`;

/** A number within bounds from a parameter of the address, or another one. */
function number(parameters: URLSearchParams, name: string, most: number, otherwise: number): number {
  const value = Number(parameters.get(name) ?? otherwise);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise;
}

export const CATALOGUE: Entry[] = [
  {
    id: "calendar",
    group: "boxes",
    dated: true,
    document: (parameters) => {
      const today = new Date();
      const month = number(parameters, "month", 12, today.getMonth() + 1);
      const day = number(parameters, "day", 31, today.getDate());
      return { kind: "tiling", name: "calendar.cmb", text: example("calendar.cmb"), problem: `day<${month}, ${day}>` };
    },
  },
  { id: "soma", document: tiling("soma") },
  { id: "kanoodle", document: classic("kanoodle") },
  { id: "iq_puzzler", document: classic("iq_puzzler") },
  { id: "katamino", document: classic("katamino") },
  { id: "balls", document: tiling("balls") },
  { id: "tangram", document: tiling("tangram") },
  { id: "half_hour", document: classic("half_hour") },
  { id: "bedlam", document: classic("bedlam") },
  { id: "tetris_cube", document: classic("tetris_cube") },
  { id: "diabolical", document: classic("diabolical") },
  { id: "conway", document: classic("conway") },
  { id: "blocks", document: tiling("slothouber_graatsma") },
  { id: "scott", group: "shapes", document: tiling("scott", "scott", ["pentominoes.cmb"]) },
  { id: "rectangle", document: written(RECTANGLE) },
  { id: "corners", document: written(CORNERS) },
  { id: "flips", document: written(FLIPS) },
  { id: "heart", document: tiling("heart") },
  { id: "cats", document: tiling("cats", "cats_15") },
  { id: "lozenges", document: tiling("lozenges", "hexagon_4") },
  { id: "hexiamonds", document: tiling("hexiamonds", "parallelogram_6x6") },
  { id: "sticks", document: tiling("sticks") },
  { id: "tetrahexes", document: tiling("tetrahexes") },
  { id: "aztec", document: tiling("aztec", "order8") },
  { id: "torus", document: tiling("torus", "on_torus") },
  { id: "camel", document: tiling("camel", "small_camel") },
  { id: "tetrominoes", document: tiling("tetrominoes", "r8x5") },
  { id: "macmahon", document: classic("macmahon 4 6") },
  { id: "y15x15", document: tiling("y15x15") },
  { id: "queens", group: "signs", document: classic("queens 8") },
  { id: "sudoku", document: classic("sudoku 3x3 inkala.txt", ["inkala.txt"]) },
  { id: "crossword", document: classic("crossword crossword.txt words.txt", ["crossword.txt", "words.txt"]) },
  { id: "langford", document: classic("langford 7") },
  { id: "petersen", document: classic("coloring 3 petersen.txt", ["petersen.txt"]) },
  { id: "districts", document: classic("factor districts.txt connected4", ["districts.txt"]) },
  { id: "lesson", document: () => ({ kind: "dlx", name: "lesson.dlx", text: example("lesson.dlx") }) },
  { id: "letters", document: () => ({ kind: "dlx", name: "letters.dlx", text: example("letters.dlx") }) },
];

/** The entry that a document is, unchanged and without marks. The calendar of a day is another puzzle tomorrow. */
export function idInCatalogue(document: Document): string | undefined {
  const content = ({ kind, text, problem = null, files = {} }: Document) => JSON.stringify([kind, text, problem, Object.entries(files).sort()]);
  const isMarked = document.marks?.taken.length || document.marks?.forbidden.length;
  return isMarked ? undefined : CATALOGUE.find((one) => !one.dated && content(one.document(new URLSearchParams())) === content(document))?.id;
}

/** What the catalogue calls a document, in the language of the page. */
export function titleInCatalogue({ text }: Document): string | undefined {
  const entry = CATALOGUE.find((one) => one.document(new URLSearchParams()).text === text);
  return entry && puzzleWords(entry.id)[0];
}

/** The chapters of the lessons, in the order of a course. */
export const LESSONS = [
  { id: "backtracking" },
  { id: "exact-cover" },
  { id: "sudoku" },
  { id: "combine" },
] as const;

/** The document of an address such as `?puzzle=calendar&month=10&day=6`; `null` if it names no puzzle, and no entry if there is no such puzzle. */
export function fromAddress(parameters: URLSearchParams): { id: string; document?: Document } | undefined {
  const id = parameters.get("puzzle");
  if (id === null) return undefined;
  const entry = CATALOGUE.find((one) => one.id === id);
  return entry ? { id, document: entry.document(parameters) } : { id };
}
