// A puzzle that is shared and kept: its link, and files of it.

import { addressOf, linkOf } from "./address";
import { Desk } from "./desk";
import { drawing, h, s, save, toast } from "./dom";
import { puzzlePicture } from "./picture";
import type { Shown } from "./protocol";
import { desk, page } from "./state";
import { t } from "./words";

/** The formats of other programs, and what they are called. */
const FORMATS = [
  ["dlx", "DLX (Knuth)"], ["json", "JSON"], ["csv", "CSV"], ["sage", "Sage"], ["mps", "MPS"], ["lp", "LP (CPLEX)"], ["opb", "OPB"], ["cnf", "CNF (DIMACS)"], ["mzn", "MiniZinc"], ["fzn", "FlatZinc"], ["xmpuzzle", "BurrTools"],
] as const;

/** Copies the link of the open puzzle. */
export async function copyLink(done: string): Promise<void> {
  const link = page.mode === "play" ? await linkOf(page.document!) : `${location.origin}${await addressOf(page.document!)}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(done);
  } catch {
    // Where the clipboard is closed, the link can be copied from the address.
    history.replaceState(history.state, "", link);
    toast(link);
  }
}

/** The open puzzle as a challenge, without moves or solutions: its link as a QR code, in a frame of another page, and on paper. */
export async function challenge(rule = ""): Promise<HTMLElement> {
  const open = page.document!;
  const title = document.querySelector("h1")?.textContent ?? "";
  const [link, framed, { qr }] = await Promise.all([linkOf(open), linkOf(open, true), import("./qr")]);
  const code = () => { const dark = qr(link); return dark ? qrPicture(dark) : h("p", { className: "quiet small" }, t("qrTooLong")); };
  const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const frame = h("textarea", { readOnly: true, rows: 3, "aria-label": t("embedCode"), value: `<iframe src="${escaped(framed)}" title="${escaped(title)}" width="640" height="720" style="border: 0"></iframe>`, onfocus: () => frame.select() });
  const print = async () => {
    const drawer = new Desk();
    const picture = await puzzlePicture(drawer, open, Infinity, 24).finally(() => drawer.close());
    printed(title, h("p", { className: "printed-rule" }, rule), h("div", { className: "printed-puzzle" }, ...picture), h("div", { className: "printed-link" }, code(), h("p", {}, t("qrHint"))));
  };
  return h("section", { className: "challenge", "aria-label": t("playShare") },
    h("figure", {}, code(), h("figcaption", { className: "quiet small" }, t("qrHint"))),
    h("div", { className: "challenge-ways" },
      h("button", { type: "button", onclick: () => void print() }, t("handout")),
      h("label", { className: "labelled" }, h("span", {}, t("embedCode")), frame)));
}

/** A QR code as a drawing, with its margin. */
function qrPicture(dark: boolean[][]): SVGElement {
  const side = dark.length + 8;
  const path = dark.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return s("svg", { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": t("qrHint"), "shape-rendering": "crispEdges" }, s("rect", { width: side, height: side, fill: "#ffffff" }), s("path", { d: path, fill: "#000000" }));
}

/** The link, and files to keep. */
export function sharing(): HTMLElement {
  const name = () => (page.document?.problem || page.document?.name || page.seen?.about?.title || "puzzle").replace(/\.\w+$/, "").replace(/\W+/g, "-");
  const title = () => document.querySelector("h1")?.textContent ?? "";
  const kerf = h("input", { type: "number", min: 0, max: 5, step: 0.05, value: "0.1" });
  const side = h("input", { type: "number", min: 1, max: 200, value: "20" });
  const shown = async (form: "svg" | "cut" | "stl", act: (shown: Extract<Shown, { type: "shown" }>) => void | Promise<void>) => {
    const options = page.bench?.answers.shown() ?? [];
    try {
      const made = await page.bench!.answers.show({ options, form, cell: 40, legend: form === "svg", kerf: Number(kerf.value) || 0, side: Number(side.value) || 20 });
      if (made.type === "error") toast(made.hint ? `${made.message} ${made.hint}` : made.message, "error");
      else await act(made);
    } catch (error) {
      toast(t("bug", String(error)), "error");
    }
  };
  const formats = h("select", {}, ...FORMATS.map(([value, text]) => h("option", { value }, text)));
  const written = async () => {
    const made = await page.bench!.answers.write(formats.value);
    if (made?.type === "written") {
      save(`${name()}.${formats.value}`, made.text ?? new Uint8Array(made.bytes ?? []), made.text === undefined ? "application/octet-stream" : "text/plain");
      if (made.lost.length) toast(made.lost.join("; "));
    } else if (made?.type === "error") toast(made.hint ? `${made.message}. ${made.hint}` : made.message, "error");
    else if (made?.type === "faults") toast(made.diagnostics[0]?.message ?? t("noProblem"), "error");
  };
  /** One file that can be read alone; the files of a puzzle are saved beside it. */
  const saveText = async () => {
    const { kind, text, files = {} } = page.document!;
    const made = kind === "tiling" ? (await desk.ask<{ text: string }>({ do: "alone", document: page.document! })).text : text;
    save(`${name()}.${kind === "tiling" ? "cmb" : kind === "puzzle" ? "txt" : kind}`, made, "text/plain");
    if (kind === "puzzle") for (const [path, content] of Object.entries(files)) save(path, content, "text/plain");
  };
  const button = (label: string, act: () => void) => h("button", { type: "button", onclick: act }, label);
  return h("section", { className: "sharing", "aria-label": t("share") },
    h("h2", {}, t("share")),
    h("div", { className: "questions" },
      button(t("copyLink"), () => void copyLink(t("copied"))),
      button(t("saveText"), () => void saveText()),
      button(t("saveSvg"), () => void shown("svg", (made) => save(`${name()}.${made.svg ? "svg" : "txt"}`, made.svg ?? made.text ?? "", made.svg ? "image/svg+xml" : "text/plain"))),
      button(t("savePng"), () => void shown("svg", async (made) => { if (made.svg) save(`${name()}.png`, await png(made.svg), "image/png"); else toast(t("notDrawn"), "error"); })),
      button(t("print"), () => void shown("svg", (made) => printed(title(), made.svg ? drawing(made.svg) : h("pre", {}, made.text ?? ""))))),
    h("details", { className: "others" }, h("summary", {}, t("otherFormats")),
      h("div", { className: "questions" }, h("label", { className: "labelled inline" }, h("span", {}, t("format")), formats), button(t("saveAs"), () => void written()))),
    h("details", { className: "others" }, h("summary", {}, `${t("saveCut")} · ${t("saveStl")}`),
      h("div", { className: "questions" },
        h("label", { className: "labelled inline" }, h("span", {}, t("side")), side), h("label", { className: "labelled inline" }, h("span", {}, t("kerf")), kerf),
        button(t("saveCut"), () => void shown("cut", (made) => { if (made.svg) save(`${name()}-cut.svg`, made.svg, "image/svg+xml"); else toast(t("notDrawn"), "error"); })),
        button(t("saveStl"), () => void shown("stl", (made) => { if (made.stl) save(`${name()}.stl`, new Uint8Array(made.stl), "model/stl"); else toast(t("notDrawn"), "error"); })))));
}

async function png(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext("2d")!;
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return await new Promise<Blob>((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Prints a sheet alone, with its title; browsers print to PDF too. */
function printed(title: string, ...content: Node[]): void {
  document.querySelector(".printed")?.remove();
  const sheet = h("div", { className: "printed", "aria-hidden": "true" }, h("p", { className: "printed-title" }, title), ...content);
  document.body.append(sheet);
  window.addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}
