import { expect, test } from 'vitest';

import { country, signed } from './ratings';

test('a change has its sign', () => {
  expect([12, -8, 0].map(signed)).toEqual(['+12', '\u22128', '±0']);
});

test('a country is named in the language of the page', () => {
  expect([country('DE', 'en'), country('DE', 'fr'), country('', 'en')]).toEqual([
    'Germany',
    'Allemagne',
    '',
  ]);
});
