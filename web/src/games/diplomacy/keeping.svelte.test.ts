import { afterAll, expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';

import { Stage } from './stage.svelte';
import type { Report } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const report = (move: number, phase: Report['phase']): Report => ({
  move,
  phase,
  season: 'autumn',
  year: 1901,
  before: [],
  owners: {},
  orders: [],
  retreats: [],
  adjustments: [],
});

/** A table that goes on. */
class Table {
  id = 'x';
  past = null;
  scene = null;
  recap = $state.raw({ reports: [report(7, 'movement')], earlier: [] as number[] });

  get seen() {
    return { recap: this.recap, view: { centres: {} } };
  }

  carriedOut(...reports: Report[]): void {
    const before = this.recap.reports.map(({ move }) => move);
    this.recap = { reports, earlier: [...this.recap.earlier, ...before] };
  }
}

const shown = (stage: Stage) => stage.report && `${stage.report.move} ${stage.report.phase}`;

function followed(): [Table, Stage] {
  const table = new Table();
  const stage = new Stage(table as unknown as TableStore);
  stage.follow();
  return [table, stage];
}

test('battles stay on the map when builds arrive, until the player steps on', async () => {
  const [table, stage] = followed();
  expect(shown(stage)).toBeNull();
  table.carriedOut(report(14, 'movement'));
  stage.follow();
  expect(shown(stage)).toBe('14 movement');
  table.carriedOut(report(16, 'adjustments'));
  stage.follow();
  expect(shown(stage)).toBe('14 movement');
  expect(stage.hasLater).toBe(true);
  await stage.step(1);
  expect(shown(stage)).toBe('16 adjustments');
});

test('of the results of one move the battles are shown first', () => {
  const [table, stage] = followed();
  table.carriedOut(report(14, 'movement'), report(14, 'adjustments'));
  stage.follow();
  expect(shown(stage)).toBe('14 movement');
});

test('a player at the current position sees new results', () => {
  const [table, stage] = followed();
  table.carriedOut(report(14, 'movement'));
  stage.follow();
  stage.leave();
  table.carriedOut(report(16, 'adjustments'));
  stage.follow();
  expect(shown(stage)).toBe('16 adjustments');
});
