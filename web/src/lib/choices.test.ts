import { describe, expect, it } from 'vitest';

import {
  byVerb,
  choiceOf,
  clicked,
  entries,
  fittingChoices,
  isIrreversible,
  left,
  matching,
  missing,
  singly,
  together,
} from './choices';
import { choice } from './testchoices';
import type { Menu } from './types';

const MOVES = [
  choice('move infantry berlin rhineland'),
  choice('move infantry rhineland berlin'),
  choice('move infantry berlin vienna'),
  choice('done'),
];

describe('isIrreversible', () => {
  it('finds irreversible choices, alone or among others', () => {
    const choose: Menu = { type: 'choose', actions: ['done', 'surrender'] };
    const slots: Menu = { type: 'slots', slots: {}, seldom: [], once: [] };
    expect(isIrreversible({ irreversible: ['surrender'], menu: choose }, 'surrender')).toBe(true);
    expect(isIrreversible({ irreversible: ['surrender'], menu: choose }, 'done')).toBe(false);
    expect(isIrreversible({ irreversible: ['surrender'], menu: choose }, 'done; surrender')).toBe(false);
    expect(isIrreversible({ irreversible: ['concede'], menu: slots }, 'A PAR H; concede')).toBe(true);
    expect(isIrreversible({ irreversible: ['concede'], menu: slots }, 'A PAR H; orders')).toBe(false);
  });
});

describe('fittingChoices', () => {
  it('returns all while nothing is picked', () => {
    expect(fittingChoices(MOVES, [])).toHaveLength(4);
  });

  it('takes picks in order: from here to there', () => {
    const left = fittingChoices(MOVES, ['berlin', 'rhineland']);
    expect(left.map((each) => each.action)).toEqual(['move infantry berlin rhineland']);
  });

  it('takes them in any order if that order fits nothing', () => {
    const left = fittingChoices(MOVES, ['vienna', 'berlin']);
    expect(left.map((each) => each.action)).toEqual(['move infantry berlin vienna']);
  });
});

describe('clicked', () => {
  const flights = [
    choice('fly airplane london ruhr'),
    choice('fly airplane london alsace'),
    choice('fly airplane alexandria levant'),
  ];

  it('extends the picks, and takes the only action left', () => {
    expect(clicked(flights, [], ['london'])).toEqual({ picked: ['london'] });
    expect(clicked(flights, ['london'], ['ruhr'])).toEqual({
      picked: ['london', 'ruhr'],
      action: 'fly airplane london ruhr',
    });
  });

  it('takes the only action of a thing at once if nothing was picked', () => {
    expect(clicked(flights, [], ['levant'])?.action).toBe('fly airplane alexandria levant');
  });

  it('moves a pick that cannot be extended, without taking an action', () => {
    expect(clicked(flights, ['london'], ['levant'])).toEqual({ picked: ['levant'] });
    const spaces = [choice('place paris'), choice('check paris'), choice('place jugendstil')];
    expect(clicked(spaces, ['paris'], ['jugendstil'])).toEqual({ picked: ['jugendstil'] });
  });

  it('takes the only action of a moved pick with another click', () => {
    const action = 'fly airplane alexandria levant';
    expect(clicked(flights, ['levant'], ['levant'])).toEqual({ picked: ['levant'], action });
    expect(clicked(flights, ['levant'], ['alexandria'])?.action).toBe(action);
  });

  it('removes a pick that is clicked again, if several actions are left', () => {
    expect(clicked(flights, ['airplane', 'london'], ['london'])).toEqual({ picked: ['airplane'] });
  });

  it('is null if nothing can be done with it', () => {
    expect(clicked(flights, ['london'], ['moscow'])).toBeNull();
    expect(clicked(flights, [], ['moscow'])).toBeNull();
  });
});

describe('entries', () => {
  it('lists a few choices in full', () => {
    expect(entries(MOVES.slice(0, 3), [], 12).map((each) => each.type)).toEqual([
      'choice',
      'choice',
      'choice',
    ]);
  });

  it('asks for one thing after the other if there are many', () => {
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
  expect(byVerb(MOVES, ['move']).map(([verb]) => verb)).toEqual(['done', 'move']);
});

it('finds choices without accents and capitals, by several words', () => {
  const list = [choice('a', 'Église orthodoxe'), choice('b', 'Église catholique')];
  expect(matching(list, 'eglise ORTH').map((each) => each.action)).toEqual(['a']);
  expect(matching(list, '')).toHaveLength(2);
});

it('shows what is missing', () => {
  expect(missing(fittingChoices(MOVES, ['infantry', 'berlin']), ['infantry', 'berlin'])).toEqual({
    verb: false,
    things: ['rhineland', 'vienna'].map((name) => ({ kind: '', name })),
  });
  const cards = [choice('ops C2'), choice('naval C2')];
  expect(missing(cards, ['C2'])).toEqual({ verb: true, things: [] });
});

describe('a pick', () => {
  const support = choiceOf({
    action: 'A VIE S A BUD - TRI',
    label: 'Vienna helps Budapest',
    remark: 'late',
    verb: 'S -',
    things: [
      { kind: 'unit', name: 'A VIE' },
      { kind: 'unit', name: 'A BUD' },
      { kind: 'place', name: 'TRI' },
    ],
  });

  it('may have a name of several words', () => {
    expect(fittingChoices([support], ['A BUD'])).toEqual([support]);
    expect(fittingChoices([support], ['BUD'])).toEqual([]);
    expect(fittingChoices([support], ['A'])).toEqual([]);
    expect(left(support, ['A BUD']).map(({ name }) => name)).toEqual(['A VIE', 'TRI']);
  });

  it('may be several things in a row, named one by one', () => {
    const [move] = MOVES;
    const picked = [together('infantry', 'berlin')];
    expect(fittingChoices(MOVES, picked).map(({ action }) => action)).toEqual([
      'move infantry berlin rhineland',
      'move infantry berlin vienna',
    ]);
    expect(left(move!, picked).map(({ name }) => name)).toEqual(['rhineland']);
    expect(singly(MOVES, [...picked, 'moscow'])).toEqual(['infantry', 'berlin', 'moscow']);
    expect(singly(MOVES, [together('move', 'infantry')])).toEqual(['infantry']);
  });

  it('keeps its special properties', () => {
    expect(support.label).toBe('Vienna helps Budapest (late)');
  });
});
