// The picture of one solution: in the plane, by layers or as a body, with its pieces to be kept or forbidden.

import type { Desk } from "./desk";
import { clear, drawing, h } from "./dom";
import { choices, type Verb } from "./marks";
import type { About, Apart, Body, Described, Shown, ShowRequest } from "./protocol";
import { t } from "./words";

export interface Figure {
  element: HTMLElement;
  /** Draws options, with a caption; the board is outlined if not all of it is covered. */
  pick: (options: number[], caption?: string, outlined?: boolean) => Promise<void>;
  /** The options that are drawn. */
  picked: () => number[] | undefined;
  forget: () => void;
  /** Marks the piece of this place among the options that are drawn. */
  point: (place: number) => void;
}

/** `drawer` has the document open. */
export function figures(drawer: Desk, grid: () => About["grid"] | undefined, mark: (option: Described, verb: Verb) => void): Figure {
  const element = h("div", { className: "figure" });
  let picked: number[] | undefined;
  let view: "svg" | "isometric" = "svg";
  const show = (request: ShowRequest) => drawer.ask<Shown>({ do: "show", request });
  /** Each piece is a path with a name, in the order of the options. */
  const pathsOf = (stage: HTMLElement) => [...stage.querySelectorAll("path")].filter((path) => path.querySelector("title"));

  async function pick(options: number[], caption = "", outlined = false): Promise<void> {
    picked = options;
    const here = grid();
    const [isSolid, areBalls] = [here === "cube" || here === "sphere", here === "sphere"];
    const form = isSolid && !areBalls ? view : "svg";
    const shown = await show({ options, form, cell: isSolid ? 26 : 34, outlined });
    if (picked !== options) return;
    clear(element);
    if (shown.type === "error") {
      element.append(h("p", {}, shown.message));
      return;
    }
    if (isSolid) {
      const choose = (label: string, act: () => void, pressed: boolean) => h("button", { type: "button", className: "quiet", "aria-pressed": String(pressed), onclick: act }, label);
      const in3d = async (isApart = false) => {
        const cells = await show({ options, form: "cells" });
        const bodies = cells.type === "shown" ? (cells.cells as Body[]) : [];
        const apart = isApart ? await drawer.ask<Apart>({ do: "show", request: { options, form: "apart" } }) : undefined;
        const { solid } = await import("./solid");
        const stages = apart?.type === "apart" && apart.stages.length ? apart.stages : undefined;
        const told = apart?.type === "error" ? `${apart.message}. ${apart.hint ?? ""}` : apart?.type === "apart" ? (apart.level === null ? t("stuck") : t("level", apart.level)) : "";
        stage.replaceChildren(solid(bodies, areBalls, stages), h("p", { className: "small", role: "status" }, told));
        for (const one of views.children) one.setAttribute("aria-pressed", String(one === (isApart ? takeApart : whole)));
      };
      const canComeApart = here === "cube" && options.length > 1;
      const [whole, takeApart] = [choose(t("solid"), () => void in3d(), false), choose(t("takeApart"), () => void in3d(true), false)];
      const views = h("div", { className: "group" },
        choose(t("layers"), () => { view = "svg"; void pick(options, caption, outlined); }, form === "svg"),
        ...(areBalls ? [] : [choose(t("cube"), () => { view = "isometric"; void pick(options, caption, outlined); }, form === "isometric")]),
        whole, canComeApart && takeApart);
      element.append(views);
    }
    const stage = h("div", { className: "stage" }, shown.svg ? drawing(shown.svg) : h("pre", {}, shown.text ?? ""));
    element.append(stage);
    if (caption) element.append(h("p", { className: "quiet small" }, caption));
    if (options.length) element.append(parts(options, stage));
  }

  /** The pieces of a solution, each to be kept or forbidden. A click on a piece in the picture leads to it. */
  function parts(options: number[], stage: HTMLElement): HTMLElement {
    const here = grid();
    const isBoard = here !== null && here !== undefined;
    const box = h("details", { className: "others parts" }, h("summary", {}, t(isBoard ? "piecesOfSolution" : "optionsOfSolution")));
    let rows: Promise<HTMLElement[]> | undefined;
    const fill = async () => {
      const { options: described = [] } = await drawer.ask<{ options?: Described[] }>({ do: "describe", options });
      // A gap is no piece.
      const list = choices(described.filter((option) => option.piece !== null), mark);
      box.append(list);
      return [...list.children] as HTMLElement[];
    };
    const filled = () => (rows ??= fill());
    box.addEventListener("toggle", () => void filled().catch(() => undefined));
    if (isBoard && here !== "cube" && here !== "sphere") {
      // Each piece is a path with a name, in the order of the options.
      pathsOf(stage).forEach((path, place) => {
        path.classList.add("pick");
        path.addEventListener("click", () => {
          box.open = true;
          void filled().then((all) => all[place]?.querySelector("button")?.focus(), () => undefined);
        });
      });
    }
    return box;
  }

  return {
    element, pick,
    picked: () => picked,
    forget() {
      picked = undefined;
      clear(element);
    },
    point(place) {
      const stage = element.querySelector<HTMLElement>(".stage");
      if (stage && grid() !== "cube" && grid() !== "sphere") pathsOf(stage)[place]?.classList.add("hinted");
    },
  };
}
