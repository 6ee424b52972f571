// Starts the client. `cargo xtask client` replaces names in double braces with those of the built
// files.
import init, { prepare, start } from "{{web.js}}";

// The delay before the service worker caches everything, so that it does not slow down the start.
const KEEP_AFTER = 4000;
// How often a page that stays open checks for a new version when it becomes visible.
const LOOK_AGAIN = 3600000;

try {
  const theme = localStorage.getItem("bellwether.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without local storage the page follows the system.
}

// The program is fetched while the page is parsed, and started when both are complete.
const isRead =
  document.readyState === "loading" &&
  new Promise((done) => document.addEventListener("DOMContentLoaded", done));
const keeper = navigator.serviceWorker;
// The client asks for the new version when the server is newer.
addEventListener("renew", () => renew(keeper));
try {
  await Promise.all([init({ module_or_path: "{{web.wasm}}" }), isRead]);
  // In separate tasks, because each is long on slow devices.
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

// Caches this version, or a newer one. Development builds are not cached.
async function keep(keeper) {
  if ({{is_kept}}) {
    // Files that this page may still fetch disappear with its version.
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

// Fetches a new version and lets it replace the old one at once.
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
