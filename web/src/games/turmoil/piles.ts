/** The piles of cards that both players may look through. */

import type { Key } from '$lib/language.svelte';

import { SIDES, type Side, type TurmoilView } from './types';

export interface Pile {
  id: string;
  key: Key;
  cards: string[];
  side?: Side;
}

/** Every pile, in display order; the newest card of a pile comes first. */
export function pilesOf(view: TurmoilView): Pile[] {
  const seen: Pile = { id: 'seen', key: 'turmoil.pile.seen', cards: view.seen };
  const table: Pile = { id: 'table', key: 'turmoil.pile.table', cards: view.table };
  return [
    ...(view.seen.length ? [seen] : []),
    ...(view.table.length ? [table] : []),
    { id: 'lasting', key: 'turmoil.pile.lasting', cards: Object.keys(view.lasting) },
    { id: 'discard', key: 'turmoil.pile.discard', cards: view.discard.toReversed() },
    { id: 'removed', key: 'turmoil.pile.removed', cards: view.removed.toReversed() },
    ...SIDES.map((side) => ({
      id: `stability ${side}`,
      key: 'turmoil.pile.stability' as const,
      cards: view.stability[side],
      side,
    })),
  ];
}
