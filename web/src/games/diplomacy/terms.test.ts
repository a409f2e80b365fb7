import { expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';

import { isTerm, termInWords, termsIn } from './terms';

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => undefined }));

const names = { of: (place: string) => ({ GAL: 'Galicia', BLA: 'Black Sea' })[place] ?? place };
const table = { names } as unknown as TableStore;

test('terms are distinguished from orders, and written in words', () => {
  expect(['PEACE 1901', 'DMZ GAL 1901', 'DRAW'].every(isTerm)).toBe(true);
  expect(['A PAR - BUR', 'F STP/SC H'].some(isTerm)).toBe(false);
  expect(termInWords(table, 'PEACE 1902')).toBe('Peace until the end of 1902');
  expect(termInWords(table, 'DMZ GAL 1902')).toBe('No unit to Galicia until the end of 1902');
});

test('zones are listed by name, once each', () => {
  const parts = {
    'A PAR': ['A PAR H'],
    PEACE: ['PEACE 1901', 'PEACE 1902'],
    'DMZ GAL': ['DMZ GAL 1901', 'DMZ GAL 1902'],
    'DMZ BLA': ['DMZ BLA 1901', 'DMZ BLA 1902'],
    DRAW: ['DRAW'],
  };
  expect(termsIn(table, parts)).toEqual([
    'PEACE 1901',
    'PEACE 1902',
    'DRAW',
    'DMZ BLA 1901',
    'DMZ GAL 1901',
  ]);
});
