// Reasons in words: why there is no solution, what comes closest, and why a placement is certain.

import { wordsOf } from "./marks";
import type { Almost, Answer, Hint, Item } from "./protocol";
import { grouped, t } from "./words";

/** Why there is no solution. */
export function reasonWords({ kind, coloring, values = [] }: Extract<Answer, { type: "why" }>): string {
  const colored = coloring ? t(coloring === "layers" ? "layersColored" : coloring) : "";
  switch (kind) {
    case "cell":
      return t("whyCell", ...values);
    case "piece":
      return t("whyPiece", ...values);
    case "even":
      return t("whyEven", ...values, colored);
    default:
      return `${values[0] ?? ""}.`;
  }
}

const names = (items: Item[], all: number) => {
  const listed = items.map((item) => item.name).join("; ");
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
  const why = by === "item" && item ? t(kinds[item.kind], item.name) : t(by === "search" ? "hintSearch" : "hintDeduced");
  return [t("hintIs", wordsOf(option)), why];
}
