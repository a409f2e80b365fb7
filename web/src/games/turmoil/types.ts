/** The server's data for Europe in Turmoil, under the page's names: view, board, cards. */

import type {
  Area,
  Held,
  MobilizationRow,
  Play,
  SpaceFacts,
  StabilityRow,
  Terrain,
  TurmoilCardRow,
  TurmoilFacts,
  TurmoilRecap,
  TurmoilTrack,
  TurmoilView,
} from '$lib/generated/server';
import type { CardOf } from '$lib/types';

export type { Area, Held, Play, Terrain, TurmoilRecap, TurmoilView };
export type Facts = TurmoilFacts;
export type Space = SpaceFacts;
export type Track = TurmoilTrack;
export type Side = TurmoilView['phasing'];
export type Level = Held['level'];
export type How = Play['how'];
export type XY = TurmoilFacts['places'][string];

export const SIDES: readonly Side[] = ['liberal', 'authoritarian'];
export const OTHER: Record<Side, Side> = { liberal: 'authoritarian', authoritarian: 'liberal' };
export const LEVELS: readonly Exclude<Level, 'none'>[] = ['presence', 'domination', 'control'];
export const LAST_BOX = 13;

// -- cards

export type StrategyCard = CardOf<'strategy', TurmoilCardRow>;
export type StabilityCard = CardOf<'stability', StabilityRow>;
export type MobilizationCard = CardOf<'mobilization', MobilizationRow>;
export type Card = StrategyCard | StabilityCard | MobilizationCard;
