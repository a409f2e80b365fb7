import { describe, expect, it } from 'vitest';

import { laterThings, ownSteps } from './lines.svelte';

const step = (seat: string, action: string) => ({ seat, action, things: [action] });

describe('a line on the board', () => {
  it('is highlighted less for later steps', () => {
    const steps = [['a', 'b'], ['b', 'c'], ['d']].map((things) => ({ action: '', things }));
    expect([...laterThings(steps)]).toEqual(['c', 'd']);
    expect(laterThings([]).size).toBe(0);
  });

  it('is what its seat does, its first action first', () => {
    const line = {
      action: 'a',
      things: ['a'],
      continuation: [step('white', 'b'), step('black', 'c'), step('white', 'd')],
    };
    expect(ownSteps('white', line).map(({ action }) => action)).toEqual(['a', 'b', 'd']);
    expect(ownSteps('red', { ...line, continuation: [] })).toHaveLength(1);
  });
});
