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
  nation: string;
  type: TileType;
  face: number;
  up: string;
  down: string;
  is_down: boolean;
  arrival: string;
  count: number;
  special: number | null;
  costs: [first: number, later: number] | null;
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
  dice: number[];
  battle: string;
  /** The region of the battle as long as the attacker has not won it. */
  fighting: string;
}

export const other = (side: Side): Side => (side === 'central' ? 'entente' : 'central');

export const isSide = (word: string | null | undefined): word is Side =>
  word === 'central' || word === 'entente';
