// Starts the page. What stands in double braces is filled in with the names of the built files.
import init, { prepare, start } from "{{web.js}}";

// Keeping everything for a time without a network takes a while itself: nobody should wait for it.
const KEEP_AFTER = 4000;

// The program is fetched while the page is still read, and started when all of it is there.
const isRead =
  document.readyState === "loading" &&
  new Promise((done) => document.addEventListener("DOMContentLoaded", done));
try {
  await Promise.all([init({ module_or_path: "{{web.wasm}}" }), isRead]);
  // Each in a task of its own: on a slow device it is work enough for one.
  for (const step of [prepare, start]) {
    await new Promise((done) => setTimeout(done));
    step();
  }
} catch (error) {
  const word = document.getElementById("shell-word");
  if (word) word.textContent = `Bellwether cannot start in this browser: ${error}`;
  throw error;
}
if ("serviceWorker" in navigator) {
  setTimeout(() => navigator.serviceWorker.register("/sw.js"), KEEP_AFTER);
}
