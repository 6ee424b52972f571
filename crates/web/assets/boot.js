// Starts the page. What stands in double braces is filled in with the names of the built files.
import init, { start } from "{{web.js}}";

const word = document.getElementById("shell-word");
try {
  await init({ module_or_path: "{{web.wasm}}" });
  // A task of its own: making the program ready is work enough for one.
  await new Promise((done) => setTimeout(done));
  start();
} catch (error) {
  if (word) word.textContent = `Bellwether cannot start in this browser: ${error}`;
  throw error;
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
