/** Terms of a proposal beside orders: peace, a demilitarised zone, a draw. */

import { say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';

import type { DiplomacyView } from './types';

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

/** How many of these seats have a unit in each province, or one that can move there. */
function interest(
  table: TableStore,
  parts: Record<string, string[]>,
  seats: string[],
): Map<string, number> {
  const view = table.view as DiplomacyView | null;
  const counts = new Map<string, number>();
  for (const seat of seats) {
    const units = (view?.players[seat] ?? []).flatMap((power) => view?.units[power] ?? []);
    const places = units.flatMap((unit) => [
      unit.split(' ')[1] ?? '',
      ...(parts[unit] ?? [])
        .filter((order) => order.startsWith(`${unit} - `))
        .map((order) => order.slice(unit.length + 3)),
    ]);
    for (const place of new Set(places.map((each) => each.slice(0, 3)))) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return counts;
}

/** The terms that can be proposed, by what they are about: peace and a draw first, then zones, those
 * that matter to most of the seats first, by the names of their provinces. Where no seat has anything
 * near is `far`. */
export function termsIn(
  table: TableStore,
  parts: Record<string, string[]>,
  seats: string[] = [],
): { near: string[]; far: string[] } {
  const first = [...(parts.PEACE ?? []), ...(parts.DRAW ?? [])];
  const counts = interest(table, parts, seats);
  const zones = Object.entries(parts)
    .filter(([subject]) => subject.startsWith('DMZ '))
    .flatMap(([subject, terms]) =>
      terms.slice(0, 1).map((term) => ({
        term,
        words: termInWords(table, term),
        interest: counts.get(subject.slice(4)) ?? 0,
      })),
    )
    .sort((one, other) => other.interest - one.interest || one.words.localeCompare(other.words));
  const those = (isNear: boolean) => zones.filter((zone) => zone.interest > 0 === isNear).map(({ term }) => term);
  return { near: [...first, ...those(true)], far: those(false) };
}
