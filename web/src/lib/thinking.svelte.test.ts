import { describe, expect, it } from 'vitest';

import { Thinking } from './thinking.svelte';

describe('thinking computers', () => {
  it('are counted on from the server’s figure', () => {
    const thinking = new Thinking();
    thinking.hear({ russia: 1, italy: 4.5 }, 100);
    expect(thinking.secondsOf('russia', 100)).toBe(1);
    expect(thinking.secondsOf('russia', 102.9)).toBe(3);
    expect(thinking.secondsOf('turkey', 102.9)).toBeNull();
    expect(thinking.longest(102.9)).toBe(7);
  });

  it('stop thinking once the table does not wait for them', () => {
    const thinking = new Thinking();
    thinking.hear({ russia: 1, italy: 1 }, 100);
    thinking.settle(['italy', 'france']);
    expect(thinking.seats).toEqual(['italy']);
    thinking.hear({}, 101);
    expect(thinking.seats).toEqual([]);
    expect(thinking.longest(101)).toBe(0);
  });

  it('do not count backwards if two clocks differ', () => {
    const thinking = new Thinking();
    thinking.hear({ russia: 0 }, 100);
    expect(thinking.secondsOf('russia', 99)).toBe(0);
  });
});
