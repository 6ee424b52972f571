// Starts the page. What stands in double braces is filled in with the names of the built files.
import init, { prepare, start } from "{{web.js}}";

// Keeping everything for a time without a network takes a while itself: nobody should wait for it.
const KEEP_AFTER = 4000;
// How often a page that stays open looks for a new version when somebody comes back to it.
const LOOK_AGAIN = 3600000;

try {
  const theme = localStorage.getItem("bellwether.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}

// The program is fetched while the page is still read, and started when all of it is there.
const isRead =
  document.readyState === "loading" &&
  new Promise((done) => document.addEventListener("DOMContentLoaded", done));
const keeper = navigator.serviceWorker;
// The program asks for the new version when its server is newer.
addEventListener("renew", () => renew(keeper));
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
if (keeper) setTimeout(() => keep(keeper), KEEP_AFTER);

// Keeps this version, or whichever is the newest. While the client is worked on nothing is kept.
async function keep(keeper) {
  if ({{is_kept}}) {
    // What this page might still fetch goes with its version.
    if (keeper.controller) keeper.addEventListener("controllerchange", reload);
    const kept = await keeper.register("/sw.js");
    const button = document.getElementById("renew");
    button.addEventListener("click", () => renew(keeper));
    const offer = () => (button.hidden = !(kept.waiting && keeper.controller));
    kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
    offer();
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && location.pathname === "/") kept.waiting?.postMessage("take over if alone");
      if (document.hidden || Date.now() - looked < LOOK_AGAIN) return;
      looked = Date.now();
      // Without a network there is no newer version.
      kept.update().catch(() => {});
    });
  } else {
    for (const kept of await keeper.getRegistrations()) await kept.unregister();
    if (keeper.controller) reload();
  }
}

// Fetches a new version and has it take over, whoever uses the old one.
async function renew(keeper) {
  const kept = await keeper?.getRegistration();
  await kept?.update().catch(() => {});
  const next = kept?.waiting ?? kept?.installing;
  if (!next) return reload();
  keeper.addEventListener("controllerchange", reload);
  const take = () => next.state === "installed" && next.postMessage("take over");
  next.addEventListener("statechange", take);
  take();
}

function reload() {
  location.reload();
}
