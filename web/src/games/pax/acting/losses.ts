/** The losses of a fight, and the ways to pay them (7.3, 12.7). */

import type { LogEntry } from '$lib/types';

import { ofThisTurn } from '../turnLog';
import type { PaxView } from '../types';
import { placeOf } from './orders';

/** A way to pay: the units that are lost, and those that stay. */
export interface Payment {
  action: string;
  lost: number[];
  stays: number[];
  rest: boolean; // what the allies leave uncovered
}

const FIGHTS = ['log.combat', 'log.battle'];

/** The units of a kind that a power has at a place, the strongest first. */
function present(view: PaxView, power: string, kind: string, place: string): number[] {
  if (kind !== 'navy') return [...(view.armies[place]?.[power] ?? [])];
  const ports = Object.entries(view.navies).filter(([port]) => placeOf(port) === place);
  return ports.flatMap(([, forces]) => [...(forces[power] ?? [])]).sort((a, b) => b - a);
}

/** A choice such as `france 10 3`, `france none` or `france rest`. */
export function paymentOf(view: PaxView, action: string, kind: string, place: string): Payment {
  const [power = '', ...words] = action.split(' ');
  const lost = words.map(Number).filter((strength) => strength > 0);
  const stays = present(view, power, kind, place);
  for (const strength of lost) {
    const at = stays.indexOf(strength);
    if (at >= 0) stays.splice(at, 1);
  }
  return { action, lost, stays, rest: words[0] === 'rest' };
}

/** The fight that caused the losses, from the log. */
export function fightAt(log: LogEntry[], place: string): LogEntry | undefined {
  const isThere = ({ args }: LogEntry) => args['area'] === place || args['place'] === place;
  return ofThisTurn(log).findLast((line) => FIGHTS.includes(line.key) && isThere(line));
}
