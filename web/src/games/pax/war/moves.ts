/** Moves of units in a manoeuvre or a retreat: which unit, and where to. */

import type { Choice } from '$lib/choices';

import type { PaxView } from '../types';
import { placeOf } from './campaign';

/** A unit that can move, with its destinations. */
export interface Mover {
  /** Its pick: `france army 3 algiers`. */
  id: string;
  power: string;
  kind: string;
  strength: number;
  where: string;
  ways: Way[];
}

export interface Way {
  action: string;
  there: string;
  place: string;
}

/** `move france army 3 algiers tunis`; a retreat in peace names no power: `retreat army 3 …`. */
export function moversOf(choices: Choice[]): Mover[] {
  const found = new Map<string, Mover>();
  for (const { action } of choices) {
    const words = action.split(' ').slice(1);
    if (words.length < 4) continue;
    const there = words.at(-1)!;
    const id = words.slice(0, -1).join(' ');
    const [where, strength, kind, power] = words.slice(0, -1).reverse();
    const mover = found.get(id) ?? {
      id,
      power: power ?? '',
      kind: kind ?? '',
      strength: Number(strength),
      where: where ?? '',
      ways: [],
    };
    mover.ways.push({ action, there, place: placeOf(there) });
    found.set(id, mover);
  }
  return [...found.values()];
}

/** The units in the order of their places. */
export function byPlace(movers: Mover[]): [place: string, movers: Mover[]][] {
  const groups = new Map<string, Mover[]>();
  for (const mover of movers) {
    const place = placeOf(mover.where);
    groups.set(place, [...(groups.get(place) ?? []), mover]);
  }
  return [...groups];
}

/** How many units a mover stands for: equal ones at a place are one choice. Those that have made
 * their step do not count. A retreat in peace names no power: it is of these. */
export function unitsOf({ power, kind, strength, where }: Mover, view: PaxView, powers: string[]): number {
  const forces = kind === 'army' ? view.armies : view.navies;
  const owners = power ? [power] : powers;
  const here = owners.flatMap((owner) => forces[where]?.[owner] ?? []).filter((each) => each === strength);
  const moved = view.wars
    .flatMap((war) => war.moved)
    .filter(([by, what, at, n]) => owners.includes(by) && what === kind && at === where && n === strength);
  return Math.max(1, here.length - moved.length);
}
