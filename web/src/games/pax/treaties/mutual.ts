/** Mutual promises of two powers: editing one edits the other, until the player makes them differ.
 */

import { replaced, type Draft, type DraftClause } from './draft';

/** Kinds that are promised both ways, and what is the same in both. */
const SHARED: Record<string, string[]> = { no_placement: ['areas', 'level'] };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A draft with a changed clause, and the matching promise of the other side. */
export function withMutual(draft: Draft, now: DraftClause): Draft {
  const names = SHARED[now.kind] ?? [];
  const was = draft.clauses.find(({ id }) => id === now.id);
  const next = replaced(draft, now);
  if (!was || !names.length) return next;
  const isTwin = (clause: DraftClause) =>
    clause.id !== now.id &&
    clause.kind === now.kind &&
    names.every((name) => same(clause.args[name], was.args[name]));
  const shared = Object.fromEntries(
    names.flatMap((name) => {
      const value = now.args[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const follow = (clause: DraftClause) => {
    const kept = Object.entries(clause.args).filter(([name]) => !names.includes(name));
    return { ...clause, args: { ...Object.fromEntries(kept), ...shared } };
  };
  return { ...next, clauses: next.clauses.map((each) => (isTwin(each) ? follow(each) : each)) };
}
