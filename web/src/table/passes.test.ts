import { expect, it } from 'vitest';

import { passOf, wishesFor } from './passes';

const choices = { done: ['done'], unless: ['unless belgium', 'unless poland'] };

it('reads a pass and its exceptions', () => {
  const pass = passOf({ choices, wishes: ['done', 'unless poland'] });
  expect(pass).toEqual({
    action: 'done',
    prepared: true,
    things: ['belgium', 'poland'],
    excepted: ['poland'],
  });
  expect(passOf({ choices, wishes: [] }).prepared).toBe(false);
});

it('writes it; without the pass there are no preferences', () => {
  const pass = passOf({ choices, wishes: ['done', 'unless poland'] });
  expect(wishesFor(pass, true)).toEqual(['done', 'unless poland']);
  expect(wishesFor(pass, true, ['belgium'])).toEqual(['done', 'unless belgium']);
  expect(wishesFor(pass, false)).toEqual([]);
});
