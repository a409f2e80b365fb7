/** What the page shows without a network: the tables as they were when it was last seen. */

import { localStore, serviceWorkers } from './storage';
import type { LobbyTable } from './types';

const KEPT = 'entente.tables';
const WORKER = '/worker.js';

export interface KnownTable {
  id: string;
  game: string;
  title: string;
  stage: string | null;
  my_turn: boolean;
  due: number | null;
}

export interface KnownTables {
  /** When they were seen, in seconds. */
  at: number;
  tables: KnownTable[];
}

/** Remember the user's tables. */
export function rememberTables(tables: LobbyTable[], now = Date.now() / 1000): void {
  const known = tables.map(({ table, stage }): KnownTable => {
    const { id, game, title, my_turn, due } = table;
    return { id, game, title, stage, my_turn, due };
  });
  localStore.setItem(KEPT, JSON.stringify({ at: now, tables: known } satisfies KnownTables));
}

/** The remembered tables; null if there are none, or they are broken. */
export function knownTables(kept = localStore.getItem(KEPT)): KnownTables | null {
  try {
    const known = JSON.parse(kept ?? 'null') as Partial<KnownTables> | null;
    return known && typeof known.at === 'number' && Array.isArray(known.tables)
      ? (known as KnownTables)
      : null;
  } catch {
    return null;
  }
}

/** Others may use this computer. */
export function forgetTables(): void {
  localStore.removeItem(KEPT);
}

/** Let the browser keep the page itself for use without a network. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    await serviceWorkers()?.register(WORKER);
  } catch {
    // The browser does not allow it: then there is no page without a network.
  }
}
