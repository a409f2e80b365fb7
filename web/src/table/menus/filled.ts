/** The values entered in a form so far, and the action they make. */

import type { Choose, Field, Form, ListOf, OneOf, Pick, Slots, Text } from '$lib/types';

import { enclose, writeAmount, writeForm, writeList, writeText } from './syntax';

/** The values entered for a menu; a form has one per field, a list one per item. */
export type Filled =
  | { type: 'choose'; action: string }
  | { type: 'amount'; amount: number | null }
  | { type: 'pick'; counts: Record<string, number> }
  | { type: 'text'; text: string }
  | { type: 'form'; fields: Record<string, Filled>; given: Record<string, boolean> }
  | { type: 'one_of'; form: number; filled: Filled | null }
  | { type: 'many'; items: Item[] };

/** An item of a list; its id stays the same when the list is reordered. */
export interface Item {
  id: number;
  filled: Filled;
}

/** A way to start one of several forms: the form, or one action of a list. */
export interface Kind {
  form: number;
  words: string[];
  action?: string;
}

/** Nothing entered yet; required list items are present, but empty. */
export function empty(menu: Field): Filled {
  switch (menu.type) {
    case 'choose':
      return { type: 'choose', action: menu.actions.length === 1 ? (menu.actions[0] ?? '') : '' };
    case 'amount':
      return { type: 'amount', amount: menu.least };
    case 'pick':
      return { type: 'pick', counts: {} };
    case 'text':
      return { type: 'text', text: '' };
    case 'form': {
      const parts = Object.entries(menu.fields).map(([name, field]) => [name, empty(field)]);
      const given = Object.keys(menu.fields).map((name) => [name, !menu.optional.includes(name)]);
      return { type: 'form', fields: Object.fromEntries(parts), given: Object.fromEntries(given) };
    }
    case 'one_of':
      return { type: 'one_of', form: -1, filled: null };
    case 'many': {
      const items = Array.from({ length: menu.least }, (_, id) => ({ id, filled: empty(menu.item) }));
      return { type: 'many', items };
    }
  }
}

/** The entered action; null while something is missing or wrong. */
export function written(menu: Field, filled: Filled): string | null {
  if (menu.type === 'choose' && filled.type === 'choose') return writtenChoice(menu, filled.action);
  if (menu.type === 'amount' && filled.type === 'amount') {
    const amount = filled.amount;
    const within = amount !== null && amount >= menu.least && amount <= menu.most;
    return within && Number.isInteger(amount) ? writeAmount(menu.verb, amount) : null;
  }
  if (menu.type === 'pick' && filled.type === 'pick') return writtenPick(menu, filled.counts);
  if (menu.type === 'text' && filled.type === 'text') {
    if (textTrouble(menu, filled.text)) return null;
    return writeText(filled.text, menu.verb);
  }
  if (menu.type === 'form' && filled.type === 'form') return writtenForm(menu, filled);
  if (menu.type === 'one_of' && filled.type === 'one_of') {
    const form = menu.forms[filled.form];
    return form && filled.filled ? written(form, filled.filled) : null;
  }
  if (menu.type === 'many' && filled.type === 'many') return writtenList(menu, filled.items);
  return null;
}

function writtenChoice(menu: Choose, action: string): string | null {
  return menu.actions.includes(action) ? action : null;
}

function writtenPick(menu: Pick, counts: Record<string, number>): string | null {
  const words = Object.keys(menu.items).flatMap((item) => Array<string>(counts[item] ?? 0).fill(item));
  const stocked = Object.entries(menu.items).every(([item, most]) => (counts[item] ?? 0) <= most);
  return words.length === menu.number && stocked ? [menu.verb, ...words].join(' ') : null;
}

function writtenForm(menu: Form, filled: Extract<Filled, { type: 'form' }>): string | null {
  const parts: [string, string][] = [];
  for (const [name, field] of Object.entries(menu.fields)) {
    const part = filled.fields[name];
    if (!filled.given[name] || isLeftOut(menu, name, part)) continue;
    const value = part ? written(field, part) : null;
    if (value === null) return null;
    const isNested = field.type === 'form' || field.type === 'one_of';
    parts.push([name, isNested ? enclose(value) : value]);
  }
  return writeForm(menu.verb, parts);
}

/** Whether an optional text was left empty, and is therefore absent. */
function isLeftOut(menu: Form, name: string, part: Filled | undefined): boolean {
  return menu.optional.includes(name) && part?.type === 'text' && part.text === '';
}

function writtenList(menu: ListOf, items: Item[]): string | null {
  if (items.length < menu.least || items.length > menu.most) return null;
  const parts = items.map((item) => written(menu.item, item.filled));
  const done = parts.filter((part) => part !== null);
  if (done.length < parts.length || (menu.distinct && new Set(done).size < done.length)) return null;
  return writeList(done, menu.verb);
}

/** The duplicate items of a list, by index. */
export function repeated(menu: ListOf, items: Item[]): number[] {
  if (!menu.distinct) return [];
  const parts = items.map((item) => written(menu.item, item.filled));
  return parts.flatMap((part, place) => (part !== null && parts.indexOf(part) < place ? place : []));
}

/** The fields of a form that are missing or wrong. */
export function missingFields(menu: Form, filled: Filled): string[] {
  if (filled.type !== 'form') return [];
  return Object.entries(menu.fields).flatMap(([name, field]) => {
    const part = filled.fields[name];
    const given = filled.given[name] && !isLeftOut(menu, name, part);
    return given && (!part || written(field, part) === null) ? name : [];
  });
}

// -- texts

// Control characters but the newline, separators of lines and paragraphs, halves of characters.
const REFUSED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u;

/** The length of a text, in characters. */
export function length(text: string): number {
  return [...text].length;
}

/** What is wrong with a text; '' if nothing is. */
export function textTrouble(menu: Text, text: string): '' | 'short' | 'long' | 'refused' {
  if (REFUSED.test(text)) return 'refused';
  const count = length(text);
  return count < menu.least ? 'short' : count > menu.most ? 'long' : '';
}

// -- one of several forms

/** The ways to start, in the order of the forms. */
export function kinds(menu: OneOf): Kind[] {
  return menu.forms.flatMap((form, place): Kind[] =>
    form.type === 'choose'
      ? form.actions.map((action) => ({ form: place, words: [action], action }))
      : [{ form: place, words: firstWords(form) }],
  );
}

function firstWords(menu: Field): string[] {
  if (menu.type === 'one_of') return menu.forms.flatMap(firstWords);
  if (menu.type === 'choose') return menu.actions;
  return [menu.verb || (menu.type === 'many' ? '[…]' : '"…"')];
}

/** One of several forms, started. */
export function begun(menu: OneOf, kind: Kind): Extract<Filled, { type: 'one_of' }> {
  const form = menu.forms[kind.form];
  if (kind.action !== undefined)
    return { type: 'one_of', form: kind.form, filled: { type: 'choose', action: kind.action } };
  return { type: 'one_of', form: kind.form, filled: form ? empty(form) : null };
}

// -- lists

/** A list with one more, empty item. */
export function added(menu: ListOf, items: Item[]): Item[] {
  const id = Math.max(-1, ...items.map((item) => item.id)) + 1;
  return [...items, { id, filled: empty(menu.item) }];
}

/** A list with an item moved before its predecessor. */
export function moved(items: Item[], place: number): Item[] {
  const [one, other] = [items[place - 1], items[place]];
  if (!one || !other) return items;
  return [...items.slice(0, place - 1), other, one, ...items.slice(place + 1)];
}

// -- slots that exclude each other

/** Whether a choice for a slot excludes one chosen for another slot. */
export function excluded(
  menu: Slots,
  chosen: Record<string, string>,
  slot: string,
  choice: string,
): boolean {
  const others = Object.keys(menu.slots).filter((other) => other !== slot);
  return menu.once.some(
    (group) => group.includes(choice) && others.some((other) => group.includes(chosen[other] ?? '')),
  );
}

/** The first choice of each slot that is compatible with those before it. */
export function firstChoices(menu: Slots): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const [slot, choices] of Object.entries(menu.slots))
    chosen[slot] = choices.find((each) => !excluded(menu, chosen, slot, each)) ?? choices[0] ?? '';
  return chosen;
}
