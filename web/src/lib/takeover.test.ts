import { expect, test } from 'vitest';

import { takeoverObstacle } from './takeover';

test('visitors and guests need an account, and accounts a day', () => {
  expect(takeoverObstacle(null)).toBe('account');
  expect(takeoverObstacle({ takeover_from: null })).toBe('account');
  expect(takeoverObstacle({ takeover_from: 100 }, 99)).toBe('new');
  expect(takeoverObstacle({ takeover_from: 100 }, 100)).toBe('');
});
