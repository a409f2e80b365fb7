/** For tests: the browser globals that modules need when they are imported. A test that needs more
 * replaces them. */

import { vi } from 'vitest';

vi.unstubAllGlobals(); // files share a thread: a stub of one file must not reach the next

const storage = {
  getItem: (key: string) => (key.includes('lang') ? 'en' : null),
  setItem: () => undefined,
  removeItem: () => undefined,
};

Object.assign(globalThis, {
  localStorage: globalThis.localStorage ?? storage,
  sessionStorage: globalThis.sessionStorage ?? storage,
  document: globalThis.document ?? { documentElement: {} },
  location: globalThis.location ?? new URL('http://localhost/'),
  addEventListener: globalThis.addEventListener ?? (() => undefined),
});

/** Tests read texts of the page and of every game, in English. */
const { language } = await import('./language.svelte');
const games = import.meta.glob('../games/*/text/en.ts');
await Promise.all(Object.keys(games).map((path) => language.load(path.split('/')[2])));
