// The Web Worker that bots run in: the program of the page with another entry point.
import init, { start_worker } from "{{web.js}}";

// Reports crashes to the page, which would wait for a response otherwise.
const broke = (reason) => self.postMessage({ broke: String(reason) });
self.addEventListener("error", (event) => broke(event.message));
self.addEventListener("unhandledrejection", (event) => broke(event.reason));

// Messages that arrive while the program loads are queued.
const early = [];
self.onmessage = (event) => early.push(event);
await init({ module_or_path: "{{web.wasm}}" });
await start_worker();
for (const event of early) self.onmessage(event);
