import { expect, test } from 'vitest';

import type { TableStore } from '$lib/table.svelte';

import { answerWords } from './labels';

const choice = (action: string, label: string) => ({ action, label });

function tableOf(menu: object, asked: object): TableStore {
  return { decision: { menu }, asked, names: null } as unknown as TableStore;
}

test('an answer of several slots is described choice by choice, without defaults', () => {
  const slots = { 'A VIE': ['A VIE H'], 'A BUD': ['A BUD H'], vote: ['orders', 'draw'] };
  const table = tableOf(
    { type: 'slots', slots, seldom: ['vote'], once: [] },
    {
      slots: {
        'A VIE': [choice('A VIE H', 'A Vie H')],
        'A BUD': [choice('A BUD H', 'A Bud H')],
        vote: [choice('orders', 'Continuer'), choice('draw', 'Voter la nulle')],
      },
    },
  );
  expect(answerWords(table, 'A VIE H; A BUD H; orders')).toBe('A Vie H; A Bud H');
  expect(answerWords(table, 'A VIE H; A BUD H; draw')).toBe('A Vie H; A Bud H; Voter la nulle');
});

test('a choice of a list has its label', () => {
  const table = tableOf({ type: 'choose' }, { choices: [choice('pass', 'Passer')] });
  expect(answerWords(table, 'pass')).toBe('Passer');
});
