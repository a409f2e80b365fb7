import { expect, test } from 'vitest';

import { lasts } from './moderation';
import type { SanctionInfo } from './types';

const mute: SanctionInfo = {
  id: 1,
  kind: 'mute',
  reason: 'spam',
  created: 100,
  until: 200,
  lifted: null,
  appeal: '',
  appealed: null,
  answer: '',
  answered: null,
};

test('a sanction lasts until its end, and without one for good', () => {
  expect(lasts(mute, 199)).toBe(true);
  expect(lasts(mute, 200)).toBe(false);
  expect(lasts({ ...mute, until: null }, 1e9)).toBe(true);
});

test('a warning restricts nothing, nor does a lifted sanction', () => {
  expect(lasts({ ...mute, kind: 'warn', until: null }, 150)).toBe(false);
  expect(lasts({ ...mute, lifted: 120 }, 150)).toBe(false);
});
