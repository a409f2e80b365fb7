import { describe, expect, it } from 'vitest';

import type { Facts } from '../types';
import { arrowPath, drawnPlan, plannedAt, planOf } from './plan';

const facts = {
  areas: { egypt: { at: [500, 200] }, bengal: { at: [700, 220] }, burma: { at: [760, 230] } },
  homes: { britain: { at: [400, 100] } },
  seas: { red_sea: [560, 240] },
} as unknown as Facts;
const plan = (...actions: string[]) => actions.map((action) => ({ action, label: action }));

describe('a plan on the map', () => {
  it('is the player’s own plan, without its seal, in the movement phase only', () => {
    const seen = { submitted: plan('place burma protectorate', 'seal') };
    expect(planOf(seen, 'plans', 'movement')).toHaveLength(1);
    expect(planOf(seen, 'desk', 'movement')).toHaveLength(1); // sealed, while others write
    expect(planOf(seen, 'congress_papers', 'congress')).toEqual([]);
    expect(planOf(null, 'plans', 'movement')).toEqual([]);
  });

  it('has ghosts for markers, units, fleets and canals, and arrows for moves', () => {
    const drawn = drawnPlan(
      plan(
        'place burma influence',
        'raise burma protectorate',
        'march 10 bengal burma',
        'buy navy 3 egypt@red_sea',
        'launch red_sea',
        'austria lower egypt none',
      ),
      'great_britain',
      facts,
    );
    expect(drawn.ghosts.map(({ place, kind, status, text }) => [place, kind, status, text])).toEqual([
      ['burma', 'marker', 3, ''],
      ['egypt', 'navy', 0, '+3'],
      ['red_sea', 'fleet', 0, '+'],
      ['egypt', 'marker', 0, ''],
    ]);
    expect(drawn.ghosts.at(-1)?.power).toBe('austria_hungary');
    expect(drawn.arrows).toEqual([
      { from: [700, 220], to: [760, 230], kind: 'army', power: 'great_britain', text: '10' },
    ]);
  });

  it('leaves out what is not on the map', () => {
    expect(drawnPlan(plan('fund 3', 'march 1 nowhere burma'), 'germany', facts)).toEqual({
      ghosts: [],
      arrows: [],
    });
  });

  it('names the orders of a place, as origin or goal', () => {
    const all = plan('march 10 bengal burma', 'place egypt interest', 'sail 3 egypt@red_sea britain');
    expect(plannedAt(all, 'burma')).toHaveLength(1);
    expect(plannedAt(all, 'egypt')).toHaveLength(2);
  });

  it('goes over the edge of the map where that is shorter', () => {
    expect(arrowPath({ from: [950, 100], to: [50, 100] }, 1000)).toContain('1050 100');
    expect(arrowPath({ from: [100, 100], to: [200, 100] }, 1000)).toMatch(/200 100$/);
  });
});
