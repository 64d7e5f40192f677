// The puzzles of the start page. Texts are the examples of the project, unchanged, except for a few that are written here.

import type { Document } from "./protocol";
import { said } from "./words";

const EXAMPLES = import.meta.glob("../../examples/{*.cmb,*.dlx,lessons/*.dlx,puzzles/*.txt}", { query: "?raw", import: "default", eager: true }) as Record<string, string>;

/** An example of the project, by its name. */
export function example(name: string): string {
  const text = EXAMPLES[`../../examples/${name}`];
  if (text === undefined) throw new Error(`there is no example ${name}`);
  return text;
}

export interface Entry {
  id: string;
  title: readonly [string, string];
  about: readonly [string, string];
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
    title: ["Puzzle a day", "Un casse-tête par jour"],
    about: ["Eight pieces leave today's date to be read.", "Huit pièces laissent lire la date du jour."],
    dated: true,
    document: (parameters) => {
      const today = new Date();
      const month = number(parameters, "month", 12, today.getMonth() + 1);
      const day = number(parameters, "day", 31, today.getDate());
      return { kind: "tiling", name: "calendar.cmb", text: example("calendar.cmb"), problem: `day<${month}, ${day}>` };
    },
  },
  { id: "scott", title: ["Scott's board", "Le plateau de Scott"], about: ["Twelve pentominoes around a hole, 1958.", "Douze pentominos autour d'un trou, 1958."], document: tiling("scott", "scott", ["pentominoes.cmb"]) },
  { id: "rectangle", title: ["Pentominoes 6 × 10", "Pentominos 6 × 10"], about: ["The classic rectangle: 9356 ways.", "Le rectangle classique : 9356 façons."], document: written(RECTANGLE) },
  { id: "soma", title: ["Soma cube", "Cube Soma"], about: ["Seven pieces of wood make a cube.", "Sept pièces de bois forment un cube."], document: tiling("soma") },
  { id: "queens", title: ["Eight queens", "Huit dames"], about: ["None attacks another.", "Aucune n'en attaque une autre."], document: classic("queens 8") },
  { id: "sudoku", title: ["A hard Sudoku", "Un Sudoku difficile"], about: ["Arto Inkala's, with one solution.", "Celui d'Arto Inkala, à solution unique."], document: classic("sudoku 3x3 inkala.txt", ["inkala.txt"]) },
  { id: "corners", title: ["The cut chessboard", "L'échiquier mutilé"], about: ["Two corners are gone. Will dominoes do?", "Deux coins manquent. Des dominos suffisent-ils ?"], document: written(CORNERS) },
  { id: "flips", title: ["T and Z", "T et Z"], about: ["Two pieces on a small board with gaps.", "Deux pièces sur un petit plateau à trous."], document: written(FLIPS) },
  { id: "heart", title: ["A heart", "Un cœur"], about: ["Corners and two bars, 17 ways.", "Des coins et deux barres, 17 façons."], document: tiling("heart") },
  { id: "cats", title: ["Cats in a box", "Chats en boîte"], about: ["Nine cats of all shapes on a shelf.", "Neuf chats de toutes formes."], document: tiling("cats", "cats_15") },
  { id: "lozenges", title: ["Lozenges", "Losanges"], about: ["MacMahon's hexagon of triangles.", "L'hexagone de MacMahon."], document: tiling("lozenges", "hexagon_4") },
  { id: "hexiamonds", title: ["Hexiamonds", "Hexiamants"], about: ["Twelve pieces of six triangles.", "Douze pièces de six triangles."], document: tiling("hexiamonds", "parallelogram_6x6") },
  { id: "balls", title: ["A pyramid of balls", "Une pyramide de boules"], about: ["Twelve pieces, five layers: 306 ways.", "Douze pièces, cinq étages : 306 façons."], document: tiling("balls") },
  { id: "tangram", title: ["Tangram", "Tangram"], about: ["Seven pieces make a square in one way.", "Sept pièces font un carré d'une seule façon."], document: tiling("tangram") },
  { id: "sticks", title: ["Sticks", "Bâtonnets"], about: ["Ten pieces of four sticks that do not cross.", "Dix pièces de quatre bâtonnets qui ne se croisent pas."], document: tiling("sticks") },
  { id: "tetrahexes", title: ["Tetrahexes", "Tétrahexes"], about: ["Seven pieces of four hexagons.", "Sept pièces de quatre hexagones."], document: tiling("tetrahexes") },
  { id: "aztec", title: ["Aztec diamond", "Diamant aztèque"], about: ["68,719,476,736 ways to lay dominoes.", "68 719 476 736 pavages par dominos."], document: tiling("aztec", "order8") },
  { id: "torus", title: ["A torus", "Un tore"], about: ["Dominoes that leave on one side and come back on the other.", "Des dominos qui sortent d'un côté et rentrent de l'autre."], document: tiling("torus", "on_torus") },
  { id: "camel", title: ["The camel", "Le chameau"], about: ["Dominoes in the shape of the paper on combine.", "Des dominos dans la figure de l'article sur combine."], document: tiling("camel", "small_camel") },
  { id: "blocks", title: ["Slothouber–Graatsma", "Slothouber–Graatsma"], about: ["Six blocks, three cubes, one idea.", "Six blocs, trois cubes, une idée."], document: tiling("slothouber_graatsma") },
  { id: "tetrominoes", title: ["Tetrominoes", "Tétraminos"], about: ["The lesson's board of 8 by 5: 800,290 ways.", "Le plateau 8 par 5 de la leçon : 800 290 façons."], document: tiling("tetrominoes", "r8x5") },
  { id: "lesson", title: ["Eight subsets", "Huit parties"], about: ["The lesson's first problem, as a matrix.", "Le premier problème de la leçon, en matrice."], document: () => ({ kind: "dlx", name: "lesson.dlx", text: example("lesson.dlx") }) },
  { id: "letters", title: ["The encyclopedia's matrix", "La matrice de l'encyclopédie"], about: ["Six rows, one exact cover.", "Six lignes, une couverture exacte."], document: () => ({ kind: "dlx", name: "letters.dlx", text: example("letters.dlx") }) },
  { id: "petersen", title: ["Petersen's graph", "Le graphe de Petersen"], about: ["Three colors, neighbours differ: 120 ways.", "Trois couleurs, voisins différents : 120 façons."], document: classic("coloring 3 petersen.txt", ["petersen.txt"]) },
  { id: "districts", title: ["Districts of an island", "Les cantons d'une île"], about: ["Twelve parishes on a map, in three connected parts: 22 ways.", "Douze paroisses sur une carte, en trois parties connexes : 22 façons."], document: classic("factor districts.txt connected4", ["districts.txt"]) },
  { id: "crossword", title: ["A crossword", "Des mots croisés"], about: ["Words of four letters cross, none twice: 718 ways.", "Des mots de quatre lettres se croisent, aucun deux fois : 718 façons."], document: classic("crossword crossword.txt words.txt", ["crossword.txt", "words.txt"]) },
  { id: "langford", title: ["Langford pairs", "Paires de Langford"], about: ["1 to 7, twice each, spaced by themselves.", "De 1 à 7, deux fois, espacés d'eux-mêmes."], document: classic("langford 7") },
  { id: "macmahon", title: ["MacMahon squares", "Carrés de MacMahon"], about: ["Edges match in three colors.", "Les bords s'accordent en trois couleurs."], document: classic("macmahon 4 6") },
  { id: "y15x15", title: ["A square of Ys", "Un carré de Y"], about: ["15 by 15, and it takes a while: 1696 ways.", "15 par 15, et c'est long : 1696 façons."], document: tiling("y15x15") },
];

/** What the catalogue calls a document, in the language of the page. */
export function titleInCatalogue({ text }: Document): string | undefined {
  const entry = CATALOGUE.find((one) => one.document(new URLSearchParams()).text === text);
  return entry && said(entry.title);
}

/** The chapters of the lessons, in the order of a course. */
export const LESSONS = [
  { id: "backtracking", title: ["Backtracking", "Rebroussement"], about: ["Queens, a maze, and a Sudoku by brute force.", "Des dames, un labyrinthe, un Sudoku par force brute."] },
  { id: "exact-cover", title: ["Exact covers", "Couvertures exactes"], about: ["The first algorithm, the dancing links, tetrominoes.", "Le premier algorithme, les liens dansants, les tétraminos."] },
  { id: "sudoku", title: ["Sudoku as an exact cover", "Le Sudoku, une couverture exacte"], about: ["A matrix of 729 rows and 324 columns.", "Une matrice de 729 lignes et 324 colonnes."] },
  { id: "combine", title: ["The paper “combine”", "L'article sur combine"], about: ["The library that this project grew from.", "La bibliothèque d'où vient ce projet."] },
] as const satisfies { id: string; title: readonly [string, string]; about: readonly [string, string] }[];

/** The document of an address such as `?puzzle=calendar&month=10&day=6`; `null` if it names no puzzle, and no entry if there is no such puzzle. */
export function fromAddress(parameters: URLSearchParams): { id: string; document?: Document } | undefined {
  const id = parameters.get("puzzle");
  if (id === null) return undefined;
  const entry = CATALOGUE.find((one) => one.id === id);
  return entry ? { id, document: entry.document(parameters) } : { id };
}
