/** The table as a player of Europe in Turmoil sees it, and the board it lies on. */

import type { View } from '$lib/types';

export type Side = 'liberal' | 'authoritarian';
export type Level = 'none' | 'presence' | 'domination' | 'control';
export type XY = [x: number, y: number];
export type Area = [x: number, y: number, width: number, height: number];

export const SIDES: readonly Side[] = ['liberal', 'authoritarian'];
export const OTHER: Record<Side, Side> = { liberal: 'authoritarian', authoritarian: 'liberal' };
export const LEVELS: readonly Exclude<Level, 'none'>[] = ['presence', 'domination', 'control'];
export const LAST_BOX = 13;

export interface TurmoilView extends View {
  turn: number;
  /** 0 during the set-up. */
  round: number;
  phasing: Side;
  support: Record<Side, Record<string, number>>;
  holder: Record<string, Side | ''>;
  levels: Record<string, Record<Side, Level>>;
  /** Above 0 the Liberal leads. */
  vp: number;
  tension: number;
  most_tension: number;
  navy: Record<Side, number>;
  improved: Record<Side, boolean>;
  high_water: number;
  advantages: Record<Side, number[]>;
  deck: number;
  discard: string[];
  removed: string[];
  table: string[];
  hand: string[];
  worth: Record<string, number>;
  cards: Record<Side, number>;
  seen: string[];
  happened: string[];
  lasting: Record<string, Side[]>;
  land: number;
  track: string[];
  beside: string[];
  status: number;
  black_hand: string;
  stability: Record<Side, string[]>;
  chosen: string[];
  laid: Partial<Record<Side, number>>;
  revealed: Partial<Record<Side, string[]>>;
  attempts: Record<Side, number>;
  standard: number;
  more_rounds: number;
  used: string[];
  reach: string[];
  die: number;
  alliance: Record<string, Side>;
  winner: Side | '';
  cancelled: string[];
  walled: boolean;
}

// -- the board

export interface Track {
  boxes: Record<string, Area>;
  slots: Partial<Record<Side, Area>>;
}

export interface Space {
  region: string;
  stability: number;
  battleground: boolean;
  icons: string[];
  near: string[];
}

export interface Facts {
  card: {
    width: number;
    height: number;
    stability: XY[];
    icon: number;
    icons: XY[][];
    support: Record<Side, Area>;
  };
  places: Record<string, XY>;
  boxes: Record<string, XY>;
  tracks: Record<'vp' | 'turn' | 'round' | 'tension' | 'war' | 'war_beside' | 'naval', Track>;
  icons: Record<string, string>;
  signs: Record<string, string> & Record<Side, string>;
  spaces: Record<string, Space>;
  /** Whose each box is. */
  sides: Record<string, Side>;
  regions: Record<string, { values: Record<Exclude<Level, 'none'>, number> | null }>;
  /** Where the values of a region stand. */
  levels: Record<string, XY>;
  markers: Record<string, { side: string; war: number; crisis: number }>;
  needed: Record<string, number>;
  eras: Record<string, number>;
  lands: Record<'secular' | 'congo' | 'annexed' | 'norway' | 'restored', number>;
}

// -- cards

interface CardText {
  id: string;
  name: string;
  /** Era, value, whose event: in words. */
  year: string;
  text: string;
  note: string;
}

export interface StrategyCard extends CardText {
  kind: 'strategy';
  facts: {
    ops: number;
    side: Side | 'neutral' | 'scoring';
    era: string;
    removed: boolean;
    lasting: boolean;
    red: boolean;
    region: string;
    needs: string[];
    barred_by: string[];
  };
}

export interface StabilityCard extends CardText {
  kind: 'stability';
  facts: { side: Side };
}

export interface MobilizationCard extends CardText {
  kind: 'mobilization';
  facts: { nation: string; priority: number };
}

export type Card = StrategyCard | StabilityCard | MobilizationCard;
