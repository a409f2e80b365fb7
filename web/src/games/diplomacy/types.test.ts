import { expect, test } from 'vitest';

import { centresOf, hasConceded, isOut, type DiplomacyView } from './types';

const view = {
  players: { austria: ['AUSTRIA', 'FRANCE'], england: ['ENGLAND'], italy: ['ITALY'] },
  centres: { AUSTRIA: [], FRANCE: ['PAR', 'BRE'], ENGLAND: [], ITALY: ['ROM'] },
  standing: { AUSTRIA: 'eliminated', FRANCE: 'idle', ENGLAND: 'eliminated', ITALY: 'conceded' },
} as unknown as DiplomacyView;

test('a player without powers, or who has conceded, is out', () => {
  const seats = ['austria', 'england', 'italy', ''];
  expect(seats.map((seat) => isOut(view, seat))).toEqual([false, true, true, false]);
  expect(seats.filter((seat) => hasConceded(view, seat))).toHaveLength(1);
});

test('all powers of a seat count', () => {
  expect(centresOf(view)).toEqual({ austria: 2, england: 0, italy: 1 });
});
