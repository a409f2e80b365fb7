import { describe, expect, it } from 'vitest';

import type { PaxView } from '../types';
import { fleetsBySea, forcesIn, holdersIn, marksIn, placeOf, statusWord, strengths } from './marks';

const accounts = { treasury: 0, earmark: 0, counters: {}, forecast: {}, cut_off: [], bare: [] };
const view = {
  markers: {
    egypt: {
      france: { status: 1, was: 1 },
      italy: { status: 3, was: 3 },
      great_britain: { status: 3, was: 2 },
      germany: { status: 3, was: 3 },
    },
    canada: { great_britain: { status: 5, was: 5 }, france: { status: 3, was: 3 } },
    siam: { france: { status: 1, was: 1 }, japan: { status: 1, was: 0 } },
  },
  codominions: { egypt: ['italy', 'great_britain'] },
  powers: { france: { ...accounts, cut_off: ['egypt'] }, great_britain: { ...accounts, bare: ['egypt'] } },
} as unknown as PaxView;

describe('the markers of an area', () => {
  it('come by status, partners together, with their problems', () => {
    const marks = marksIn(view, 'egypt');
    expect(marks.map(({ power }) => power)).toEqual(['italy', 'great_britain', 'germany', 'france']);
    expect(marks.map(({ isShared }) => isShared)).toEqual([true, true, false, false]);
    expect(marks.find(({ power }) => power === 'great_britain')).toMatchObject({
      isNew: true,
      isBare: true,
      isCut: false,
    });
    expect(marks.at(-1)).toMatchObject({ power: 'france', isCut: true, isNew: false });
    expect(marksIn(view, 'tibet')).toEqual([]);
  });

  it('show the highest: all who have control, else the highest status', () => {
    const powers = (area: string) => holdersIn(marksIn(view, area)).map(({ power }) => power);
    expect(powers('egypt')).toEqual(['italy', 'great_britain', 'germany']);
    expect(powers('canada')).toEqual(['great_britain', 'france']);
    expect(powers('siam')).toEqual(['france', 'japan']);
    expect(powers('tibet')).toEqual([]);
  });

  it('have names by rank', () => {
    expect([1, 3, 5].map((status) => statusWord(status, 'great_britain'))).toEqual([
      'interest',
      'protectorate',
      'dominion',
    ]);
    expect(statusWord(5, 'united_states')).toBe('state');
  });
});

describe('units and fleets', () => {
  it('are counted by strength', () => {
    expect(strengths([1, 10, 1, 3])).toBe('10+3+2×1');
    expect(forcesIn({ france: [1], japan: [10, 3], italy: [] }, 'army')).toEqual([
      { power: 'japan', kind: 'army', text: '10+3', total: 13 },
      { power: 'france', kind: 'army', text: '1', total: 1 },
    ]);
    expect(placeOf('canada@north_atlantic')).toBe('canada');
    expect(fleetsBySea({ france: ['baltic'], japan: ['baltic', 'oceania'] })).toEqual({
      baltic: ['france', 'japan'],
      oceania: ['japan'],
    });
  });
});
