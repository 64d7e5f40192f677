// A QR code for a link: bytes, the lowest level of correction, and the smallest version that holds them (ISO/IEC 18004).

/** For each version from 1: the bytes of correction in a block, and the blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
/** The bits that say the level of correction in the format. */
const LEVEL = 1;

/** The product of two elements of the field of 256 elements, in which x^8 = x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

/** The remainder by the product of all x - 2^i, of this degree: its coefficients without the first. */
function divisor(degree: number): number[] {
  const made = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let factor = 0; factor < degree; factor++) {
    for (let at = 0; at < degree; at++) made[at] = times(made[at]!, root) ^ (made[at + 1] ?? 0);
    root = times(root, 2);
  }
  return made;
}

function correction(data: number[], by: number[]): number[] {
  const rest = Array<number>(by.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    by.forEach((coefficient, at) => { rest[at]! ^= times(coefficient, factor); });
  }
  return rest;
}

/** Where patterns of alignment have their middles, on both axes. */
function aligned(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => version * 4 + 10 - (count - 2 - at) * step)];
}

/** How many bits have room: all but the three corners with the format (223), both timing lines, and of each pattern of alignment what lies on
 *  no timing line. From version 7 on the version takes 36. */
function room(version: number): number {
  const side = version * 4 + 17;
  const marks = aligned(version).length;
  const alignment = marks ? 25 * (marks * marks - 3) - 10 * (marks - 2) : 0;
  return side * side - 223 - 2 * (side - 16) - alignment - (version >= 7 ? 36 : 0);
}

/** The bytes with their lengths, filled up, in blocks with their correction, as they are drawn. */
function codewords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => { for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1); };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, capacity * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: capacity }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  const count = BLOCKS[version - 1]!;
  const by = divisor(CORRECTION[version - 1]!);
  // The last blocks have one byte more.
  const short = Math.floor(capacity / count);
  const longs = capacity % count;
  const blocks = Array.from({ length: count }, (_, at) => data.slice(at * short + Math.max(0, at - (count - longs)), (at + 1) * short + Math.max(0, at + 1 - (count - longs))));
  const checks = blocks.map((block) => correction(block, by));
  const woven = (all: number[][]) => Array.from({ length: Math.max(...all.map((one) => one.length)) }, (_, at) => all.flatMap((one) => one[at] ?? [])).flat();
  return [...woven(blocks), ...woven(checks)];
}

/** How many bytes of data a version holds. */
const capacityOf = (version: number) => Math.floor(room(version) / 8) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** A number with its correction by a polynomial, as formats and versions have it. */
function corrected(value: number, by: number, length: number): number {
  let rest = value;
  for (let bit = 0; bit < length; bit++) rest = (rest << 1) ^ ((rest >> (length - 1)) * by);
  return (value << length) | rest;
}

/** The modules of the code, row by row: true is dark. `undefined` if the text is too long for any version. */
export function qr(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, at) => 4 + (at + 1 < 10 ? 8 : 16) + 8 * bytes.length <= 8 * capacityOf(at + 1)) + 1;
  if (!version) return undefined;
  const side = version * 4 + 17;
  const dark = Array.from({ length: side }, () => Array<boolean>(side).fill(false));
  const fixed = Array.from({ length: side }, () => Array<boolean>(side).fill(false));
  const set = (x: number, y: number, is: boolean) => {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    [dark[y]![x], fixed[y]![x]] = [is, true];
  };
  for (let at = 0; at < side; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (x: number, y: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++) for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]] as const) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const middles = aligned(version);
  const last = middles.length - 1;
  middles.forEach((x, column) => middles.forEach((y, row) => {
    const isCorner = (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
    if (!isCorner) square(x, y, 2, (ring) => ring !== 1);
  }));
  const format = (mask: number) => {
    const bits = corrected((LEVEL << 3) | mask, 0x537, 10) ^ 0x5412;
    const bit = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at < 6; at++) set(8, at, bit(at));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) set(side - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) set(8, side - 15 + at, bit(at));
    set(8, side - 8, true);
  };
  format(0);
  if (version >= 7) {
    const bits = corrected(version, 0x1f25, 12);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [side - 11 + (at % 3), Math.floor(at / 3)];
      set(far, near, ((bits >> at) & 1) === 1);
      set(near, far, ((bits >> at) & 1) === 1);
    }
  }
  const bits = codewords(bytes, version, capacityOf(version)).flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  // Two columns at a time from the right, upwards and downwards in turns; the timing line is skipped.
  let next = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const y = ((right + 1) & 2) === 0 ? side - 1 - step : step;
      for (const x of [right, right - 1]) if (!fixed[y]![x] && next < bits.length) dark[y]![x] = bits[next++] === 1;
    }
  }
  const masked = (mask: number) => dark.map((row, y) => row.map((is, x) => is !== (!fixed[y]![x] && MASKS[mask]!(x, y) === 0)));
  let best: { mask: number; cost: number } = { mask: 0, cost: Infinity };
  for (let mask = 0; mask < 8; mask++) {
    format(mask);
    const cost = penalty(masked(mask));
    if (cost < best.cost) best = { mask, cost };
  }
  format(best.mask);
  return masked(best.mask);
}

/** How hard a code is to be read: long runs, squares of one color, what looks like a corner, and one color that prevails. */
function penalty(dark: boolean[][]): number {
  const side = dark.length;
  let cost = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]!))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    cost += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  let count = 0;
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) {
    if (dark[y]![x]) count++;
    if (x && y && dark[y]![x] === dark[y - 1]![x] && dark[y]![x] === dark[y]![x - 1] && dark[y]![x] === dark[y - 1]![x - 1]) cost += 3;
  }
  return cost + 10 * Math.floor(Math.abs((count / (side * side)) * 20 - 10));
}
