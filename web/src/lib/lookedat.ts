/** Which of its questions each seat of a table looks at, by its window. It is kept in this window of the browser only,
 * so that a reload does not turn the player to another question. */

export type LookedAt = Record<string, number>;

const KEPT = 'entente.looked-at';

/** Where something is kept: the browser's, or nothing where there is none. */
const kept = (): Storage | undefined => globalThis.sessionStorage;

const keyOf = (table: string) => `${KEPT}.${table}`;

/** What was kept; nothing where it is broken. */
export function readLookedAt(text: string | null): LookedAt {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    return Object.fromEntries(entries.filter((each): each is [string, number] => Number.isInteger(each[1])));
  } catch {
    return {};
  }
}

export function lookedAt(table: string): LookedAt {
  return readLookedAt(kept()?.getItem(keyOf(table)) ?? null);
}

export function keepLookedAt(table: string, now: LookedAt): void {
  kept()?.setItem(keyOf(table), JSON.stringify(now));
}
