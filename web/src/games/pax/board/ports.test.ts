import { describe, expect, it } from 'vitest';

import { clicked, type Choice } from '$lib/choices';

import type { Facts } from '../types';
import { meaningsOf, placePicked, withPlaces } from './ports';
import testdata from './testdata/positions.json';

const FACTS = testdata.facts as unknown as Facts;

function move(here: string, there: string): Choice {
  const names = ['france', 'navy', '3', here, there];
  const things = names.map((name) => ({ kind: '', name }));
  return { action: `move ${names.join(' ')}`, label: '', verb: 'move', things, names };
}

describe('ports on the map', () => {
  it('are meant by a click on their place, after the place itself', () => {
    expect(meaningsOf(FACTS, 'tunis')).toEqual(['tunis', 'tunis@mediterranean']);
    expect(meaningsOf(FACTS, 'canada')).toEqual([
      'canada',
      'canada@north_atlantic',
      'canada@north_pacific',
    ]);
    expect(meaningsOf(FACTS, 'home_russia')).toHaveLength(4);
    expect(meaningsOf(FACTS, 'mediterranean')).toEqual(['mediterranean']);
  });

  it('highlight their place', () => {
    const lit = withPlaces(new Set(['tunis@mediterranean', 'mediterranean', 'navy']));
    expect([...lit].sort()).toEqual(['mediterranean', 'navy', 'tunis', 'tunis@mediterranean']);
  });

  it('give the place of a picked navy', () => {
    expect(placePicked('france navy 3 tunis@mediterranean')).toBe('tunis');
    expect(placePicked('canada')).toBe('canada');
  });

  it('take a navy from a sea to the port it can reach', () => {
    const choices = [
      move('north_atlantic', 'canada@north_atlantic'),
      move('north_atlantic', 'caribbean'),
      move('canada@north_pacific', 'north_pacific'),
    ];
    expect(clicked(choices, ['france navy 3 north_atlantic'], meaningsOf(FACTS, 'canada'))).toEqual({
      picked: ['france navy 3 north_atlantic', 'canada@north_atlantic'],
      action: 'move france navy 3 north_atlantic canada@north_atlantic',
    });
    expect(clicked(choices, ['france navy 3 north_atlantic'], ['canada'])).toBeNull();
  });
});
