/** What may be lost at the end of the turn by the rules: for the layer of garrisons. */

import type { Area, Facts, PaxView, Power } from '../types';
import { CONTROL, marksIn } from './marks';

export interface Threat {
  area: Area;
  power: Power;
  /** bare: control without an army becomes influence (6.4, 8); unrest: unless it is put down,
   * control is lost (8); rival: another's army or control is next to a new control marker (6.6,
   * 9.1); fight: new control must be won from the people (7.2). */
  kind: 'bare' | 'unrest' | 'rival' | 'fight';
  /** For a fight: armies against people. For a rival: its name. */
  attack?: number;
  defence?: number;
  rival?: Power;
}

type Seen = Pick<PaxView, 'markers' | 'armies' | 'unrest' | 'codominions' | 'powers'>;

const strengthOf = (view: Seen, area: Area, power: Power): number =>
  (view.armies[area]?.[power] ?? []).reduce((sum, each) => sum + each, 0);

export function threatsIn(view: Seen, facts: Facts, area: Area): Threat[] {
  const marks = marksIn(view, area);
  const control = marks.filter(({ status }) => status >= CONTROL);
  const found: Threat[] = [];
  for (const { power, isBare, was, isShared } of control) {
    if (isBare) found.push({ area, power, kind: 'bare' });
    if (was >= CONTROL) continue;
    const attack = strengthOf(view, area, power);
    const defence = facts.areas[area]?.strength ?? 0;
    if (attack && defence) found.push({ area, power, kind: 'fight', attack, defence });
    const others = new Set([
      ...Object.keys(view.armies[area] ?? {}),
      ...control.filter((each) => !(isShared && each.isShared)).map((each) => each.power),
    ]);
    others.delete(power);
    for (const rival of others) {
      const together = view.codominions[area] ?? [];
      if (together.includes(power) && together.includes(rival)) continue;
      found.push({ area, power, kind: 'rival', rival });
    }
  }
  if (view.unrest.includes(area)) {
    const holders = marks.filter(({ was }) => was >= CONTROL);
    const losers = holders.length ? holders : marks;
    for (const { power } of losers) found.push({ area, power, kind: 'unrest' });
  }
  return found;
}

/** All threats, by area. */
export function threats(view: Seen, facts: Facts): Record<Area, Threat[]> {
  const found: Record<Area, Threat[]> = {};
  for (const area of Object.keys(facts.areas)) {
    const here = threatsIn(view, facts, area);
    if (here.length) found[area] = here;
  }
  return found;
}
