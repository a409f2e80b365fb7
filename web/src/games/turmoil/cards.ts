/** Which cards lie before the player, and what can be done with one of them. */

import type { Choice } from '$lib/table.svelte';

import type { Card, Side, TurmoilView } from './types';
import { OTHER } from './types';

export type Tray = 'hand' | 'offer';

/** Cards that are asked about and are not in the hand lie in its place: stability cards, plans of
mobilization, discards, or those of the opponent. */
export function tray(view: TurmoilView, choices: Choice[]): { kind: Tray; cards: string[] } {
  const things = choices.flatMap((choice) => choice.things);
  const asked = new Set(things.filter(({ kind }) => kind === 'card').map(({ name }) => name));
  const offered = [...asked].filter((card) => !view.hand.includes(card));
  return offered.length ? { kind: 'offer', cards: offered } : { kind: 'hand', cards: view.hand };
}

/** The actions that have to do with a card. */
export function waysOf(choices: Choice[], card: string): Choice[] {
  return choices.filter((choice) => choice.names.includes(card));
}

/** Whose event a card carries, from the seat of a player. */
export function belongs(card: Card, seat: Side | null): 'own' | 'theirs' | 'either' {
  const side = card.kind === 'mobilization' ? null : card.facts.side;
  if (!seat || !side) return 'either';
  if (side === seat) return 'own';
  return side === OTHER[seat] ? 'theirs' : 'either';
}

/** How far apart the cards of a row lie: side by side if there is room, else overlapping. */
export function spread(room: number, count: number, width: number, gap: number, least: number) {
  if (count < 2) return width + gap;
  return Math.max(least, Math.min(width + gap, (room - width) / (count - 1)));
}
