import { afterAll, expect, test, vi } from 'vitest';

import type { GameClient } from '$games/index';
import type { TableStore } from '$lib/table.svelte';

import { Review } from './review.svelte';
import type { Timeline } from './timeline.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { language: 'en' });
});
afterAll(() => vi.unstubAllGlobals());

/** A player to move, while a computer makes one move after the other. */
function begun(client?: GameClient) {
  const log: object[] = [];
  const steps: object[] = [];
  const chairs = { germany: { computer: 'easy', stand_in: null } };
  const table = { mySeats: ['france'], seat: 'france', isWaitedFor: true, chairs, log, places: {} };
  const timeline = {
    steps,
    at: null,
    get total() {
      return steps.length;
    },
    present: () => undefined,
    moment: () => new Promise(() => undefined),
  };
  const [at, over] = [table as unknown as TableStore, timeline as unknown as Timeline];
  const review = new Review(at, over, () => client);
  review.begin(0);
  const moves = (seat = 'germany'): void => {
    const move = steps.length + 1;
    steps.push({ move, seat, label: 'A move' });
    log.push({ move, text: 'It moves.', key: 'log.moves', args: {}, links: [], dice: [] });
    review.notice(false, false);
  };
  return { review, moves };
}

test('single moves do not interrupt a decision', () => {
  const { review, moves } = begun();
  moves();
  moves();
  expect(review.running).toBe(false);
});

test('single moves made while the page was covered are shown afterwards', () => {
  const { review, moves } = begun();
  review.hold(true);
  moves();
  moves();
  expect(review.running).toBe(false);
  review.hold(false);
  expect(review.running).toBe(true);
  expect(review.scenes.map(({ move }) => move)).toEqual([1, 2]);
  review.end();
});

test('where all act at once, the last answer shows what the others did', () => {
  const carriedOut = [2];
  const { review, moves } = begun({ review: { moves: () => carriedOut } } as unknown as GameClient);
  moves(); // a computer answers under seal, and the page notices
  expect(review.running).toBe(false);
  moves('france'); // the player's own answer carries out both
  expect(review.running).toBe(true);
  expect(review.scenes.map(({ move }) => move)).toEqual([2]);
  review.end();
});
