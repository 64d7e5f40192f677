// The page: its header, and which view is open.

import "./style.css";
import { enter, isEmbedded, lastAddress, leave } from "./address";
import { openDocument } from "./bench";
import { emptyDrawing } from "./canvas";
import { fromAddress, LESSONS } from "./catalogue";
import { Stopped } from "./desk";
import { announce, clear, drawing, h, toast } from "./dom";
import { home, type Ways } from "./home";
import { decoded } from "./link";
import type { Shelf } from "./protocol";
import { openSaved } from "./saved";
import { desk, main, page, remember, remembered } from "./state";
import { currentLanguage, LANGUAGES, lessonWords, nameOfLanguage, setLanguage, t } from "./words";

const header = h("header", {});

/** The language that the address asks for, that was chosen before, or that the browser has. */
const firstLanguage = (): string =>
  (new URLSearchParams(location.search).get("lang") ?? remembered("language") ?? navigator.language).toLowerCase().split("-", 1)[0]!;

function isDark(): boolean {
  const chosen = remembered("theme");
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function paintHeader(): void {
  clear(header);
  if (isEmbedded) {
    const whole = h("a", { href: "./", target: "_blank", rel: "noopener" }, t("openWhole"));
    // The puzzle may have changed since: its address is read when it is followed.
    whole.addEventListener("click", () => {
      const address = new URL(location.href);
      address.searchParams.delete("embed");
      whole.href = address.href;
    });
    return header.append(whole);
  }
  const theme = () => (isDark() ? t("light") : t("dark"));
  header.append(
    h("a", { className: "skip", href: "#main", onclick: (event: Event) => { event.preventDefault(); (document.getElementById("answers") ?? main).focus(); } }, t("skip")),
    h("a", { className: "brand", href: "./", onclick: (event: MouseEvent) => { if (event.ctrlKey || event.metaKey) return; event.preventDefault(); void toHome(); } },
      mark(), h("span", {}, "Combien")),
    h("nav", { "aria-label": "Combien" },
      h("button", { type: "button", className: "quiet", onclick: () => void toHome() }, t("puzzles")),
      h("button", { type: "button", className: "quiet wide", onclick: () => void openDrawing() }, t("newPuzzle")),
      ...LANGUAGES.filter((code) => code !== currentLanguage()).map((code) =>
        h("button", { type: "button", className: "quiet", lang: code, onclick: () => void switchLanguage(code) }, nameOfLanguage(code))),
      h("button", { type: "button", className: "quiet", onclick: (event: Event) => {
        const next = isDark() ? "light" : "dark";
        remember("theme", next);
        document.documentElement.dataset.theme = next;
        (event.target as HTMLElement).textContent = theme();
      } }, theme())));
}

/** The sign of the page: three pieces of a square. */
function mark(): Node {
  return drawing('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path d="M2 2h13v6.5H8.5V15H2z" fill="#ffb703"/><path d="M16.5 2H22v13h-5.500z" fill="#8ecae6"/><path d="M2 16.500h6.500V10H15v6.500h7V22H2z" fill="#f28482"/></svg>');
}

async function switchLanguage(code: string): Promise<void> {
  await setLanguage(code);
  remember("language", currentLanguage());
  const open = page.document && { ...page.document };
  const { mode, id } = page;
  paintHeader();
  if (open) await openDocument(open, { mode, id });
  else if (page.lesson) await openLesson(page.lesson, null);
  else home(ways, linkedSudoku(location.hash));
}

async function toHome(): Promise<void> {
  if (main.className !== "home") enter(location.pathname, await lastAddress());
  home(ways);
}

/** A chapter of the lessons, in the language of the page. */
async function openLesson(id: string, address: string | null = `?lesson=${id}`): Promise<void> {
  const last = await lastAddress();
  leave();
  page.lesson = id;
  const { chapter } = await import("./lesson");
  const shown = await chapter(id, (opened) => void openDocument(opened, { address: "./" }), (grid) => {
    history.pushState(null, "", `${location.pathname}#s=${grid}`);
    home(ways, grid);
  }, (other) => void openLesson(other));
  if (page.lesson !== id) return;
  if (address) enter(address, last);
  document.title = `${lessonWords(id)[0]} – Combien`;
  clear(main);
  main.className = "reading";
  main.append(shown);
  window.scrollTo(0, 0);
}

/** The Sudoku of a fragment, if it has one. */
function linkedSudoku(fragment: string): string | undefined {
  return /^#s=([1-9.]{81})$/.exec(fragment)?.[1];
}

async function openDrawing(): Promise<void> {
  const made = await desk.ask<{ text: string }>({ do: "edit", document: { kind: "tiling", text: "" }, drawing: emptyDrawing() });
  await openDocument({ kind: "tiling", text: made.text, problem: "puzzle" }, { address: "./", mode: "edit" });
}

/** Opens files that were chosen or dropped: the first, with the others as what it may include. */
async function openFiles(files: File[]): Promise<void> {
  if (!files.length) return;
  page.shelf ??= desk.ask<Shelf>({ do: "shelf" });
  const [{ read }, things] = await Promise.all([import("./files"), page.shelf]);
  const opened = await read(files, things);
  switch (opened.is) {
    case "wrong":
      return toast(t(opened.why, opened.name), "error");
    case "refused":
      return toast(opened.message, "error");
    case "puzzles":
      await toHome();
      return toast(t("mineOpened", opened.number));
    case "sudoku":
      enter(`${location.pathname}#s=${opened.grid}`, await lastAddress());
      home(ways, opened.grid);
      if (opened.number > 1) toast(t("firstOfMany", opened.number));
      return;
    default:
      await openDocument(opened.document, { address: "./" });
      if (opened.isPart) toast(t("wholeOfPart"));
      else if (opened.note) toast(opened.note);
  }
}

/** Counts the addresses that were gone to: one that was left while it was read is not opened. */
let routed = 0;

async function route(): Promise<void> {
  const mine = ++routed;
  const grid = linkedSudoku(location.hash);
  if (grid) return home(ways, grid);
  try {
    const linked = await decoded(location.hash);
    if (mine !== routed) return;
    if (linked) return await openDocument(linked);
  } catch {
    if (mine !== routed) return;
    home(ways);
    return toast(t("badLink"), "error");
  }
  const chapter = new URLSearchParams(location.search).get("lesson");
  if (LESSONS.some((one) => one.id === chapter)) return openLesson(chapter!, null);
  const named = fromAddress(new URLSearchParams(location.search));
  if (named?.document) return openDocument(named.document);
  home(ways);
  if (named) toast(t("badPuzzle", named.id), "error");
}

const ways: Ways = {
  openDocument: (opened, address, more) => void openDocument(opened, { address, ...more }),
  openDrawing: () => void openDrawing(),
  openLesson: (id) => void openLesson(id),
  openFiles: (files) => void openFiles(files),
};

/** The words of the page are on their way. What is dropped meanwhile waits for them. */
const begun = setLanguage(firstLanguage()).then(openSaved);
document.documentElement.dataset.theme = isDark() ? "dark" : "light";
document.documentElement.classList.toggle("embedded", isEmbedded);
// An address that is typed comes as one of these, too.
window.addEventListener("popstate", () => void begun.then(route));
// A view that was left waits for nothing.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Stopped) event.preventDefault();
  else if (!page.bench) {
    // The library did not come: what is asked next tries again.
    page.shelf = undefined;
    toast(`${t("failed")} ${t("failedHint")}`, "error");
  }
});
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  void begun.then(() => openFiles(files));
});
void begun.then(() => {
  document.querySelector(".boot")?.remove();
  document.body.append(header, main);
  paintHeader();
  announce("");
  void route();
});

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
