/** Clauses written as the answer to a question: a draft for the congress, terms of peace. */

import type { TableStore } from '$lib/table.svelte';
import type { Prompt, Form, Menu } from '$lib/types';

import { newDraft, type Draft } from './drafts';
import type { TreatySchema } from './schema';

/** A seat's text stays while the player looks elsewhere, until another question comes. */
export class Terms {
  draft = $state.raw<Draft>(newDraft('terms'));
  /** The clause that is being edited; 0 for none. */
  open = $state(0);
  writing = $state(false);

  discard(): void {
    this.draft = newDraft('terms');
    this.open = 0;
    this.writing = false;
  }
}

const kept = new WeakMap<TableStore, { asked: string; terms: Terms }>();

/** What is written for the current question. */
export function termsOf(table: TableStore): Terms {
  // A standing question may change its text while the player writes; it is still the same question.
  const said = table.decision?.must ? JSON.stringify(table.decision.prompt) : '';
  const asked = `${table.seat} ${table.question?.window} ${said}`;
  const known = kept.get(table);
  if (known?.asked === asked) return known.terms;
  const terms = new Terms();
  kept.set(table, { asked, terms });
  return terms;
}

/** The form of a menu for clauses; null if it has none. */
export function formOf(menu: Menu | undefined): Form | null {
  if (menu?.type !== 'one_of') return null;
  return menu.forms.find((each): each is Form => each.type === 'form') ?? null;
}

/** The choices of a menu that are not forms. */
export function plainIn(menu: Menu | undefined, choices: Prompt['choices']): Prompt['choices'] {
  if (menu?.type !== 'one_of') return choices;
  return choices.filter(({ action }) =>
    menu.forms.some((each) => each.type === 'choose' && each.actions.includes(action)),
  );
}

/** The powers that the clauses of a form can bind: those that the form offers as parties. */
export function partiesIn(form: Form, { kinds }: TreatySchema): string[] {
  const clauses = form.fields['clauses'];
  const forms = clauses?.type === 'many' && clauses.item.type === 'one_of' ? clauses.item.forms : [];
  const parties = forms.flatMap((each) => {
    if (each.type !== 'form') return [];
    const fields = Object.entries(kinds[each.verb]?.fields ?? {});
    return fields.filter(([, field]) => field.words === 'party').map(([name]) => each.fields[name]);
  });
  const party = parties.find((menu) => menu?.type === 'choose');
  return party?.type === 'choose' ? party.actions : [];
}
