/** What is worth knowing of several choices, asked for while they are looked at. */

import type { Hint, TableStore } from '$lib/table.svelte';

const MOST = 16; // choices of which that is asked at once

export class Hints {
  told = $state.raw<Record<string, Hint>>({});

  /** Must be made while a component is. */
  constructor(table: TableStore, actions: () => string[]) {
    $effect(() => {
      const wanted = actions().slice(0, MOST);
      void table.now?.version;
      let stale = false;
      const found = wanted.map(async (action) => [action, await table.toldOf(action)] as const);
      void Promise.all(found).then((all) => {
        if (!stale) this.told = Object.fromEntries(all);
      });
      return () => (stale = true);
    });
  }

  text(action: string): string {
    return this.told[action]?.text ?? '';
  }

  figures(action: string): Hint['figures'] {
    return this.told[action]?.figures ?? {};
  }
}

/** Clauses as a hint reads them out, one after the other. */
export const readOut = (clauses: string[]): string =>
  clauses.map((clause, place) => `(${place + 1}) ${clause}`).join(' ');

/** What a hint tells besides what is known already. */
export const besides = (hint: string, known: string): string =>
  known && hint.startsWith(known) ? hint.slice(known.length).trim() : hint;
