import { expect, test } from 'vitest';

import { piecesOf, reportsOf, works } from './reports';
import { facts, log, moments } from './testdata';
import type { Piece } from './types';

const sorted = (pieces: Piece[]) =>
  pieces.map(({ name, power, dislodged }) => `${power} ${name}${dislodged ? ' !' : ''}`).sort();

const reports = reportsOf(log, facts);

test('the log of a real game tells all its phases', () => {
  expect(new Set(reports.map((report) => report.phase))).toEqual(
    new Set(['movement', 'retreats', 'adjustments']),
  );
  expect(reports[0]).toMatchObject({ season: 'spring', year: 1901, phase: 'movement' });
  expect(reports.filter((report) => report.phase === 'movement')).toHaveLength(14);
});

test('the position before each phase is the one that the server had', () => {
  let compared = 0;
  for (const report of reports.slice(1)) {
    const moment = moments.filter((each) => each.moves < report.move).at(-1);
    if (!moment) continue;
    expect(sorted(report.before), `${report.phase} ${report.year}`).toEqual(
      sorted(piecesOf(moment.units, moment.dislodged)),
    );
    compared++;
  }
  expect(compared).toBe(reports.length - 1);
});

test('what failed is told apart from what worked', () => {
  const results = reports.flatMap((report) => report.results);
  const failed = results.filter((result) => !works(result));
  expect(new Set(failed.map((result) => result.outcome))).toEqual(new Set(['fails', 'cut', 'broken']));
  expect(results.some((result) => result.dislodged)).toBe(true);
});
