import { expect, test } from 'vitest';

import type { Sort } from './orders';
import { found, groups, type Place } from './places';

const places: Place[] = [
  { id: 'home_japan', name: 'Japan', sort: 'homes' },
  { id: 'algeria', name: 'Algérie', sort: 'areas' },
  { id: 'south_algeria', name: 'Sud algérien', sort: 'areas' },
  { id: 'red_sea', name: 'mer Rouge', sort: 'seas' },
];

test('a place is found without accents, prefixes first', () => {
  expect(found(places, 'alg').map(({ id }) => id)).toEqual(['algeria', 'south_algeria']);
  expect(found(places, ' ')).toEqual([]);
});

test('the places with actions', () => {
  const open = new Map<string, Set<Sort>>([
    ['algeria', new Set(['status'])],
    ['red_sea', new Set(['fleets'])],
  ]);
  expect(groups(places, open, 'all').map(([kind]) => kind)).toEqual(['areas', 'seas']);
  expect(groups(places, open, 'fleets')).toEqual([['seas', [places[3]]]]);
});
