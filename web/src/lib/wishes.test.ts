import { expect, test } from 'vitest';

import { clockWords } from './clockWords';
import { readWishes, withWish } from './wishes';

test('wishes are kept for each game, and later ones complete earlier ones', () => {
  const first = withWish(withWish({}, 'turmoil', { pace: '30+15' }), 'pax', { side: 'france' });
  const all = withWish(first, 'turmoil', { rated: false });
  expect(all['turmoil']).toEqual({ pace: '30+15', rated: false });
  expect(all['pax']).toEqual({ side: 'france' });
});

test('broken storage counts as empty', () => {
  expect(readWishes('{')).toEqual({});
  expect(readWishes('3')).toEqual({});
  expect(readWishes(null)).toEqual({});
});

test('a clock shows minutes and seconds, and hours if there are any', () => {
  expect(clockWords(59.9)).toBe('0:59');
  expect(clockWords(3725)).toBe('1:02:05');
  expect(clockWords(-3)).toBe('0:00');
});
