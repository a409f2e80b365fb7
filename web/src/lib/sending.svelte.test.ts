import { expect, test } from 'vitest';

import { placesNamed } from './sending.svelte';
import { TableStore } from './table.svelte';
import type { Frame, Incoming } from './types';

/** A table that asks France for a march, and the answers it waits for. */
function asked(): { table: TableStore; answers: ((frame: Partial<Frame>) => void)[]; sent: Incoming[] } {
  const things = ['infantry', 'paris', 'metz'].map((name) => ({ name }));
  const march = { action: 'march infantry paris metz', label: 'March', verb: 'march', things };
  const decision = { id: 1, must: true, menu: { type: 'choose', actions: [march.action] }, irreversible: [] };
  const seen = { view: { decisions: [decision] }, prompts: [{ decision: 1, choices: [march] }] };
  const table = new TableStore('x');
  table.seat = 'france';
  table.plan = { svg: '<g data-id="paris"/><g data-id="metz"/>' } as unknown as TableStore['plan'];
  table.now = { version: 1, moves: 1, seats: { france: seen } } as unknown as TableStore['now'];
  const answers: ((frame: Partial<Frame>) => void)[] = [];
  const sent: Incoming[] = [];
  const ask = (frame: Incoming) => {
    sent.push(frame);
    return new Promise((answer) => answers.push(answer));
  };
  Object.assign(table.socket, { ask });
  return { table, answers, sent };
}

const MARCH = 'march infantry paris metz';

test('an action shows at once, with its places from start to end, until it is done', async () => {
  const { table, answers, sent } = asked();
  const acted = table.act(MARCH);
  expect([table.sending.action, table.sending.places]).toEqual([MARCH, ['paris', 'metz']]);
  expect(await table.act(MARCH)).toBe(false); // a second click sends nothing
  expect(sent.length).toBe(1);
  answers[0]!({ type: 'done' });
  expect(await acted).toBe(true);
  expect([table.sending.action, table.sending.places]).toEqual([null, []]);
});

test('a refused action is taken back, and the position is as before', async () => {
  const { table, answers } = asked();
  const before = table.now;
  const acted = table.act(MARCH);
  answers[0]!({ type: 'refused', text: 'Metz is full.' });
  expect(await acted).toBe(false);
  expect([table.sending.action, table.sending.places]).toEqual([null, []]);
  expect(table.refusal?.text).toBe('Metz is full.');
  expect(table.now).toBe(before);
});

test('the marks go with the state that the action leads to, before the answer', () => {
  const { table } = asked();
  void table.act(MARCH);
  const state = { ...table.now, type: 'state', version: 2, moves: 2, since: 0, log: [], now: 0, players: {} };
  (table as unknown as { hear: (frame: unknown) => void }).hear(state);
  expect([table.sending.action, table.sending.places]).toEqual([null, []]);
  expect(table.waiting).toBe(true);
});

test('a lost connection takes the marks away', async () => {
  const { table } = asked();
  Object.assign(table.socket, { ask: () => Promise.resolve({ type: 'refused', key: 'offline', text: 'Offline.' }) });
  expect(await table.act(MARCH)).toBe(false);
  expect(table.sending.action).toBeNull();
});

test('an action that is not listed is read word by word, orders for many places not at all', () => {
  const board = new Set(['paris', 'metz', 'brest', 'lyon', 'nice']);
  expect(placesNamed('sail 2 brest@nice', [], board)).toEqual(['brest', 'nice']);
  expect(placesNamed('play 12', [], board)).toEqual([]);
  expect(placesNamed('paris metz brest lyon nice', [], board)).toEqual([]);
});
