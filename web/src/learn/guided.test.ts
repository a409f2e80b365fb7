import { beforeEach, expect, test, vi } from 'vitest';

import { isSolved, noteSolved, solvedExercises } from './done';
import { endGuide, Farewell, guide, isAlone, isCut, isGuided } from './guided';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('the first turn of a game is guided at one table, and never again once it has ended', () => {
  guide('turmoil', 'one');
  guide('turmoil', 'two');
  expect([isGuided('turmoil', 'one'), isGuided('turmoil', 'two')]).toEqual([true, false]);
  endGuide('turmoil');
  guide('turmoil', 'three');
  expect(isGuided('turmoil', 'one') || isGuided('turmoil', 'three')).toBe(false);
  guide('diplomacy', 'three');
  expect(isGuided('diplomacy', 'three')).toBe(true);
});

test('the guide says goodbye over one question and is gone at the next', () => {
  const farewell = new Farewell();
  expect(farewell.isOver(false, 'move')).toBe(false);
  expect(farewell.isOver(true, 'rail')).toBe(false);
  expect(farewell.isOver(true, 'rail')).toBe(false);
  expect(farewell.isOver(true, 'mobilise')).toBe(true);
});

test('broken storage means no guide', () => {
  localStorage.setItem('entente.guided', 'nonsense');
  expect(isGuided('turmoil', 'one')).toBe(false);
});

test('alone against the computer', () => {
  const computer = { me: false, computer: 'greedy' };
  expect(isAlone({ central: { me: true }, entente: computer })).toBe(true);
  expect(isAlone({ central: { me: true }, entente: { me: false, computer: null } })).toBe(false);
  expect(isAlone({ central: computer, entente: computer })).toBe(false);
});

test('a solved exercise is remembered once, by game', () => {
  noteSolved('turmoil', 'coup');
  noteSolved('turmoil', 'coup');
  expect(solvedExercises()).toEqual(['turmoil/coup']);
  expect([isSolved('turmoil', 'coup'), isSolved('diplomacy', 'coup')]).toEqual([true, false]);
  localStorage.setItem('entente.exercises', '{}');
  expect(solvedExercises()).toEqual([]);
});

test('a text is cut if it is longer than its room; one that has left the page is not', () => {
  expect(isCut({ scrollHeight: 90, clientHeight: 60 })).toBe(true);
  expect(isCut({ scrollHeight: 61, clientHeight: 60 })).toBe(false);
  expect([isCut(null), isCut(undefined)]).toEqual([false, false]);
});
