/** Terms of a proposal beside orders: peace, a demilitarised zone, a draw. */

import { say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';

const NAMES = ['PEACE', 'DMZ', 'DRAW'];

export function isTerm(item: string): boolean {
  return NAMES.includes(item.split(' ')[0] ?? '');
}

export function termInWords(table: TableStore, term: string): string {
  const [name, ...rest] = term.split(' ');
  const year = rest.at(-1) ?? '';
  if (name === 'PEACE') return say('diplomacy.term.peace', { year });
  if (name === 'DRAW') return say('diplomacy.term.draw');
  const place = table.names?.of(rest[0] ?? '', 'province') ?? rest[0] ?? '';
  return say('diplomacy.term.zone', { place, year });
}

/** The terms that can be proposed, by what they are about: peace and a draw first, then zones by the
 * names of their provinces. */
export function termsIn(table: TableStore, parts: Record<string, string[]>): string[] {
  const first = [...(parts.PEACE ?? []), ...(parts.DRAW ?? [])];
  const zones = Object.entries(parts).filter(([subject]) => subject.startsWith('DMZ '));
  const named = zones.flatMap(([, terms]) => terms.slice(0, 1));
  const inWords = (term: string) => termInWords(table, term);
  return [...first, ...named.sort((one, other) => inWords(one).localeCompare(inWords(other)))];
}
