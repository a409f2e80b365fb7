import { describe, expect, it } from 'vitest';

import type { EventInfo } from '$lib/types';

import { crosstable } from './entries';

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
