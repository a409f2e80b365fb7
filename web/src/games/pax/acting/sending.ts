/** Choosing a destination on the map for a piece that is being sent. */

import type { TableStore } from '$lib/table.svelte';

import { lights } from './lights.svelte';
import { orderOf, placeOf, type Mover } from './orders';

const VERBS: Record<Mover['kind'], string> = { army: 'march', navy: 'sail', fleet: 'ship' };

/** Send the piece there; with several coasts the list asks which. If it cannot go there, show why.
 * Its own place cancels. */
export function choosePlace(table: TableStore, place: string): void {
  const piece = lights.sent;
  if (!piece) return;
  const [goal, ...others] = lights.goals(place);
  if (goal && others.length) lights.coasts = place;
  else if (goal) {
    const { action } = goal.way; // a first tap only shows what it would do
    if (table.selection.isSure(place, action)) void table.act(action);
  } else if (place === placeOf(piece.from)) lights.leave();
  else void table.consider(order(piece, place));
}

/** The action that would send a piece somewhere. */
function order({ kind, strength, from, ways }: Mover, place: string): string {
  const power = orderOf(ways[0]?.way.action ?? '').for;
  const to = kind === 'navy' ? `${place}@${from.split('@')[1]}` : place;
  const words = kind === 'fleet' ? [from, to] : [strength, from, to];
  return [...(power ? [power] : []), VERBS[kind], ...words].join(' ');
}
