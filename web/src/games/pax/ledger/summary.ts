/** A seat's results of a finished turn, from the ledger, tension and log. */

import type { LogEntry } from '$lib/types';

import { wordsOf } from '../turnLog';
import type { PaxView, Power } from '../types';
import { seatOf, type Lines } from './reckoning';

export const PARTS = ['won', 'placed', 'lost', 'fights', 'treaties', 'disputes'] as const;
export type Part = (typeof PARTS)[number];

const KEYS: Record<Part, string[]> = {
  won: ['established', 'canal', 'codominion', 'conquered', 'freed', 'china_cedes', 'first_canal'],
  placed: ['placed', 'raised'],
  lost: [
    'not_established',
    'no_garrison',
    'no_garrison_lost',
    'given_up',
    'disbanded',
    'revolt',
    'markers_gone',
    'lost',
    'retreat_lost',
    'surrendered',
    'refused_status',
  ],
  fights: ['combat', 'combat_free', 'battle', 'retreat', 'war_retreat'],
  treaties: ['treaty', 'published', 'breach', 'ended', 'paid', 'clause_void'],
  disputes: ['cause', 'cause_in', 'congress', 'concluded', 'item_unsettled', 'at_war', 'war_over'],
};
/** The argument names for the powers that a line concerns. */
const NAMED = ['power', 'powers', 'to', 'holder', 'against', 'target', 'parties', 'seat', 'seats'];
const LOWERED = 'log.lowered'; // the power's own step in the movement phase; later a loss
const MODEST = ['interest', 'influence'];
const CEDED = 'log.ceded';
const TURN = 'log.turn';
const PHASE = 'log.phase';

export interface Summary {
  turn: number;
  /** The seat's sheet: income, upkeep, money left, points. */
  lines: Lines;
  /** By how much European tension rose, this seat's part of it, and the total. */
  tension: { rose: number; mine: number; total: number };
  parts: [Part, LogEntry[]][];
}

/** The finished turns in the ledger of a seat. */
export function turnsOver(view: PaxView, seat: Power): number[] {
  return (view.sheets[seat] ?? []).filter(({ lines }) => 'l26' in lines).map(({ turn }) => turn);
}

/** A seat's results of a turn; null if the ledger does not have it. */
export function summaryOf(view: PaxView, log: LogEntry[], seat: string, turn: number): Summary | null {
  const lines = view.sheets[seat]?.find((sheet) => sheet.turn === turn)?.lines;
  if (!lines) return null;
  const powers = Object.keys(view.powers).filter((power) => seatOf(power) === seat);
  const mine = [...new Set([seat, ...powers])];
  const entries = ofTurn(log, turn).filter((line) => concerns(line, mine));
  const parts = PARTS.map((part): [Part, LogEntry[]] => [
    part,
    entries.filter((line) => partOf(line, mine) === part),
  ]);
  const rises = view.rises.filter((rise) => rise.turn === turn);
  const sum = (some: typeof rises) => some.reduce((total, { amount }) => total + amount, 0);
  return {
    turn,
    lines,
    tension: {
      rose: sum(rises),
      mine: sum(rises.filter((rise) => rise.seat === seat)),
      total: view.rises.findLast((rise) => rise.turn <= turn)?.total ?? 0,
    },
    parts: parts.filter(([, some]) => some.length),
  };
}

/** The lines of a turn, without those in which a power lowers its own marker freely. */
function ofTurn(log: LogEntry[], turn: number): LogEntry[] {
  const begun = log.findIndex(({ key, args }) => key === TURN && args['turn'] === turn);
  if (begun < 0) return [];
  const next = log.findIndex(({ key }, place) => key === TURN && place > begun);
  let phase = '';
  return log.slice(begun + 1, next < 0 ? undefined : next).filter(({ key, args }) => {
    if (key === PHASE) phase = String(args['phase']);
    return key !== LOWERED || phase !== 'movement';
  });
}

const concerns = (line: LogEntry, mine: string[]): boolean =>
  NAMED.some((name) => wordsOf(line, name).some((word) => mine.includes(word)));

function partOf(line: LogEntry, mine: string[]): Part | null {
  if (line.key === LOWERED) return 'lost';
  if (line.key === CEDED) return mine.includes(wordsOf(line, 'to')[0] ?? '') ? 'won' : 'lost';
  const name = line.key.replace(/^log\./, '');
  const found = PARTS.find((part) => KEYS[part].includes(name)) ?? null;
  // New control must be won first: it is listed once that is settled.
  return found === 'placed' && !MODEST.includes(String(line.args['status'])) ? null : found;
}
