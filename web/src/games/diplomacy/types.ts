/** What the server tells about the map of Diplomacy, and about a position on it. */

import type { View } from '$lib/types';

import type { Verb } from './orders';

export type Spot = [x: number, y: number];
export type Power = string;

export interface Province {
  kind: 'sea' | 'coastal' | 'inland';
  unit: Spot;
  label: Spot;
  centre: Spot | null;
  supply: boolean;
  /** Where a fleet stands on each of two coasts: `SPA/NC`. */
  coasts: Record<string, Spot>;
  /** Whose country this is. */
  home: Power | null;
  /** Where an army can step to; and a fleet, from each place it may be in. */
  army: string[];
  fleet: Record<string, string[]>;
}

export interface PowerFacts {
  letters: string;
  seat: string;
  home_centres: string[];
  start: string[];
}

export interface Facts {
  provinces: Record<string, Province>;
  /** Points that an arrow between two provinces is led through: `MAO-WES`. */
  passages: Record<string, Spot[]>;
  powers: Record<Power, PowerFacts>;
  pieces: { army: string; fleet: string };
  /** What each place is written as, by language. */
  codes: Record<string, Record<string, string>>;
  words: Record<string, string>;
  first_year: number;
}

export type Phase = 'movement' | 'retreats' | 'adjustments' | 'over';

export interface DiplomacyView extends View {
  year: number;
  season: string;
  phase: Phase;
  negotiation: boolean;
  players: Record<string, Power[]>;
  /** Powers that nobody plays. */
  idle: Power[];
  units: Record<Power, string[]>;
  centres: Record<Power, string[]>;
  free_centres: string[];
  /** For each unit that must retreat, where it may go. */
  dislodged: Record<Power, Record<string, string[]>>;
  closed: string[];
  disorder: string[];
  conceded: string[];
  /** What this seat has handed in and may still take back. */
  answer: string | null;
  /** Of each power, whether its orders are being written or are handed in, or why it writes none. */
  standing: Record<Power, Standing>;
}

export type Standing =
  | ''
  | 'writing'
  | 'written'
  | 'idle'
  | 'conceded'
  | 'disorder'
  | 'eliminated';

/** A unit on the map; `name` is as in orders: `F STP/SC`. */
export interface Piece {
  name: string;
  power: Power;
  dislodged: boolean;
}

/** The units of a view, those that must retreat included. */
export function piecesOf({ units, dislodged }: DiplomacyView): Piece[] {
  const standing = Object.entries(units).flatMap(([power, names]) =>
    names.map((name) => ({ name, power, dislodged: false })),
  );
  const pushed = Object.entries(dislodged).flatMap(([power, waiting]) =>
    Object.keys(waiting).map((name) => ({ name, power, dislodged: true })),
  );
  return [...standing, ...pushed];
}

// -- what became of the orders

/** An order and what became of it; `text` says it with the reason. */
export interface OrderResult {
  power: Power;
  unit: string;
  order: string;
  verb: Verb;
  other: string;
  goal: string;
  via: boolean;
  outcome: string;
  works: boolean;
  dislodged: boolean;
  dislodged_by: string;
  text: string;
}

export interface RetreatResult {
  power: Power;
  unit: string;
  /** '' if it was disbanded. */
  goal: string;
  lost: boolean;
  text: string;
}

export interface AdjustmentResult {
  power: Power;
  unit: string;
  built: boolean;
  text: string;
}

/** One phase: the position before it, what was ordered, and what came of it. */
export interface Report {
  move: number;
  phase: Exclude<Phase, 'over'>;
  season: string;
  year: number;
  before: Piece[];
  owners: Record<string, Power>;
  orders: OrderResult[];
  retreats: RetreatResult[];
  adjustments: AdjustmentResult[];
}

/** The phases that were carried out last, with one move; and after which moves earlier ones. */
export interface DiplomacyRecap {
  reports: Report[];
  earlier: number[];
}

/** Whose unit this is; of two with the same name, the one that must retreat. */
export function ownerOf(view: DiplomacyView, unit: string): Power {
  const pushed = Object.entries(view.dislodged).find(([, units]) => unit in units);
  const standing = Object.entries(view.units).find(([, units]) => units.includes(unit));
  return (pushed ?? standing)?.[0] ?? '';
}
