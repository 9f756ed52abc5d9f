// Lets the page work without a network after the first visit. vite.config.ts fills in the version and
// the files, and writes this next to index.html.
//
// Files named by their content come from the cache: scripts and styles, and the engine's files, which
// the page asks for with the fingerprint of its own engine (vite.config.ts), so that a page never mixes
// two versions. Everything else of the page is asked of the network first, so that an open server always
// shows its own version, and comes from the cache if there is no answer. The API is never touched. A new
// version waits until the page asks for it ("new version, reload").
const VERSION = "__VERSION__";
const FIRST = __FIRST__; // the page, and every game's engine
const LATER = __LATER__; // the networks of levels, beliefs last, fetched when nothing else is
const ON_DEMAND = __ON_DEMAND__; // other networks, kept once a player has needed them
const CACHE = `kibitz-${VERSION}`;
const NETWORK_MS_MAX = 4000;
const NETWORKS = [...LATER, ...ON_DEMAND];

const within = (url) => url.pathname.slice(new URL(self.registration.scope).pathname.length);
const isHashed = (url) =>
  within(url).startsWith("assets/") || (within(url).startsWith("offline/") && url.search !== "");

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FIRST.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    takeNetworks()
      .then(() => caches.keys())
      .then((names) => names.filter((name) => name.startsWith("kibitz-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Keeps the networks of the version before, if its engine is the same: nobody loads them twice. */
async function takeNetworks() {
  const cache = await caches.open(CACHE);
  for (const file of NETWORKS) {
    const known = await caches.match(file);
    if (known) await cache.put(file, known);
  }
}

self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  if (event.data === "keep") event.waitUntil(keepLater());
});

/** Fetches the networks of levels one by one, unless the person asked to save data. */
async function keepLater() {
  if (self.navigator.connection?.saveData) return;
  const cache = await caches.open(CACHE);
  for (const file of LATER) {
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (!event.request.url.startsWith(self.registration.scope)) return;
  const path = within(url);
  if (path === "api" || path.startsWith("api/")) return;
  event.respondWith(isHashed(url) ? fromCache(event.request) : fromNetwork(event.request));
});

async function fromCache(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && NETWORKS.some((file) => request.url.endsWith(`/${file}`))) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

async function fromNetwork(request) {
  const cache = await caches.open(CACHE);
  const known = request.mode === "navigate" ? await cache.match("./") : await cache.match(request);
  const asked = fetch(request);
  if (!known) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(known), NETWORK_MS_MAX));
  return Promise.race([asked.catch(() => known), late]);
}
