import { expect, test } from 'vitest';

import { firstPart, nextPart, PARTS, sceneOf } from './parts';
import type { Facts } from './types';

const facts = {
  regions: { germany: { spaces: ['kiel', 'berlin'] }, russia: { spaces: ['moscow'] } },
  places: { sweden: [0, 0] },
  boxes: {},
} as unknown as Facts;
const next = (shown: string | null, ...lit: string[]) =>
  nextPart(facts, new Set(lit), PARTS.find(({ id }) => id === shown) ?? null)?.id;

test('a question moves to the only part with something to choose', () => {
  expect(next(null, 'kiel', 'berlin')).toBe('germany');
  expect(next('russia', 'sweden')).toBe('north');
  expect(next('north', 'sweden')).toBeUndefined();
  expect(next(null, 'card')).toBeUndefined();
});

test('a question moves to the part with most if the one shown has nothing', () => {
  expect(next('north', 'moscow', 'kiel', 'berlin')).toBe('germany');
  expect(next('russia', 'moscow', 'kiel', 'berlin')).toBeUndefined();
  expect(next(null, 'kiel', 'moscow')).toBeUndefined();
});

test('a scene is shown in the part of its first space', () => {
  expect(sceneOf(facts, ['hand', 'moscow', 'kiel'])?.id).toBe('russia');
  expect(sceneOf(facts, ['hand'])).toBeNull();
});

test('the part where most can be chosen comes first', () => {
  expect(firstPart(facts, new Set(['moscow', 'kiel', 'berlin']))?.id).toBe('germany');
  expect(firstPart(facts, new Set())).toBeNull();
});
