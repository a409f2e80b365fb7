import { describe, expect, it } from 'vitest';

import { Names } from './names';
import type { GameText } from './types';

const names = new Names({
  names: {
    seat: { france: 'France' },
    seat_the: { france: 'la France' },
    place: { rome: 'Rome' },
    word_kind: { place: 'a place', rome: 'a town' },
  },
  texts: {},
} as unknown as GameText);

describe('names', () => {
  it('are those of things, not of kinds', () => {
    expect(names.of('place')).toBe('place');
    expect(names.of('rome')).toBe('Rome');
  });

  it('have no article, unless a form with one is wanted', () => {
    expect([names.of('france'), names.of('france', 'seat_the')]).toEqual(['France', 'la France']);
  });

  it('of kinds are available on request', () => {
    expect(names.of('place', 'word_kind')).toBe('a place');
  });
});
