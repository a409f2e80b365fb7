/** The hints of several choices, loaded while they are shown. */

import type { Hint, TableStore } from '$lib/table.svelte';

const MOST = 16; // choices loaded at once

export class Hints {
  loaded = $state.raw<Record<string, Hint>>({});

  /** Create it while a component is being created. */
  constructor(table: TableStore, actions: () => string[]) {
    $effect(() => {
      const wanted = actions().slice(0, MOST);
      void table.now?.version;
      let stale = false;
      const found = wanted.map(async (action) => [action, await table.hintWithFigures(action)] as const);
      void Promise.all(found).then((all) => {
        if (!stale) this.loaded = Object.fromEntries(all);
      });
      return () => (stale = true);
    });
  }

  text(action: string): string {
    return this.loaded[action]?.text ?? '';
  }

  figures(action: string): Hint['figures'] {
    return this.loaded[action]?.figures ?? {};
  }
}

/** The clauses in a hint, one after the other. */
export const readOut = (clauses: string[]): string =>
  clauses.map((clause, place) => `(${place + 1}) ${clause}`).join(' ');

/** The rest of a hint, without what is already shown. */
export const besides = (hint: string, known: string): string =>
  known && hint.startsWith(known) ? hint.slice(known.length).trim() : hint;
