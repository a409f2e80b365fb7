import { expect, test } from 'vitest';

import type { LogEntry } from '$lib/types';

import type { Facts } from '../types';
import { arrowsOf } from './arrows';

const facts = {
  areas: { egypt: { at: [100, 50] }, sudan: { at: [200, 50] } },
  homes: { home_france: { at: [900, 50] } },
  seas: { red_sea: [150, 0] },
} as unknown as Facts;

const line = (key: string, args: object) => ({ key: `log.${key}`, args }) as unknown as LogEntry;

test('each movement that the log reports has an arrow in the colour of its power', () => {
  const arrows = arrowsOf(
    facts,
    [
      line('moved', { power: 'france', place: 'egypt', there: 'sudan' }),
      line('manoeuvre', { power: 'italy', here: 'sudan@red_sea', there: 'egypt' }),
      line('placed', { power: 'italy', area: 'egypt' }),
      line('moved', { power: 'italy', place: 'egypt', there: 'atlantis' }),
    ],
    1000,
  );
  expect(arrows.map(({ power, path }) => `${power} ${path}`)).toEqual([
    'france M100 50L200 50',
    'italy M200 50L100 50',
  ]);
  expect(arrows[0]?.head).toMatch(/^M200 50L173.7 /);
});

test('the way around the world ends at the far side', () => {
  const [arrow] = arrowsOf(
    facts,
    [line('moved', { power: 'france', place: 'home_france', there: 'egypt' })],
    1000,
  );
  expect(arrow?.path).toBe('M900 50L1000 50M0 50L100 50');
  expect(arrow?.head).toMatch(/^M100 50L73.7 /);
});
