/** The shapes of what the server tells about this game: the board's facts and a player's view. */

import type { View } from '$lib/types';

export type Side = 'central' | 'entente';
export type Status = Side | 'neutral' | 'contested';
export type TileType = 'infantry' | 'artillery' | 'airplane' | 'tank' | 'elite' | 'decoy';
export type XY = [x: number, y: number];
export type Area = [x: number, y: number, width: number, height: number];
/** Things of a kind are alike: how many there are of each. */
export type Bag = Record<string, number>;
export type Bags = Record<string, Bag>;

export const SIDES: readonly Side[] = ['central', 'entente'];

export interface RegionFacts {
  id: string;
  nation: string;
  allegiance: Side;
  capital: boolean;
  ip: number;
  land: string[];
  sea: string[];
}

export interface NationFacts {
  id: string;
  side: Side;
  starts_neutral: boolean;
  capital: string;
  regions: string[];
  entry: string[];
  code: string;
}

export interface TileFacts {
  side: Side;
  /** '' and null of a tile that one does not see. */
  nation: string;
  type: TileType | null;
  face: number;
  is_down: boolean;
}

export interface PathFacts {
  kind: 'land' | 'sea';
  a: string;
  b: string;
  points: XY[];
}

export interface Plate {
  width: number;
  height: number;
  header: Area;
  industry: XY;
  sign: number;
  tiles: Record<Side, Area>;
  trenches: Record<Side, XY>;
  marker: XY;
  battle: XY;
}

export interface Facts {
  plate: Plate;
  places: Record<string, XY>;
  tracks: Record<'turn' | 'industry', { boxes: Record<string, Area> }>;
  signs: Record<'capital' | 'industry' | Side, string>;
  paths: PathFacts[];
  regions: Record<string, RegionFacts>;
  nations: Record<string, NationFacts>;
  tiles: Record<string, TileFacts>;
  generals: Record<string, string>;
  turns: string[];
  industry: { early_victory: number };
  /** The nation that may surrender. */
  surrenders: string;
}

/** A die of a battle, and for whom it scores. */
export interface BattleDie {
  face: number;
  attacker: boolean;
  defender: boolean;
}

/** The battle being fought. */
export interface Fight {
  region: string;
  attacker: Side;
  nation: string;
  tiles: Record<Side, Bag>;
  dice: BattleDie[];
  /** How many hits each side has to take from its tiles, once they are counted. */
  due: Partial<Record<Side, number>>;
  /** The attacker has taken the region and only advances. */
  won: boolean;
}

/** By start and end, the regions on the way. */
export type Ways = Record<string, Record<string, string[]>>;

/** A battle as it was told. */
export interface Fought {
  move: number;
  region: string;
  attacker: Side;
  nation: string;
  dice: number[];
  /** By side: the hits it scored, its trenches and tiles that were lost. */
  hits: Partial<Record<Side, number>>;
  trenches: Partial<Record<Side, number>>;
  losses: Partial<Record<Side, Bag>>;
  taken: Side | '';
  /** The sentences about what changed the dice. */
  notes: string[];
}

/** A tile that has moved, and the regions on its way. */
export interface March {
  move: number;
  tile: string;
  way: string[];
}

/** The battles of this player-turn and of the one before, the last marches, and the action that
 * gives the last order once more. */
export interface AttritionRecap {
  battles: Fought[];
  earlier: Fought[];
  marches: March[];
  again: string;
}

export interface AttritionView extends View {
  turn: string;
  number: number;
  active: Side;
  industry: Record<Side, number>;
  status: Record<string, Status>;
  value: Record<string, number>;
  board: Bags;
  pouch: Bags;
  reserves: Bags;
  destroyed: Bags;
  to_come: Bags;
  airfield: Bags;
  removed: Bag;
  surrendered: boolean;
  ruhr: boolean;
  mulligans: Partial<Record<Side, number>>;
  generals: Partial<Record<Side, string[]>>;
  trenches: Partial<Record<Side, Bag>>;
  hand: string[];
  dropped: string[];
  cards: Partial<Record<Side, number>>;
  played: Partial<Record<Side, string[]>>;
  in_force: string[];
  coming: string[];
  battles: string[];
  movable: Bags;
  battle: Fight | null;
  /** Of each march that this seat may order; those that arrive by sea apart. */
  ways: Ways;
  sea_ways: Ways;
  /** Nobody may enter a region of the enemy. */
  peace: boolean;
}

/** The region of the battle as long as the attacker has not won it. */
export const fightingIn = ({ battle }: AttritionView): string =>
  battle && !battle.won ? battle.region : '';

export const other = (side: Side): Side => (side === 'central' ? 'entente' : 'central');

export const isSide = (word: string | null | undefined): word is Side =>
  word === 'central' || word === 'entente';
