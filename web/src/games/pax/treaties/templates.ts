/** Templates for treaties, filled in as far as possible. */

import type { Key } from '$lib/language.svelte';

import { ANYONE } from './kinds';
import { newClause, newDraft, type Draft, type DraftClause, type Value } from './draft';

type Args = DraftClause['args'];

export interface Template {
  id: string;
  title: Key;
  /** Its clauses, between the author and the other. */
  clauses: (me: string, you: string) => [kind: string, args: Args][];
}

export const TEMPLATES: Template[] = [
  {
    id: 'leave',
    title: 'pax.treaties.template.leave',
    clauses: (me, you) => [
      ['remove', { power: you }],
      ['pay', { from: me, to: you }],
    ],
  },
  {
    id: 'exchange',
    title: 'pax.treaties.template.exchange',
    clauses: (me, you) => [['exchange', { from: me, to: you }]],
  },
  {
    id: 'spheres',
    title: 'pax.treaties.template.spheres',
    clauses: (me, you) => [
      ['no_placement', { power: me }],
      ['no_placement', { power: you }],
    ],
  },
  {
    id: 'defence',
    title: 'pax.treaties.template.defence',
    clauses: (me, you) => [
      ['defensive', { power: me, protected: you, against: [ANYONE] }],
      ['defensive', { power: you, protected: me, against: [ANYONE] }],
    ],
  },
  {
    id: 'codominion',
    title: 'pax.treaties.template.codominion',
    clauses: (me, you) => [['codominion', { members: [me, you] }]],
  },
  {
    id: 'peace',
    title: 'pax.treaties.template.peace',
    clauses: (me, you) => [
      ['no_war', { power: me, towards: you ? [you] : [] }],
      ['no_war', { power: you, towards: [me] }],
    ],
  },
];

/** A draft from a template; without a partner their blanks stay empty. */
export function begun(template: Template, id: string, me: string, you: string): Draft {
  const draft = newDraft(id, you ? [you] : []);
  const clauses = template.clauses(me, you).map(([kind, args], place) => {
    const known = Object.entries(args).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter(Boolean) : value,
    ]);
    return newClause(place + 1, kind, Object.fromEntries(known.filter(([, value]) => value !== '')));
  });
  return { ...draft, template: template.id, clauses };
}

/** Change the partners: blanks that the template filled are filled for the first of them. */
export function between(draft: Draft, me: string, partners: string[]): Draft {
  const now = { ...draft, with: partners };
  const template = TEMPLATES.find(({ id }) => id === draft.template);
  if (!template) return now;
  const before = begun(template, draft.id, me, draft.with[0] ?? '').clauses;
  const after = begun(template, draft.id, me, partners[0] ?? '').clauses;
  const clauses = draft.clauses.map((clause) => {
    const was = before.find(({ id, kind }) => id === clause.id && kind === clause.kind);
    const then = after.find(({ id }) => id === clause.id);
    return was && then ? { ...clause, args: followed(clause.args, was.args, then.args) } : clause;
  });
  return { ...now, clauses };
}

function followed(args: Args, was: Args, then: Args): Args {
  const isAsPut = (name: string) => String(args[name] ?? '') === String(was[name] ?? '');
  const names = Object.keys({ ...args, ...then });
  const found = names.map((name) => [name, isAsPut(name) ? then[name] : args[name]] as const);
  return Object.fromEntries(found.filter((each): each is readonly [string, Value] => each[1] !== undefined));
}
