// Elements of the page. Texts are set as text, so nothing from a link or a file is ever markup.

import { t } from "./words";

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An element with properties, attributes (`aria-*`, `role`, `for`), listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name in element && !name.startsWith("aria") && name !== "list") (element as unknown as Props)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => !!child || child === ""));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function s<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number> = {}, ...children: Node[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** The elements that are allowed in a drawing of the library. */
const DRAWN = new Set(["svg", "title", "g", "rect", "path", "text", "polygon", "line", "circle", "defs", "pattern", "use", "desc", "style"]);

/** A drawing of the library as an element. Anything that is not drawing is left out, and so is anything that could run. */
export function drawing(text: string): SVGElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    if (!DRAWN.has(element.localName) || element.localName === "style") element.remove();
    for (const attribute of [...element.attributes]) {
      if (attribute.name.startsWith("on") || attribute.name.includes("href")) element.removeAttribute(attribute.name);
    }
  }
  const svg = document.importNode(parsed, true) as unknown as SVGElement;
  // It scales with its container.
  svg.classList.add("drawing");
  return svg;
}

export function clear(element: Element): void {
  element.replaceChildren();
}

/** Downloads a file. */
export function save(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The library did not come, or this browser cannot run it: why, what may help, and another try. */
export function failure(error: unknown, again: () => void): HTMLElement {
  return h("section", { className: "pane failure", role: "alert" },
    h("h2", {}, t("failed")), h("p", {}, t("failedHint")), h("p", { className: "quiet small", lang: "en" }, error instanceof Error ? error.message : String(error)),
    h("button", { type: "button", className: "primary", onclick: again }, t("tryAgain")));
}

let said: HTMLElement | undefined;

/** Announces a text to screen readers. */
export function announce(text: string): void {
  if (!said) {
    said = h("div", { className: "unseen", role: "status", "aria-live": "polite" });
    document.body.append(said);
  }
  said.textContent = text;
}

/** A message that goes away by itself, or when it is closed. */
export function toast(text: string, kind: "note" | "error" = "note"): void {
  document.querySelector(".toast")?.remove();
  const box = h("div", { className: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
  box.append(h("button", { className: "quiet", "aria-label": "×", onclick: () => box.remove() }, "×"));
  document.body.append(box);
  if (kind === "note") setTimeout(() => box.remove(), 5000);
}
