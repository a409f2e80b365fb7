import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import { BUSY, slowServer } from '$lib/testserver';

import { Stage, whereNow } from './stage.svelte';
import type { Report } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const report = (move: number, phase: Report['phase']): Report => ({
  move,
  phase,
  season: 'spring',
  year: 1901,
  before: [],
  owners: { VIE: 'AUSTRIA' },
  orders: [],
  retreats: [],
  adjustments: [],
});

const EARLIER: Record<number, Report[]> = {
  7: [report(7, 'movement')],
  9: [report(9, 'retreats'), report(9, 'adjustments')],
};

/** A table whose last orders were carried out with some move. */
function table(latest: number, phase: Report['phase'] = 'movement'): TableStore {
  const recap = { reports: [report(latest, phase)], earlier: [7, 9] };
  const seen = { recap, view: { centres: { AUSTRIA: ['BUD'] } } };
  return { id: 'x', past: null, seen, view: seen.view } as unknown as TableStore;
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    const move = Number(/positions\/(\d+)/.exec(path)?.[1]);
    const frame = { seats: { '': { recap: { reports: EARLIER[move], earlier: [] } } } };
    return new Response(JSON.stringify(frame), { headers: { 'content-type': 'application/json' } });
  });
});

const shown = (stage: Stage) => stage.report && `${stage.report.move} ${stage.report.phase}`;

test('the current position is shown until results are requested', () => {
  const stage = new Stage(table(16));
  expect([stage.report, stage.hasEarlier, stage.hasLater]).toEqual([null, true, false]);
  expect(stage.owners).toEqual({ BUD: 'AUSTRIA' });
  stage.show();
  expect(shown(stage)).toBe('16 movement');
  expect(stage.owners).toEqual({ VIE: 'AUSTRIA' });
  stage.leave();
  expect(stage.report).toBeNull();
});

test('earlier phases are loaded step by step, back and forth', async () => {
  const stage = new Stage(table(16));
  stage.show();
  const seen: (string | null)[] = [];
  while (stage.hasEarlier) {
    await stage.step(-1);
    seen.push(shown(stage));
  }
  expect(seen).toEqual(['9 adjustments', '9 retreats', '7 movement']);
  while (stage.hasLater) {
    await stage.step(1);
    seen.push(shown(stage));
  }
  expect(seen.slice(3)).toEqual(['9 retreats', '9 adjustments', '16 movement']);
});

test('old results are not shown by themselves', () => {
  const stage = new Stage(table(16));
  stage.follow();
  expect(stage.report).toBeNull();
});

test('new battles replace the shown ones, builds do not', async () => {
  const stage = new Stage(table(16));
  stage.show();
  await stage.step(-1);
  stage.keep();
  expect(shown(stage)).toBe('16 movement');
  const winter = new Stage(table(16, 'adjustments'));
  winter.show();
  for (let back = 0; back < 3; back += 1) await winter.step(-1);
  winter.keep();
  expect(shown(winter)).toBe('7 movement');
});

test('an earlier position shows the orders of its own move, or its result', () => {
  const past = (moves: number, arrived: boolean) =>
    new Stage({ ...table(16), past: { moves }, arrived } as unknown as TableStore);
  expect(shown(past(16, false))).toBe('16 movement');
  const arrived = past(16, true);
  expect([arrived.report, arrived.last?.move]).toEqual([null, 16]);
  arrived.show();
  expect(shown(arrived)).toBe('16 movement');
  const between = past(17, false);
  expect([between.report, between.last]).toEqual([null, null]);
});

test('a click on a unit among results means it where it is now', () => {
  const order = (unit: string, goal: string, works: boolean) =>
    ({ unit, goal, works, verb: goal ? 'move' : 'hold' }) as Report['orders'][number];
  const movement = {
    ...report(16, 'movement'),
    orders: [order('F BRE', 'SPA/NC', true), order('A PAR', 'BUR', false), order('A MAR', '', true)],
  };
  expect(['BRE', 'PAR', 'MAR', 'GAS'].map((province) => whereNow(movement, province))).toEqual(
    ['SPA', 'PAR', 'MAR', 'GAS'],
  );
});

test('late results do not replace the current position', async () => {
  const asked = slowServer();
  const stage = new Stage(table(16));
  stage.show();
  void stage.step(-1);
  stage.leave();
  await asked[0]!.answer({ seats: { '': { recap: { reports: EARLIER[9], earlier: [] } } } });
  expect(stage.report).toBeNull();
});

test('an error about earlier results is shown', async () => {
  const asked = slowServer();
  const at = table(16);
  const stage = new Stage(at);
  stage.show();
  void stage.step(-1);
  await asked[0]!.answer(BUSY, 503);
  expect(at.refusal?.text).toBe('Too busy.');
  expect(shown(stage)).toBe('16 movement');
});
