/** Which question each seat of a table looks at, by its window. Kept for this browser window only,
 * so that a reload does not switch to another question. */

import { sessionStore } from './storage';

export type SelectedDecisions = Record<string, number>;

const KEPT = 'entente.looked-at';

const keyOf = (table: string) => `${KEPT}.${table}`;

/** The stored value; nothing if it is broken. */
export function parseSelectedDecisions(text: string | null): SelectedDecisions {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    return Object.fromEntries(entries.filter((each): each is [string, number] => Number.isInteger(each[1])));
  } catch {
    return {};
  }
}

export function selectedDecisions(table: string): SelectedDecisions {
  return parseSelectedDecisions(sessionStore.getItem(keyOf(table)));
}

export function storeSelectedDecisions(table: string, now: SelectedDecisions): void {
  sessionStore.setItem(keyOf(table), JSON.stringify(now));
}
