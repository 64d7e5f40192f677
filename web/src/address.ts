// The address of what is open: each puzzle has one, with its last change, and Back and Forward lead through them.

import { idInCatalogue } from "./catalogue";
import { closeAllBut } from "./desk";
import { encoded } from "./link";
import type { Document } from "./protocol";
import { desk, page, type Mode } from "./state";
import { currentLanguage } from "./words";

/** What the browser keeps beside an address: which puzzle of mine it is, and how it is open. */
interface Entry {
  id?: string;
  mode?: Mode;
}

export const entryHere = (): Entry => (history.state ?? {}) as Entry;

const entryNow = (): Entry => ({ id: page.id, mode: page.mode });

/** The view is left: its workers end, and what it is waiting for changes the address no more. */
export function leave(): void {
  page.bench?.close();
  closeAllBut(desk);
  page.turn += 1;
  page.document = undefined;
  page.bench = undefined;
  page.lesson = undefined;
}

/** The address that opens a document; a puzzle that was made of it and is shown has its clues kept. A game is played on the document itself. */
export async function addressOf(open: Document): Promise<string> {
  const clues = page.mode === "play" ? undefined : page.bench?.answers.clues();
  const fragment = await encoded(clues ? { ...open, marks: clues } : open);
  return `${location.pathname}${parameters(isEmbedded)}#${fragment}`;
}

/** Is the page a part of another one? Then it shows only the puzzle. */
export const isEmbedded = new URLSearchParams(location.search).has("embed");

/** What an address keeps beside the puzzle. */
function parameters(embedded: boolean): string {
  const kept = [location.search.includes("lang=") && `lang=${currentLanguage()}`, embedded && "embed"].filter(Boolean);
  return kept.length ? `?${kept.join("&")}` : "";
}

/** The link of a document for others: to be played, on a page of its own or in a frame of another page. */
export async function linkOf(document: Document, embedded = false): Promise<string> {
  const known = embedded ? undefined : idInCatalogue(document);
  // Such a page tells other programs what it leads to, and its address is short. The build makes it.
  if (known && import.meta.env.PROD) return new URL(`puzzle/${known}.html`, location.href).href;
  return `${location.origin}${location.pathname}${parameters(embedded)}#${await encoded(document)}`;
}

export interface Last {
  address: string;
  entry: Entry;
}

/** The address of the puzzle that is about to be left, with its last change. */
export async function lastAddress(): Promise<Last | undefined> {
  const entry = entryNow();
  return page.document && page.bench && { address: await addressOf(page.document), entry };
}

/** Goes to another address, so that Back leads to the last one. */
export function enter(address: string, last: Last | undefined): void {
  if (last) history.replaceState(last.entry, "", last.address);
  history.pushState(null, "", address);
}

let written = 0;

export async function writeAddress(): Promise<void> {
  const [mine, seenAt] = [++written, page.turn];
  const address = page.document && (await addressOf(page.document));
  if (address && mine === written && seenAt === page.turn) history.replaceState(entryNow(), "", address);
}
