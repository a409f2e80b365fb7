/** The units of each place at the middle zoom level: one badge per power and kind with the whole
 * strength; the single units would not be readable there. */

import type { Facts, PaxView, Power } from '../types';
import { forcesIn, placeOf, type Force } from './marks';

export interface Badge {
  /** What a click means. */
  place: string;
  power: Power;
  kind: Force['kind'];
  total: number;
  x: number;
  y: number;
  width: number;
}

const DIGIT = 10; // the width of a figure, in units of the map
const PADDING = 9;
const GAP = 4;
const LEAD = 24;

/** Badges in a row around a point; `end`: they end there. */
function row(place: string, forces: Force[], x: number, y: number, end: boolean): Badge[] {
  const widths = forces.map(({ total }) => String(total).length * DIGIT + PADDING);
  const whole = widths.reduce((sum, each) => sum + each + GAP, -GAP);
  let left = end ? x - whole : x - whole / 2;
  return forces.map(({ power, kind, total }, n) => {
    const width = widths[n] ?? 0;
    const badge = { place, power, kind, total, x: left + width / 2, y, width };
    left += width + GAP;
    return badge;
  });
}

export function badgesOn(facts: Facts, view: PaxView): Badge[] {
  const found: Badge[] = [];
  for (const [place, forces] of Object.entries(view.armies)) {
    const room = facts.areas[place] ?? facts.homes[place];
    if (!room) continue; // at sea, below
    const [x, y] = room.at;
    found.push(...row(place, forcesIn(forces, 'army'), x + room.room / 2, y + room.depth / 2, true));
  }
  for (const [port, forces] of Object.entries(view.navies)) {
    const at = facts.ports[port];
    if (at) found.push(...row(placeOf(port), forcesIn(forces, 'navy'), ...at, false));
  }
  for (const [sea, [x, y]] of Object.entries(facts.seas)) {
    const afloat = [...forcesIn(view.navies[sea], 'navy'), ...forcesIn(view.armies[sea], 'army')];
    found.push(...row(sea, afloat, x, y - LEAD, false)); // above the merchant fleets
  }
  return found;
}
