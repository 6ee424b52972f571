// The worker that bots think in: the same program as the page, entered by another door.
import init, { start_worker } from "{{web.js}}";

// Whatever breaks is said to the page, which would wait for an answer for ever.
const broke = (reason) => self.postMessage({ broke: String(reason) });
self.addEventListener("error", (event) => broke(event.message));
self.addEventListener("unhandledrejection", (event) => broke(event.reason));

// What arrives while the program loads is kept until it is ready.
const early = [];
self.onmessage = (event) => early.push(event);
await init({ module_or_path: "{{web.wasm}}" });
await start_worker();
for (const event of early) self.onmessage(event);
