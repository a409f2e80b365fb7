import { describe, expect, it, vi } from 'vitest';

import kept from './testdata/positions.json';
import type { Facts, PaxView } from '../types';
import { depthOf } from './depth';
import { byPlaces, differences, type Compared } from './differences';
import { linesIn } from './lines';
import { reachOf, spotAt, strandsOf, way } from './strands';
import { threats, threatsIn } from './threats';

vi.stubGlobal('localStorage', { getItem: () => null });
const { readLayers } = await import('./layers.svelte');

const facts = kept.facts as unknown as Facts;
const views = kept.positions.map(({ view }) => view as unknown as PaxView);

describe('a line on the map', () => {
  it('is straight, or goes around the world if that is shorter', () => {
    expect(way([100, 10], [300, 20], 1000)).toBe('M100 10L300 20');
    expect(way([100, 10], [900, 30], 1000)).toBe('M100 10L0 20M1000 20L900 30');
    expect(way([900, 30], [100, 10], 1000)).toBe('M900 30L1000 20M0 20L100 10');
  });
});

describe('the lines of a power', () => {
  it('are drawn to every marker, or break before it', () => {
    for (const view of views) {
      const lines = linesIn(facts, view)('great_britain');
      const { carrying, broken } = strandsOf(lines, view, facts, 2400);
      const ends = carrying.split('M').length - 1;
      expect(ends).toBeGreaterThanOrEqual(lines.joined.size - 1);
      for (const { area, gap, path } of broken) {
        expect(lines.reaches(area)).toBe(false);
        expect(Boolean(path)).toBe(gap !== null);
      }
    }
  });

  it('reach neighbouring areas', () => {
    const lines = linesIn(facts, views[0]!)('great_britain');
    const reach = reachOf(lines, facts);
    expect(reach.has('home_great_britain')).toBe(true);
    expect([...reach].every((spot) => spotAt(facts, spot))).toBe(true);
  });
});

describe('threats', () => {
  const view = {
    markers: {
      egypt: { france: { status: 3, was: 2 }, italy: { status: 3, was: 3 } },
      tunis: { france: { status: 3, was: 3 }, italy: { status: 2, was: 2 } },
      siam: { france: { status: 1, was: 1 } },
    },
    armies: { egypt: { france: [3, 1], japan: [1] }, tunis: {} },
    unrest: ['tunis', 'siam'],
    codominions: {},
    powers: { france: { cut_off: [], bare: ['tunis'] } },
  } as unknown as PaxView;

  it('are those of the rules', () => {
    const strength = facts.areas['egypt']?.strength;
    expect(threatsIn(view, facts, 'egypt')).toEqual([
      { area: 'egypt', power: 'france', kind: 'fight', attack: 4, defence: strength },
      { area: 'egypt', power: 'france', kind: 'rival', rival: 'japan' },
      { area: 'egypt', power: 'france', kind: 'rival', rival: 'italy' },
    ]);
    expect(threatsIn(view, facts, 'tunis')).toEqual([
      { area: 'tunis', power: 'france', kind: 'bare' },
      { area: 'tunis', power: 'france', kind: 'unrest' },
    ]);
    expect(threatsIn(view, facts, 'siam').map(({ kind }) => kind)).toEqual(['unrest']);
    expect(Object.keys(threats(view, facts)).sort()).toEqual(['egypt', 'siam', 'tunis']);
  });

  it('do not exist between partners', () => {
    const shared = { ...view, unrest: [], codominions: { egypt: ['france', 'italy'] } };
    const found = threatsIn(shared, facts, 'egypt').filter(({ kind }) => kind === 'rival');
    expect(found.map(({ rival }) => rival)).toEqual(['japan']);
  });
});

describe('differences', () => {
  const before = {
    markers: { egypt: { france: { status: 1, was: 1 }, italy: { status: 3, was: 3 } } },
    armies: { egypt: { france: [3] } },
    navies: { 'canada@north_atlantic': { france: [1] } },
    fleets: { france: ['baltic'] },
    unrest: ['tunis'],
    canals: {},
  } as unknown as Compared;
  const after = {
    markers: { egypt: { france: { status: 2, was: 1 } }, siam: { japan: { status: 1, was: 0 } } },
    armies: { egypt: { france: [3, 1] } },
    navies: { 'canada@north_pacific': { france: [1] } },
    fleets: { france: ['oceania'] },
    unrest: ['siam'],
    canals: { panama: 'united_states' },
  } as unknown as Compared;

  it('are listed by place', () => {
    const found = differences(before, after);
    expect(found.map(({ place, kind, power }) => `${place} ${kind} ${power}`.trim())).toEqual([
      'egypt raised france',
      'egypt lost italy',
      'siam placed japan',
      'egypt army france',
      'oceania fleet france',
      'baltic fleet france',
      'siam unrest',
      'tunis quiet',
      'panama canal united_states',
    ]);
    expect(byPlaces(found)['egypt']).toHaveLength(3);
    expect(differences(after, after)).toEqual([]);
  });
});

describe('the layer', () => {
  it('is remembered, and the default if the stored one is broken', () => {
    expect(readLayers('{"layer":"lines","power":"france"}')).toEqual({ layer: 'lines', power: 'france' });
    expect(readLayers('{"layer":"nonsense","power":3}')).toEqual({ layer: null, power: null });
    expect(readLayers('{')).toEqual({ layer: null, power: null });
  });

  it('depends on the zoom', () => {
    expect([0.3, 0.7, 2].map(depthOf)).toEqual([1, 2, 3]);
  });
});
