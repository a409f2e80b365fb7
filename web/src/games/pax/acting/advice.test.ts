import { describe, expect, it } from 'vitest';

import type { Facts, PaxView } from '../types';
import { advisedPlaces } from './advice';

const facts = {
  areas: {
    burma: { value: 4, strength: 3 },
    egypt: { value: 6, strength: 5 },
    siam: { value: 2, strength: 2 },
    tunis: { value: 3, strength: 2 },
  },
  figures: {
    statuses: {
      interest: { cost: 1, upkeep: 0, income: 0 },
      influence: { cost: 3, upkeep: 1, income: 1 },
      protectorate: { cost: 5, upkeep: 2, income: 2 },
      possession: { cost: 10, upkeep: 3, income: 4 },
      dominion: { cost: 12, upkeep: 1, income: 0 },
    },
  },
} as unknown as Facts;
const view = {
  markers: {
    egypt: { great_britain: { status: 3, was: 3 } },
    tunis: { great_britain: { status: 2, was: 2 }, france: { status: 3, was: 2 } },
  },
  armies: {},
  unrest: [],
  codominions: {},
  values: {},
  powers: { great_britain: { cut_off: [], bare: ['egypt'] } },
  causes: [
    { area: 'tunis', state: 'open', holder: 'great_britain', against: 'france' },
    { area: 'siam', state: 'settled', holder: 'great_britain', against: 'japan' },
  ],
} as unknown as PaxView;

const advised = (...actions: string[]) =>
  advisedPlaces(view, facts, 'great_britain', actions, '');

describe('the advisor', () => {
  it('puts threats before claims, and claims before returns', () => {
    const found = advised('place burma influence', 'place burma protectorate', 'place siam interest');
    expect(found.map(({ place }) => place)).toEqual(['egypt', 'tunis', 'burma']);
    expect(found[0]?.reasons).toEqual([{ kind: 'bare' }]);
    expect(found[1]?.reasons).toEqual([{ kind: 'claim', rival: 'france' }]);
  });

  it('names the best return for its price', () => {
    const [, , burma] = advised('place burma influence', 'place burma protectorate');
    expect(burma?.reasons).toEqual([{ kind: 'return', gain: 6, cost: 5, status: 'protectorate' }]);
  });

  it('counts only what a higher status brings more', () => {
    const tunis = advised('raise tunis protectorate').find(({ place }) => place === 'tunis');
    expect(tunis?.reasons.at(-1)).toEqual({
      kind: 'return',
      gain: 2,
      cost: 2,
      status: 'protectorate',
    });
  });

  it('leaves out orders of the other power, and what brings nothing', () => {
    expect(advised('austria place burma protectorate').map(({ place }) => place)).not.toContain(
      'burma',
    );
    expect(advised('place siam interest').map(({ place }) => place)).not.toContain('siam');
  });
});
