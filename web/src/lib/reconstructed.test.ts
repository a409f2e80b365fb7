import { expect, it } from 'vitest';

import { figuresOf, isReconstructed } from './reconstructed';

const PLAN = {
  marks: { berlin: ['3 industry points'] },
  reconstructed: { industry: ['berlin'], path: ['armenia levant'] },
};

it('finds reconstructed figures, of one thing or between two, in any order', () => {
  expect(isReconstructed(PLAN, 'industry', 'berlin')).toBe(true);
  expect(isReconstructed(PLAN, 'industry', 'paris')).toBe(false);
  expect(isReconstructed(PLAN, 'path', 'levant', 'armenia')).toBe(true);
  expect(isReconstructed(PLAN, 'path', 'armenia', 'levant')).toBe(true);
  expect(isReconstructed(PLAN, 'path', 'armenia')).toBe(false);
  expect(isReconstructed(PLAN, 'stability', 'berlin')).toBe(false);
  expect(isReconstructed(null, 'industry', 'berlin')).toBe(false);
});

it('has their words by thing', () => {
  expect(figuresOf(PLAN, 'berlin')).toEqual(['3 industry points']);
  expect(figuresOf(PLAN, 'paris')).toEqual([]);
});
