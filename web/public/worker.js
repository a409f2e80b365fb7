// The page without a network, and push notifications.
//
// Pages come from the network; without it, the last page is shown again with the files it needs.
// What the API answers is never kept here: the page remembers what it shows offline.

importScripts('/push.js');

const SHELL = 'entente-shell';
const FILES = /^\/(assets\/|icon|apple-touch-icon|badge-|manifest\.webmanifest)/;

/** Load a page, and keep it. A new version of the page needs other files: then the old ones go. */
async function page(request) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepPage(shell, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** The scripts that a page starts with: they change with every version. */
const version = (text) => [...text.matchAll(/\/assets\/[\w.-]+/g)].join();

async function keepPage(shell, answer) {
  const before = await shell.match('/');
  const text = await answer.clone().text();
  if (before && version(await before.text()) !== version(text)) {
    for (const request of await shell.keys()) await shell.delete(request);
  }
  await shell.put('/', answer);
}

/** A file whose content never changes. */
async function file(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shell.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !/^\/(api|docs|openapi)/.test(pathname)) {
    event.respondWith(page(request));
  } else if (FILES.test(pathname)) event.respondWith(file(request));
});
