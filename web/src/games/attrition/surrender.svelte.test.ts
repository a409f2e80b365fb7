import { expect, it, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import type { LogEntry } from '$lib/types';

import { isPassed, SurrenderQuestion } from './surrender.svelte';

function made(change: Record<string, unknown> = {}) {
  const table = {
    seat: 'entente',
    view: { turn: 'fall_1914' },
    decision: { step: 'surrender' },
    info: { analysis: false, exercise: null },
    waiting: false,
    undoable: 0,
    repeat: vi.fn(() => Promise.resolve(true)),
    undo: vi.fn(() => Promise.resolve(true)),
    ...change,
  };
  return { table, question: new SurrenderQuestion(table as unknown as TableStore) };
}

it('answers with no by itself, once a turn', async () => {
  const { table, question } = made();
  expect(question.isPassed).toBe(true);
  await question.pass();
  expect(table.repeat).toHaveBeenCalledWith('done');
  expect(question.isPassed).toBe(false); // the question comes back only by an undo
  table.view = { turn: 'spring_1915' };
  expect(question.isPassed).toBe(true);
});

it('asks at once if nothing was done since', async () => {
  const { table, question } = made();
  await question.pass();
  table.undoable = 1;
  await question.ask();
  expect(table.undo).toHaveBeenCalled();
});

it('asks next turn otherwise, and then answers by itself again', async () => {
  const { table, question } = made({ decision: { step: 'move' }, undoable: 3 });
  await question.ask();
  expect(table.undo).not.toHaveBeenCalled();
  table.decision = { step: 'surrender' };
  expect(question.isPassed).toBe(false);
  question.settle();
  expect(question.isPassed).toBe(true);
});

it('leaves the answer to the player in an analysis, in an exercise, and if it is refused', async () => {
  expect(made({ info: { analysis: true } }).question.isPassed).toBe(false);
  expect(made({ info: { exercise: 'russia' } }).question.isPassed).toBe(false);
  const { question } = made({ repeat: () => Promise.resolve(false) });
  await question.pass();
  expect(question.isPassed).toBe(false);
});

it('tells an answer with no from the surrender and from other moves', () => {
  const move = { move: 7, seat: 'entente', label: '', step: 'surrender', automatic: false };
  const line = (at: number): LogEntry => ({
    move: at,
    text: 'Russia surrenders.',
    key: 'log.surrender',
    args: {},
    links: [],
    dice: [],
  });
  expect(isPassed(move, [])).toBe(true);
  expect(isPassed(move, [line(9)])).toBe(true);
  expect(isPassed(move, [line(7)])).toBe(false);
  expect(isPassed({ ...move, step: 'rail' }, [])).toBe(false);
});
