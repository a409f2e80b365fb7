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
