import { expect, it } from 'vitest';

import { choicesFor, passOf } from './passes';

const choices = { done: ['done'], unless: ['unless belgium', 'unless poland'] };

it('reads a pass and its exceptions', () => {
  const pass = passOf({ choices, prepared: ['done', 'unless poland'] });
  expect(pass).toEqual({
    action: 'done',
    prepared: true,
    things: ['belgium', 'poland'],
    excepted: ['poland'],
  });
  expect(passOf({ choices, prepared: [] }).prepared).toBe(false);
});

it('writes it; without the pass there are no choices', () => {
  const pass = passOf({ choices, prepared: ['done', 'unless poland'] });
  expect(choicesFor(pass, true)).toEqual(['done', 'unless poland']);
  expect(choicesFor(pass, true, ['belgium'])).toEqual(['done', 'unless belgium']);
  expect(choicesFor(pass, false)).toEqual([]);
});
