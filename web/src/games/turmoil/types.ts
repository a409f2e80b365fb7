/** The table as a player of Europe in Turmoil sees it, and the board it lies on. */

import type { Linked, View } from '$lib/types';

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
  /** How many action rounds this turn has. */
  rounds: number;
  era: string;
  phasing: Side;
  support: Record<Side, Record<string, number>>;
  holder: Record<string, Side | ''>;
  standing: Record<string, Record<Side, Held>>;
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
  terrain: Terrain;
  track: string[];
  beside: string[];
  status: number;
  /** The least die of a crisis roll that would start the war; null if none would. */
  war_die: number | null;
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

/** What a side has in a region: its level, and how much it controls there and beside it. */
export interface Held {
  level: Level;
  spaces: number;
  battlegrounds: number;
  neighbours: number;
}

/** How the map differs from the printed one. */
export interface Terrain {
  /** Spaces that are no longer there, and those that nobody can enter yet. */
  gone: string[];
  closed: string[];
  /** Which other region a space counts for as well. */
  joined: Record<string, string>;
  /** The icons of spaces that have others than those printed. */
  icons: Record<string, string[]>;
}

// -- what was played last

/** How a card was played; `event` alone, or the opponent's event within its operations. */
export type How = 'event' | 'ops' | 'both' | 'cancel' | 'naval' | 'scoring';

export interface Play {
  card: string;
  side: Side;
  how: How;
  /** Whether the event of the card took place as well. */
  event: boolean;
  rolls: { die: number; said: Linked }[];
  /** What the play brought: scores, points, the war. */
  results: Linked[];
  /** By space and side, how much support came or went. */
  changes: Record<string, Partial<Record<Side, number>>>;
  /** The stability and mobilization cards shown meanwhile, and whose they are. */
  shown: { card: string; side: Side }[];
}

export interface TurmoilRecap {
  play: Play | null;
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
