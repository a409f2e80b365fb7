import { expect, it, vi } from 'vitest';

import type { GameClient } from '$games/index';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry } from '$lib/types';

import type { Review } from '../review.svelte';
import type { Result } from './result';
import { Results } from './results.svelte';

const line = (move: number): LogEntry => ({ move, key: '', args: {}, text: '', links: [], dice: [] });
const result = (move: number, change: Partial<Result> = {}): Result => ({
  id: String(move),
  lines: [line(move)],
  waits: true,
  grave: false,
  open: false,
  ...change,
});

/** A table with these results; the replay shows the lines of `scene`. */
function made(all: Result[], scene: Result | null = null, kind = 'live') {
  const review = {
    running: scene !== null,
    paused: false,
    lines: scene?.lines ?? [],
    scene: scene && { move: scene.lines[0]?.move },
    toggle: vi.fn(() => (review.paused = !review.paused)),
  };
  const table = { info: { time_control: { kind } }, past: null } as unknown as TableStore;
  const client = { results: { of: () => all } } as unknown as GameClient;
  const results = new Results(table, review as unknown as Review, () => client);
  results.begin(0);
  return { results, review };
}

it('shows one card after the other until each is dismissed', () => {
  const { results } = made([result(1), result(2, { waits: false }), result(3)]);
  expect(results.shown?.id).toBe('1');
  expect(results.waiting).toHaveLength(2);
  results.dismiss();
  expect(results.shown?.id).toBe('3');
  results.dismissAll();
  expect(results.shown).toBeNull();
});

it('shows nothing that the player has followed before', () => {
  const { results } = made([result(1)]);
  results.begin(1);
  expect(results.shown).toBeNull();
});

it('plays on by correspondence, but for grave losses', () => {
  const { results } = made([result(1), result(2, { grave: true })], null, 'correspondence');
  expect(results.waiting.map(({ id }) => id)).toEqual(['2']);
});

it('pauses the replay at a card of the player, and goes on when it is dismissed', () => {
  const own = result(4);
  const { results, review } = made([own], own);
  results.hold();
  expect(review.paused).toBe(true);
  results.dismiss();
  expect(review.paused).toBe(false);
  results.hold(); // the scene is still there for a moment
  expect(review.toggle).toHaveBeenCalledTimes(2);
});

it('does not pause at cards of others, unless the player wants all', () => {
  const other = result(4, { waits: false });
  const { results, review } = made([other], other);
  expect(results.shown).toBe(other);
  results.hold();
  expect(review.toggle).not.toHaveBeenCalled();
  settings.set({ results: 'all' });
  results.hold();
  expect(review.paused).toBe(true);
  settings.set({ results: 'none' });
  expect(results.shown).toBeNull();
  settings.set({ results: 'own' });
});
