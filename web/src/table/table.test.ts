import { describe, expect, it } from 'vitest';

import type { Chair, LogEntry, TimeControl } from '$lib/types';

import { conversationKey, firstUnread, inOrder, oldestUnread, sorted, stillUnread } from './conversations';
import { PIPS } from './dice';
import { logSections, movesBelow, turnAt } from './history';
import { stepsOf } from './intro';
import { noted, readSeen } from './lastseen';
import { held, partsOf, type Part } from './sentence';
import { clockFace, remaining, span } from './time';

const line = (move: number, text: string): LogEntry => ({
  move,
  text,
  key: '',
  args: {},
  links: [],
  dice: [],
});

describe('the log', () => {
  const marks = [
    { move: 0, label: 'Spring' },
    { move: 2, label: 'Fall' },
  ];

  it('is grouped by moves, with turns and a mark before new entries', () => {
    const log = [line(0, 'a'), line(1, 'b'), line(1, 'c'), line(2, 'd'), line(3, 'e')];
    const found = logSections(log, marks, 1);
    expect(found.map(({ move, turn, fresh, lines }) => [move, turn, fresh, lines.length])).toEqual([
      [0, 'Spring', false, 1],
      [1, '', false, 2],
      [2, '', true, 1], // what led to the new turn belongs to the old one
      [3, 'Fall', false, 1],
    ]);
  });

  it('leads through several turns in one move, each with its lines', () => {
    const opening = (text: string) => ({ ...line(2, text), key: 'log.season' });
    const log = [line(1, 'a'), line(2, 'b'), opening('Winter.'), line(2, 'c'), opening('Spring.'), line(3, 'd')];
    const next = [marks[0]!, { move: 2, label: 'Spring' }];
    const found = logSections(log, next, null, ['log.season']);
    expect(found.map(({ turn, lines }) => [turn, lines.map(({ text }) => text).join('')])).toEqual([
      ['Spring', 'a'],
      ['', 'b'],
      ['Winter', 'c'],
      ['Spring', ''],
      ['', 'd'],
    ]);
  });

  it('asks about a move below the turn that it ended', () => {
    const opening = { ...line(3, 'Fall.'), key: 'log.season' };
    const next = [marks[0]!, { move: 3, label: 'Fall' }];
    const ended = logSections([line(1, 'a'), line(3, 'b'), opening, line(3, 'c'), line(5, 'd')], next, null, ['log.season']);
    expect(movesBelow(ended)).toEqual([[0, 1], [1, 3], null, [3, 5]]);
    // Nothing but the opening is said of the move.
    const quiet = logSections([line(1, 'a'), opening, line(5, 'd')], next, null, ['log.season']);
    expect(movesBelow(quiet)).toEqual([[0, 3], null, [3, 5]]);
    expect(movesBelow([])).toEqual([]);
  });

  it('starts a turn in the middle of a move, if a line opens it', () => {
    const opening = { ...line(2, 'Fall.'), key: 'log.season' };
    const log = [line(0, 'a'), line(2, 'moves'), opening, line(2, 'builds'), line(3, 'e')];
    const found = logSections(log, marks, null, ['log.season']);
    expect(found.map(({ move, turn, lines }) => [move, turn, lines.map(({ text }) => text)])).toEqual([
      [0, 'Spring', ['a']],
      [2, '', ['moves']],
      [2, 'Fall', ['builds']], // not the name of the turn once more
      [3, '', ['e']],
    ]);
  });

  it('has no mark if nothing is new', () => {
    expect(logSections([line(1, 'a')], [], null).some((each) => each.fresh)).toBe(false);
    expect(logSections([line(1, 'a')], [], 1).some((each) => each.fresh)).toBe(false);
  });

  it('knows the turn of a move', () => {
    expect(turnAt(marks, 1)).toBe('Spring');
    expect(turnAt(marks, 5)).toBe('Fall');
    expect(turnAt([], 5)).toBe('');
  });
});

describe('dice', () => {
  it('show as many pips as their face says', () => {
    for (const [face, pips] of Object.entries(PIPS)) expect(pips).toHaveLength(Number(face));
  });
});

describe('clocks', () => {
  const chair: Chair = {
    name: 'Ada',
    user: 1,
    computer: null,
    stand_in: null,
    me: true,
    open: false,
    ready: false,
    takeover_since: null,
  };
  const live: TimeControl = { kind: 'live', minutes: 10, increment: 5 };
  const slow: TimeControl = { kind: 'correspondence', hours: 24, days_off: [] };

  it('run towards the deadline', () => {
    expect(remaining({ ...chair, due: 160 }, live, false, 100)).toEqual({
      seconds: 60,
      running: true,
      long: false,
    });
    expect(remaining({ ...chair, due: 60 }, live, false, 100)?.seconds).toBe(0);
  });

  it('stand still with the time left, at first with all of it', () => {
    expect(remaining({ ...chair, seconds_left: 42 }, live, false, 100)?.seconds).toBe(42);
    expect(remaining(chair, live, false, 100)?.seconds).toBe(600);
    expect(remaining(chair, slow, false, 100)).toBeNull();
  });

  it('are not shown for computers or without a pace', () => {
    expect(remaining({ ...chair, computer: 'greedy' }, live, false, 0)).toBeNull();
    expect(remaining(chair, { kind: 'free' }, false, 0)).toBeNull();
  });

  it('are formatted as on a clock, or in days and hours', () => {
    expect([9, 750, 3909].map(clockFace)).toEqual(['0:09', '12:30', '1:05:09']);
    expect(span(2 * 86_400 + 3 * 3600 + 59)).toEqual([
      [2, 'day'],
      [3, 'hour'],
    ]);
    expect(span(20)).toEqual([[0, 'minute']]);
  });
});

describe('sentences', () => {
  it('link to places and cards, and leave other names plain', () => {
    const text = 'France plays C3 in Spain (nc).';
    const parts = partsOf(
      text,
      [
        [0, 6, 'seat', 'france'],
        [13, 15, 'card', 'C3'],
        [19, 29, 'province', 'SPA/NC'],
      ],
      new Set(['SPA']),
    );
    expect(parts).toEqual([
      { text: 'France plays ', to: '', id: '' },
      { text: 'C3', to: 'card', id: 'C3' },
      { text: ' in ', to: '', id: '' },
      { text: 'Spain (nc)', to: 'place', id: 'SPA' },
      { text: '.', to: '', id: '' },
    ]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('punctuation', () => {
  it('stays with the link before it', () => {
    const part = (text: string, to: Part['to'] = '') => ({ text, to, id: '' });
    const parts = held([part('To '), part('Kiel', 'place'), part(', then '), part('Paris', 'place'), part('.')]);
    expect(parts.map(({ text, after }) => text + after)).toEqual(['To ', 'Kiel,', ' then ', 'Paris.']);
    expect(held([part('. A'), part('Kiel', 'place'), part(' B')]).map(({ after }) => after)).toEqual([
      '',
      '',
      '',
    ]);
  });
});

describe('conversations', () => {
  it('are the same for any order of the seats', () => {
    expect(conversationKey(['b', 'a'])).toBe(conversationKey(['a', 'b']));
  });

  it('have the public one first, then the newest', () => {
    const of = (seats: string[], last: number) => ({ seats, last, time: 0, unread: 0 });
    const order = sorted([of(['a', 'b'], 3), of(['a', 'c'], 7), of([], 1)]);
    expect(order.map((each) => each.last)).toEqual([1, 7, 3]);
  });

  it('keep their places, and new ones come last', () => {
    const of = (seats: string[], last: number) => ({ seats, last, time: 0, unread: 0 });
    const now = [of([], 1), of(['a', 'b', 'c'], 9), of(['a', 'c'], 7), of(['a', 'b'], 3)];
    const kept = inOrder(now, ['', 'a,b', 'a,c']);
    expect(kept.map((each) => each.last)).toEqual([1, 3, 7, 9]);
    expect(inOrder(now, [])).toEqual(now);
  });
});

describe('what is unread', () => {
  const letter = (number: number, sender: string, ...conversation: string[]) => ({
    number,
    sender,
    conversation,
    text: '',
    move: 0,
    time: 0,
    proposal: [], answers: {}, reasons: {}, outcomes: [], removed: false,
  });
  const letters = [
    letter(1, 'b', 'a', 'b'),
    letter(2, 'c'),
    letter(3, 'b', 'a', 'b'),
    letter(4, 'a', 'a', 'b'),
    letter(5, 'b', 'a', 'b'),
    letter(6, 'b'),
  ];
  const both = letters.filter((each) => each.conversation.length);

  it('is counted from the end, without the reader’s own messages', () => {
    expect(firstUnread(both, ['a'], 0)).toBeNull();
    expect(firstUnread(both, ['a'], 1)?.number).toBe(5);
    expect(firstUnread(both, ['a'], 2)?.number).toBe(3);
    expect(firstUnread(both, ['a'], 99)?.number).toBe(1); // more than are known here
    expect(firstUnread([], ['a'], 2)).toBeNull();
    expect(stillUnread(both, ['a'], 2, 0)).toBe(2);
    expect(stillUnread(both, ['a'], 2, 3)).toBe(1);
    expect(stillUnread(both, ['a'], 2, 5)).toBe(0);
    expect(stillUnread([], ['a'], 2, 0)).toBe(2); // more than are known here
  });

  it('is oldest in one of the conversations', () => {
    expect(oldestUnread(letters, ['a'], { '': 0, 'a,b': 0 })).toBeNull();
    expect(oldestUnread(letters, ['a'], { '': 1, 'a,b': 1 })?.number).toBe(5);
    expect(oldestUnread(letters, ['a'], { '': 2, 'a,b': 2 })?.number).toBe(2);
  });
});

describe('the last seen move', () => {
  it('forgets the oldest of too many tables', () => {
    expect(noted({ a: 1, b: 2 }, 'c', 3, 2)).toEqual({ b: 2, c: 3 });
    expect(Object.keys(noted({ a: 1, b: 2 }, 'a', 5))).toEqual(['b', 'a']);
  });

  it('survives broken storage', () => {
    expect(readSeen('{')).toEqual({});
    expect(readSeen(null)).toEqual({});
  });
});

it('introduces a game by its steps, or by its keys as far as they go', () => {
  const texts = ['chess.intro.1', 'chess.intro.2', 'chess.intro.4'];
  const has = (key: string) => texts.includes(key);
  expect(stepsOf('chess', undefined, has)).toHaveLength(2);
  expect(stepsOf('go', undefined, has)).toEqual([]);
  const given = [{ text: 'diplomacy.intro.9', alone: 'diplomacy.intro.alone' } as const];
  const shown = [false, true].map((alone) => stepsOf('diplomacy', given, has, alone)[0]?.text);
  expect(shown).toEqual(['diplomacy.intro.9', 'diplomacy.intro.alone']);
});
