// Boards of every length: the formula, the first numbers, and how fast they grow.

import { h, s } from "./dom";
import type { FurtherAnswer } from "./protocol";
import { grouped, t } from "./words";

export type Lengths = Extract<FurtherAnswer, { type: "lengths" }>;

/** The decimal logarithm of a natural number of any size; `undefined` for 0. */
function logarithm(digits: string): number | undefined {
  return digits === "0" ? undefined : digits.length + Math.log10(Number(`0.${digits.slice(0, 16)}`));
}

/** The numbers in a figure, each as high as it has digits. Numbers that are 0 have no dot. */
function plot(totals: string[], first: number): SVGElement {
  const [width, height, left, below] = [320, 170, 34, 26];
  const dots = totals.map((total, place) => [first + place, logarithm(total)] as const).filter((dot): dot is readonly [number, number] => dot[1] !== undefined);
  const high = Math.max(1, ...dots.map(([, log]) => log));
  const last = first + totals.length - 1;
  const x = (n: number) => left + ((n - first) / Math.max(1, last - first)) * (width - left - 8);
  const y = (log: number) => height - below - (log / high) * (height - below - 8);
  const label = (text: string, at: Record<string, string | number>) => {
    const element = s("text", at);
    element.textContent = text;
    return element;
  };
  const step = Math.max(1, Math.ceil(high / 4));
  const rows = Array.from({ length: Math.floor(high / step) + 1 }, (_, row) => row * step).flatMap((log) => [
    s("line", { class: "rule", x1: left, x2: width, y1: y(log), y2: y(log) }),
    label(log === 0 ? "1" : log === 1 ? "10" : `10^${log}`, { x: left - 4, y: y(log) + 4, "text-anchor": "end" }),
  ]);
  const between = Math.max(1, Math.ceil((last - first) / 6));
  const columns = totals.map((_, place) => place).filter((place) => place % between === 0).map((place) =>
    label(String(first + place), { x: x(first + place), y: height - 8, "text-anchor": "middle" }));
  const marks = dots.map(([n, log]) => s("circle", { class: "dot", cx: x(n), cy: y(log), r: 3 }));
  return s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("lengthsPlot", first, last) }, ...rows, ...columns, ...marks);
}

/** A formula with a name; a long one is scrolled. */
function formula(name: string, text: string): HTMLElement[] {
  return [h("dt", {}, name), h("dd", {}, h("code", { tabIndex: 0 }, text))];
}

/** What is known of the numbers for every length. */
export function everyLength(found: Lengths): HTMLElement {
  const { growth, first } = found;
  const lines = [...formula(t("lengthsSeries"), found.quotient), ...formula(t("lengthsRecurrence"), found.recurrence)];
  if (growth) {
    const constant = growth.constant === null ? "" : t("lengthsAbout", growth.constant.toFixed(6)) + (growth.modulus > 1 ? t("lengthsClass", growth.remainder, growth.modulus) : "");
    lines.push(...formula(t("lengthsGrowth"), `${growth.low} … ${growth.high}${constant}`));
  }
  const items = found.terms.map((term, place) => h("li", {}, h("span", {}, `a(${first + place})`), h("code", {}, /^\d+$/.test(term) ? grouped(term) : term)));
  return h("div", { className: "lengths" }, h("dl", {}, ...lines), plot(found.totals, first), h("ul", { className: "terms", tabIndex: 0, "aria-label": t("lengthsTerms") }, ...items));
}
