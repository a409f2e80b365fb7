import { expect, test } from 'vitest';

import { tableIn } from './sources';

test('a table is named by its address or id, with a move or without', () => {
  expect(tableIn('https://example.org/tables/abcd1234?move=7&tab=log')).toEqual({ table: 'abcd1234', move: 7 });
  expect(tableIn(' abcd1234 ')).toEqual({ table: 'abcd1234', move: null });
  expect(tableIn('/tables/ab-cd_12/story')).toEqual({ table: 'ab-cd_12', move: null });
  expect(tableIn('/tables/abcd1234?move=x')).toEqual({ table: 'abcd1234', move: null });
});

test('other addresses name none', () => {
  expect(tableIn('')).toBeNull();
  expect(tableIn('https://example.org/people/Anna')).toBeNull();
});
