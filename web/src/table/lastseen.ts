/** Up to which move the user has followed a table; remembered in the browser. */

import { localStore } from '$lib/storage';

const KEPT = 'entente.seen';
const MOST = 200; // tables that are remembered

type Seen = Record<string, number>;

/** The stored moves, the latest table last; nothing if they are broken. */
export function readSeen(kept: string | null): Seen {
  try {
    const found: unknown = JSON.parse(kept ?? '{}');
    return found && typeof found === 'object' ? (found as Seen) : {};
  } catch {
    return {};
  }
}

/** Add a table, and drop the oldest if there are too many. */
export function noted(seen: Seen, table: string, move: number, most = MOST): Seen {
  const others = Object.entries(seen).filter(([id]) => id !== table);
  return Object.fromEntries([...others.slice(-(most - 1)), [table, move]]);
}

export function lastSeen(table: string): number | null {
  return readSeen(localStore.getItem(KEPT))[table] ?? null;
}

export function noteSeen(table: string, move: number): void {
  const seen = readSeen(localStore.getItem(KEPT));
  localStore.setItem(KEPT, JSON.stringify(noted(seen, table, move)));
}
