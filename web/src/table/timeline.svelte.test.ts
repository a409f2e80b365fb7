import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import { BUSY, slowServer } from '$lib/testserver';

import { Timeline } from './timeline.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const moment = (moves: number, seat = '') => ({ moves, seats: { [seat]: {} } });

function played(): [TableStore, Timeline] {
  const table = new TableStore('x');
  table.now = { moves: 9, status: 'over', seats: {} } as unknown as TableStore['now'];
  return [table, new Timeline(table)];
}

test('the game is shown from the point of view chosen last', async () => {
  const asked = slowServer();
  const [table, timeline] = played();
  timeline.look('france');
  timeline.look('italy');
  await asked[1]!.answer(moment(9, 'italy'));
  await asked[0]!.answer(moment(9, 'france'));
  expect(Object.keys(table.past?.seats ?? {})).toEqual(['italy']);
});

test('an error stays while something else is loaded', async () => {
  const asked = slowServer();
  const [table, timeline] = played();
  void timeline.go(5);
  await asked[0]!.answer(BUSY, 503);
  expect(timeline.trouble).toBe('Too busy.');
  expect([timeline.at, table.past]).toEqual([null, null]); // where the board is
  void timeline.load();
  await asked[1]!.answer({ moves: [], marks: [] });
  expect(timeline.trouble).toBe('Too busy.');
  void timeline.go(4);
  await asked[2]!.answer(moment(4));
  expect([timeline.trouble, timeline.at]).toEqual(['', 4]);
  timeline.look('france');
  await vi.waitUntil(() => asked.length === 5); // and the next move, beforehand
  await asked[4]!.answer(BUSY, 503);
  expect([timeline.trouble, timeline.at, timeline.eyes]).toEqual(['Too busy.', 4, null]);
  timeline.present();
  expect(timeline.trouble).toBe('');
});

test('an error about an abandoned request is not shown', async () => {
  const asked = slowServer();
  const [table, timeline] = played();
  void timeline.go(5);
  timeline.present();
  await asked[0]!.answer(BUSY, 503);
  expect([timeline.trouble, timeline.at, table.past]).toEqual(['', null, null]);
});
