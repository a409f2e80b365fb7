/** A window that was opened before an upgrade of the server: a part of the page that it asks for by
 * its earlier name is no longer there. The window is loaded anew, unless that was of no use. */

const KEY = 'entente.loaded_anew';
const SOON = 60_000; // milliseconds in which loading it again would be of no use

/** Whether the server answers: without it the window had better stay as it is. */
async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** A part of the page could not be had. */
export async function loadAnew(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < SOON || !(await isThere())) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

/** How browsers say that a module could not be had. */
const MISSING = /dynamically imported module|Importing a module script failed/;

export function watchForUpgrades(): void {
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof TypeError && MISSING.test(reason.message)) void loadAnew();
  });
}
