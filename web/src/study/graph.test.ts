import { expect, test } from 'vitest';

import { area, curve, mostOf, moveAt, pointAt, shares, tableRows, written } from './graph';

const frame = { left: 10, right: 110, top: 0, bottom: 50 };
const points = [
  { move: 0, chances: { white: 50, black: 50 } },
  { move: 2, chances: { white: 100, black: 0 } },
  { move: 4, chances: { white: 0, black: 100 } },
];

test('the line of a seat is higher the better its chances', () => {
  const line = curve(points, 'white', 4, frame);
  expect(written(line)).toBe('10.0,25.0 60.0,0.0 110.0,50.0');
  expect(area(line, frame)).toBe('10.0,50.0 10.0,25.0 60.0,0.0 110.0,50.0 110.0,50.0');
  expect(area([], frame)).toBe('');
});

test('the lines of many seats use the whole height', () => {
  expect(mostOf(points)).toBe(100);
  expect(mostOf([])).toBe(100);
  const many = [{ move: 0, chances: { a: 14, b: 23, c: 9 } }];
  expect(mostOf(many)).toBe(30);
  expect(curve(many, 'a', 1, frame, 28)).toEqual([[10, 25]]);
  expect(mostOf([{ move: 0, chances: { a: 100, b: 0, c: 0 } }])).toBe(100);
});

test('a place of the graph is a move that was made', () => {
  expect(moveAt(60, 4, frame)).toBe(2);
  expect(moveAt(-40, 4, frame)).toBe(0);
  expect(moveAt(400, 4, frame)).toBe(4);
  expect(moveAt(60, 0, frame)).toBe(0);
});

test('between two points the first one counts', () => {
  expect(pointAt(points, 3)?.move).toBe(2);
  expect(pointAt(points, 9)?.move).toBe(4);
  expect(pointAt(points.slice(1), 0)?.move).toBe(2);
  expect(pointAt([], 3)).toBeUndefined();
});

test('an evaluation is unknown until it is computed', () => {
  expect(pointAt(points, 9, false)).toBeUndefined();
  expect(pointAt(points, 4, false)?.move).toBe(4);
});

test('the data table has the start of each turn, the first and the last move', () => {
  expect(tableRows(points, []).map(({ move }) => move)).toEqual([0, 4]);
  expect(tableRows(points, [2]).map(({ move }) => move)).toEqual([0, 2, 4]);
});

test('the parts of a bar add up', () => {
  expect(shares({ a: 30, b: 30, c: 60 })).toEqual([
    ['a', 25],
    ['b', 25],
    ['c', 50],
  ]);
  expect(shares({ a: 0, b: 0 })).toEqual([
    ['a', 50],
    ['b', 50],
  ]);
});
