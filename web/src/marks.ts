// Placements that are kept or forbidden by hand: their words, and the list from which they are removed.

import { clear, h } from "./dom";
import type { Described, Mark, Marks, SeenMarks } from "./protocol";
import { cellWords, t } from "./words";

export type Verb = "taken" | "forbidden";

/** What an option is, in the language of the page. */
export function wordsOf(option: Described): string {
  if (!option.cells) return option.words;
  const cells = option.cells.map(cellWords).join(" ");
  return option.piece ? t("placementOn", option.piece, cells) : t("nothingOn", cells);
}

/** The marks with one more. An option is either kept or forbidden. */
export function marked(marks: Marks | undefined, { option, words }: Mark, verb: Verb): Marks {
  const others = (list: Mark[] | undefined) => (list ?? []).filter((one) => one.words !== words);
  const next: Marks = { taken: others(marks?.taken), forbidden: others(marks?.forbidden) };
  next[verb].push({ option, words });
  return next;
}

/** Buttons that keep an option or forbid it. */
export function verbs(option: Described, mark: (option: Described, verb: Verb) => void): HTMLElement {
  const button = (verb: Verb) => {
    const label = t(verb === "taken" ? "keep" : "forbid");
    return h("button", { type: "button", className: "small", "aria-label": `${label}: ${wordsOf(option)}`, onclick: () => mark(option, verb) }, label);
  };
  return h("span", { className: "group" }, button("taken"), button("forbidden"));
}

/** Options, each with buttons that keep it or forbid it. */
export function choices(options: Described[], mark: (option: Described, verb: Verb) => void): HTMLElement {
  return h("ul", { className: "marks" }, ...options.map((option) => h("li", {}, h("span", {}, wordsOf(option)), verbs(option, mark))));
}

export interface MarkList {
  element: HTMLElement;
  show: (marks: SeenMarks | undefined) => void;
}

/** The list of all marks, each with a button that removes it. */
export function markList(changed: (marks: Marks) => void): MarkList {
  const element = h("section", { className: "marked", "aria-label": t("marks"), hidden: true });
  return {
    element,
    show(marks) {
      const [taken, forbidden] = [marks?.taken ?? [], marks?.forbidden ?? []];
      element.hidden = taken.length + forbidden.length === 0;
      clear(element);
      const row = (verb: Verb) => (option: Described) => {
        const without = (list: Described[], own: Verb) => (own === verb ? list.filter((one) => one !== option) : list);
        const remove = () => changed({ taken: without(taken, "taken"), forbidden: without(forbidden, "forbidden") });
        return h("li", {}, h("span", { className: `badge ${verb}` }, t(verb === "taken" ? "kept" : "forbidden")), h("span", {}, wordsOf(option)),
          h("button", { type: "button", className: "small", "aria-label": `${t("remove")}: ${wordsOf(option)}`, onclick: remove }, t("remove")));
      };
      element.append(
        h("div", { className: "heading" }, h("h2", {}, t("marks")), h("button", { type: "button", className: "quiet small", onclick: () => changed({ taken: [], forbidden: [] }) }, t("removeAll"))),
        h("p", { className: "quiet small" }, t("marksHint")),
        h("ul", { className: "marks" }, ...taken.map(row("taken")), ...forbidden.map(row("forbidden"))));
    },
  };
}
