/** The markers, units and fleets of each place, in layout order. */

import type { Area, Facts, Marker, PaxView, Power } from '../types';
import { widthOfText } from './layout';

export const STATUSES = ['none', 'interest', 'influence', 'protectorate', 'possession'] as const;
export type StatusWord = (typeof STATUSES)[number] | 'dominion' | 'state';

export const CONTROL = 3;
export const TOP = 5;

/** The word for a status, which for the highest depends on the power. */
export function statusWord(status: number, power: Power): StatusWord {
  if (status >= TOP) return power === 'united_states' ? 'state' : 'dominion';
  return STATUSES[status] ?? 'none';
}

/** A marker, and everything shown about it. */
export interface Mark {
  power: Power;
  status: number;
  /** The established status; less than the status if it was placed or raised this turn. */
  was: number;
  isNew: boolean;
  /** No line of communication reaches it (4.1). */
  isCut: boolean;
  /** Control without an army (6.4). */
  isBare: boolean;
  /** It shares the area by agreement. */
  isShared: boolean;
}

type Seen = Pick<PaxView, 'markers' | 'codominions' | 'powers'>;

/** The markers in an area, the highest first; those who share it are together. */
export function marksIn(view: Seen, area: Area): Mark[] {
  const shared = view.codominions[area] ?? [];
  const there = Object.entries(view.markers[area] ?? {}) as [Power, Marker][];
  return there
    .map(([power, { status, was }]) => ({
      power,
      status,
      was,
      isNew: status !== was,
      isCut: view.powers[power]?.cut_off.includes(area) ?? false,
      isBare: view.powers[power]?.bare.includes(area) ?? false,
      isShared: shared.includes(power),
    }))
    .sort((one, other) => rank(other) - rank(one));
}

/** Sharing does not separate equals: partners come before others of their status. */
const rank = (mark: Mark): number => mark.status * 2 + (mark.isShared ? 1 : 0);

/** The highest in an area: one, or several if they share or dispute it. */
export function holdersIn(marks: Mark[]): Mark[] {
  const most = Math.max(0, ...marks.map(({ status }) => Math.min(status, CONTROL)));
  if (most < CONTROL) return marks.filter(({ status }) => status === most);
  return marks.filter(({ status }) => status >= CONTROL);
}

/** Units of one kind in one place: `10+3+2×1`. */
export function strengths(stack: number[]): string {
  const sizes = [...new Set(stack)].sort((a, b) => b - a);
  const counted = sizes.map((size) => [stack.filter((each) => each === size).length, size] as const);
  return counted.map(([count, size]) => (count > 1 ? `${count}×${size}` : `${size}`)).join('+');
}

/** The units of a power in a place. */
export interface Force {
  power: Power;
  kind: 'army' | 'navy';
  text: string;
  total: number;
}

/** The units in a place, a port or a sea, the strongest first. */
export function forcesIn(units: Record<Power, number[]> | undefined, kind: Force['kind']): Force[] {
  return Object.entries(units ?? {})
    .filter(([, stack]) => stack.length)
    .map(([power, stack]) => ({ power, kind, text: strengths(stack), total: sum(stack) }))
    .sort((one, other) => other.total - one.total);
}

const sum = (stack: number[]): number => stack.reduce((total, each) => total + each, 0);

const PADDING = 6;

/** The width of a force's chip: its letters and strengths. */
export const chipWidth = (facts: Facts, { power, text }: Force): number =>
  widthOfText(`${facts.letters[power] ?? ''} ${text}`) + PADDING;

/** Whose merchant fleets are in each sea. */
export function fleetsBySea(fleets: PaxView['fleets']): Record<string, Power[]> {
  const found: Record<string, Power[]> = {};
  for (const [power, seas] of Object.entries(fleets)) {
    for (const sea of seas) (found[sea] ??= []).push(power);
  }
  return found;
}

/** The place of a port; a sea is itself. */
export const placeOf = (port: string): string => port.split('@')[0] ?? port;

/** The current value of an area, and its value if no one shared it. */
export const valueOf = (view: Pick<PaxView, 'values'>, area: Area, full: number): number =>
  view.values[area] ?? full;
