// A worker: it holds one copy of the library and answers what it is asked, one thing at a time.

import init, { Page } from "./wasm/combien_web.js";
import type { Reply, Request } from "./protocol";

const scope = globalThis as unknown as {
  combienHears: (message: string) => void;
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
};

let page: Page | undefined;
let current = 0;
/** The listing that is to stop before its next piece. */
let stopped = -1;

scope.combienHears = (message) => scope.postMessage({ id: current, heard: JSON.parse(message) } satisfies Reply);

/** Lets messages in. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

async function answer(request: Request): Promise<unknown> {
  if (!page) throw new Error("the library is not loaded");
  switch (request.do) {
    case "look":
      return JSON.parse(page.look(JSON.stringify(request.document)));
    case "open":
      return JSON.parse(page.open(JSON.stringify(request.document)));
    case "ask":
      return JSON.parse(page.ask(JSON.stringify(request.question)));
    case "show":
      return JSON.parse(page.show(JSON.stringify(request.request)));
    case "edit":
      return JSON.parse(page.edit(JSON.stringify({ document: request.document, drawing: request.drawing })));
    case "alone":
      return JSON.parse(page.alone(JSON.stringify(request.document)));
    case "describe":
      return JSON.parse(page.describe(JSON.stringify({ options: request.options, cells: request.cells })));
    case "sudoku":
      return JSON.parse(page.sudoku(JSON.stringify(request.request)));
    case "convert":
      return JSON.parse(page.convert(request.name, request.bytes));
    case "shelf":
      return JSON.parse(page.shelf());
    case "more": {
      let left = request.number;
      for (;;) {
        const part = JSON.parse(page.more(left, 30));
        if (part.type !== "more") return part;
        left -= part.solutions.length;
        if (part.ending !== null || left <= 0) return part;
        scope.postMessage({ id: request.id, heard: part } satisfies Reply);
        await breathe();
        if (stopped === request.id) return { type: "more", solutions: [], ending: null, found: part.found, fraction: part.fraction };
      }
    }
  }
}

let queue = Promise.resolve();

scope.onmessage = (event: MessageEvent) => {
  const message = event.data as { module: WebAssembly.Module } | { stop: number } | Request;
  if ("stop" in message) {
    stopped = message.stop;
    return;
  }
  if ("module" in message) {
    queue = (async () => {
      await init({ module_or_path: message.module });
      page = new Page();
      scope.postMessage({ id: 0, answer: "ready" } satisfies Reply);
    })();
    return;
  }
  queue = queue.then(async () => {
    current = message.id;
    try {
      scope.postMessage({ id: message.id, answer: await answer(message) } satisfies Reply);
    } catch (error) {
      scope.postMessage({ id: message.id, broken: String(error) } satisfies Reply);
    }
  });
};
