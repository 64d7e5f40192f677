// What the page and its workers say to each other. Counts are strings of digits: they may have any number of them.

export type Kind = "tiling" | "puzzle" | "dlx" | "json" | "csv";

/** What is to be solved. */
export interface Document {
  kind: Kind;
  text: string;
  name?: string;
  problem?: string | null;
  files?: Record<string, string>;
  marks?: Marks;
}

/** An option that is kept or forbidden by hand: its number, and what it is, which decides if the text has changed. */
export interface Mark {
  option: number;
  words: string;
}

export interface Marks {
  taken: Mark[];
  forbidden: Mark[];
}

/** An option in words; of a placement also the piece, the names of its cells, and their places in the drawing, counted from below. */
export interface Described extends Mark {
  piece?: string | null;
  cells?: string[];
  at?: [number, number, number][];
}

export interface SeenMarks {
  taken: Described[];
  forbidden: Described[];
  /** Marks of placements that there are no more. */
  lost: string[];
}

export interface Label {
  from?: number;
  to?: number;
  file?: string;
  text: string;
}

export interface Diagnostic {
  severity: "error" | "warning";
  code: string;
  message: string;
  hint: string | null;
  labels: Label[];
}

export type Grid = "square" | "hexagon" | "triangle" | "quarter" | "kite" | "stick" | "cube" | "sphere";
export type Turning = "not" | "half" | "all" | "other";

export interface DrawnPiece {
  name: string | null;
  rows: string[][];
  turning: Turning;
  mirrored: boolean;
  least: number;
  most: number | null;
  color: string | null;
}

export interface Drawing {
  grid: Grid;
  board: string[][];
  closed: string | null;
  pieces: DrawnPiece[];
}

export interface Matrix {
  items: string[];
  primary: number;
  options: { name: string | null; entries: [number, string | null][] }[];
}

export interface About {
  title: string;
  options: number;
  items: number;
  grid: Grid | "lattice" | null;
  cells: number | null;
}

export interface Seen {
  type: "seen";
  diagnostics: Diagnostic[];
  problems: string[];
  names: { name: string; kind: string }[];
  drawing?: Drawing;
  matrix?: Matrix | null;
  about?: About;
  marks?: SeenMarks;
}

export interface PieceSet {
  name: string;
  about: string;
  grid: Grid;
  pieces: DrawnPiece[];
}

export interface Shelf {
  sets: PieceSet[];
  puzzles: { name: string; about: string; usage: string; examples: string[] }[];
  /** The words of the language, a row for each role of each. */
  words: { word: string; role: string; is_option: boolean; is_keyword: boolean; takes: boolean; help: string }[];
  colors: string[];
}

export type Question =
  | { ask: "count" | "orbits" | "unique" | "list" | "certain" | "why" | "hint" | "almost" }
  | { ask: "split"; parts: number }
  | { ask: "part"; number: number; list: boolean }
  | { ask: "representatives"; most: number }
  | { ask: "puzzle"; seed: number }
  | { ask: "board" }
  | { ask: "walk"; again: boolean; frames: number; nodes: number }
  | { ask: "solved"; options: number[] };

type Outline = [number, number][];

/** A way that a piece may lie, at the origin: its cells, the marks and colors it shows, each with its place, and the ways it is turned into. */
export interface PlayWay {
  piece: number;
  cells: { layer: number; outline: Outline }[];
  labels: [x: number, y: number, layer: number, sign: string][];
  /** Parts of it in other colors. */
  tints?: [Outline, string][];
  turn: number | null;
  flip: number | null;
  roll: number | null;
  tip: number | null;
}

/** A way, its step from the origin, the items it covers, and their colors if there are some. A gap has the way -1. */
export type PlayPlacement = [way: number, x: number, y: number, layer: number, items: number[], colors?: (string | null)[]];

/** A board to be played by hand. Lengths are in sides of a square as large as a cell, to the right and down. */
export interface PlayBoard {
  type: "board";
  /** Pieces are moved, vertices of a graph are gathered to parts, or rows of a matrix are chosen. */
  form: "pieces" | "parts" | "rows";
  cells: { name: string; layer: number; outline: Outline; mark: string | null; region?: number | null }[];
  /** Cells with a word that nothing covers. */
  windows?: PlayBoard["cells"];
  items: { name?: string; least: number; most: number; cell: number | null }[];
  /** A chessboard. */
  checkered?: boolean;
  /** Edges of a graph whose vertices are the cells. */
  links?: [number, number][];
  /** Colors of parts, in the order in which they are placed. */
  palette?: string[];
  pieces: { name: string; color: string; least: number; most: number | null }[];
  ways: PlayWay[];
  placements: PlayPlacement[];
  taken: number[];
  forbidden: number[];
}

/** Looks at a search: what it has taken, and whether that is a solution. */
export interface Walked {
  type: "walk";
  frames: { taken: number[]; solution: boolean }[];
  nodes: number;
  ended: boolean;
}

export interface Size {
  mean: string;
  low: string;
  high: string;
  rough: boolean;
  nodes: number;
}

/** An item: a cell or a piece of a tiling, or any other. */
export interface Item {
  kind: "cell" | "piece" | "item";
  name: string;
}

export type Hint =
  | { type: "hint"; ending: "none" | "full" | "open" | "time" }
  | { type: "hint"; ending?: undefined; option: Described; by: "item" | "deduced" | "search"; item?: Item };

export interface Almost {
  type: "almost";
  solvable: boolean;
  options: number[];
  holes?: number;
  at_least?: number;
  left?: Item[];
  unused?: Item[];
  mends?: { change: "more" | "less" | "added"; piece: string | null }[] | null;
  stopped?: string | null;
}

/** What is counted in a solution. */
export type Counted = { kind: "cost" } | { kind: "piece" | "item"; name: string };

/** Something to have little of, or much. */
export type Aim = Counted & { much: boolean };

/** A puzzle of a booklet. */
export interface Leaf {
  name: string;
  note: string;
  clues: number[];
  solution: number[];
}

/** Further questions: costs, frequencies, designs, files. Times are in milliseconds. */
export type FurtherQuestion =
  | { ask: "kinds" | "rate" }
  | { ask: "best"; max: boolean; most: number; time: number }
  | { ask: "table"; by: Counted[] }
  | { ask: "sample"; seed: number; number: number }
  | { ask: "estimate"; seed: number; probes: number }
  | { ask: "marginals"; piece: string | null }
  | { ask: "front"; aims: [Aim, Aim] }
  | { ask: "series"; seed: number; number: number }
  | { ask: "booklet"; title: string; leaves: Leaf[]; cut: boolean }
  | { ask: "write"; to: string }
  | { ask: "counting"; engine: string | null; time: number }
  | { ask: "lengths"; of: { document: Document; name: string } | null; by: string | null; time: number }
  | { ask: "plane"; piece: number | null; time: number }
  | { ask: "boards"; inside: [number, number, number] | null; symmetric: boolean; whole: boolean; unique: boolean; time: number }
  | { ask: "sets"; least: number; most: number; unique: boolean; after: string; time: number };

export type FurtherAnswer =
  | Extract<Answer, { type: "stopped" | "sample" | "estimate" | "error" | "faults" }>
  | { type: "kinds"; cost: boolean; pieces: string[]; items: string[]; tiling: boolean; plane: string[]; engines: string[] }
  | { type: "best"; solutions: number[][]; costs: string[]; complete: boolean; bound: string | null; gap: string | null; stopped: string | null; engine: string; why: string }
  | { type: "table"; rows: string[][]; total: string }
  | { type: "marginals"; total: string; forced: number; impossible: number; possible: number; svg: string | null; options: (Described & { solutions: string; share: number })[] }
  | { type: "counting"; count?: string; certain?: string; reason?: string; engine: string; why: string; nodes: number; updates: number }
  | { type: "front"; total: string; numbers: [string, string][]; solutions: number[][] }
  | { type: "rated"; rating: string | null; hardest: string | null; effort: string; tally: [string, number][]; steps: { technique: string; text: string }[] }
  | { type: "unrated"; found: number }
  | { type: "series"; made: number; wanted?: number }
  | { type: "booklet"; html: string }
  | { type: "written"; text?: string; bytes?: number[]; lost: string[] }
  | { type: "sets"; all: string; tried: string; unknown: number }
  | {
      type: "lengths";
      quotient: string;
      recurrence: string;
      first: number;
      terms: string[];
      totals: string[];
      growth: { low: string; high: string; constant: number | null; remainder: number; modulus: number } | null;
      states: number;
      compared: number;
    }
  | {
      type: "plane";
      class: "translations" | "half turns" | "isohedral" | "periodic" | "fails" | "together" | "unknown";
      group?: string | null;
      classes?: number | null;
      copies?: number | null;
      /** For each piece its name, the copies that repeat, and the cells that they cover. */
      shares?: [string, number, number][] | null;
      steps?: [[number, number], [number, number]] | null;
      heesch?: number | null;
      holes?: number | null;
      tori: number;
      coronas?: number;
      stopped: string | null;
      svg?: string;
    }
  | { type: "boards"; found: number; stopped: string | null };

/** A file of another program, as a document. */
export type Converted = { type: "converted"; kind: "tiling" | "json"; text: string; note: string | null } | Extract<Answer, { type: "error" }>;

/** A puzzle of a series. */
export interface Made {
  type: "made";
  clues: number[];
  solution: number[];
  rating: string | null;
  hardest: string | null;
}

export type Answer =
  | Hint
  | PlayBoard
  | Walked
  | { type: "solved"; solved: boolean }
  | Almost
  | { type: "split"; parts: number }
  | { type: "count"; count: string; workers?: number; engine?: string; why?: string; nodes?: number; symmetries?: string }
  | { type: "stopped"; certain: string; reason: string }
  | { type: "unique"; found: number }
  | { type: "begun" }
  | { type: "more"; solutions: number[][]; ending: string | null; found: number; fraction: number }
  | { type: "listed"; found: number; complete: boolean }
  | { type: "sample"; found: number; seed: number }
  | {
      type: "estimate";
      exact: boolean;
      nodes: number | Size;
      solutions: string | Size | null;
      probes?: number;
      hits?: number;
    }
  | { type: "certain"; options?: number[]; impossible?: string }
  | { type: "why"; kind: "cell" | "piece" | "even" | "other" | null; coloring?: "chessboard" | "columns" | "rows" | "layers"; values?: (string | number)[] }
  | { type: "puzzle"; seed: number; clues: number[] | null; solution?: number[] }
  | { type: "error"; message: string; hint: string | null; why?: "many" | "large" | "matrix" | "rules" }
  | { type: "faults"; diagnostics: Diagnostic[] };

export interface Progress {
  type: "progress";
  time: number;
  nodes: number;
  solutions: string;
  fraction: number;
  left: { low: number; high: number } | null;
}

export type Heard =
  | Progress
  | { type: "solutions"; solutions: number[][] }
  | { type: "more"; solutions: number[][]; ending: string | null; found: number; fraction: number }
  | Made
  | { type: "set"; words: string; solutions: string; text: string | null }
  | { type: "region"; svg: string | null; solutions: string; symmetries: number; text: string | null }
  | { type: "bug"; message: string };

export interface ShowRequest {
  options?: number[];
  form?: "svg" | "isometric" | "text" | "cut" | "stl" | "cells" | "apart" | "thumbnail" | "trace";
  cell?: number;
  side?: number;
  kerf?: number;
  gap?: number;
  outlined?: boolean;
  legend?: boolean;
}

export interface Body {
  name: string;
  color: string;
  cells: [number, number, number][];
}

export type Shown =
  | { type: "shown"; svg?: string; text?: string; rows?: number[]; cells?: Body[]; stl?: number[] }
  | { type: "error"; message: string; hint: string | null };

/** How a solution comes apart: its level, `null` if it is stuck, and what is seen after each move. */
export type Apart =
  | { type: "apart"; level: string | null; stages: [piece: number, x: number, y: number, z: number][][] }
  | { type: "error"; message: string; hint: string | null };

/** Row, column and digit; the rows and columns from 0. */
export type Candidate = [number, number, number];

export interface SudokuAnswer {
  type: "sudoku" | "error";
  message?: string;
  hint?: string | null;
  stopped?: boolean;
  grid?: string;
  /** Two stand for two or more. */
  solutions?: number;
  examples?: string[];
  step?: { technique: string; rating: string; why: string; puts: Candidate | null; removes: Candidate[]; rests: Candidate[] } | null;
  rating?: string | null;
  hardest?: string | null;
  tally?: [string, number][];
}

/** A request without its number. */
export type Asked =
  | { do: "look"; document: Document }
  | { do: "open"; document: Document }
  | { do: "ask"; question: Question | FurtherQuestion }
  | { do: "more"; number: number }
  | { do: "show"; request: ShowRequest }
  | { do: "edit"; document: Document; drawing: Drawing }
  | { do: "alone"; document: Document }
  | { do: "describe"; options?: number[]; cells?: [number, number, number][] }
  | { do: "sudoku"; request: { do: "read" | "solve" | "hint" | "rate"; grid: string } }
  | { do: "convert"; name: string; bytes: Uint8Array }
  | { do: "shelf" };

export type Request = Asked & { id: number };

export type Reply = { id: number; answer: unknown } | { id: number; heard: Heard } | { id: number; broken: string };
