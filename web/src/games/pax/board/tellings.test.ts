import { expect, test } from 'vitest';

import type { LogLine } from '$lib/types';

import { tellings } from './tellings';

const line = (key: string, args: LogLine['args'] = {}): LogLine => ({
  move: 1,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
  dice: [],
});

test('each combat is told by itself, with what came of it', () => {
  const lines = [
    line('combat', { area: 'burma' }),
    line('lost', { place: 'burma' }),
    line('combat', { area: 'egypt' }),
    line('established', { area: 'egypt' }),
    line('phase', { phase: 'negotiation' }),
  ];
  expect(tellings(lines).map((step) => step.map(({ text }) => text))).toEqual([
    ['combat', 'lost'],
    ['combat', 'established', 'phase'],
  ]);
});

test('what is one thing is told in one', () => {
  const lines = [line('placed', { area: 'burma' }), line('cause_in', { area: 'burma' })];
  expect(tellings(lines)).toEqual([lines]);
  const fought = [line('ready'), line('combat', { area: 'burma' })];
  expect(tellings(fought)).toEqual([fought]);
});
