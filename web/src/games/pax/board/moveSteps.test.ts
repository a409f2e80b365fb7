import { expect, test } from 'vitest';

import type { LogEntry } from '$lib/types';

import { moveSteps } from './moveSteps';

const line = (key: string, args: LogEntry['args'] = {}): LogEntry => ({
  move: 1,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
  dice: [],
});

test('each combat is a step, with its result', () => {
  const lines = [
    line('combat', { area: 'burma' }),
    line('lost', { place: 'burma' }),
    line('combat', { area: 'egypt' }),
    line('established', { area: 'egypt' }),
    line('phase', { phase: 'negotiation' }),
  ];
  expect(moveSteps(lines).map((step) => step.map(({ text }) => text))).toEqual([
    ['combat', 'lost'],
    ['combat', 'established', 'phase'],
  ]);
});

test('a single event is one step', () => {
  const lines = [line('placed', { area: 'burma' }), line('cause_in', { area: 'burma' })];
  expect(moveSteps(lines)).toEqual([lines]);
  const fought = [line('ready'), line('combat', { area: 'burma' })];
  expect(moveSteps(fought)).toEqual([fought]);
});

test('the orders of a sealed round are shown power by power, a few at a time', () => {
  const order = (power: string, key = 'moved') => line(key, { power });
  const lines = [
    order('france'),
    order('france', 'bought'),
    order('italy', 'placed'),
    line('cause_in', { holder: 'france' }),
    ...Array.from({ length: 4 }, () => order('russia')),
    line('combat', { area: 'burma' }),
  ];
  expect(moveSteps(lines).map((step) => step.map(({ text }) => text))).toEqual([
    ['moved', 'bought'],
    ['placed', 'cause_in'],
    ['moved', 'moved', 'moved'],
    ['moved'],
    ['combat'],
  ]);
  const alone = [order('france'), order('france', 'bought')];
  expect(moveSteps(alone)).toEqual([alone]);
});
