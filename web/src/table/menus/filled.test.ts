import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import type { Field, Form, ListOf, OneOf, Slots, Text } from '$lib/types';

import {
  added,
  begun,
  empty,
  excluded,
  firstChoices,
  kinds,
  length,
  missingFields,
  moved,
  repeated,
  textTrouble,
  written,
  type Filled,
} from './filled';

interface Case {
  menu: Field;
  filled: Filled;
  action: string;
}

// The rules read the same file, so that both sides spell an action alike.
const file = fileURLToPath(
  new URL('../../../../tests/kernel/written_forms.json', import.meta.url),
);
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

const treaty = cases[0]!.menu as Form;
const clauses = treaty.fields['clauses'] as ListOf;
const clause = clauses.item as OneOf;
const note = treaty.fields['note'] as Text;

describe('a filled form', () => {
  it.each(cases)('is written as the rules spell it: $action', ({ menu, filled, action }) => {
    expect(written(menu, filled)).toBe(action);
  });

  it('is not written while something is missing', () => {
    const filled = empty(treaty);
    expect(written(treaty, filled)).toBeNull();
    expect(missingFields(treaty, filled)).toEqual(['with', 'clauses']);
  });

  it('omits an empty optional text, and lacks an empty required one', () => {
    const text: Field = { type: 'text', verb: 'say', least: 2, most: 20 };
    const filled: Filled = {
      type: 'form',
      fields: { note: { type: 'text', text: '' }, to: { type: 'choose', action: 'rome' } },
      given: { note: true, to: true },
    };
    const form: Form = {
      type: 'form',
      verb: 'send',
      fields: { note: text, to: { type: 'choose', actions: ['rome', 'paris'] } },
      optional: ['note'],
    };
    expect(written(form, filled)).toBe('send to=rome');
    expect(missingFields(form, filled)).toEqual([]);
    const required = { ...form, optional: [] };
    expect(written(required, filled)).toBeNull();
    expect(missingFields(required, filled)).toEqual(['note']);
  });

  it('starts with required list items, and with the only choice', () => {
    expect(empty(clauses)).toEqual({
      type: 'many',
      items: [{ id: 0, filled: { type: 'one_of', form: -1, filled: null } }],
    });
    expect(empty({ type: 'choose', actions: ['peace'] })).toEqual({ type: 'choose', action: 'peace' });
  });

  it('takes no number, pick or choice that is not allowed', () => {
    const amount: Field = { type: 'amount', verb: 'pay', least: 1, most: 3 };
    for (const wrong of [null, 0, 4, 1.5])
      expect(written(amount, { type: 'amount', amount: wrong })).toBeNull();
    const pick: Field = { type: 'pick', verb: 'lend', items: { army: 1, fleet: 2 }, number: 2 };
    expect(written(pick, { type: 'pick', counts: { army: 2 } })).toBeNull();
    expect(written(pick, { type: 'pick', counts: { fleet: 1 } })).toBeNull();
    expect(written(clause, { type: 'one_of', form: 2, filled: { type: 'choose', action: 'no' } })).toBeNull();
  });
});

describe('a text', () => {
  it('is measured in characters', () => {
    expect(length('é🕊')).toBe(2);
    expect(textTrouble(note, '')).toBe('short');
    expect(textTrouble(note, '🕊'.repeat(20))).toBe('');
    expect(textTrouble(note, 'a'.repeat(21))).toBe('long');
  });

  it('may have newlines, but no other control characters or lone surrogates', () => {
    expect(textTrouble(note, 'a\nb')).toBe('');
    for (const sign of ['\t', '\r', '\u0000', '\u007f', '\u0085', '\u2028', '\ud800'])
      expect(textTrouble(note, `a${sign}`)).toBe('refused');
  });
});

describe('one of several forms', () => {
  it('starts with a verb or is an action of a list', () => {
    expect(kinds(clause).flatMap((kind) => kind.words)).toEqual(['cede', 'pay', 'peace', 'war with all']);
    const [cede, pay, , war] = kinds(clause);
    expect(written(clause, begun(clause, pay!))).toBe('pay 1');
    expect(written(clause, begun(clause, war!))).toBe('war with all');
    expect(written(clause, begun(clause, cede!))).toBeNull();
  });
});

describe('a list', () => {
  const [, pay, peace] = kinds(clause).map((kind) => begun(clause, kind));
  const items = [pay!, peace!, pay!].map((filled, id) => ({ id, filled }));

  it('gets new items with their own ids, and can be reordered', () => {
    const two = added(clauses, items.slice(1));
    expect(two.map((item) => item.id)).toEqual([1, 2, 3]);
    expect(moved(items, 1).map((item) => item.id)).toEqual([1, 0, 2]);
    expect(moved(items, 0)).toBe(items);
    expect(moved(items, 3)).toBe(items);
  });

  it('finds duplicates', () => {
    expect(repeated(clauses, items)).toEqual([2]);
    expect(repeated({ ...clauses, distinct: false }, items)).toEqual([]);
    expect(written(clauses, { type: 'many', items })).toBeNull();
    expect(written(clauses, { type: 'many', items: items.slice(0, 2) })).toBe('[pay 1 | peace]');
  });

  it('has no more and no fewer items than allowed', () => {
    expect(written(clauses, { type: 'many', items: [] })).toBeNull();
    const many = { ...clauses, most: 1 };
    expect(written(many, { type: 'many', items: items.slice(0, 2) })).toBeNull();
  });
});

describe('slots that exclude each other', () => {
  const menu: Slots = {
    type: 'slots',
    slots: { one: ['a', 'b', 'waive'], two: ['a', 'b', 'waive'] },
    seldom: [],
    once: [['a'], ['b']],
  };

  it('start with compatible choices', () => {
    expect(firstChoices(menu)).toEqual({ one: 'a', two: 'b' });
    expect(firstChoices({ ...menu, once: [] })).toEqual({ one: 'a', two: 'a' });
  });

  it('do not offer what is taken elsewhere', () => {
    const chosen = { one: 'a', two: 'waive' };
    expect(excluded(menu, chosen, 'two', 'a')).toBe(true);
    expect(excluded(menu, chosen, 'one', 'a')).toBe(false);
    expect(excluded(menu, chosen, 'one', 'waive')).toBe(false);
  });
});
