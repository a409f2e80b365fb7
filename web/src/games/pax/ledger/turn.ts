/** The phase of a turn, and the activity of each power. */

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

/** Whether a phase is over, current or to come. */
export type PhaseState = 'done' | 'now' | 'ahead';

export function phaseState(view: PaxView, phase: string): PhaseState {
  const [here, there] = [PHASES.indexOf(view.phase), PHASES.indexOf(phase)];
  return there < here ? 'done' : there === here ? 'now' : 'ahead';
}

export type Activity = 'ready' | 'reopened' | 'deciding' | 'war';

/** The activity of a power: deciding, ready, reopened, at war. */
export function activities(view: PaxView, power: Power): Activity[] {
  const seat = seatOf(power);
  const found: Activity[] = [];
  if (view.ready.includes(seat)) found.push('ready');
  else if (view.to_move.includes(seat)) found.push('deciding');
  if (view.reopened[seat]) found.push('reopened');
  if (view.wars.some(({ camps }) => camps.some((camp) => camp.includes(power)))) found.push('war');
  return found;
}

/** Which counters a power is short of: none left, or almost none. */
export const shortage = (left: number): 'none' | 'few' | '' =>
  left <= 0 ? 'none' : left <= 2 ? 'few' : '';

/** What a power may spend freely. */
export const freeMoney = (view: PaxView, power: Power): number => {
  const books = view.powers[power];
  return books ? books.treasury - books.earmark : 0;
};

/** A range of figures in few characters. */
export function range(figures: number[]): string {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return low === high ? minus(low) : `${minus(low)} … ${minus(high)}`;
}

/** With a minus sign as wide as the plus sign. */
export const minus = (figure: number): string => (figure < 0 ? `−${-figure}` : String(figure));
