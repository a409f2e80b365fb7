/** What the server tells about the map of Diplomacy, and about a position on it. */

import type { View } from '$lib/types';

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
}

/** A unit on the map; `name` is as in orders: `F STP/SC`. */
export interface Piece {
  name: string;
  power: Power;
  dislodged: boolean;
}

/** Whose unit this is; of two with the same name, the one that must retreat. */
export function ownerOf(view: DiplomacyView, unit: string): Power {
  const pushed = Object.entries(view.dislodged).find(([, units]) => unit in units);
  const standing = Object.entries(view.units).find(([, units]) => units.includes(unit));
  return (pushed ?? standing)?.[0] ?? '';
}
