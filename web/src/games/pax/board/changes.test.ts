import { describe, expect, it, vi } from 'vitest';

import kept from './testdata/positions.json';

vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { changes } = await import('./changes');

type Compared = Parameters<typeof changes>[0];

const quiet = {
  markers: {},
  armies: {},
  navies: {},
  fleets: {},
  unrest: [],
  canals: {},
  codominions: {},
  powers: {},
  causes: [],
  ottoman_areas: [],
  values: {},
  tension: 12,
  resentment: 3,
};
const compared = (before: object | null, after: object) =>
  ({
    before: before && { view: { ...quiet, ...before } },
    after: { view: { ...quiet, ...after } },
    plan: { facts: kept.facts },
    names: null,
  }) as unknown as Compared;

describe('what a move changed', () => {
  it('is marked, and listed in figures', () => {
    const markers = { egypt: { france: { status: 2, was: 0 } } };
    expect(changes(compared({}, { markers, tension: 14, armies: { tunis: { italy: [1] } } }))).toEqual({
      marks: ['egypt', 'tunis'],
      figures: ['Tension 12 → 14', 'egypt: france'],
    });
    expect(changes(compared({ markers }, {})).figures).toEqual(['egypt: no one']);
  });

  it('is nothing at the start', () => {
    expect(changes(compared(null, { resentment: 9 }))).toEqual({ marks: [], figures: [] });
  });
});
