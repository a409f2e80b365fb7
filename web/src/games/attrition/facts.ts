/** What the server tells about this game, under the page's names: the board's facts and a view. */

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
/** By start and end, the regions on the way. */
export type Ways = AttritionView['ways'];

export const SIDES: readonly Side[] = ['central', 'entente'];

/** The region of the battle as long as the attacker has not won it. */
export const fightingIn = ({ battle }: AttritionView): string =>
  battle && !battle.won ? battle.region : '';

export const other = (side: Side): Side => (side === 'central' ? 'entente' : 'central');

export const isSide = (word: string | null | undefined): word is Side =>
  word === 'central' || word === 'entente';
