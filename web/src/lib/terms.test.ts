import { describe, expect, it } from 'vitest';

import { advisedValue } from './terms';
import type { GameOption } from './types';

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
