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
  expect(termsIn(table, parts)).toEqual({
    near: ['PEACE 1901', 'PEACE 1902', 'DRAW'],
    far: ['DMZ BLA 1901', 'DMZ GAL 1901'],
  });
});

test('zones near the units of both powers come first', () => {
  const view = {
    players: { austria: ['AUSTRIA'], russia: ['RUSSIA'] },
    units: { AUSTRIA: ['A VIE'], RUSSIA: ['A WAR', 'F STP/SC'] },
  };
  const parts = {
    'A VIE': ['A VIE H', 'A VIE - GAL', 'A VIE - TYR'],
    'A WAR': ['A WAR - GAL', 'A WAR S A VIE - TYR'],
    'F STP/SC': ['F STP/SC H'],
    ...Object.fromEntries(
      ['ADR', 'BLA', 'GAL', 'STP', 'TYR'].map((place) => [`DMZ ${place}`, [`DMZ ${place} 1901`]]),
    ),
  };
  const there = { names, view } as unknown as TableStore;
  const { near, far } = termsIn(there, parts, ['austria', 'russia']);
  expect(near.map((term) => term.slice(4, 7))).toEqual(['GAL', 'STP', 'TYR']);
  expect(far.map((term) => term.slice(4, 7))).toEqual(['ADR', 'BLA']);
});
