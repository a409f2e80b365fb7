/** What the browser stores for this site. It may refuse: cookies are blocked, or the disk is full.
 * Then the page remembers for as long as it is open. No other module uses the browser's storage. */

type Kind = 'localStorage' | 'sessionStorage';

class GuardedStorage {
  private readonly own = new Map<string, string>();

  constructor(private readonly kind: Kind) {}

  getItem(key: string): string | null {
    const own = this.own.get(key);
    if (own !== undefined) return own;
    try {
      return globalThis[this.kind].getItem(key);
    } catch {
      return null;
    }
  }

  setItem(key: string, value: string): void {
    try {
      globalThis[this.kind].setItem(key, value);
      this.own.delete(key);
    } catch {
      this.own.set(key, value);
    }
  }

  removeItem(key: string): void {
    this.own.delete(key);
    try {
      globalThis[this.kind].removeItem(key);
    } catch {
      // there was nothing
    }
  }
}

/** Stored until it is removed … */
export const localStore = new GuardedStorage('localStorage');
/** … or until the window is closed. */
export const sessionStore = new GuardedStorage('sessionStorage');

/** Whether the browser blocks the storage of this site; it then blocks cookies too. */
export function isStorageBlocked(): boolean {
  try {
    return !globalThis.localStorage;
  } catch {
    return true;
  }
}

/** The workers of the browser; undefined where it has none, or blocks them with the storage. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker as ServiceWorkerContainer | undefined;
  } catch {
    return undefined;
  }
}
