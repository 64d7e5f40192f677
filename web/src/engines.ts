// Engines compared: the same count, asked of one after the other.

import { h } from "./dom";
import type { FurtherAnswer } from "./protocol";
import { currentLanguage, grouped, t } from "./words";

/** A count by an engine; without a name by the one that the library chooses. There is no answer while it runs, or if it was stopped. */
export interface Run {
  engine: string | null;
  seconds: number;
  answer?: FurtherAnswer;
}

const counted = (run: Run | undefined) => (run?.answer?.type === "counting" ? run.answer : undefined);

/** The rows of a table: name, solutions, nodes, updates, seconds; and the share of each in the longest time. */
export function rowsOf(runs: Run[], isOver: boolean): [string[][], number[]] {
  const longest = Math.max(...runs.map(({ seconds }) => seconds), Number.MIN_VALUE);
  const rows = runs.map((run) => {
    const found = counted(run);
    const name = run.engine ?? t("enginesDefault", counted(runs[0])?.engine ?? "…");
    if (!found) return [name, run.answer ? "–" : isOver ? t("stopped") : "…", "", "", ""];
    const count = found.count === undefined ? t("enginesAtLeast", grouped(found.certain ?? 0)) : grouped(found.count);
    return [name, count, grouped(found.nodes), grouped(found.updates), run.seconds.toLocaleString(currentLanguage(), { minimumFractionDigits: 3, maximumFractionDigits: 3 })];
  });
  return [rows, runs.map(({ seconds }) => seconds / longest)];
}

/** What is certain now, and which engine was chosen. Two engines that differ are a bug. */
export function verdictOf(runs: Run[]): [string, ...string[]] {
  const counts = [...new Set(runs.flatMap((run) => counted(run)?.count ?? []))];
  if (counts.length > 1) return [t("bug", counts.join(" ≠ "))];
  const [count] = counts;
  const chosen = counted(runs[0]);
  const said = count === undefined ? t("stoppedNone") : count === "0" ? t("noSolution") : count === "1" ? t("countedOne") : t("counted", grouped(count));
  return [said, chosen ? t("enginesChosen", chosen.engine, chosen.why) : "", t("enginesHint")];
}

/** Why some engines do not take the problem, in the words of the library. */
export function refusals(runs: Run[]): HTMLElement {
  const lines = runs.flatMap(({ engine, answer }) => (answer?.type === "error" ? [h("li", {}, `${engine}: ${answer.message}`)] : []));
  return h("ul", { className: "quiet small", lang: "en", hidden: !lines.length }, ...lines);
}
