/** Where in a turn the game stands, and who does what in it. */

import type { PaxView, Power } from '../types';
import { seatOf } from './reckoning';

/** The twelve phases of a turn (2). */
export const PHASES = [
  'events',
  'administration',
  'minors',
  'movement',
  'combat',
  'adjustment',
  'negotiation',
  'congress',
  'resentment',
  'war',
  'victory',
  'final',
];

/** Whether a phase of the turn is over, goes on or comes. */
export type PhaseState = 'done' | 'now' | 'ahead';

export function phaseState(view: PaxView, phase: string): PhaseState {
  const [here, there] = [PHASES.indexOf(view.phase), PHASES.indexOf(phase)];
  return there < here ? 'done' : there === here ? 'now' : 'ahead';
}

export type Activity = 'ready' | 'reopened' | 'deciding' | 'war';

/** What is to be told of a power now: who it waits for, who is ready or had to look again. */
export function activities(view: PaxView, power: Power): Activity[] {
  const seat = seatOf(power);
  const found: Activity[] = [];
  if (view.ready.includes(seat)) found.push('ready');
  else if (view.to_move.includes(seat)) found.push('deciding');
  if (view.reopened[seat]) found.push('reopened');
  if (view.wars.some(({ camps }) => camps.some((camp) => camp.includes(power)))) found.push('war');
  return found;
}

/** Which counters a power is short of: none left, or hardly any. */
export const shortage = (left: number): 'none' | 'few' | '' =>
  left <= 0 ? 'none' : left <= 2 ? 'few' : '';

/** What a power may spend as it likes. */
export const freeMoney = (view: PaxView, power: Power): number => {
  const books = view.powers[power];
  return books ? books.treasury - books.earmark : 0;
};

/** A range of figures in few letters. */
export function range(figures: number[]): string {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return low === high ? minus(low) : `${minus(low)} … ${minus(high)}`;
}

/** With the sign for minus that is as wide as the one for plus. */
export const minus = (figure: number): string => (figure < 0 ? `−${-figure}` : String(figure));
