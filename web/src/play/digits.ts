// A Sudoku in play as data: digits, notes, and what came before.

export const SIDE = 9;
export const CELLS = SIDE * SIDE;

/** What the player has written: a digit or a point for each cell, and the noted digits of each cell as bits. */
export interface Written {
  digits: string;
  notes: readonly number[];
}

export interface Sheet extends Written {
  past: readonly Written[];
  future: readonly Written[];
}

export const fresh = (given: string): Sheet => ({ digits: given, notes: Array<number>(CELLS).fill(0), past: [], future: [] });

const written = ({ digits, notes }: Sheet): Written => ({ digits, notes });
const after = (sheet: Sheet, next: Written): Sheet => ({ ...next, past: [...sheet.past, written(sheet)], future: [] });

export function undone(sheet: Sheet): Sheet {
  const before = sheet.past[sheet.past.length - 1];
  return before ? { ...before, past: sheet.past.slice(0, -1), future: [written(sheet), ...sheet.future] } : sheet;
}

export function redone(sheet: Sheet): Sheet {
  const [next, ...rest] = sheet.future;
  return next ? { ...next, past: [...sheet.past, written(sheet)], future: rest } : sheet;
}

/** Do two cells see each other: in a row, a column or a box? */
export function sees(one: number, other: number): boolean {
  const of = (cell: number) => [Math.floor(cell / SIDE), cell % SIDE, Math.floor(cell / 27) * 3 + Math.floor((cell % SIDE) / 3)];
  const [mine, theirs] = [of(one), of(other)];
  return one !== other && mine.some((value, kind) => value === theirs[kind]);
}

/** Does the digit of a cell stand in another one that it sees? */
export const clashes = ({ digits }: Written, cell: number): boolean =>
  digits[cell] !== "." && [...digits].some((other, there) => other === digits[cell] && sees(cell, there));

export const isFull = (sheet: Written): boolean => !sheet.digits.includes(".") && [...sheet.digits].every((_, cell) => !clashes(sheet, cell));

/** Writes a digit, or takes it away if it stands there; a point erases the cell. Notes of it in cells that see this one go, too. */
export function put(sheet: Sheet, cell: number, digit: string): Sheet {
  const next = sheet.digits[cell] === digit ? "." : digit;
  if (next === "." && sheet.digits[cell] === "." && !sheet.notes[cell]) return sheet;
  const digits = sheet.digits.slice(0, cell) + next + sheet.digits.slice(cell + 1);
  const bit = next === "." ? 0 : 1 << Number(next);
  const notes = sheet.notes.map((bits, there) => (there === cell ? 0 : sees(cell, there) ? bits & ~bit : bits));
  return after(sheet, { digits, notes });
}

/** Notes a digit in an empty cell, or no longer. */
export function note(sheet: Sheet, cell: number, digit: string): Sheet {
  if (sheet.digits[cell] !== ".") return sheet;
  return after(sheet, { digits: sheet.digits, notes: sheet.notes.map((bits, there) => (there === cell ? bits ^ (1 << Number(digit)) : bits)) });
}

export const startAgain = (sheet: Sheet, given: string): Sheet => after(sheet, fresh(given));

/** A sheet that was kept, if it is one, and one of this puzzle. */
export function readSheet(value: unknown, given: string): Sheet | undefined {
  const isWritten = (one: unknown): one is Written => {
    const { digits, notes } = (one ?? {}) as Partial<Written>;
    return typeof digits === "string" && /^[1-9.]{81}$/.test(digits) && [...given].every((digit, cell) => digit === "." || digits[cell] === digit)
      && Array.isArray(notes) && notes.length === CELLS && notes.every((bits) => Number.isInteger(bits));
  };
  if (!isWritten(value)) return undefined;
  const { past, future } = value as Partial<Sheet>;
  const list = (some: unknown) => (Array.isArray(some) && some.every(isWritten) ? some : []);
  return { digits: value.digits, notes: value.notes, past: list(past), future: list(future) };
}
