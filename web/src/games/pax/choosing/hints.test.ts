import { expect, test } from 'vitest';

import { besides, readOut } from './hints.svelte';

test('text that is already on the page is not repeated', () => {
  const clauses = ['France pays 8 to Italy.', 'Italy leaves Tunis.'];
  const known = readOut(clauses);
  expect(known).toBe('(1) France pays 8 to Italy. (2) Italy leaves Tunis.');
  expect(besides(known, known)).toBe('');
  expect(besides(`${known} It is a separate peace.`, known)).toBe('It is a separate peace.');
  expect(besides('European tension +5.', known)).toBe('European tension +5.');
  expect(besides('European tension +5.', '')).toBe('European tension +5.');
});
