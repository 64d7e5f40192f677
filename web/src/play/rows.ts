// A matrix played by hand: rows are chosen so that every column has just one entry in them.

import { announce, h } from "../dom";
import { t } from "../words";
import { isForBoard, session, undoKeys, type Play, type Settings } from "./session";

export function rows(settings: Settings): Play {
  const { board } = settings;
  let hinted: number | undefined;
  const now = session(settings, { paint, letGo: () => undefined, suggest(lying) { hinted = lying?.option; paint(); }, start: () => t("rowsStart") });
  const { rules, nameOf, say } = now;
  const isNeeded = (item: number) => board.items[item]!.least > 0;
  const heads = board.items.map(({ name }, item) => h("th", { scope: "col", className: isNeeded(item) ? "" : "secondary" }, h("span", {}, name ?? "")));
  const buttons = board.placements.map((_, option) => h("button", { type: "button", className: "row-name", onclick: () => choose(option) }, nameOf(option)));
  const lines = board.placements.map(([, , , , items, colors], option) => {
    const entries = new Map(items.map((item, at) => [item, colors?.[at] ?? "1"]));
    const cells = board.items.map((_, item) => h("td", { className: `${entries.has(item) ? "entry" : ""}${isNeeded(item) ? "" : " secondary"}` }, entries.get(item) ?? ""));
    return h("tr", { onclick: (event: MouseEvent) => { if (!(event.target as Element).closest("button")) choose(option); } }, h("th", { scope: "row" }, buttons[option]!), ...cells);
  });
  const table = h("div", { className: "table-box rows" }, h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), ...heads)), h("tbody", {}, ...lines)));
  const element = h("div", { className: "play" }, now.status, now.details,
    h("div", { className: "play-tools" }, now.undoButton, now.redoButton), table, now.asking, h("p", { className: "quiet small keys" }, t("rowsKeys")));

  /** Takes a row, or puts it back; one that does not fit says what stands in its way. */
  function choose(option: number): void {
    const placed = now.placed();
    if (rules.given.includes(option)) return;
    if (placed.includes(option)) return now.put(placed.filter((other) => other !== option));
    const lying = rules.lying[option]!;
    if (rules.fits(placed, lying)) {
      now.put([...placed, option]);
      return announce(t("rowTaken", nameOf(option)));
    }
    const others = rules.against(placed, lying);
    say(t("rowBlocked", nameOf(option), others.map(nameOf).join(", ")));
    for (const other of others) lines[other]!.classList.add("in-the-way");
  }

  function paint(): void {
    const placed = now.placed();
    now.paint();
    const fits = rules.room(placed);
    const covered = new Set(placed.flatMap((option) => rules.lying[option]?.items ?? []));
    heads.forEach((head, item) => head.classList.toggle("covered", covered.has(item)));
    lines.forEach((line, option) => {
      const isTaken = placed.includes(option);
      const isBlocked = !isTaken && !fits(rules.lying[option]!);
      line.className = `${isTaken ? "taken" : isBlocked ? "blocked" : ""}${option === hinted ? " hinted" : ""}`;
      buttons[option]!.setAttribute("aria-pressed", String(isTaken));
      buttons[option]!.disabled = rules.given.includes(option);
    });
    element.classList.toggle("solved", now.isSolved());
  }

  function keys(event: KeyboardEvent): void {
    if (!isForBoard(event, element) || undoKeys(event, now)) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const here = buttons.indexOf(event.target as HTMLButtonElement);
    if (!step || here < 0) return;
    event.preventDefault();
    buttons[(here + step + buttons.length) % buttons.length]!.focus();
  }

  document.addEventListener("keydown", keys);
  now.begin();
  return { element, leave: () => document.removeEventListener("keydown", keys) };
}
