/** The cards of combats, battles and moments. */

import type { TableStore } from '$lib/table.svelte';
import type { GameResults } from '$table/results/result';

import { OPENINGS } from '../board/changes';
import { powersOf } from '../treaties/standing';
import type { PaxView } from '../types';
import Card from './Card.svelte';
import { resultsIn, type PaxResult, type Viewer } from './results';

export function viewerOf(table: TableStore): Viewer {
  const treaties = (table.view as PaxView | null)?.treaties ?? {};
  return {
    powers: table.mySeats.flatMap(powersOf),
    parties: (treaty) => treaties[treaty]?.parties ?? [],
  };
}

/** The results after a move, with those of its turn before it: losses may come moves later. */
function of(table: TableStore, after: number): PaxResult[] {
  const turn = table.log.findLastIndex(({ key, move }) => OPENINGS.includes(key) && move <= after);
  return resultsIn(table.log.slice(Math.max(0, turn)), viewerOf(table));
}

export const results: GameResults<PaxResult> = { of, card: Card };
