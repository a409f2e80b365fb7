import { expect, test } from 'vitest';

import type { LogEntry } from '$lib/types';

import type { PaxView } from '../types';
import { fightAt, paymentOf } from './losses';

const view = {
  armies: { burma: { great_britain: [10, 3, 3], france: [1] } },
  navies: { 'burma@indian_ocean': { great_britain: [1] }, 'burma@china_sea': { great_britain: [3] } },
} as unknown as PaxView;

test('what is lost and what stays', () => {
  expect(paymentOf(view, 'great_britain 10 3', 'army', 'burma')).toEqual({
    action: 'great_britain 10 3',
    lost: [10, 3],
    stays: [3],
    rest: false,
  });
  expect(paymentOf(view, 'france none', 'army', 'burma').lost).toEqual([]);
  expect(paymentOf(view, 'great_britain 1', 'navy', 'burma').stays).toEqual([3]);
  expect(paymentOf(view, 'france rest', 'army', 'burma').rest).toBe(true);
});

test('the last fight there this turn', () => {
  const line = (key: string, area: string, text: string) =>
    ({ key, args: { area }, text, move: 1, links: [], dice: [] }) as unknown as LogEntry;
  const log = [
    line('log.combat', 'siam', 'before'),
    line('log.turn', '', ''),
    line('log.combat', 'burma', 'now'),
  ];
  expect(fightAt(log, 'burma')?.text).toBe('now');
  expect(fightAt(log, 'siam')).toBeUndefined();
});
