/** The server's data for Diplomacy, under the page's names: map and position. */

import type {
  AdjustmentResult,
  DiplomacyFacts,
  DiplomacyRecap,
  DiplomacyView,
  OrderResult,
  Piece,
  PowerFacts,
  ProvinceFacts,
  Report,
  RetreatResult,
} from '$lib/generated/server';

export type {
  AdjustmentResult,
  DiplomacyRecap,
  DiplomacyView,
  OrderResult,
  Piece,
  PowerFacts,
  Report,
  RetreatResult,
};
export type Facts = DiplomacyFacts;
export type Province = ProvinceFacts;
export type Spot = ProvinceFacts['unit'];
export type Power = string;
export type Phase = DiplomacyView['phase'];
export type Standing = DiplomacyView['standing'][Power];

/** The units of a view, including those that must retreat. */
export function piecesOf({ units, dislodged }: DiplomacyView): Piece[] {
  const standing = Object.entries(units).flatMap(([power, names]) =>
    names.map((name) => ({ name, power, dislodged: false })),
  );
  const pushed = Object.entries(dislodged).flatMap(([power, waiting]) =>
    Object.keys(waiting).map((name) => ({ name, power, dislodged: true })),
  );
  return [...standing, ...pushed];
}

/** Whether a seat has nothing left to play: it is eliminated or has conceded. */
export const isOut = ({ players, standing }: DiplomacyView, seat: string): boolean =>
  seat in players &&
  (players[seat] ?? []).every((power) =>
    ['eliminated', 'conceded'].includes(standing[power] ?? ''),
  );

/** … by its own decision, perhaps with centres left. */
export const hasConceded = ({ players, standing }: DiplomacyView, seat: string): boolean =>
  (players[seat] ?? []).some((power) => standing[power] === 'conceded');

/** How many centres the powers of each seat own. */
export const centresOf = ({ players, centres }: DiplomacyView): Record<string, number> =>
  Object.fromEntries(
    Object.entries(players).map(([seat, powers]) => [
      seat,
      powers.reduce((sum, power) => sum + (centres[power]?.length ?? 0), 0),
    ]),
  );

/** The owner of a unit; of two with the same name, the one that must retreat. */
export function ownerOf(view: DiplomacyView, unit: string): Power {
  const pushed = Object.entries(view.dislodged).find(([, units]) => unit in units);
  const standing = Object.entries(view.units).find(([, units]) => units.includes(unit));
  return (pushed ?? standing)?.[0] ?? '';
}
