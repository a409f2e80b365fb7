/** Which cards are in the tray, and what can be done with them. */

import type { Choice } from '$lib/table.svelte';

import type { Card, Side, TurmoilView } from './types';
import { OTHER } from './types';

export type Tray = 'hand' | 'offer';

/** Cards of a question that are not in the hand replace it: stability cards, mobilization plans,
 * discards, or the opponent's. */
export function tray(view: TurmoilView, choices: Choice[]): { kind: Tray; cards: string[] } {
  const things = choices.flatMap((choice) => choice.things);
  const asked = new Set(things.filter(({ kind }) => kind === 'card').map(({ name }) => name));
  const offered = [...asked].filter((card) => !view.hand.includes(card));
  return offered.length ? { kind: 'offer', cards: offered } : { kind: 'hand', cards: view.hand };
}

/** The actions with a card. */
export function waysOf(choices: Choice[], card: string): Choice[] {
  return choices.filter((choice) => choice.names.includes(card));
}

/** Whose event a card has, from the seat of a player. */
export function belongs(card: Card, seat: Side | null): 'own' | 'theirs' | 'either' {
  const side = card.kind === 'mobilization' ? null : card.facts.side;
  if (!seat || !side) return 'either';
  if (side === seat) return 'own';
  return side === OTHER[seat] ? 'theirs' : 'either';
}

/** The distance between the cards of a row: side by side if there is room, otherwise overlapping.
 */
export function spread(room: number, count: number, width: number, gap: number, least: number) {
  if (count < 2) return width + gap;
  return Math.max(least, Math.min(width + gap, (room - width) / (count - 1)));
}
