/** The lines of the administrative sheet: their groups, and the rule of each (4.2, 13.4). */

import type { Key } from '$lib/language.svelte';

import type { PaxView, Power } from '../types';
import type { Lines } from './reckoning';

export interface Group {
  title: Key;
  lines: string[];
}

export const GROUPS: Group[] = [
  {
    title: 'pax.ledger.holdings',
    lines: ['l01', 'l02', 'l03', 'l04', 'l05', 'l06', 'l07', 'l08', 'l09'],
  },
  { title: 'pax.ledger.income', lines: ['l10', 'l11', 'l12', 'l13', 'l14', 'l15'] },
  { title: 'pax.ledger.upkeep', lines: ['l16', 'l17', 'l18', 'l19', 'l20', 'l21', 'l22'] },
  { title: 'pax.ledger.victory', lines: ['l23', 'l24', 'l25', 'l26'] },
  { title: 'pax.ledger.final', lines: ['l27', 'l28', 'l29', 'l30', 'l31'] },
];

/** Lines with the sum of those above. */
export const SUMS = ['l15', 'l21', 'l22', 'l26', 'l31'];

/** The section of the rules for a line. */
export function ruleOf(line: string): string {
  const number = Number(line.slice(1));
  if (number === 3 || number === 5) return '4.3';
  if (number === 10) return '4.4';
  if (number <= 22) return '4.2';
  return number <= 26 ? '13.4' : number === 30 ? '13.2' : '13.5';
}

/** The sheets of a power, the latest first. */
export const sheetsOf = (view: PaxView, power: Power): PaxView['sheets'][string] =>
  [...(view.sheets[power] ?? [])].reverse();

/** The groups without lines that are empty in all of these columns. */
export function filled(columns: Lines[]): Group[] {
  const stands = (line: string) => SUMS.includes(line) || columns.some((lines) => lines[line]);
  const known = (line: string) => columns.some((lines) => line in lines);
  return GROUPS.map(({ title, lines }) => ({
    title,
    lines: lines.filter((line) => known(line) && stands(line)),
  })).filter(({ lines }) => lines.length);
}

/** All groups in any of these columns. */
export const written = (columns: Lines[]): Group[] =>
  GROUPS.filter(({ lines }) => lines.some((line) => columns.some((each) => line in each)));
