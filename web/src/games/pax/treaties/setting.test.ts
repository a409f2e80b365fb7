import { describe, expect, test } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan } from '$lib/types';

import { Setting } from './setting';
import { editor } from './testdata/samples';

const table = {
  seat: 'france',
  names: null,
  info: { options: { turns: 4 } },
  view: {
    turn: 2,
    powers: { great_britain: {}, france: {}, germany: {}, austria_hungary: {} },
    markers: { tunis: { france: 1 }, egypt: { france: 1, great_britain: 2 }, cuba: { spain: 1 } },
  },
} as unknown as TableStore;
const plan = { facts: { treaties: editor.schema, first_year: 1880, years_per_turn: 4 } } as unknown as BoardPlan;
const setting = new Setting(table, plan);
const field = (kind: string, name: string) => editor.fieldsOf(kind)[name]!;

describe('the words for a field', () => {
  test('are the powers that can sign, those that sign first', () => {
    expect(setting.wordsFor(field('cede', 'from'), ['france', 'germany'])).toEqual([
      'france',
      'germany',
      'great_britain',
      'austria_hungary',
    ]);
    expect(setting.wordsFor(field('pay', 'from'))).not.toContain('austria_hungary');
  });

  test('are other powers where clauses can bind them', () => {
    const congress = new Setting(table, plan, ['france', 'spain']);
    expect(congress.wordsFor(field('cede', 'from'))).toEqual(['france', 'spain']);
  });

  test('are the powers without a player where a minor power is defended', () => {
    const minors = setting.wordsFor(field('support_minor', 'minor'));
    expect(minors).toContain('spain');
    expect(minors).not.toContain('france');
  });

  test('name only later turns, by their years', () => {
    const due = setting.optionsFor(field('pay', 'due'));
    expect(due.map(({ id }) => id)).toEqual(['now', 'each_turn', 'turn_3', 'turn_4']);
    expect(due.at(-1)?.label).toContain('1892');
  });
});

test('the likeliest areas are those in which the powers have markers', () => {
  expect(setting.areasOf(['france'])).toEqual(['tunis', 'egypt']);
  expect(setting.areasOf(['great_britain', 'spain'])).toEqual(['egypt', 'cuba']);
});
