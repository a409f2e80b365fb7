import { expect, test } from 'vitest';

import { firstPart, onlyPart } from './parts';
import type { Facts } from './types';

const facts = {
  regions: { germany: { spaces: ['kiel', 'berlin'] }, russia: { spaces: ['moscow'] } },
  places: { sweden: [0, 0] },
  boxes: {},
} as unknown as Facts;
const part = (...lit: string[]) => onlyPart(facts, new Set(lit))?.id;

test('the only part with something to choose', () => {
  expect(part('kiel', 'berlin')).toBe('germany');
  expect(part('sweden')).toBe('north');
  expect(part('kiel', 'moscow')).toBeUndefined();
  expect(part('card')).toBeUndefined();
});

test('the part where most can be chosen comes first', () => {
  expect(firstPart(facts, new Set(['moscow', 'kiel', 'berlin']))?.id).toBe('germany');
  expect(firstPart(facts, new Set())).toBeNull();
});
