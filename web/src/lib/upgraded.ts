/** A window opened before a server upgrade: a part of the page that it loads by its old name no
 * longer exists, or the server speaks another version of the API. Reload the window, unless that
 * did not help. */

import { sessionStore } from './storage';

const KEY = 'entente.loaded_anew';
const QUIET = 60_000; // milliseconds without use after which a page may reload
const SOON = 60_000; // milliseconds in which another reload would not help

/** Whether the server answers: without it, the window is better left alone. */
async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Reload a page that does not fit the server. */
export async function reloadAfterUpgrade(): Promise<void> {
  const last = Number(sessionStore.getItem(KEY) ?? 0);
  if (Date.now() - last < SOON || !(await isThere())) return;
  sessionStore.setItem(KEY, String(Date.now()));
  location.reload();
}

let isWaiting = false;

/** Reload a page of an earlier version, which still works, when it is hidden or has not been used for
 * a minute. */
export function reloadWhenQuiet(): void {
  if (isWaiting) return;
  isWaiting = true;
  let timer = setTimeout(leave, QUIET);
  const signs = ['pointerdown', 'keydown', 'wheel'] as const;
  function used(): void {
    clearTimeout(timer);
    timer = setTimeout(leave, QUIET);
  }
  function hidden(): void {
    if (document.hidden) leave();
  }
  function leave(): void {
    isWaiting = false;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', hidden);
    for (const sign of signs) removeEventListener(sign, used);
    void reloadAfterUpgrade();
  }
  document.addEventListener('visibilitychange', hidden);
  for (const sign of signs) addEventListener(sign, used, { passive: true });
}

/** The messages of browsers when a module fails to load. */
const MISSING = /dynamically imported module|Importing a module script failed/;

export function watchForUpgrades(): void {
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof TypeError && MISSING.test(reason.message)) void reloadAfterUpgrade();
  });
}
