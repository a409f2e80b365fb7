import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import { BUSY, slowServer } from '$lib/testserver';

import { OrderEntry } from './orderEntry.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(() => vi.unstubAllGlobals());

const choice = (action: string) => ({ action, label: action, things: [] });
const question = {
  window: 3,
  decision: { id: 3, menu: { type: 'slots', slots: {} } },
  asked: { slots: { 'A PAR': [choice('A PAR H'), choice('A PAR - BUR'), choice('A PAR - PIC')] } },
};

function begun(): OrderEntry {
  const view = { year: 1901, season: 'spring', phase: 'movement' };
  const table = { id: 'x', seat: 'france', view, question, past: null, refusal: null, seen: {} };
  const socket = { isClosed: false };
  const { decision, asked } = question;
  const entry = new OrderEntry({ ...table, decision, asked, socket } as unknown as TableStore);
  entry.begin();
  return entry;
}

test('a draft that could not be saved is retried', async () => {
  const asked = slowServer();
  const entry = begun();
  entry.write('A PAR - BUR');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[0]!.answer(BUSY, 503);
  expect(entry.kept).toBe('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
  await asked[1]!.answer({});
  expect(entry.kept).toBe('saved');
});

test('a newer draft replaces it', async () => {
  const asked = slowServer();
  const entry = begun();
  entry.write('A PAR - BUR');
  await vi.advanceTimersByTimeAsync(1000);
  entry.write('A PAR - PIC');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[1]!.answer({});
  await asked[0]!.answer(BUSY, 503);
  expect(entry.kept).toBe('saved');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
});

test('a refused draft is not retried', async () => {
  const asked = slowServer();
  const entry = begun();
  entry.write('A PAR - BUR');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[0]!.answer({ key: 'problem.table.not_yours', text: 'Not yours.' }, 403);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, entry.kept]).toEqual([1, 'lost']);
});

test('an unsaved draft of a closed table does not replace a later one', async () => {
  const asked = slowServer();
  const entry = begun();
  entry.write('A PAR - BUR');
  await vi.advanceTimersByTimeAsync(1000);
  Object.assign(entry.table.socket, { isClosed: true });
  await asked[0]!.answer(BUSY, 503);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
});

test('it is also retried while another seat is shown, unless its season is over', async () => {
  const asked = slowServer();
  const entry = begun();
  entry.write('A PAR - BUR');
  await vi.advanceTimersByTimeAsync(1000);
  await asked[0]!.answer(BUSY, 503);
  Object.assign(entry.table, { seat: 'italy' });
  entry.begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked[1]!.body).toMatchObject({ seat: 'france', text: 'A PAR - BUR' });
  await asked[1]!.answer(BUSY, 503);
  Object.assign(entry.view!, { season: 'autumn' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
});
