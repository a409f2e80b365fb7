/** Up to which turn the player has read the results, by table. */

import { localStore } from '$lib/storage';

const KEPT = 'entente.pax.turns';

function kept(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStore.getItem(KEPT) ?? '{}');
    return found && typeof found === 'object' ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

class TurnsRead {
  private known = $state.raw(kept());

  upTo(table: string): number {
    return this.known[table] ?? 0;
  }

  read(table: string, turn: number): void {
    this.known = { ...this.known, [table]: turn };
    localStore.setItem(KEPT, JSON.stringify(this.known));
  }
}

export const turnsRead = new TurnsRead();
