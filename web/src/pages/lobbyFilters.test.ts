import { expect, test } from 'vitest';

import { countSet, queryOf, readFilters } from './lobbyFilters';

test('a search survives its address', () => {
  const filters = { scope: 'open', game: 'pax', pace: 'live', standard: 'true' };
  expect(readFilters(queryOf(filters))).toEqual(filters);
  expect(queryOf({})).toBe('');
});

test('unknown and empty parameters are left out', () => {
  expect(readFilters('?game=&evil=1&free=2')).toEqual({ free: '2' });
});

test('list and game do not count as further filters', () => {
  expect(countSet({ scope: 'open', game: 'pax', pace: 'live', rated: 'true' })).toBe(2);
});
