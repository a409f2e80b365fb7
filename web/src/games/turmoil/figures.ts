/** Figures that players work out over and over. */

import type { Land } from './land';
import type { Facts, Side, TurmoilView } from './types';

const WAR = 7; // a crisis roll of so much starts the Great War
const FACES = 6;

/** The action rounds of a turn. */
export const rounds = (turn: number) => (turn < 4 ? 7 : 8);

/** The least die with which a crisis roll would now start the war; null if none would. */
export function warDie(view: Pick<TurmoilView, 'tension' | 'status'>): number | null {
  const die = WAR - view.tension - view.status;
  return die > FACES ? null : Math.max(1, die);
}

export function leader(vp: number): Side | null {
  return vp === 0 ? null : vp > 0 ? 'liberal' : 'authoritarian';
}

export function eraOf(facts: Facts, turn: number): string {
  return Object.entries(facts.eras).find(([, last]) => turn <= last)?.[0] ?? '';
}

/** A number with a true minus sign. */
export const minus = (value: number) => String(value).replace('-', '−');

/** How many spaces and battlegrounds of a region a side controls, and how many independent
neighbours. */
export function held(view: TurmoilView, facts: Facts, land: Land, region: string, side: Side) {
  const mine = (space: string) => view.holder[space] === side;
  const spaces = land.spaces(region);
  const beside = new Set(spaces.flatMap((space) => land.near(space)));
  const independent = (space: string) => facts.spaces[space]?.region === 'independent';
  return {
    spaces: spaces.filter(mine).length,
    battlegrounds: spaces.filter((s) => mine(s) && facts.spaces[s]?.battleground).length,
    neighbours: [...beside].filter((space) => independent(space) && mine(space)).length,
  };
}
