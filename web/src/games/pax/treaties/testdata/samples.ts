/** A clause of every kind and of every condition, for tests. `written.json` has what they are
 * written as; the server's tests submit it. */

import { readFileSync } from 'node:fs';

import { newDraft, type Condition, type Draft, type DraftClause, type SimpleCondition } from '../drafts';
import { IF, TreatyEditor } from '../editor';
import type { Value, Values } from '../fields';
import type { ClauseField, TreatySchema } from '../schema';

export const AUTHOR = 'france';

/** A file beside this one. */
export const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));

/** The editor with the server's schema, as `scripts/pax_fixture.py` wrote it. */
export const editor = new TreatyEditor(read('schema.json') as TreatySchema);

const WORDS: Record<string, string> = {
  party: 'france',
  major: 'france',
  third: 'portugal',
  minor: 'portugal',
  area: 'marocco',
  status: 'influence',
  control: 'possession',
  unit: 'navy',
  per: 'total',
  due: 'turn_2',
  passage: 'suez',
  stance: 'closed',
  answer: 'no',
};
const LISTS: Record<string, string[]> = {
  party: ['france', 'great_britain'],
  power: ['great_britain', 'spain'],
  enemies: ['anyone'],
  areas: ['marocco', 'india'],
};
const AMOUNTS: Record<string, number> = { points: 12, pounds: 8 };
const TEXT = 'Keep the peace;\n“always” (or else) | "now" \\ then';
/** The second power and the second area of a clause. */
const SECOND: Record<string, string> = {
  to: 'great_britain',
  user: 'great_britain',
  protected: 'great_britain',
  partner: 'great_britain',
  against: 'great_britain',
  other: 'tunis',
};

const TESTED: Record<string, Values> = {
  turns: { first: 1, last: 3 },
  has: { power: 'germany', area: 'marocco', status: 'protectorate' },
  at_war: { power: 'russia', with: 'japan' },
  cause: { power: 'france', against: 'germany' },
  event: { code: '1-1' },
  tension: { least: 40 },
};

function valueOf(name: string, { type, words, unit }: ClauseField): Value | undefined {
  if (type === 'list') return LISTS[words];
  if (type === 'amount') return AMOUNTS[unit];
  return type === 'text' ? TEXT : (SECOND[name] ?? WORDS[words]);
}

function filled(kind: string, withOptional: boolean): DraftClause {
  const args: Values = {};
  for (const [name, field] of Object.entries(editor.fieldsOf(kind))) {
    const value = valueOf(name, field);
    if (value !== undefined && (withOptional || !field.optional)) args[name] = value;
  }
  return editor.newClause(1, kind, args);
}

function conditions(): Condition[] {
  const simple = Object.keys(editor.schema.tests).map((test): SimpleCondition => ({ test, blanks: TESTED[test] ?? {} }));
  const alone: SimpleCondition = { test: 'at_war', blanks: { power: 'russia' } };
  const [one, other] = [simple[1]!, simple[5]!];
  return [
    ...[...simple, alone].map((each): Condition => ({ joined: IF, parts: [each] })),
    { joined: 'unless', parts: [one] },
    { joined: 'both', parts: [one, other] },
    { joined: 'either', parts: [other, one] },
  ];
}

/** Drafts that have everything in them once. */
export function samples(): Draft[] {
  const draft = (clauses: DraftClause[]): Draft => ({ ...newDraft('1', ['great_britain']), clauses });
  const found = Object.values(editor.schema.groups)
    .flat()
    .flatMap((kind) => {
      const hasOptional = Object.values(editor.fieldsOf(kind)).some(({ optional }) => optional);
      return hasOptional ? [filled(kind, true), filled(kind, false)] : [filled(kind, true)];
    });
  const conditional = conditions().map((when) => ({ ...filled('remove', true), when, start: 2, until: 4 }));
  const whole: Draft = { ...draft([filled('pay', true), { ...filled('text', true), id: 2 }]), secret: true, until: 3 };
  return [...[...found, ...conditional].map((clause) => draft([clause])), whole];
}
