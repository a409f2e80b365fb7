import { expect, test } from 'vitest';

import { firstScope } from './scopes';

test('a returning player finds their own game if no table is open', () => {
  expect(firstScope(null, 0, [{ status: 'playing' }], 1)).toBe('mine');
  expect(firstScope(null, 2, [{ status: 'playing' }], 1)).toBe('open');
  expect(firstScope(null, 0, [{ status: 'over' }], 0)).toBe('open');
  expect(firstScope('watch', 0, [{ status: 'playing' }], 0)).toBe('watch');
  expect(firstScope('nonsense', 0, [], 0)).toBe('open');
});

test('a newcomer finds seats to take over if no table is open', () => {
  expect(firstScope(null, 0, [{ status: 'over' }], 1)).toBe('takeover');
  expect(firstScope(null, 1, [], 1)).toBe('open');
});
