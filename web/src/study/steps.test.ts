import { describe, expect, it } from 'vitest';

import { grouped } from './steps';

const step = (seat: string, text: string) => ({ seat, action: text, text, things: [] });

describe('the steps of a line', () => {
  it('are counted if they repeat', () => {
    const steps = [step('a', 'x'), step('a', 'x'), step('a', 'y'), step('b', 'y'), step('b', 'y')];
    const groups = grouped(steps).map(({ seat, text, times }) => [seat, text, times]);
    expect(groups).toEqual([
      ['a', 'x', 2],
      ['', 'y', 1],
      ['b', 'y', 2],
    ]);
    expect(grouped([])).toEqual([]);
  });
});
