/** What the server tells about Europe in Turmoil, under the page's names: view, board, cards. */

import type {
  Area,
  CardInfo,
  CardRow,
  MobilizationRow,
  SpaceFacts,
  StabilityRow,
  TurmoilFacts,
  TurmoilTrack,
  TurmoilView,
} from '$lib/generated/server';

export type { Area, TurmoilView };
export type Facts = TurmoilFacts;
export type Space = SpaceFacts;
export type Track = TurmoilTrack;
export type Side = TurmoilView['phasing'];
export type Level = TurmoilView['levels'][string][Side];
export type XY = TurmoilFacts['places'][string];

export const SIDES: readonly Side[] = ['liberal', 'authoritarian'];
export const OTHER: Record<Side, Side> = { liberal: 'authoritarian', authoritarian: 'liberal' };
export const LEVELS: readonly Exclude<Level, 'none'>[] = ['presence', 'domination', 'control'];
export const LAST_BOX = 13;

// -- cards

interface CardOf<Kind extends string, Row> extends Omit<CardInfo, 'kind' | 'facts'> {
  kind: Kind;
  /** What is printed on it besides its words. */
  facts: Omit<Row, 'id'>;
}

export type StrategyCard = CardOf<'strategy', CardRow>;
export type StabilityCard = CardOf<'stability', StabilityRow>;
export type MobilizationCard = CardOf<'mobilization', MobilizationRow>;
export type Card = StrategyCard | StabilityCard | MobilizationCard;
