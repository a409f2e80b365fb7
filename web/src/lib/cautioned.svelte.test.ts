import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from './table.svelte';
import type { Frame } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

/** A table whose server finds everything regrettable that is done without care. */
function regretting(): { table: TableStore; taken: string[] } {
  const table = new TableStore('x');
  const taken: string[] = [];
  table.now = { version: 1, seats: {} } as unknown as TableStore['now'];
  const answer = (frame: { action: string; careful: boolean }): Promise<Partial<Frame>> => {
    if (frame.careful) return Promise.resolve({ type: 'cautioned', cautions: [frame.action] });
    taken.push(frame.action);
    return Promise.resolve({ type: 'done' });
  };
  Object.assign(table, { ask: answer });
  return { table, taken };
}

test('another action takes the place of one that waits for its player', async () => {
  const { table, taken } = regretting();
  const first = table.act('hold');
  await vi.waitUntil(() => table.cautioned?.cautions[0] === 'hold');
  const second = table.act('attack');
  expect(await first).toBe(false);
  await vi.waitUntil(() => table.cautioned?.cautions[0] === 'attack');
  table.cautioned!.answer(true);
  expect(await second).toBe(true);
  expect(taken).toEqual(['attack']);
});

test('a dialog that says late that it was closed answers for nothing but itself', async () => {
  const { table, taken } = regretting();
  const first = table.act('hold');
  await vi.waitUntil(() => table.cautioned !== null);
  const closed = table.cautioned!;
  const second = table.act('hold');
  await vi.waitUntil(() => table.cautioned !== null && table.cautioned !== closed);
  closed.answer(false);
  expect(table.cautioned).not.toBeNull();
  table.cautioned!.answer(true);
  expect([await first, await second]).toEqual([false, true]);
  expect(taken).toEqual(['hold']);
});

test('so does one about what cannot be taken back', async () => {
  const { table, taken } = regretting();
  const decision = { window: 1, must: true, menu: { type: 'choose', actions: [] }, irreversible: ['surrender'] };
  const seen = { view: { decisions: [decision] }, asked: [{ window: 1, choices: [] }] };
  table.seat = 'entente';
  table.now = { version: 1, seats: { entente: seen } } as unknown as TableStore['now'];
  const first = table.act('surrender');
  const closed = table.grave!;
  const second = table.act('surrender');
  closed.answer(false);
  expect(table.grave).not.toBeNull();
  table.grave!.answer(true);
  await vi.waitUntil(() => table.cautioned !== null);
  table.cautioned!.answer(true);
  expect([await first, await second]).toEqual([false, true]);
  expect(taken).toEqual(['surrender']);
});
