import { describe, expect, it } from 'vitest';

import { after } from './puzzles';

const NEW = { seen: {}, rating: 1500, streak: 0, best: 0 };

describe('the memory of puzzles', () => {
  it('counts the first answer to each puzzle', () => {
    const one = after(NEW, 'a', 1500, true);
    expect(one).toEqual({ seen: { a: true }, rating: 1520, streak: 1, best: 1 });
    expect(after(one, 'a', 1500, false)).toBe(one);
  });

  it('ends the run at a wrong answer, and keeps the best', () => {
    const two = after(after(NEW, 'a', 1500, true), 'b', 1500, true);
    const three = after(two, 'c', 1500, false);
    expect([three.streak, three.best]).toEqual([0, 2]);
    expect(three.rating).toBeLessThan(two.rating);
  });
});
