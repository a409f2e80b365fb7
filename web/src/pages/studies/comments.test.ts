import { expect, test } from 'vitest';

import type { CommentText } from '$lib/types';

import { commentsFor, mine } from './comments';

const comment = (number: number, by: string | null, language: string, more = {}): CommentText => ({
  number,
  by,
  mine: false,
  computer: by === null,
  language,
  text: '',
  version: 1,
  ...more,
});

test('who wrote in both languages is read in one', () => {
  const all = [comment(1, 'Anna', 'en'), comment(2, 'Anna', 'fr'), comment(3, 'Bert', 'fr'), comment(4, null, 'en'), comment(5, null, 'fr')];
  expect(commentsFor(all, 'en').map(({ number }) => number)).toEqual([1, 3, 4]);
  expect(commentsFor(all, 'fr').map(({ number }) => number)).toEqual([2, 3, 5]);
});

test('my comment is that of my account and language', () => {
  const all = [comment(1, 'Anna', 'en'), comment(2, 'Bert', 'en', { mine: true })];
  expect(mine(all, 'en')?.number).toBe(2);
  expect(mine(all, 'fr')).toBeUndefined();
});
