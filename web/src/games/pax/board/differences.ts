/** How two positions differ, place by place: for the changes of this turn, and for a review. */

import type { PaxView, Power } from '../types';
import { placeOf, strengths } from './marks';

export interface Difference {
  /** An area, a home nation or a sea. */
  place: string;
  kind:
    | 'placed'
    | 'raised'
    | 'lowered'
    | 'lost'
    | 'army'
    | 'navy'
    | 'fleet'
    | 'unrest'
    | 'quiet'
    | 'canal';
  power: Power;
  /** Statuses, or strengths of units in words; whether a fleet is there. */
  before: string;
  after: string;
}

export type Compared = Pick<
  PaxView,
  'markers' | 'armies' | 'navies' | 'fleets' | 'unrest' | 'canals'
>;

export function differences(before: Compared, after: Compared): Difference[] {
  if (before === after) return [];
  return [
    ...markerDifferences(before.markers, after.markers),
    ...unitDifferences('army', before.armies, after.armies),
    ...unitDifferences('navy', before.navies, after.navies),
    ...fleetDifferences(before.fleets, after.fleets),
    ...after.unrest
      .filter((area) => !before.unrest.includes(area))
      .map((place) => made(place, 'unrest')),
    ...before.unrest
      .filter((area) => !after.unrest.includes(area))
      .map((place) => made(place, 'quiet')),
    ...Object.entries(after.canals)
      .filter(([area]) => !(area in before.canals))
      .map(([area, power]) => made(area, 'canal', power)),
  ];
}

const made = (
  place: string,
  kind: Difference['kind'],
  power = '',
  before = '',
  after = '',
): Difference => ({ place, kind, power, before, after });

const keysOf = (...records: object[]): string[] => [
  ...new Set(records.flatMap((each) => Object.keys(each))),
];

function markerDifferences(before: PaxView['markers'], after: PaxView['markers']): Difference[] {
  const found: Difference[] = [];
  for (const area of keysOf(before, after)) {
    const [then, now] = [before[area] ?? {}, after[area] ?? {}];
    if (then === now) continue;
    for (const power of keysOf(then, now)) {
      const [old, fresh] = [then[power]?.status ?? 0, now[power]?.status ?? 0];
      if (old === fresh) continue;
      const kind = !old ? 'placed' : !fresh ? 'lost' : fresh > old ? 'raised' : 'lowered';
      found.push(made(area, kind, power, String(old), String(fresh)));
    }
  }
  return found;
}

type Units = PaxView['armies'];

function unitDifferences(kind: 'army' | 'navy', before: Units, after: Units): Difference[] {
  const [then, now] = [byPlace(before), byPlace(after)];
  const found: Difference[] = [];
  for (const place of keysOf(then, now)) {
    for (const power of keysOf(then[place] ?? {}, now[place] ?? {})) {
      const [old, fresh] = [then, now].map((units) => strengths(units[place]?.[power] ?? []));
      if (old !== fresh) found.push(made(place, kind, power, old, fresh));
    }
  }
  return found;
}

/** Units by the place of their port: a change of coast does not count. */
function byPlace(units: Units): Units {
  const found: Record<string, Record<string, number[]>> = {};
  for (const [port, forces] of Object.entries(units)) {
    const there = (found[placeOf(port)] ??= {});
    for (const [power, stack] of Object.entries(forces)) {
      there[power] = [...(there[power] ?? []), ...stack];
    }
  }
  return found;
}

function fleetDifferences(before: PaxView['fleets'], after: PaxView['fleets']): Difference[] {
  return keysOf(before, after).flatMap((power) => {
    const [then, now] = [before[power] ?? [], after[power] ?? []];
    return [
      ...now.filter((sea) => !then.includes(sea)).map((sea) => made(sea, 'fleet', power, '', '1')),
      ...then.filter((sea) => !now.includes(sea)).map((sea) => made(sea, 'fleet', power, '1', '')),
    ];
  });
}

/** By place, in display order. */
export function byPlaces(all: Difference[]): Record<string, Difference[]> {
  const found: Record<string, Difference[]> = {};
  for (const each of all) (found[each.place] ??= []).push(each);
  return found;
}
