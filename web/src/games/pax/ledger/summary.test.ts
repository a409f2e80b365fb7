import { expect, test } from 'vitest';

import type { LogEntry } from '$lib/types';

import type { PaxView } from '../types';
import { summaryOf, turnsOver } from './summary';

const line = (key: string, args: Record<string, unknown>): LogEntry =>
  ({ move: 1, key: `log.${key}`, args, text: key, links: [], dice: [] }) as unknown as LogEntry;

const log = [
  line('turn', { turn: 1 }),
  line('phase', { phase: 'movement' }),
  line('lowered', { power: 'france', area: 'siam' }),
  line('placed', { power: 'france', area: 'korea', status: 'interest' }),
  line('placed', { power: 'france', area: 'tunis', status: 'protectorate' }),
  line('phase', { phase: 'combat' }),
  line('combat', { powers: ['france'], area: 'tunis' }),
  line('established', { power: 'france', area: 'tunis' }),
  line('established', { power: 'italy', area: 'eritrea' }),
  line('ceded', { power: 'france', to: 'italy', area: 'obok' }),
  line('ceded', { power: 'italy', to: 'france', area: 'assab' }),
  line('lowered', { power: 'france', area: 'egypt' }),
  line('turn', { turn: 2 }),
  line('combat', { powers: ['france'], area: 'laos' }),
];
const view = {
  powers: { france: {}, italy: {} },
  sheets: { france: [{ turn: 1, lines: { l15: 80, l26: 12 } }, { turn: 2, lines: { l15: 90 } }] },
  rises: [
    { turn: 1, kind: 'a', amount: 2, seat: 'france', total: 2 },
    { turn: 1, kind: 'b', amount: 3, seat: null, total: 5 },
    { turn: 2, kind: 'a', amount: 4, seat: 'france', total: 9 },
  ],
} as unknown as PaxView;

test('the finished turns', () => {
  expect(turnsOver(view, 'france')).toEqual([1]);
  expect(turnsOver(view, 'japan')).toEqual([]);
});

test('the results of a turn: fights, gains and losses, tension', () => {
  const found = summaryOf(view, log, 'france', 1);
  expect(found?.lines['l26']).toBe(12);
  expect(found?.tension).toEqual({ rose: 5, mine: 2, total: 5 });
  expect(found?.parts.map(([part, lines]) => [part, lines.map(({ args }) => args['area'])])).toEqual([
    ['won', ['tunis', 'assab']],
    ['placed', ['korea']],
    ['lost', ['obok', 'egypt']],
    ['fights', ['tunis']],
  ]);
  expect(summaryOf(view, log, 'japan', 1)).toBeNull();
});
