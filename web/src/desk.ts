// Workers seen from the page: ask, hear, stop.
//
// The library does not return to the browser while it searches, so a message cannot reach it then. A listing is requested
// piece by piece and stops between two pieces; any other search is stopped by ending its worker. Its earlier results are
// kept, and a new worker takes its place: the module is compiled once for all.

import address from "./wasm/combien_web_bg.wasm?url";
import type { Asked, Heard, Reply } from "./protocol";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The library, compiled while it arrives. */
function module(): Promise<WebAssembly.Module> {
  if (!compiled) {
    compiled = (async () => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      // A server that does not know WebAssembly names another type, and a browser compiles no stream of that.
      const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
      return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
    })();
    // Without a network, the next question tries again.
    compiled.catch(() => { compiled = undefined; });
  }
  return compiled;
}

/** A stop was requested. */
export class Stopped extends Error {}

/** The library failed: a bug. */
export class Bug extends Error {}

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  hear?: (heard: Heard) => void;
}

/** How long a search may take to stop by itself, in milliseconds. */
const PATIENCE = 60;

const open = new Set<Desk>();

/** Ends the workers of a view that is left, all but this one: none goes on searching. */
export function closeAllBut(kept: Desk): void {
  for (const desk of open) if (desk !== kept) desk.close();
}

export class Desk {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private isClosed = false;

  constructor() {
    open.add(this);
  }

  private async start(): Promise<Worker> {
    const compiledModule = await module();
    if (this.isClosed) throw new Stopped();
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent) => this.receive(event.data as Reply);
    worker.onerror = (event) => this.fail(new Bug(event.message || "the worker could not be started"));
    worker.postMessage({ module: compiledModule });
    this.worker = worker;
    return worker;
  }

  private receive(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if ("heard" in reply) {
      if (reply.heard.type === "bug") this.fail(new Bug(reply.heard.message));
      else waiting.hear?.(reply.heard);
      return;
    }
    this.waiting.delete(reply.id);
    if ("broken" in reply) {
      this.fail(new Bug(reply.broken));
      waiting.reject(new Bug(reply.broken));
    } else waiting.resolve(reply.answer);
  }

  /** Ends the worker; the promise that waits for it is rejected with the reason. */
  private fail(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.reject(error);
  }

  async ask<T>(asked: Asked, hear?: (heard: Heard) => void): Promise<T> {
    const worker = await this.start();
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, hear });
      worker.postMessage({ ...asked, id });
    });
  }

  /** Ends the worker at once; the next question starts a new one. */
  end(): void {
    this.fail(new Stopped());
  }

  /** Ends the worker for good. */
  close(): void {
    this.isClosed = true;
    open.delete(this);
    this.end();
  }

  /** Stops the current search. Returns true if the worker still runs, so that its listing can be continued. */
  async stop(): Promise<boolean> {
    const id = Math.max(0, ...this.waiting.keys());
    if (!id || !this.worker) return true;
    this.worker.postMessage({ stop: id });
    const end = performance.now() + PATIENCE;
    while (performance.now() < end) {
      if (!this.waiting.has(id)) return true;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (!this.waiting.has(id)) return true;
    this.fail(new Stopped());
    return false;
  }
}
