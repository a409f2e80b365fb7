import { describe, expect, test } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import type { Prompt, Form, Menu } from '$lib/types';

import { newDraft } from './drafts';
import { formOf, partiesIn, plainIn, termsOf } from './terms.svelte';
import { editor } from './testdata/samples';

const POWERS = ['france', 'italy', 'spain'];
const FORM: Form = {
  type: 'form',
  verb: 'draft',
  optional: [],
  fields: {
    clauses: {
      type: 'many',
      verb: '',
      least: 1,
      most: 8,
      distinct: false,
      item: {
        type: 'one_of',
        forms: [
          { type: 'form', verb: 'vote', optional: [], fields: { power: { type: 'choose', actions: ['france'] } } },
          { type: 'form', verb: 'remove', optional: [], fields: { power: { type: 'choose', actions: POWERS } } },
        ],
      },
    },
  },
};

describe('clauses as an answer', () => {
  const leave = editor.newClause(1, 'remove', { power: 'italy', area: 'tunis' });
  const draft = { ...newDraft('terms'), clauses: [leave, editor.newClause(2, 'cede')] };

  test('are written once all are complete', () => {
    expect(editor.writeTerms('draft', newDraft('terms'))).toBeNull();
    expect(editor.writeTerms('draft', draft)).toBeNull();
    const share = editor.newClause(3, 'codominion', { area: 'tunis', members: ['france', 'italy'] });
    expect(editor.writeTerms('peace', { ...draft, clauses: [leave, share] })).toBe(
      'peace clauses=[remove power=italy; area=tunis | codominion area=tunis; members=[france | italy]; level=protectorate]',
    );
  });

  test('are read as far as they are complete', () => {
    const turned = { ...draft, clauses: draft.clauses.toReversed() };
    expect(editor.readableTerms('draft', turned)).toEqual({
      action: 'draft clauses=[remove power=italy; area=tunis]',
      ids: [1],
    });
    expect(editor.readableTerms('draft', newDraft('terms'))).toBeNull();
  });

  test('start with the own power only if it is concerned', () => {
    expect(editor.usualPowers('cede', 'france', 'italy')).toEqual({ from: 'france', to: 'italy' });
    expect(editor.usualPowers('cede', '', 'italy')).toEqual({ to: 'italy' });
    expect(editor.usualPowers('codominion', 'france', 'italy')).toEqual({});
    expect(editor.usualPowers('defensive', 'france', 'italy')).toEqual({ power: 'france', protected: 'italy' });
  });

  test('bind the powers that the question allows', () => {
    const menu: Menu = { type: 'one_of', forms: [{ type: 'choose', actions: ['pass'] }, FORM] };
    expect(formOf(menu)).toBe(FORM);
    expect(formOf({ type: 'choose', actions: ['pass'] })).toBeNull();
    expect(partiesIn(FORM, editor.schema)).toEqual(POWERS);
  });

  test('coexist with plain choices, which may be all there is', () => {
    const choices = [{ action: 'pass' }, { action: 'draft' }] as Prompt['choices'];
    const menu: Menu = { type: 'one_of', forms: [{ type: 'choose', actions: ['pass'] }, FORM] };
    expect(plainIn(menu, choices)).toEqual([{ action: 'pass' }]);
    expect(plainIn({ type: 'choose', actions: ['pass', 'draft'] }, choices)).toEqual(choices);
  });

  test('survive a change of a standing question', () => {
    const table = { seat: 'france', question: { window: 4 }, decision: { must: false, prompt: { args: {} } } };
    const terms = termsOf(table as unknown as TableStore);
    table.decision.prompt = { args: { seats: ['italy'] } };
    expect(termsOf(table as unknown as TableStore)).toBe(terms);
    table.decision.must = true;
    expect(termsOf(table as unknown as TableStore)).not.toBe(terms);
  });
});
