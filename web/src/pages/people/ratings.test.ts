import { expect, test } from 'vitest';

import { language } from '$lib/language.svelte';

import { signed } from './ratings';

test('a change has its sign', () => {
  expect([12, -8, 0].map(signed)).toEqual(['+12', '\u22128', '±0']);
});

test('a country is named in the language of the page', async () => {
  expect(['DE', ''].map((code) => language.country(code))).toEqual(['Germany', '']);
  await language.use('fr');
  expect(language.country('DE')).toBe('Allemagne');
  await language.use('en');
});
