/** The server's data for this game, under the page's names: board facts and view. */

import type {
  Area,
  AttritionCardRow,
  AttritionFacts,
  AttritionRecap,
  AttritionView,
  Die,
  DrawnPath,
  Fight,
  Fought,
  March,
  NationFacts,
  Plate,
  RegionFacts,
  TileFacts,
} from '$lib/generated/server';
import type { CardOf } from '$lib/types';

export type {
  Area,
  AttritionRecap,
  AttritionView,
  Fight,
  Fought,
  March,
  NationFacts,
  Plate,
  RegionFacts,
  TileFacts,
};
export type BattleDie = Die;
export type Facts = AttritionFacts;
export type PathFacts = DrawnPath;
export type EventCard = CardOf<'event', AttritionCardRow>;
export type Side = AttritionView['active'];
export type Status = AttritionView['status'][string];
export type TileType = NonNullable<TileFacts['type']>;
export type XY = AttritionFacts['places'][string];
/** Things of a kind are alike: how many there are of each. */
export type Bag = AttritionView['removed'];
export type Bags = AttritionView['board'];
/** The regions of a route, by start and end. */
export type Paths = AttritionView['paths'];

export const SIDES: readonly Side[] = ['central', 'entente'];

/** The region of the battle while the attacker has not won it. */
export const fightingIn = ({ battle }: AttritionView): string =>
  battle && !battle.won ? battle.region : '';

export const other = (side: Side): Side => (side === 'central' ? 'entente' : 'central');

export const isSide = (word: string | null | undefined): word is Side =>
  word === 'central' || word === 'entente';
