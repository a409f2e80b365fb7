import { expect, test } from 'vitest';

import { merged } from './keptRows';

test('rows that have gone keep their place', () => {
  expect(merged(['interest', 'influence'], ['influence', 'protectorate'])).toEqual([
    'interest',
    'influence',
    'protectorate',
  ]);
  expect(merged([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(merged(['a', 'b'], [])).toEqual(['a', 'b']);
});

test('new rows come after those they follow', () => {
  expect(merged(['a', 'c'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(merged(['b'], ['a', 'b'])).toEqual(['a', 'b']);
  expect(merged(['a', 'b'], ['b', 'a'])).toEqual(['a', 'b']);
});
