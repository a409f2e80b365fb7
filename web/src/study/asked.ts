/** Of which moves one may ask why they were made. */

import { isAlone } from '../learn/guided';
import type { Chair, Step } from '$lib/types';

/** A move that one may ask about. */
export interface Asked {
  move: number;
  seat: string;
  /** After how many moves the turn began that it ends. */
  since: number;
}

interface Seated {
  status: string | undefined;
  /** A table of one's own, to try things out. */
  own: boolean;
  chairs: Record<string, Pick<Chair, 'me' | 'computer'>>;
}

/** Of whose moves one may ask at a table: of all once everything is known, of computers' where one
 * is alone with them, of nobody's anywhere else. */
export function askable({ status, own, chairs }: Seated): (seat: string) => boolean {
  if (status === 'over' || (own && status === 'playing')) return () => true;
  if (status !== 'playing' || !isAlone(chairs)) return () => false;
  return (seat) => Boolean(chairs[seat]?.computer);
}

/** The turns after one move up to another that one may ask about, each seat's by its last move. */
export function askedBetween(
  steps: Step[],
  after: number,
  until: number,
  may: (seat: string) => boolean,
): Asked[] {
  const last = new Map<string, Asked>();
  for (const { move, seat } of steps) {
    if (move <= after || move > until || !may(seat)) continue;
    last.delete(seat);
    last.set(seat, { move, seat, since: after });
  }
  return [...last.values()];
}

/** What the others did in what the log told last: what was under seal is opened together, with one's
 * own answer. `told` are the moves of the lines of the log. */
export function lastTold(
  steps: Step[],
  told: number[],
  mine: string[],
  may: (seat: string) => boolean,
): Asked[] {
  const until = told.at(-1) ?? 0;
  const acted = steps.findLast(({ seat, move }) => mine.includes(seat) && move <= until)?.move ?? 0;
  const first = told.find((move) => move >= acted) ?? until;
  return askedBetween(steps, told.findLast((move) => move < first) ?? 0, until, may);
}

/** What the others did since one acted oneself, as far as it is known: of what is under seal there
 * is nothing to tell. */
export function sinceMine(steps: Step[], mine: string[], may: (seat: string) => boolean): Asked[] {
  const acted = steps.findLast(({ seat }) => mine.includes(seat))?.move ?? 0;
  const until = steps.at(-1)?.move ?? 0;
  const known = steps.filter(({ label }) => label !== null);
  return askedBetween(known, acted, until, may);
}
