import { afterAll, expect, test, vi } from 'vitest';

import { pageCaution } from './confirmation.svelte';
import { TableStore } from './table.svelte';
import type { Frame } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

/** A table whose server cautions against every careful action. */
function regretting(): { table: TableStore; taken: string[] } {
  const table = new TableStore('x');
  const taken: string[] = [];
  table.now = { version: 1, seats: {} } as unknown as TableStore['now'];
  const answer = (frame: { action: string; careful: boolean }): Promise<Partial<Frame>> => {
    if (frame.careful) {
      const details = [pageCaution('any', frame.action)];
      return Promise.resolve({ type: 'cautioned', cautions: [frame.action], details });
    }
    taken.push(frame.action);
    return Promise.resolve({ type: 'done' });
  };
  Object.assign(table.socket, { ask: answer });
  return { table, taken };
}

test('another action replaces one that waits for confirmation', async () => {
  const { table, taken } = regretting();
  const first = table.act('hold');
  await vi.waitUntil(() => table.confirmation.cautioned?.action === 'hold');
  const second = table.act('attack');
  expect(await first).toBe(false);
  await vi.waitUntil(() => table.confirmation.cautioned?.action === 'attack');
  table.confirmation.cautioned!.answer(true);
  expect(await second).toBe(true);
  expect(taken).toEqual(['attack']);
});

test('a dialog that reports late answers only for itself', async () => {
  const { table, taken } = regretting();
  const first = table.act('hold');
  await vi.waitUntil(() => table.confirmation.cautioned !== null);
  const closed = table.confirmation.cautioned!;
  const second = table.act('hold');
  await vi.waitUntil(() => table.confirmation.cautioned !== null && table.confirmation.cautioned !== closed);
  closed.answer(false);
  expect(table.confirmation.cautioned).not.toBeNull();
  table.confirmation.cautioned!.answer(true);
  expect([await first, await second]).toEqual([false, true]);
  expect(taken).toEqual(['hold']);
});

test('so does one about an irreversible action', async () => {
  const { table, taken } = regretting();
  const decision = { id: 1, must: true, menu: { type: 'choose', actions: [] }, irreversible: ['surrender'] };
  const seen = { view: { decisions: [decision] }, prompts: [{ decision: 1, choices: [] }] };
  table.seat = 'entente';
  table.now = { version: 1, seats: { entente: seen } } as unknown as TableStore['now'];
  const first = table.act('surrender');
  const closed = table.confirmation.grave!;
  const second = table.act('surrender');
  closed.answer(false);
  expect(table.confirmation.grave).not.toBeNull();
  table.confirmation.grave!.answer(true);
  await vi.waitUntil(() => table.confirmation.cautioned !== null);
  table.confirmation.cautioned!.answer(true);
  expect([await first, await second]).toEqual([false, true]);
  expect(taken).toEqual(['surrender']);
});

test('a caution leads to the question that would prevent it, or to its places', () => {
  const { table } = regretting();
  const decision = (id: number) => ({ id, must: true, menu: { type: 'choose', actions: [] }, irreversible: [] });
  const prompt = (id: number) => ({ decision: id, choices: [] });
  const seen = { view: { decisions: [decision(1), decision(2)] }, prompts: [prompt(1), prompt(2)] };
  table.seat = 'france';
  table.now = { version: 1, seats: { france: seen } } as unknown as TableStore['now'];
  table.plan = { svg: '<path data-id="egypt"/>' } as unknown as TableStore['plan'];
  table.show({ ...pageCaution('offer', ''), decision: 2 });
  expect(table.question?.window).toBe(2);
  table.show(pageCaution('unrest', '', ['egypt']));
  expect(table.focus).toEqual({ all: ['egypt'] });
  expect(table.selection.pointed).toEqual(['egypt']);
  expect(table.reading).toBeNull();
  table.show(pageCaution('scores_against', '', ['C53']));
  expect(table.reading).toEqual({ kind: 'card', id: 'C53' });
});
