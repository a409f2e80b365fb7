import { describe, expect, it } from 'vitest';

import { leader, minus } from './figures';
import { Land } from './land';
import type { Facts, Space } from './types';
import { wrapped } from './wrapping';

function space(region: string, near: string[], icons: string[] = []): Space {
  return { region, near, icons, battleground: false, stability: 2 };
}

const facts = {
  spaces: {
    paris: space('france', ['french_catholic_church', 'belgium'], ['government']),
    french_catholic_church: space('france', ['paris'], ['church']),
    bosnia: space('balkans', [], ['army']),
    vienna: space('austria_hungary', [], ['government']),
    belgium: space('independent', ['paris'], ['worker']),
    norway: space('independent', [], ['annex']),
  },
} as unknown as Facts;

describe('figures', () => {
  it('show who leads, with a true minus sign', () => {
    expect([leader(3), leader(-1), leader(0)]).toEqual(['liberal', 'authoritarian', null]);
    expect(minus(-4)).toBe('−4');
  });
});

describe('the map after events', () => {
  it('is as printed unless the server says otherwise', () => {
    const land = new Land(facts, { gone: [], closed: ['norway'], joined: {}, icons: {} });
    expect(land.isGone('french_catholic_church')).toBe(false);
    expect(land.isClosed('norway')).toBe(true);
    expect(land.changed).toEqual([]);
    expect(land.icons('belgium')).toEqual(['worker']);
    expect(land.regions('bosnia')).toEqual(['balkans']);
  });

  it('has the server’s changes', () => {
    const land = new Land(facts, {
      gone: ['french_catholic_church'],
      closed: [],
      joined: { bosnia: 'austria_hungary' },
      icons: { paris: ['monarch'] },
    });
    expect(land.isGone('french_catholic_church')).toBe(true);
    expect(land.near('paris')).toEqual(['belgium']);
    expect(land.isClosed('norway')).toBe(false);
    expect(land.icons('paris')).toEqual(['monarch']);
    expect(land.changed).toEqual(['paris']);
    expect(land.spaces('austria_hungary')).toEqual(['bosnia', 'vienna']);
    expect(land.spaces('balkans')).toEqual(['bosnia']);
  });
});

describe('labels', () => {
  it('break evenly, at spaces and after hyphens', () => {
    expect(wrapped('Dual Alliance', 14)).toEqual(['Dual Alliance']);
    expect(wrapped('Three Emperor League', 13)).toEqual(['Three Emperor', 'League']);
    expect(wrapped('Franco-Russian Alliance', 14)).toEqual(['Franco-Russian', 'Alliance']);
    expect(wrapped('Franco-Russian Alliance', 12)).toEqual(['Franco-', 'Russian', 'Alliance']);
    expect(wrapped('von Bethmann-Hollweg', 17)).toEqual(['von Bethmann-', 'Hollweg']);
  });
});
