/** What was played last, and what came of it: read from the log. */

import type { Argument, LogLine } from '$lib/types';

import type { Side } from './types';

/** How a card was played; `event` alone, or the opponent's event within its operations. */
export type How = 'event' | 'ops' | 'both' | 'cancel' | 'naval' | 'scoring';

export interface Roll {
  die: number;
  line: LogLine;
}

export interface Play {
  card: string;
  side: Side;
  how: How;
  /** Whether the event of the card took place as well. */
  event: boolean;
  rolls: Roll[];
  /** Lines that tell what the play brought: scores, points, the war. */
  results: LogLine[];
  /** By space and side, how much support came or went. */
  changes: Record<string, Partial<Record<Side, number>>>;
  /** The stability and mobilization cards shown meanwhile, and by whom. */
  shown: { card: string; side: Side }[];
}

const PLAYS: Record<string, How> = {
  'log.ops': 'ops',
  'log.both': 'both',
  'log.cancel': 'cancel',
  'log.naval': 'naval',
  'log.scoring': 'scoring',
};
const RESULTS = new Set(['log.score', 'log.gain', 'log.lose', 'log.tension', 'log.outbreak']);
const SHOWN = new Set(['log.stability', 'log.mobilization']);

/** The last play up to a move; null before the first. */
export function lastPlay(log: LogLine[], moves: number): Play | null {
  let play: Play | null = null;
  for (const line of log) {
    if (line.move > moves) break;
    play = begun(play, line) ?? play;
    if (play) follow(play, line);
  }
  return play;
}

/** The play that a line begins. An event that belongs to a card already on the table begins none. */
function begun(before: Play | null, line: LogLine): Play | null {
  const how = PLAYS[line.key];
  const { card, side } = line.args;
  if (typeof card !== 'string' || !isSide(side)) return null;
  const empty = { rolls: [], results: [], changes: {}, shown: [] };
  if (how) return { card, side, how, event: false, ...empty };
  if (line.key !== 'log.event') return null;
  if (before?.card === card && before.how !== 'naval' && !before.event) return null;
  return { card, side, how: 'event', event: true, ...empty };
}

function follow(play: Play, line: LogLine): void {
  const { card, side, space, count, die } = line.args;
  if (line.key === 'log.event' && card === play.card) play.event = true;
  if (typeof die === 'number' && die > 0) play.rolls.push({ die, line });
  if (RESULTS.has(line.key)) play.results.push(line);
  if (SHOWN.has(line.key) && typeof card === 'string' && isSide(side)) {
    play.shown.push({ card, side });
  }
  if (line.key === 'log.add') change(play, space, side, Number(count));
  if (line.key === 'log.remove') change(play, space, side, -Number(count));
  if (line.key === 'log.shift') {
    change(play, line.args['source'], side, -1);
    change(play, line.args['target'], side, 1);
  }
}

function change(play: Play, space?: Argument, side?: Argument, by = 0): void {
  if (typeof space !== 'string' || !isSide(side)) return;
  const there = (play.changes[space] ??= {});
  there[side] = (there[side] ?? 0) + by;
}

function isSide(value: Argument | undefined): value is Side {
  return value === 'liberal' || value === 'authoritarian';
}
