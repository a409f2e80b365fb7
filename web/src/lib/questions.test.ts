import { expect, test } from 'vitest';

import { headline, isWaitedFor, questionsOf } from './questions';
import type { SeatState } from './types';

const menu = { type: 'choose', actions: ['pass'] };

function seen(...questions: [window: number, must: boolean][]): SeatState {
  const each = questions.map(([window, must]) => ({ id: window, must, menu }));
  const prompts = questions.map(([decision]) => ({ decision, text: `question ${decision}` }));
  return { view: { decisions: each }, prompts: prompts.reverse() } as unknown as SeatState;
}

test('required questions come first, each with its words', () => {
  const found = questionsOf(seen([3, false], [5, true], [4, true]));
  expect(found.map(({ window }) => window)).toEqual([5, 4, 3]);
  for (const { window, asked } of found) expect(asked.text).toBe(`question ${window}`);
});

test('a seat that is not asked has no questions', () => {
  expect(questionsOf(seen())).toEqual([]);
  expect(questionsOf(null)).toEqual([]);
});

test('the game waits for seats that must act, not for those that may', () => {
  expect(isWaitedFor(seen([3, false]))).toBe(false);
  expect(isWaitedFor(seen([3, false], [5, true]))).toBe(true);
  expect(isWaitedFor(undefined)).toBe(false);
});

test('the headline of a question is its first sentence', () => {
  expect(headline('Place markers. Treasury: £3.')).toBe('Place markers.');
  expect(headline('Où attaquez-vous\u202f? Choisissez.')).toBe('Où attaquez-vous\u202f?');
  expect(headline('Peace (draft no. 1). Do you sign?')).toBe('Peace (draft no. 1).');
  expect(headline('Your plan: 3 orders')).toBe('Your plan: 3 orders');
});
