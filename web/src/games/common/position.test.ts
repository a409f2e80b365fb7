import { describe, expect, it } from 'vitest';

import type { View } from '$lib/types';

import { isEmpty, positionOf, spelled } from './position';

const COMMON = { seat: 'red', to_move: ['red'], decisions: [], news: [], outcome: null };
const view = (own: object) => ({ ...COMMON, ...own }) as View;

describe('the figures of a view', () => {
  it('leave out fields that the page shows elsewhere', () => {
    const { fields } = positionOf(view({ turn: 3 }), ['red', 'blue']);
    expect(fields).toEqual([{ id: 'turn', value: 3 }]);
  });

  it('are in columns if each seat has one, in seat order', () => {
    const own = { gold: { blue: 2, red: 5 }, votes: { blue: 'aye' }, deck: 4 };
    expect(positionOf(view(own), ['red', 'blue'])).toEqual({
      seats: ['red', 'blue'],
      columns: [
        { id: 'gold', values: [5, 2] },
        { id: 'votes', values: [undefined, 'aye'] },
      ],
      fields: [{ id: 'deck', value: 4 }],
    });
  });

  it('are not in columns if they are long', () => {
    const own = { hands: { red: { a: 1 } }, places: { rome: 1 }, none: {} };
    const { seats, columns, fields } = positionOf(view(own), ['red', 'blue']);
    expect([seats, columns]).toEqual([[], []]);
    expect(fields.map((field) => field.id)).toEqual(['hands', 'places', 'none']);
  });
});

describe('values', () => {
  it('may be empty', () => {
    expect([null, undefined, '', [], {}].every(isEmpty)).toBe(true);
    expect([0, false, 'a', [0], { a: 0 }].some(isEmpty)).toBe(false);
  });

  it('have readable ids', () => {
    expect(spelled('most_tension')).toBe('Most tension');
  });
});
