import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import { BUSY, settled, slowServer } from '$lib/testserver';

import { Notes, notesOf } from './notes.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(() => vi.unstubAllGlobals());

function seated(): [TableStore, Notes] {
  const table = new TableStore('x');
  table.seat = 'france';
  table.now = { seats: { france: { notes: '' }, italy: { notes: '' } } } as unknown as TableStore['now'];
  return [table, new Notes(table)];
}

test('an older text is never saved after a newer one', async () => {
  const asked = slowServer();
  const [, notes] = seated();
  notes.write('Trust');
  void notes.save();
  notes.write('Trust nobody');
  void notes.save();
  expect(asked).toHaveLength(1);
  await asked[0]!.answer({});
  expect(notes.text).toBe('Trust nobody');
  expect(notes.kept).toBe(false);
  expect(asked[1]!.body).toEqual({ seat: 'france', text: 'Trust nobody' });
  await asked[1]!.answer({});
  expect([notes.text, notes.kept]).toEqual(['Trust nobody', true]);
});

test('notes that could not be saved are retried, also while another seat is shown', async () => {
  const asked = slowServer();
  const [table, notes] = seated();
  notes.write('Trust nobody');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[0]!.answer(BUSY, 503);
  expect(notes.trouble).toBe('Too busy.');
  table.seat = 'italy';
  expect(notes.text).toBe('');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked[1]!.body).toEqual({ seat: 'france', text: 'Trust nobody' });
  await asked[1]!.answer({});
  expect([notes.trouble, notes.kept]).toEqual(['', true]);
});

test('refused notes are not retried', async () => {
  const asked = slowServer();
  const [, notes] = seated();
  notes.write('Trust nobody');
  void notes.save();
  await asked[0]!.answer({ key: 'problem.table.not_yours', text: 'Not yours.' }, 403);
  await vi.advanceTimersByTimeAsync(60_000);
  await settled();
  expect(asked).toHaveLength(1);
  expect([notes.trouble, notes.text]).toEqual(['Not yours.', 'Trust nobody']);
});

test('refused notes of one seat do not block those of another', async () => {
  const asked = slowServer();
  const [table, notes] = seated();
  notes.write('for france');
  void notes.save();
  await asked[0]!.answer({ key: 'problem.table.not_yours', text: 'Not yours.' }, 403);
  table.seat = 'italy';
  notes.write('for italy');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[1]!.answer({ key: 'problem.table.not_yours', text: 'Not yours.' }, 403);
  expect(asked[2]!.body).toEqual({ seat: 'italy', text: 'for italy' });
  await asked[2]!.answer({});
  expect(notes.trouble).toBe('');
  table.seat = 'france';
  expect(notes.trouble).toBe('Not yours.');
});

test('a player who returns to a table continues with unsaved notes', async () => {
  const asked = slowServer();
  const [table] = seated();
  const before = notesOf(table);
  before.write('old');
  void before.save();
  table.close();
  await asked[0]!.answer(BUSY, 429);
  const [again] = seated();
  const notes = notesOf(again);
  expect(notes.text).toBe('old');
  notes.write('old and much more');
  void notes.save();
  await asked[1]!.answer({});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ body }) => (body as { text: string }).text)).toEqual(['old', 'old and much more']);
  expect([notes.text, notes.kept]).toEqual(['old and much more', true]);
});
