import { describe, expect, it } from 'vitest';

import { byVerb, entries, fittingChoices, isGrave, matching, missing, type Choice } from './choices';
import type { Menu } from './types';

const choice = (action: string, label = action): Choice => ({
  action,
  label,
  words: action.split(' ').slice(1),
});

const MOVES = [
  choice('move infantry berlin rhineland'),
  choice('move infantry rhineland berlin'),
  choice('move infantry berlin vienna'),
  choice('done'),
];

describe('isGrave', () => {
  it('finds what cannot be taken back, alone or among other choices', () => {
    const choose: Menu = { type: 'choose', actions: ['done', 'surrender'] };
    const slots: Menu = { type: 'slots', slots: {}, seldom: [] };
    expect(isGrave({ grave: ['surrender'], menu: choose }, 'surrender')).toBe(true);
    expect(isGrave({ grave: ['surrender'], menu: choose }, 'done')).toBe(false);
    expect(isGrave({ grave: ['surrender'], menu: choose }, 'done; surrender')).toBe(false);
    expect(isGrave({ grave: ['concede'], menu: slots }, 'A PAR H; concede')).toBe(true);
    expect(isGrave({ grave: ['concede'], menu: slots }, 'A PAR H; orders')).toBe(false);
  });
});

describe('fittingChoices', () => {
  it('leaves all while nothing is picked', () => {
    expect(fittingChoices(MOVES, [])).toHaveLength(4);
  });

  it('takes picks as from here to there', () => {
    const left = fittingChoices(MOVES, ['berlin', 'rhineland']);
    expect(left.map((each) => each.action)).toEqual(['move infantry berlin rhineland']);
  });

  it('takes them in any order where that order fits nothing', () => {
    const left = fittingChoices(MOVES, ['vienna', 'berlin']);
    expect(left.map((each) => each.action)).toEqual(['move infantry berlin vienna']);
  });
});

describe('entries', () => {
  it('lists few choices whole', () => {
    expect(entries(MOVES.slice(0, 3), [], 12).map((each) => each.type)).toEqual([
      'choice',
      'choice',
      'choice',
    ]);
  });

  it('chooses one thing after the other where there are many', () => {
    expect(entries(MOVES.slice(0, 3), ['infantry'], 2)).toEqual([
      { type: 'thing', thing: 'berlin', number: 2 },
      { type: 'choice', choice: MOVES[1] },
    ]);
  });
});

it('groups by verb in the order of the list', () => {
  expect(byVerb(MOVES).map(([verb, list]) => [verb, list.length])).toEqual([
    ['move', 3],
    ['done', 1],
  ]);
});

it('finds choices without accents and capitals, by several words', () => {
  const list = [choice('a', 'Église orthodoxe'), choice('b', 'Église catholique')];
  expect(matching(list, 'eglise ORTH').map((each) => each.action)).toEqual(['a']);
  expect(matching(list, '')).toHaveLength(2);
});

it('tells what is missing', () => {
  expect(missing(fittingChoices(MOVES, ['infantry', 'berlin']), ['infantry', 'berlin'])).toEqual({
    verb: false,
    things: ['rhineland', 'vienna'],
  });
  const cards = [choice('ops C2'), choice('naval C2')];
  expect(missing(cards, ['C2'])).toEqual({ verb: true, things: [] });
});
