/** All places by name, and those with actions, in list order. */

import { plain } from '$lib/plain';
import type { Names } from '$lib/names';

import type { Facts } from '../types';
import type { Sort } from './orders';

export interface Place {
  id: string;
  name: string;
  sort: 'homes' | 'areas' | 'seas';
}

export function allPlaces(facts: Facts, names: Names | null): Place[] {
  const of = (ids: string[], sort: Place['sort']) =>
    ids
      .map((id) => ({ id, name: names?.of(id, 'place') ?? id, sort }))
      .sort((a, b) => a.name.localeCompare(b.name));
  return [
    ...of(Object.keys(facts.homes), 'homes'),
    ...of(Object.keys(facts.areas), 'areas'),
    ...of(Object.keys(facts.seas), 'seas'),
  ];
}

/** Places that match a search; those that start with it first. */
export function found(places: Place[], wanted: string): Place[] {
  const word = plain(wanted.trim());
  if (!word) return [];
  const fitting = places.filter(({ name }) => plain(name).includes(word));
  const starts = ({ name }: Place) => (plain(name).startsWith(word) ? 0 : 1);
  return fitting.sort((a, b) => starts(a) - starts(b));
}

/** The places with a kind of action, in groups. */
export function groups(
  places: Place[],
  open: Map<string, Set<Sort>>,
  sort: Sort | 'all',
): [Place['sort'], Place[]][] {
  const fits = ({ id }: Place) => {
    const sorts = open.get(id);
    return sorts !== undefined && (sort === 'all' || sorts.has(sort));
  };
  const kinds: Place['sort'][] = ['homes', 'areas', 'seas'];
  return kinds
    .map((kind): [Place['sort'], Place[]] => [
      kind,
      places.filter((place) => place.sort === kind && fits(place)),
    ])
    .filter(([, some]) => some.length);
}
