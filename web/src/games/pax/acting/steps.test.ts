import { expect, test } from 'vitest';

import type { LogEntry } from '$lib/types';

import { doneBy } from './steps';

const line = (move: number, key: string, power: string): LogEntry => ({
  move,
  key,
  args: { power },
  text: `${move}`,
  links: [],
  dice: [],
});

const log = [
  line(1, 'log.bought', 'japan'), // in an earlier turn
  line(2, 'log.phase', ''),
  line(3, 'log.placed', 'japan'),
  line(3, 'log.cause_in', 'japan'),
  line(4, 'log.placed', 'russia'),
  line(5, 'log.moved', 'japan'),
];

test('the seat’s orders of this phase, of which the last can be undone', () => {
  const done = doneBy(log, ['japan'], 1);
  expect(done.map(({ move, undoable }) => [move, undoable])).toEqual([
    [3, false],
    [5, true],
  ]);
  expect(doneBy(log, ['japan'], 0).some(({ undoable }) => undoable)).toBe(false);
  expect(doneBy(log, ['germany', 'austria_hungary'], 1)).toEqual([]);
});
