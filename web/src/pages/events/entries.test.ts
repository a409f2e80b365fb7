import { describe, expect, it } from 'vitest';

import type { EventInfo } from '$lib/types';

import { crosstable, divisionsOf, secondsOf } from './entries';

const line = (entry: number, place: number) => ({ entry, place, points: 0, played: 0, tie_breaks: {} });
const board = (first: number, second: number, points: number | null) => ({
  round: 1,
  number: 1,
  kind: 'game',
  status: points === null ? 'playing' : 'over',
  table: null,
  seats: { central: first, entente: second },
  points: points === null ? null : { central: points, entente: 1 - points },
  corrected: false,
  places: {},
});
const event = (boards: unknown[], seats = ['central', 'entente']) =>
  ({ seats, boards, standings: [line(2, 1), line(1, 2), line(3, 3)] }) as unknown as EventInfo;

describe('the crosstable', () => {
  it('has the points of both sides in the order of the standings', () => {
    const grid = crosstable(event([board(1, 2, 0), board(3, 1, 0.5), board(2, 3, null)]));
    expect(grid?.map((each) => each.entry)).toEqual([2, 1, 3]);
    expect(grid?.[0]?.cells).toEqual([null, [1], []]);
    expect(grid?.[1]?.cells).toEqual([[0], null, [0.5]]);
  });

  it('is for games of two', () => {
    expect(crosstable(event([board(1, 2, 1)], ['a', 'b', 'c']))).toBeNull();
    expect(crosstable(event([]))).toBeNull();
  });
});

it('standings are shown by division, in their order', () => {
  const placed = (entry: number, division: number) => ({
    place: 1,
    entry,
    points: 0,
    played: 0,
    tie_breaks: {},
    division,
    move: '',
  });
  const league = { standings: [placed(1, 1), placed(2, 1), placed(3, 2)] } as unknown as EventInfo;
  expect(divisionsOf(league).map((each) => [each.division, each.lines.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  const swiss = { standings: [placed(1, 0), placed(2, 0)] } as unknown as EventInfo;
  expect(divisionsOf(swiss)).toHaveLength(1);
});

it('a local time becomes seconds, none stays none', () => {
  expect(secondsOf('')).toBeNull();
  expect(secondsOf('1970-01-02T00:00')).toBe(86400 + new Date(1970, 0, 2).getTimezoneOffset() * 60);
});
