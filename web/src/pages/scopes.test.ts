import { expect, test } from 'vitest';

import { firstScope } from './scopes';

test('a returning player finds their own game if no table is open', () => {
  expect(firstScope(null, 0, [{ status: 'playing' }])).toBe('mine');
  expect(firstScope(null, 2, [{ status: 'playing' }])).toBe('open');
  expect(firstScope(null, 0, [{ status: 'over' }])).toBe('open');
  expect(firstScope('watch', 0, [{ status: 'playing' }])).toBe('watch');
  expect(firstScope('nonsense', 0, [])).toBe('open');
});
