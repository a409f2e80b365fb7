import { expect, it } from 'vitest';

import type { Facts } from '../types';
import { termsOf } from './duration';

const FACTS = {
  first_year: 1880,
  years_per_turn: 4,
  figures: { tension: { treaty_broken: { amount: 3, exempt: [] } } },
} as unknown as Facts;

it('says how long a treaty lasts and what a breach costs', () => {
  const dated = termsOf(FACTS, { until: 3, secret: false });
  expect(dated).toContain('1888');
  expect(dated).toContain('+3');
  expect(termsOf(FACTS, { until: 0, secret: false })).toContain('No end date');
  expect(termsOf(FACTS, { until: 0, secret: true })).toContain('published in the same turn');
});
