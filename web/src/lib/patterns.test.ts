import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { PATTERNS as attrition } from '$games/attrition/patterns';
import { PATTERNS as diplomacy } from '$games/diplomacy/patterns';
import { PATTERNS as pax } from '$games/pax/patterns';
import { PATTERNS as turmoil } from '$games/turmoil/patterns';

import { patternSize, SHAPES } from './patterns';

/** The owners to which the style sheet of a board gives colours. */
function coloured(game: string, rule: RegExp): string[] {
  const sheet = new URL(`../../../src/entente/games/${game}/data/drawing.css`, import.meta.url);
  const found = readFileSync(sheet, 'utf8').matchAll(rule);
  return [...new Set([...found].map(([, owner]) => owner ?? ''))].sort();
}

const GAMES = [
  { game: 'diplomacy', patterns: diplomacy, owners: coloured('diplomacy', /data-owner="(\w+)"/g) },
  { game: 'pax', patterns: pax, owners: coloured('pax', /data-owner="(\w+)"/g) },
  {
    game: 'attrition',
    patterns: attrition,
    owners: ['contested', ...coloured('attrition', /\.(\w+) \{ --side: /g)],
  },
  {
    game: 'turmoil',
    patterns: turmoil,
    // Independent spaces have no ground of their own.
    owners: coloured('turmoil', /\.(\w+) \{ --tint: /g).filter((each) => each !== 'independent'),
  },
];

test.each(GAMES)('$game: each owner has its own pattern', ({ patterns, owners }) => {
  expect(owners.length).toBeGreaterThan(2);
  expect(Object.keys(patterns.of).sort()).toEqual([...owners].sort());
  const names = Object.values(patterns.of);
  expect(new Set(names).size).toBe(names.length);
});

test('no two patterns are the same drawing', () => {
  const drawn = Object.values(SHAPES).map((shape) => JSON.stringify(shape));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('a pattern is about as large on every screen', () => {
  for (const scale of [0.2, 0.3, 0.5, 1, 1.4, 3, 11]) {
    const shown = patternSize(scale) * scale;
    expect(shown).toBeGreaterThan(0.7);
    expect(shown).toBeLessThan(1.42);
  }
  expect(patternSize(0)).toBe(1); // before the board is measured
});
