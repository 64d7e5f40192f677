// Reasons in words: why there is no solution, what comes closest, and why a placement is certain.

import { h, s } from "./dom";
import { wordsOf } from "./marks";
import type { Almost, Answer, Drawing, Hint, Item } from "./protocol";
import { cellWords, grouped, t, translated } from "./words";

/** Why there is no solution. */
export function reasonWords({ kind, coloring, values = [] }: Extract<Answer, { type: "why" }>): string {
  const colored = coloring ? t(coloring === "layers" ? "layersColored" : coloring) : "";
  switch (kind) {
    case "cell":
      return t("whyCell", ...values.map((value) => cellWords(String(value))));
    case "piece":
      return t("whyPiece", ...values);
    case "even":
      return t("whyEven", ...values, colored);
    default: {
      const message = String(values[0] ?? "");
      return `${translated({ message, hint: null })?.message ?? message}.`;
    }
  }
}

/** The board in the two colors that prove that there is no solution, as many cells of each as the reason says. */
export function coloredBoard(drawn: Drawing | undefined, why: Answer): Node | undefined {
  if (why.type !== "why" || why.kind !== "even" || drawn?.grid !== "square" || drawn.closed) return undefined;
  const shades = { chessboard: (x: number, y: number) => (x + y) % 2, columns: (x: number) => x % 2, rows: (_: number, y: number) => y % 2 };
  const shade = shades[why.coloring as keyof typeof shades];
  const rows = drawn.board[0] ?? [];
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." || !shade ? [] : [{ x, y, shade: shade(x, y) }])));
  const dark = [0, 1].find((one) => [one, 1 - one].every((color, at) => cells.filter((cell) => cell.shade === color).length === Number(why.values?.[at])));
  if (dark === undefined) return undefined;
  const box = { viewBox: `-0.1 -0.1 ${Math.max(...rows.map((row) => row.length)) + 0.2} ${rows.length + 0.2}`, class: "colored", role: "img", "aria-label": reasonWords(why) };
  return h("div", { className: "stage" }, s("svg", box, ...cells.map((cell) => s("rect", { x: cell.x, y: cell.y, width: 1, height: 1, class: cell.shade === dark ? "dark" : "light" }))));
}

const itemWords = ({ kind, name }: Item) => (kind === "cell" ? cellWords(name) : name);

const names = (items: Item[], all: number) => {
  const listed = items.map(itemWords).join("; ");
  return all > items.length ? `${listed}; …` : listed;
};

/** The best partial cover in lines: the first is the verdict. */
export function almostWords(answer: Almost, isBoard: boolean): [string, string[]] {
  const holes = answer.holes ?? 0;
  const one = holes === 1;
  const verdict = isBoard ? (one ? t("almostCellsOne") : t("almostCells", grouped(holes))) : one ? t("almostItemsOne") : t("almostItems", grouped(holes));
  const lines = [answer.stopped ? t("almostStopped", grouped(answer.at_least ?? 0)) : t("almostProved")];
  if (answer.left?.length) lines.push(t("almostLeft", names(answer.left, holes)));
  if (answer.unused?.length) lines.push(t("almostUnused", names(answer.unused, answer.unused.length)));
  const verbs = { more: "mendMore", less: "mendLess", added: "mendAdded" } as const;
  for (const { change, piece } of answer.mends ?? []) lines.push(t(verbs[change], piece ?? ""));
  if (answer.mends?.length === 0) lines.push(t("mendNone"));
  return [verdict, lines];
}

/** A certain placement, and how one sees it. */
export function hintWords(hint: Extract<Hint, { option: unknown }>): [string, string] {
  const { option, by, item } = hint;
  const kinds = { cell: "hintCell", piece: "hintPiece", item: "hintItem" } as const;
  const why = by === "item" && item ? t(kinds[item.kind], itemWords(item)) : t(by === "search" ? "hintSearch" : "hintDeduced");
  return [t("hintIs", wordsOf(option)), why];
}
