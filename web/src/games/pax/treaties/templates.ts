/** Usual bargains, begun with what is known of them. */

import type { Key } from '$lib/language.svelte';

import { ANYONE } from './kinds';
import { newClause, newDraft, type Draft, type DraftClause } from './draft';

export interface Template {
  id: string;
  title: Key;
  /** Its clauses, between the author and the other. */
  clauses: (me: string, you: string) => [kind: string, args: DraftClause['args']][];
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

/** A draft after a template; without a partner his places stay empty. */
export function begun(template: Template, id: string, me: string, you: string): Draft {
  const draft = newDraft(id, you ? [you] : []);
  const clauses = template.clauses(me, you).map(([kind, args], place) => {
    const known = Object.entries(args).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter(Boolean) : value,
    ]);
    return newClause(place + 1, kind, Object.fromEntries(known.filter(([, value]) => value !== '')));
  });
  return { ...draft, clauses };
}
