import { expect, test } from 'vitest';

import { apart, curves, marks, named } from './curves';

test('ticks are round, start at 0 and reach above the greatest value', () => {
  expect(marks([3, 8])).toEqual([0, 2, 4, 6, 8]);
  expect(marks([0, 0])).toEqual([0, 1]);
  expect(marks([20, 4])).toEqual([0, 5, 10, 15, 20]);
  expect(marks([-3, 2])).toEqual([-3, -2, -1, 0, 1, 2]);
});

test('names at the ends of lines do not overlap', () => {
  expect(apart([50, 52, 90], 10, 0, 100)).toEqual([50, 60, 90]);
  expect(apart([95, 99, 20], 10, 0, 100)).toEqual([90, 100, 20]);
  const many = apart([50, 50, 50, 50, 50], 40, 0, 100);
  expect(many).toEqual([0, 25, 50, 75, 100]);
});

test('a line runs from the first point to the last, higher values above', () => {
  const frame = { width: 100, height: 100, left: 10, right: 90, top: 0, bottom: 80 };
  const graph = {
    id: 'vp',
    name: 'Points',
    lines: [{ id: 'a', name: 'A', values: [0, 1, 4] }],
  };
  const [line] = curves(graph, frame);
  expect(line?.path).toBe('10.0,80.0 50.0,60.0 90.0,0.0');
  expect(line?.last).toBe(4);
});

test('some of many points are labelled, including the first and the last', () => {
  expect(named(3, 8)).toEqual([0, 1, 2]);
  expect(named(41, 6)).toEqual([0, 8, 16, 24, 32, 40]);
  expect(named(40, 6)).toEqual([0, 8, 16, 24, 32, 39]);
});
