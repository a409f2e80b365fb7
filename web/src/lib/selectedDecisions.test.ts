import { afterEach, describe, expect, it, vi } from 'vitest';

import { storeSelectedDecisions, selectedDecisions, parseSelectedDecisions } from './selectedDecisions';

describe('the current question', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is stored by table and seat', () => {
    const store = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    });
    storeSelectedDecisions('one', { france: 3, britain: 5 });
    storeSelectedDecisions('other', { france: 9 });
    expect(selectedDecisions('one')).toEqual({ france: 3, britain: 5 });
    expect(selectedDecisions('other')).toEqual({ france: 9 });
    expect(selectedDecisions('third')).toEqual({});
  });

  it('is forgotten if the stored value is broken', () => {
    for (const broken of [null, '', '{', '7', 'null', '[]', '{"france": "x", "italy": 1.5}'])
      expect(parseSelectedDecisions(broken)).toEqual({});
    expect(parseSelectedDecisions('{"france": 2, "italy": "x"}')).toEqual({ france: 2 });
  });
});
