import { expect, test } from 'vitest';

import { half, moreOf, next, put, rows, winterOrder, wishesOf } from './wishes';

const PARIS = ['A PAR - BUR', 'A PAR - GAS', 'A PAR - PIC', 'A PAR D'];
const WINTER = ['BUILD A PAR', 'BUILD F BRE', 'WAIVE', 'REMOVE A PAR', 'REMOVE F BRE'];

test('a unit has two places, then disbanding', () => {
  expect(next(PARIS, [])).toEqual(PARIS);
  expect(next(PARIS, ['A PAR - GAS'])).toEqual(['A PAR - BUR', 'A PAR - PIC', 'A PAR D']);
  expect(next(PARIS, ['A PAR - GAS', 'A PAR - BUR'])).toEqual(['A PAR D']);
  expect(next(PARIS, ['A PAR D'])).toEqual([]);
});

test('changing a preference leaves other units alone and drops what makes no sense after it', () => {
  const wishes = ['A PAR - GAS', 'F BRE D', 'A PAR - PIC'];
  expect(put(wishes, 'A PAR', 0, 'A PAR - BUR')).toEqual(['F BRE D', 'A PAR - BUR', 'A PAR - PIC']);
  expect(put(wishes, 'A PAR', 0, 'A PAR - PIC')).toEqual(['F BRE D', 'A PAR - PIC']);
  expect(put(wishes, 'A PAR', 0, 'A PAR D')).toEqual(['F BRE D', 'A PAR D']);
  expect(put(wishes, 'A PAR', 1, '')).toEqual(['F BRE D', 'A PAR - GAS']);
  expect(put(wishes, 'A PAR', 0, '')).toEqual(['F BRE D']);
  expect(wishesOf(put(wishes, 'A PAR', 2, 'A PAR D'), 'A PAR')).toEqual([
    'A PAR - GAS',
    'A PAR - PIC',
    'A PAR D',
  ]);
});

test('there is a row per preference, and one for the next if there can be one', () => {
  expect(rows(PARIS, []).map(({ value }) => value)).toEqual(['']);
  expect(rows(PARIS, ['A PAR - GAS']).map(({ value }) => value)).toEqual(['A PAR - GAS', '']);
  expect(rows(PARIS, ['A PAR D']).map(({ value }) => value)).toEqual(['A PAR D']);
  expect(rows(PARIS, ['A PAR - GAS', 'A PAR - BUR'])[1]?.offered).toContain('A PAR - BUR');
});

test('builds and removals are two lists; nothing follows waiving the rest', () => {
  const wishes = ['BUILD F BRE', 'REMOVE A PAR'];
  expect(half(wishes, false)).toEqual(['BUILD F BRE']);
  expect(moreOf(WINTER, wishes, false)).toEqual(['BUILD A PAR', 'WAIVE']);
  expect(moreOf(WINTER, wishes, true)).toEqual(['REMOVE F BRE']);
  expect(moreOf(WINTER, ['WAIVE'], false)).toEqual([]);
  expect(winterOrder('BUILD F STP/NC')).toMatchObject({ verb: 'build', unit: 'F STP/NC' });
  expect(winterOrder('WAIVE')).toMatchObject({ verb: 'waive', unit: '' });
});
