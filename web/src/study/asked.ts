/** Which moves can be explained. */

import { isAlone } from '../learn/guided';
import type { Chair, TimelineMove } from '$lib/types';

/** A move that can be explained. */
export interface Asked {
  move: number;
  seat: string;
  /** The number of moves before the turn that it ends. */
  since: number;
}

interface Seated {
  status: string | undefined;
  /** An analysis board of the user's own. */
  own: boolean;
  chairs: Record<string, Pick<Chair, 'me' | 'computer'>>;
}

/** Whose moves can be explained at a table: all once everything is known, computers' if the player
 * is alone with them, otherwise none. */
export function askable({ status, own, chairs }: Seated): (seat: string) => boolean {
  if (status === 'over' || (own && status === 'playing')) return () => true;
  if (status !== 'playing' || !isAlone(chairs)) return () => false;
  return (seat) => Boolean(chairs[seat]?.computer);
}

/** The turns between two moves that can be explained, each seat's by its last move. */
export function askedBetween(
  steps: TimelineMove[],
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

/** What the others did according to the latest log lines: sealed answers are revealed together,
 * with the player's own. `logged` are the moves of the log lines. */
export function lastReported(
  steps: TimelineMove[],
  logged: number[],
  mine: string[],
  may: (seat: string) => boolean,
): Asked[] {
  const until = logged.at(-1) ?? 0;
  const acted = steps.findLast(({ seat, move }) => mine.includes(seat) && move <= until)?.move ?? 0;
  const first = logged.find((move) => move >= acted) ?? until;
  return askedBetween(steps, logged.findLast((move) => move < first) ?? 0, until, may);
}

/** What the others did since the player acted, as far as it is known: sealed answers are not. */
export function sinceMine(steps: TimelineMove[], mine: string[], may: (seat: string) => boolean): Asked[] {
  const acted = steps.findLast(({ seat }) => mine.includes(seat))?.move ?? 0;
  const until = steps.at(-1)?.move ?? 0;
  const known = steps.filter(({ label }) => label !== null);
  return askedBetween(known, acted, until, may);
}
