import { describe, expect, it } from 'vitest';

import { eraOf, held, leader, minus, rounds, warDie } from './figures';
import { Land } from './land';
import type { Facts, Space, TurmoilView } from './types';
import { wrapped } from './wrapping';

function space(region: string, near: string[], icons: string[] = [], battleground = false): Space {
  return { region, near, icons, battleground, stability: 2 };
}

const facts = {
  eras: { victorian: 3, edwardian: 7, georgian: 10 },
  lands: { secular: 1, congo: 2, annexed: 4, norway: 8, restored: 16 },
  spaces: {
    paris: space('france', ['french_catholic_church', 'belgium'], ['government'], true),
    french_catholic_church: space('france', ['paris'], ['church']),
    bosnia: space('balkans', [], ['army'], true),
    vienna: space('austria_hungary', [], ['government'], true),
    belgium: space('independent', ['paris'], ['worker']),
    norway: space('independent', [], ['annex']),
  },
} as unknown as Facts;

describe('figures', () => {
  it('tell from which die on a crisis is a war', () => {
    expect(warDie({ tension: 0, status: -6 })).toBeNull();
    expect(warDie({ tension: 4, status: -3 })).toBe(6);
    expect(warDie({ tension: 6, status: 1 })).toBe(1);
  });

  it('tell turns, eras and who leads', () => {
    expect([rounds(3), rounds(4)]).toEqual([7, 8]);
    expect([eraOf(facts, 3), eraOf(facts, 4), eraOf(facts, 10)]).toEqual([
      'victorian',
      'edwardian',
      'georgian',
    ]);
    expect([leader(3), leader(-1), leader(0)]).toEqual(['liberal', 'authoritarian', null]);
    expect(minus(-4)).toBe('−4');
  });

  it('count what a side holds in and around a region', () => {
    const holder = { paris: 'liberal', belgium: 'liberal', french_catholic_church: 'liberal' };
    const view = { holder } as unknown as TurmoilView;
    const whole = held(view, facts, new Land(facts, 0), 'france', 'liberal');
    expect(whole).toEqual({ spaces: 2, battlegrounds: 1, neighbours: 1 });
    const secular = held(view, facts, new Land(facts, 1), 'france', 'liberal');
    expect(secular.spaces).toBe(1);
  });
});

describe('the map after events', () => {
  it('is as printed at first', () => {
    const land = new Land(facts, 0);
    expect(land.isGone('french_catholic_church')).toBe(false);
    expect(land.isClosed('norway')).toBe(true);
    expect(land.changed).toEqual([]);
    expect(land.regions('bosnia')).toEqual(['balkans']);
  });

  it('changes for good', () => {
    const land = new Land(facts, 31);
    expect(land.isGone('french_catholic_church')).toBe(true);
    expect(land.near('paris')).toEqual(['belgium']);
    expect(land.isClosed('norway')).toBe(false);
    expect(land.icons('belgium')).toEqual(['worker', 'annex']);
    expect(land.icons('paris')).toEqual(['monarch']);
    expect(land.changed).toEqual(['belgium', 'paris']);
    expect(land.spaces('austria_hungary')).toEqual(['bosnia', 'vienna']);
    expect(land.spaces('balkans')).toEqual(['bosnia']);
  });
});

describe('labels', () => {
  it('are broken evenly, at blanks and after hyphens', () => {
    expect(wrapped('Dual Alliance', 14)).toEqual(['Dual Alliance']);
    expect(wrapped('Three Emperor League', 13)).toEqual(['Three Emperor', 'League']);
    expect(wrapped('Franco-Russian Alliance', 14)).toEqual(['Franco-Russian', 'Alliance']);
    expect(wrapped('Franco-Russian Alliance', 12)).toEqual(['Franco-', 'Russian', 'Alliance']);
    expect(wrapped('von Bethmann-Hollweg', 17)).toEqual(['von Bethmann-', 'Hollweg']);
  });
});
