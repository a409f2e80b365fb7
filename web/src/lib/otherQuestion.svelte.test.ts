import { afterAll, expect, test, vi } from 'vitest';

import { language } from './language.svelte';
import type { Question } from './questions';
import { settings } from './settings.svelte';
import { TableStore } from './table.svelte';
import type { Frame } from './types';

vi.hoisted(() => {
  const storage = { getItem: (key: string) => (key.includes('lang') ? 'en' : null), setItem: () => undefined };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

interface Sent {
  type: string;
  action: string;
  decision: number | null;
}

/** A table with two questions, the first of them current; and the sent frames. */
function asked(): { table: TableStore; desk: Question; sent: Sent[] } {
  const decision = (id: number) => ({ id, must: id === 1, menu: { type: 'choose', actions: [] }, irreversible: [] });
  const seen = {
    view: { decisions: [decision(1), decision(2)] },
    prompts: [1, 2].map((each) => ({ decision: each, choices: [] })),
  };
  const table = new TableStore('x');
  table.seat = 'france';
  table.now = { version: 1, seats: { france: seen } } as unknown as TableStore['now'];
  const sent: Sent[] = [];
  const ask = (frame: Sent): Promise<Partial<Frame>> => {
    sent.push(frame);
    const read = { type: 'allowed' as const, parts: [{ text: 'A pays B.', doubts: [] }] };
    return Promise.resolve(frame.type === 'act' ? { type: 'done' } : read);
  };
  Object.assign(table.socket, { ask });
  return { table, desk: table.questions[1]!, sent };
}

test('answering a question other than the current one leaves the picks alone', async () => {
  const { table, desk, sent } = asked();
  table.selection.picked = ['paris'];
  expect(await table.act('sign', [], desk)).toBe(true);
  expect(sent).toMatchObject([{ type: 'act', action: 'sign', decision: 2 }]);
  expect(table.selection.picked).toEqual(['paris']);
  expect(await table.act('move')).toBe(true);
  expect(sent[1]).toMatchObject({ action: 'move', decision: 1 });
  expect(table.selection.picked).toEqual([]);
});

test('a hint is loaded again in another language', async () => {
  const { table, sent } = asked();
  const hintsLoaded = async () => {
    await table.hintWithFigures('sign');
    return sent.length;
  };
  expect([await hintsLoaded(), await hintsLoaded()]).toEqual([1, 1]);
  await language.use('fr');
  expect(await hintsLoaded()).toBe(2);
  await language.use('en');
});

test('a confirmation answers the question it was meant for', async () => {
  const { table, desk, sent } = asked();
  settings.set({ confirm: true });
  expect(await table.act('sign', [], desk)).toBe(false);
  expect(table.selection.pending).toBe('sign');
  expect(await table.act('sign')).toBe(true);
  expect(sent).toMatchObject([{ action: 'sign', decision: 2 }]);
  expect(table.selection.pending).toBeNull();
  settings.set({ confirm: false });
});

test('an answer is read out article by article', async () => {
  const { table, desk, sent } = asked();
  const { articles, refusal } = await table.readOut('offer', desk);
  expect(articles.map(({ text }) => text)).toEqual(['A pays B.']);
  expect(refusal).toBe('');
  expect(sent).toMatchObject([{ type: 'check', action: 'offer', decision: 2 }]);
});
