/** What the server tells about the map of Diplomacy and a position on it, under the page's names. */

import type { DiplomacyFacts, DiplomacyView, PowerFacts, ProvinceFacts } from '$lib/generated/server';

export type { DiplomacyView, PowerFacts };
export type Facts = DiplomacyFacts;
export type Province = ProvinceFacts;
export type Spot = ProvinceFacts['unit'];
export type Power = string;
export type Phase = DiplomacyView['phase'];

/** A unit on the map; `name` is as in orders: `F STP/SC`. */
export interface Piece {
  name: string;
  power: Power;
  dislodged: boolean;
}

/** Whose unit this is; of two with the same name, the one that must retreat. */
export function ownerOf(view: DiplomacyView, unit: string): Power {
  const pushed = Object.entries(view.dislodged).find(([, units]) => unit in units);
  const standing = Object.entries(view.units).find(([, units]) => units.includes(unit));
  return (pushed ?? standing)?.[0] ?? '';
}
