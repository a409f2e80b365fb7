import { describe, expect, it, vi } from 'vitest';

import type { LogEntry } from '$lib/types';

import kept from './testdata/positions.json';
import type { Facts, PaxView } from '../types';
import { linesIn } from './lines';

vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { PlaceDescription } = await import('./placeDescription');
const { beginningOf } = await import('./turn.svelte');

const facts = kept.facts as unknown as Facts;
const purse = { treasury: 0, earmark: 0, counters: {}, forecast: {}, cut_off: [], bare: [] };
const view = {
  markers: {
    egypt: { france: { status: 3, was: 2 }, great_britain: { status: 3, was: 3 } },
    siam: { france: { status: 1, was: 0 } },
  },
  values: { egypt: 6 },
  armies: { egypt: { france: [3, 1] } },
  navies: { 'egypt@mediterranean': { france: [10] }, 'egypt@indian_ocean': { france: [1] } },
  fleets: { france: ['mediterranean'] },
  codominions: { egypt: ['france', 'great_britain'] },
  canals: {},
  balkan_wars: 0,
  new_marker_lines: false,
  unrest: [],
  ottoman_areas: [],
  powers: { france: { ...purse, cut_off: ['siam'] }, great_britain: purse },
  causes: [
    { id: 1, kind: 'status_dispute', holder: 'italy', against: 'france', area: 'egypt', state: 'open' },
    { id: 2, kind: 'breach', holder: 'japan', against: 'france', area: '', state: 'open' },
    { id: 3, kind: 'breach', holder: 'russia', against: 'france', area: '', state: 'settled' },
  ],
} as unknown as PaxView;
const description = new PlaceDescription(facts, view, null);

describe('a place in words', () => {
  it('has its value, shared or not', () => {
    expect(description.figures('egypt')).toBe('unorganized · value 6, unshared 8 · strength 5');
    expect(description.figures('siam')).toContain('value 3 ·');
    expect(description.figures('baltic')).toBe('');
  });

  it('has its markers', () => {
    expect(description.marks('egypt').map((mark) => description.mark(mark))).toEqual([
      'influence → protectorate, raised this turn, in condominium',
      'protectorate, in condominium',
    ]);
    expect(description.marks('siam').map((mark) => description.mark(mark))).toEqual([
      'interest, new this turn, no line of communication',
    ]);
  });

  it('counts the units of all its ports', () => {
    expect(description.forces('egypt').map((force) => description.force(force))).toEqual([
      'armies 3+1',
      'navies 10+1',
    ]);
  });

  it('shows whose lines reach it, and where others break', () => {
    const linesOf = linesIn(facts, view);
    expect(description.lines('egypt', linesOf)).toEqual(['Lines of communication: france.']);
    const [broken] = description.lines('siam', linesOf);
    expect(broken).toMatch(/^france has no line: after .+ it would need .+\.$/);
  });

  it('shows casus belli there, or against the power whose home it is', () => {
    expect(description.causes('egypt')).toEqual([
      'italy has a casus belli against france: status_dispute.',
    ]);
    expect(description.causes('home_france')).toEqual(['japan has a casus belli against france: breach.']);
  });

  it('has canals and straits', () => {
    expect(description.passages('egypt')[0]).toMatch(/^suez: joins mediterranean and indian_ocean/);
    expect(description.passages('panama')[0]).toContain('not built');
  });

  it('shows what changed', () => {
    const change = (kind: string, before: string, after: string) =>
      description.change({ place: 'egypt', kind: kind as 'army', power: 'france', before, after });
    expect(change('army', '3', '3+1')).toBe('france: armies 3 → 3+1');
    expect(change('placed', '0', '1')).toBe('france: interest');
    expect(change('lost', '2', '0')).toBe('france: influence → none');
    expect(change('unrest', '', '')).toBe('Unrest has broken out');
  });
});

describe('the start of a turn', () => {
  it('comes from the log', () => {
    const log = [
      { key: 'log.turn', move: 1 },
      { key: 'log.placed', move: 5 },
      { key: 'log.turn', move: 40 },
    ] as LogEntry[];
    expect([0, 39, 41].map((move) => beginningOf(log, move))).toEqual([null, 1, 40]);
  });
});
