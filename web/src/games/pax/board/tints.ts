/** The colours of each part of the map. */

import type { PatternedArea } from '$lib/patterns';

import type { Area, Facts, PaxView, Power } from '../types';
import { CONTROL, holdersIn, marksIn } from './marks';

export interface Tint {
  owners: Power[];
  /** The status of the highest: less than control is tinted lightly. */
  rank: number;
  /** Several have control without an agreement. */
  disputed: boolean;
}

type Seen = Pick<PaxView, 'markers' | 'codominions' | 'powers'>;

/** The tint of an area; null if no power has anything there. */
export function tintOf(view: Seen, area: Area): Tint | null {
  const holders = holdersIn(marksIn(view, area));
  if (!holders.length) return null;
  const rank = Math.max(...holders.map(({ status }) => status));
  const agreed = view.codominions[area] ?? [];
  const disputed =
    rank >= CONTROL && holders.length > 1 && !holders.every(({ power }) => agreed.includes(power));
  return { owners: holders.map(({ power }) => power), rank, disputed };
}

/** All tints, including homes, by the id of their element on the map. */
export function tintsOf(view: Seen, facts: Facts): Record<string, Tint> {
  const found: Record<string, Tint> = {};
  for (const [home, { power }] of Object.entries(facts.homes)) {
    found[home] = { owners: [power], rank: CONTROL + 1, disputed: false };
  }
  for (const area of Object.keys(facts.areas)) {
    const tint = tintOf(view, area);
    if (tint) found[area] = tint;
  }
  return found;
}

/** The patterns over areas of one owner, fainter for less than control; the stripes of others have
 * their own. */
export const patternedBy = (tints: Record<string, Tint>): Record<string, PatternedArea> =>
  Object.fromEntries(
    Object.entries(tints).flatMap(([area, { owners: [owner = '', ...others], rank }]) =>
      others.length ? [] : [[area, { owner, opacity: opacityOf(rank) }]],
    ),
  );

export const opacityOf = (rank: number): number => (rank < CONTROL ? 0.3 + 0.15 * rank : 1);

export const patternOf = (area: Area): string => `pax-shared-${area}`;
