// Caches the client on the device, so that it starts without a network. Every version has its own
// cache. A new one waits until no page uses the old one, or until a page asks for it (boot.js): on
// request, if the only page is hidden, or if its server is newer.
const CACHE = "bellwether-{{version}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data !== "take over if alone") return;
  const pages = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  event.waitUntil(pages.then((all) => all.length <= 1 && self.skipWaiting()));
});

// A click on a notification leads to the page that it is about.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const pages = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const go = (all) => all.find((page) => page.url === notification.data)?.focus() ?? self.clients.openWindow(notification.data);
  event.waitUntil(pages.then(go));
});

self.addEventListener("activate", (event) => {
  const ours = (name) => name.startsWith("bellwether-") && name !== CACHE;
  const tidy = caches.keys().then((names) => Promise.all(names.filter(ours).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (/^\/(api|healthz|readyz|metrics)(\/|$)/.test(url.pathname)) return;
  const key = event.request.mode === "navigate" ? "/" : event.request;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(key)).then((kept) => kept ?? fetch(event.request)));
});
