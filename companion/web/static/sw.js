// Installs the page as an app. Nothing of the game is kept: without the table there is nothing to show.
const SHELL = "himiki-@VERSION@";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Files whose address carries their version never change.
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !/^\/(static|messages)\//.test(pathname)) return;
  event.respondWith(
    caches.open(SHELL).then(async (cache) => {
      const kept = await cache.match(event.request);
      if (kept) return kept;
      const answer = await fetch(event.request);
      if (answer.ok) cache.put(event.request, answer.clone());
      return answer;
    }),
  );
});
