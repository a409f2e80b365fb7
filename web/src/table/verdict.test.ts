import { describe, expect, it } from 'vitest';

import type { SeatResult } from '$lib/types';

import { further, ranking, resultsBySeat, tells, verdict } from './verdict';

const both = ['central', 'entente'];

describe('the result of a game', () => {
  it('is a victory over someone else', () => {
    expect(verdict(['central'], both, ['central'])).toBe('won');
    expect(verdict(['central'], both, ['entente'])).toBe('lost');
  });

  it('is neutral if one person played alone, or all share it', () => {
    expect(verdict(both, both, ['central'])).toBe('');
    expect(verdict(both, both, both)).toBe('');
    expect(verdict(['central'], both, both)).toBe('');
    expect(verdict(['central'], both, [])).toBe('');
    expect(verdict([], both, ['entente'])).toBe('');
  });

  it('is a shared victory if others are left out', () => {
    expect(verdict(['france'], ['france', 'italy', 'russia'], ['france', 'italy'])).toBe('won');
  });
});

it('lists the best first', () => {
  expect(ranking({ italy: 3, france: 12, russia: 0 }).map(([seat]) => seat)).toEqual([
    'france',
    'italy',
    'russia',
  ]);
});

it('moves everyone one seat further in a rematch', () => {
  expect(further(['central'], both)).toEqual(['entente']);
  expect(further(['russia', 'france'], ['france', 'italy', 'russia'])).toEqual(['france', 'italy']);
});

it('does not repeat names in the reason', () => {
  expect(tells('Draw: France and Italy.', ['France', 'Italy'])).toBe(true);
  expect(tells('The last turn is over.', ['France', 'Italy'])).toBe(false);
  expect(tells('Nobody is left.', [])).toBe(true);
});

it('tells those who finished from those who left', () => {
  const result = (seat: string, departure: SeatResult['departure'], points: number | null) =>
    ({ seat, departure, points }) as SeatResult;
  const stayed = result('france', '', 1510);
  const away = result('italy', 'stand_in', 1490);
  const gone = result('russia', 'left', 1480);
  const casual = result('russia', 'left', null);
  const found = resultsBySeat([stayed, away, gone, result('russia', '', null), casual]);
  expect(Object.keys(found.last)).toEqual(['france', 'italy', 'russia']);
  expect(found.last['russia']?.departure).toBe('');
  expect(found.earlier).toEqual([gone]);
});
