/** Battles as the log tells them, and which dice score for whom. */

import type { LogLine } from '$lib/types';

import { isSide, other, type Bag, type Facts, type Side } from './facts';
import { sideOf } from './tiles';

export interface Battle {
  region: string;
  attacker: Side;
  nation: string;
  dice: number[];
  hits: Partial<Record<Side, number>>;
  ignored: Partial<Record<Side, number>>;
  trenches: Partial<Record<Side, number>>;
  losses: Partial<Record<Side, Bag>>;
  taken: Side | null;
  /** The sentences about what changed the dice. */
  notes: string[];
  move: number;
}

const NOTES = new Set(['log.gas', 'log.stormtroopers', 'log.general', 'log.decoys']);
const ENDS = new Set(['log.battle', 'log.status', 'log.industry', 'log.player_turn']);

/** The battles of the last so many player-turns, in order. */
export function battles(log: LogLine[], turns = 1): Battle[] {
  const starts = log.flatMap((line, index) => (line.key === 'log.player_turn' ? [index] : []));
  const found: Battle[] = [];
  let attacker: Side = 'central';
  let open: Battle | null = null;
  for (const line of log.slice(starts.at(-turns) ?? 0)) {
    if (ENDS.has(line.key)) open = null;
    if (line.key === 'log.player_turn') attacker = line.args['seat'] as Side;
    else if (line.key === 'log.battle') {
      open = begun(String(line.args['region']), attacker, line.move);
      found.push(open);
    } else if (open) add(open, line);
  }
  return found;
}

function begun(region: string, attacker: Side, move: number): Battle {
  return {
    region,
    attacker,
    nation: '',
    dice: [],
    hits: {},
    ignored: {},
    trenches: {},
    losses: {},
    taken: null,
    notes: [],
    move,
  };
}

function add(battle: Battle, { key, args, text }: LogLine): void {
  const seat = String(args['seat'] ?? '');
  const count = Number(args['count'] ?? 0);
  if (key === 'log.dice' || key === 'log.dice_now') {
    battle.nation = String(args['nation'] ?? battle.nation);
    battle.dice = (args['dice'] as string[]).map(Number);
  } else if (key === 'log.taken') battle.taken = isSide(seat) ? seat : null;
  else if (NOTES.has(key)) battle.notes.push(text);
  else if (isSide(seat)) {
    if (key === 'log.hits') battle.hits[seat] = count;
    else if (key === 'log.ignore') battle.ignored[seat] = (battle.ignored[seat] ?? 0) + 1;
    else if (key === 'log.trenches_lost') battle.trenches[seat] = count;
    else if (key === 'log.losses') battle.losses[seat] = args['tiles'] as Bag;
  }
}

/** What changes how dice are read. */
export interface Reading {
  /** An elite scores its second hit on the face of its own tile only. */
  perTile: boolean;
  /** Card EP2: every 2 hits. */
  barrage: boolean;
}

/** For each die whether it scores for a side. Faces 1 to 3 give as many hits as there are dice or
tiles, whichever is fewer; an elite scores once more on a special face. */
export function scoring(facts: Facts, tiles: Bag, dice: number[], how: Reading): boolean[] {
  const needing = new Map<number, number>();
  const more = (face: number, count: number) => needing.set(face, (needing.get(face) ?? 0) + count);
  let special = 0;
  for (const [id, count] of Object.entries(tiles)) {
    const tile = facts.tiles[id];
    if (!tile) continue;
    more(tile.face, count);
    if (tile.special === null) continue;
    if (how.perTile) more(tile.special, count);
    else special += count;
  }
  if (how.barrage) needing.set(2, dice.length);
  return dice.map((die) => {
    const left = needing.get(die) ?? 0;
    if (left > 0) {
      needing.set(die, left - 1);
      return true;
    }
    if (die > 3 && special > 0) {
      special -= 1;
      return true;
    }
    return false;
  });
}

/** The tiles of a side in a bag. */
export function ofSide(facts: Facts, bag: Bag, side: Side): Bag {
  return Object.fromEntries(Object.entries(bag).filter(([id]) => sideOf(facts, id) === side));
}

/** The hits a side has to take from its tiles. */
export function toTake(battle: Battle, side: Side): number {
  const scored = battle.hits[other(side)] ?? 0;
  return scored - (battle.ignored[side] ?? 0) - (battle.trenches[side] ?? 0);
}
