import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';

import { Fights } from './fights.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

/** The table at a version, with the question of a window. */
function state(version: number, window: number): TableStore['now'] {
  const slots = { burma: ['attack burma', 'decline burma'], siam: ['attack siam', 'decline siam'] };
  const view = { decisions: [{ id: window, must: true, menu: { type: 'slots', slots }, irreversible: [] }] };
  const prompts = [{ decision: window, choices: [] }];
  return { version, seats: { france: { view, prompts } } } as unknown as TableStore['now'];
}

test('the answers of others leave the choices alone, and another question does not', async () => {
  const table = new TableStore('x');
  table.seat = 'france';
  table.now = state(1, 7);
  const ask = vi.fn((frame: { thing: string }) =>
    Promise.resolve({
      type: 'action_options',
      allowed: [{ action: `attack ${frame.thing}`, label: '', hint: `odds of ${frame.thing}` }],
      blocked: [],
    }),
  );
  Object.assign(table.socket, { ask });
  const fights = new Fights(table);
  fights.loadOdds();
  fights.choose('burma', 'attack burma');
  await vi.waitFor(() => expect(fights.odds).toEqual({ burma: 'odds of burma', siam: 'odds of siam' }));
  table.now = state(2, 7);
  fights.loadOdds();
  expect(fights.chosen).toEqual({ burma: 'attack burma' });
  fights.choose('siam', 'decline siam');
  expect(fights.chosen).toEqual({ burma: 'attack burma', siam: 'decline siam' });
  table.now = state(3, 8);
  expect(fights.chosen).toEqual({});
});
