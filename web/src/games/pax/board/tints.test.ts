import { describe, expect, it } from 'vitest';

import kept from './testdata/positions.json';
import type { Facts, PaxView } from '../types';
import { tintOf, tintsOf } from './tints';

const view = {
  markers: {
    egypt: { france: { status: 3, was: 3 }, great_britain: { status: 4, was: 4 } },
    tunis: { france: { status: 3, was: 2 }, italy: { status: 3, was: 2 } },
    siam: { france: { status: 1, was: 1 }, japan: { status: 2, was: 2 } },
  },
  codominions: { egypt: ['france', 'great_britain'] },
  powers: {},
} as unknown as PaxView;

describe('the tint of an area', () => {
  it('is that of the highest, or of all with control', () => {
    const owners = ['great_britain', 'france'];
    expect(tintOf(view, 'egypt')).toEqual({ owners, rank: 4, disputed: false });
    expect(tintOf(view, 'tunis')).toMatchObject({ owners: ['france', 'italy'], disputed: true });
    expect(tintOf(view, 'siam')).toEqual({ owners: ['japan'], rank: 2, disputed: false });
    expect(tintOf(view, 'tibet')).toBeNull();
  });

  it('is that of its power at home', () => {
    const tints = tintsOf(view, kept.facts as unknown as Facts);
    expect(tints['home_france']?.owners).toEqual(['france']);
    expect(Object.keys(tints)).toHaveLength(12 + 3);
  });
});
