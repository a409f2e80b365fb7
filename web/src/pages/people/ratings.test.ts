import { expect, test } from 'vitest';

import { language } from '$lib/language.svelte';

import { chance, signed } from './ratings';

test('a change has its sign', () => {
  expect([12, -8, 0].map(signed)).toEqual(['+12', '\u22128', '±0']);
});

test('200 points more finish ahead three times in four', () => {
  expect([chance(1500, 1500), chance(1700, 1500), chance(1500, 1700)]).toEqual([
    0.5,
    expect.closeTo(0.76, 2),
    expect.closeTo(0.24, 2),
  ]);
});

test('a country is named in the language of the page', async () => {
  expect(['DE', ''].map((code) => language.country(code))).toEqual(['Germany', '']);
  await language.use('fr');
  expect(language.country('DE')).toBe('Allemagne');
  await language.use('en');
});
