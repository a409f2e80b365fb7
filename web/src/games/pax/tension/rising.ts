/** European tension and Chinese resentment in figures (13.1 to 13.3, 11.1). */

import type { Facts, PaxView, Power } from '../types';
import { POSSESSION, PROTECTORATE, STATUSES, sum } from '../ledger/reckoning';
import { phaseState } from '../ledger/turn';

export interface Act {
  kind: string;
  amount: number;
  /** The powers whose acts of this kind are exempt. */
  exempt: Power[];
  /** Whether one of them would start the Great War now. */
  brings: boolean;
}

/** How far it is to the Great War. */
export const distance = (facts: Facts, view: PaxView): number =>
  Math.max(0, facts.last_tension - view.tension);

/** The acts that raise tension, the most first. */
export function acts(facts: Facts, view: PaxView): Act[] {
  const left = distance(facts, view);
  return Object.entries(facts.figures.tension)
    .map(([kind, { amount, exempt }]) => ({ kind, amount, exempt, brings: amount >= left }))
    .sort((a, b) => b.amount - a.amount);
}

/** What each seat has added to tension, the most first; '' for what no one caused. */
export function blame(view: PaxView): { seat: Power; amount: number }[] {
  const added = new Map<Power, number>();
  for (const { seat, amount } of view.rises) added.set(seat ?? '', (added.get(seat ?? '') ?? 0) + amount);
  return [...added].map(([seat, amount]) => ({ seat, amount })).sort((a, b) => b.amount - a.amount);
}

/** The increases of each turn, the latest first. */
export function risesByTurn(view: PaxView): { turn: number; rises: PaxView['rises'] }[] {
  const turns = [...new Set(view.rises.map(({ turn }) => turn))].reverse();
  return turns.map((turn) => ({ turn, rises: view.rises.filter((rise) => rise.turn === turn) }));
}

export const yearOf = (facts: Facts, turn: number): number =>
  facts.figures.first_year + (Math.max(1, turn) - 1) * facts.figures.years_per_turn;

/** What the Great War would cost everyone now. */
export const penalty = (facts: Facts, view: PaxView): number =>
  facts.figures.penalties[String(view.year)] ?? 0;

// -- resentment

/** What control markers in the Chinese Empire add before the roll. */
export function yearlyResentment(facts: Facts, view: PaxView): number {
  let added = 0;
  for (const [area, there] of Object.entries(view.markers)) {
    for (const { status } of Object.values(there)) {
      if (status >= PROTECTORATE) added += resentmentOf(facts, area, status)?.yearly ?? 0;
    }
  }
  return added;
}

const resentmentOf = (facts: Facts, area: string, status: number) =>
  facts.figures.resentment.find(
    (row) => row.type === facts.areas[area]?.type && row.status === STATUSES[status],
  );

/** Whether the whole Empire is in possessions: then no one is left to rebel. */
const isDivided = (facts: Facts, view: PaxView): boolean =>
  Object.entries(facts.areas)
    .filter(([, { type }]) => type === 'chinese_empire')
    .every(([area]) =>
      Object.values(view.markers[area] ?? {}).some(({ status }) => status >= POSSESSION),
    );

export interface Rebellion {
  /** The index at the roll, and the total that the dice must stay below. */
  index: number;
  below: number;
  /** The number of all rolls, and of those that bring a rebellion. */
  throws: number;
  rising: number;
  /** Whether this turn's dice are still to be rolled. */
  thisTurn: boolean;
}

/** The chance of a rebellion with the next roll. */
export function rebellion(facts: Facts, view: PaxView): Rebellion {
  const index = view.resentment + yearlyResentment(facts, view);
  const below = Math.floor(index / 10);
  const sums = throwsBySum(facts.figures.resentment_dice);
  const rising = isDivided(facts, view) ? 0 : sum(sums.filter((_, total) => total < below));
  const thisTurn = phaseState(view, 'resentment') === 'ahead';
  return { index, below, throws: sum(sums), rising, thisTurn };
}

/** The number of ways in which some dice give each total. */
export function throwsBySum(dice: number): number[] {
  let ways = [1];
  for (let die = 0; die < dice; die++) {
    const next = new Array<number>(ways.length + 6).fill(0);
    ways.forEach((count, total) => {
      for (let pips = 1; pips <= 6; pips++) next[total + pips] = (next[total + pips] ?? 0) + count;
    });
    ways = next;
  }
  return ways;
}
