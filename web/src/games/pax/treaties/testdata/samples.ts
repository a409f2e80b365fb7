/** A clause of every kind, and of every condition, for tests: what they are written as is kept beside this, and
 * the server's tests hand it in. */

import type { Condition, Simple, Test } from '../conditions';
import { newClause, newDraft, type Draft, type DraftClause } from '../draft';
import { KINDS, type Blank } from '../kinds';

export const AUTHOR = 'france';

const VALUES: Record<Blank, DraftClause['args'][string]> = {
  party: 'france',
  major: 'france',
  parties: ['france', 'great_britain'],
  power: 'portugal',
  third: 'portugal',
  powers: ['great_britain', 'spain'],
  enemies: ['anyone'],
  area: 'marocco',
  areas: ['marocco', 'india'],
  level: 'influence',
  control: 'possession',
  unit: 'navy',
  points: 12,
  per: 'total',
  pounds: 8,
  due: 'turn_2',
  passage: 'suez',
  stance: 'closed',
  yes_no: 'no',
  words: 'Keep the peace;\n“always” (or else) | "now" \\ then',
};
/** The second power of a clause is the other one, the second area too. */
const SECOND: Record<string, string> = {
  to: 'great_britain',
  user: 'great_britain',
  protected: 'great_britain',
  partner: 'great_britain',
  against: 'great_britain',
  other: 'tunis',
};

const TESTED: Record<Test, Simple['blanks']> = {
  turns: { first: 1, last: 3 },
  has: { power: 'germany', area: 'marocco', status: 'protectorate' },
  at_war: { power: 'russia', with: 'japan' },
  cause: { power: 'france', against: 'germany' },
  event: { code: '1-1' },
  tension: { least: 40 },
};

function filled(kind: string, all: boolean): DraftClause {
  const spec = KINDS[kind];
  const args: DraftClause['args'] = {};
  for (const [name, blank] of Object.entries(spec?.blanks ?? {})) {
    if (!all && spec?.optional?.includes(name)) continue;
    args[name] = (blank === 'enemies' ? undefined : SECOND[name]) ?? VALUES[blank];
  }
  return newClause(1, kind, args);
}

function conditions(): Condition[] {
  const simple = Object.entries(TESTED).map(([test, blanks]): Simple => ({ test: test as Test, blanks }));
  const alone: Simple = { test: 'at_war', blanks: { power: 'russia' } };
  const [one, other] = [simple[1]!, simple[5]!];
  return [
    ...[...simple, alone].map((each): Condition => ({ joined: 'if', parts: [each] })),
    { joined: 'unless', parts: [one] },
    { joined: 'both', parts: [one, other] },
    { joined: 'either', parts: [other, one] },
  ];
}

/** Drafts that have everything in them once. */
export function samples(): Draft[] {
  const draft = (clauses: DraftClause[]): Draft => ({ ...newDraft('1', ['great_britain']), clauses });
  const kinds = Object.keys(KINDS);
  const found = kinds.flatMap((kind) =>
    KINDS[kind]?.optional ? [filled(kind, true), filled(kind, false)] : [filled(kind, true)],
  );
  const conditional = conditions().map((when) => ({ ...filled('remove', true), when, start: 2, until: 4 }));
  const whole: Draft = { ...draft([filled('pay', true), { ...filled('text', true), id: 2 }]), secret: true, until: 3 };
  return [...[...found, ...conditional].map((clause) => draft([clause])), whole];
}
