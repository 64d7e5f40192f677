// Keeps every file of the page, so that it works without a network. The build fills in the two names in capitals.
const CACHE = "combien-VERSION_OF_THE_PAGE";
const FILES = FILES_OF_THE_PAGE;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const stale = (names) => names.filter((name) => name.startsWith("combien-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(stale(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
