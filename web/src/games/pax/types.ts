/** The server's data for Pax Britannica, under the page's names. */

import type { PaxFacts, PaxRecap, PaxView } from '$lib/generated/server';

export type { PaxRecap, PaxView };
export type Facts = PaxFacts;
export type Power = string;
export type Area = string;
export type Marker = PaxView['markers'][string][string];
export type Treaty = PaxView['treaties'][string];
export type Charge = PaxView['charges'][number];
export type XY = Facts['seas'][string];

/** The points of the final record (13.5), or those so far. */
export const finalPoints = ({ seats, sheets, points }: PaxView): Record<string, number> =>
  Object.fromEntries(
    seats.map((seat) => [seat, sheets[seat]?.at(-1)?.lines['l31'] ?? points[seat] ?? 0]),
  );
