import { describe, expect, it } from 'vitest';

import { advisedValue, differing, sectionWords } from './terms';
import type { GameInfo, GameOption } from './types';

const plain = { section: '1', kind: 'rule', name: '', help: '', value_names: {}, advice: [] } as const;
const players = { ...plain, id: 'players', default: 7, values: [7, 8] } as unknown as GameOption;
const divisor = {
  ...plain,
  id: 'belgian_divisor',
  default: '1',
  values: ['1', '2', '2.5'],
  advice: [{ when: { players: 8 }, value: '2' }],
} as unknown as GameOption;
const info = { options: [players, divisor] };

describe('the recommended value of an option', () => {
  it('follows from the other options', () => {
    expect(advisedValue(info, divisor, { players: 8 })).toBe('2');
    expect(advisedValue(info, divisor, { players: 8, belgian_divisor: '2.5' })).toBe('2');
  });

  it('is null if it does not fit, or there is none', () => {
    expect(advisedValue(info, divisor, {})).toBeNull();
    expect(advisedValue(info, players, { players: 8 })).toBeNull();
  });
});

describe('a house rule', () => {
  const bid = {
    ...plain,
    id: 'bid',
    section: 'H1',
    kind: 'house',
    default: 'none',
    values: ['none', 'central_1', 'entente_1'],
    value_names: { none: 'no bid', central_1: 'Central Powers +1' },
    advice: [{ when: { historical_setup: true }, value: 'central_1' }],
  } as unknown as GameOption;
  const setup = { ...plain, id: 'historical_setup', default: false } as unknown as GameOption;
  const rules = { options: [setup, bid] } as unknown as GameInfo;

  it('is marked as such, unlike a section of the rulebook', () => {
    expect(sectionWords(bid)).toBe('house rule H1');
    expect(sectionWords(players)).toBe('rule 1');
  });

  it('is among the non-standard rules of a table, in words', () => {
    const shown = differing(rules, { historical_setup: true, bid: 'central_1' });
    expect(shown.map(({ value, usual }) => [value, usual])).toEqual([
      ['yes', 'no'],
      ['Central Powers +1', 'no bid'],
    ]);
    expect(differing(rules, { bid: 'none' })).toEqual([]);
  });

  it('is recommended with the historical set-up only', () => {
    expect(advisedValue(rules, bid, { historical_setup: true })).toBe('central_1');
    expect(advisedValue(rules, bid, {})).toBeNull();
  });
});
