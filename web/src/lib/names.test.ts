import { describe, expect, it } from 'vitest';

import { Names } from './names';
import type { GameText } from './types';

const names = new Names({
  names: { seat: { france: 'France' }, place: { rome: 'Rome' }, word_kind: { place: 'a place', rome: 'a town' } },
  texts: {},
} as unknown as GameText);

describe('names', () => {
  it('are those of things, not of kinds', () => {
    expect(names.of('place')).toBe('place');
    expect(names.of('rome')).toBe('Rome');
    expect(names.kindOf('rome')).toBe('place');
    expect(names.kindOf('place')).toBe('');
  });

  it('of kinds are available on request', () => {
    expect(names.of('place', 'word_kind')).toBe('a place');
  });
});
