import { expect, test } from 'vitest';

import { unchanged, unchangedEach } from './unchanged';

test('an equal value is the same object, another one is not', () => {
  const same = unchanged<number[]>();
  const first = same([1, 2]);
  expect(same([1, 2])).toBe(first);
  expect(same([1, 3])).toEqual([1, 3]);
  expect(same([1, 2])).not.toBe(first);
});

test('the members of a list are compared by their keys', () => {
  const same = unchangedEach<{ id: string; n: number }>(({ id }) => id);
  const [a, b] = same([{ id: 'a', n: 1 }, { id: 'b', n: 1 }]);
  const now = same([{ id: 'b', n: 1 }, { id: 'a', n: 2 }, { id: 'c', n: 1 }]);
  expect(now).toEqual([{ id: 'b', n: 1 }, { id: 'a', n: 2 }, { id: 'c', n: 1 }]);
  expect([now[0] === b, now[1] === a]).toEqual([true, false]);
});
