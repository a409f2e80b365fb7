import { afterEach, describe, expect, it, vi } from 'vitest';

import { keepLookedAt, lookedAt, readLookedAt } from './lookedat';

describe('the current question', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is stored by table and seat', () => {
    const store = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    });
    keepLookedAt('one', { france: 3, britain: 5 });
    keepLookedAt('other', { france: 9 });
    expect(lookedAt('one')).toEqual({ france: 3, britain: 5 });
    expect(lookedAt('other')).toEqual({ france: 9 });
    expect(lookedAt('third')).toEqual({});
  });

  it('is forgotten if the stored value is broken', () => {
    for (const broken of [null, '', '{', '7', 'null', '[]', '{"france": "x", "italy": 1.5}'])
      expect(readLookedAt(broken)).toEqual({});
    expect(readLookedAt('{"france": 2, "italy": "x"}')).toEqual({ france: 2 });
  });
});
