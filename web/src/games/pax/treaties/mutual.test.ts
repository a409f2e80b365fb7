import { expect, test } from 'vitest';

import { replaced, type Draft, type DraftClause } from './draft';
import { withMutual } from './mutual';
import { begun, TEMPLATES } from './templates';

const spheres = (): Draft => begun(TEMPLATES.find(({ id }) => id === 'spheres')!, '1', 'france', 'italy');
const set = (draft: Draft, place: number, areas: string[]): DraftClause => {
  const clause = draft.clauses[place]!;
  return { ...clause, args: { ...clause.args, areas } };
};
const areas = (draft: Draft) => draft.clauses.map(({ args }) => args['areas']);

test('a place is entered once for both', () => {
  const draft = spheres();
  const one = withMutual(draft, set(draft, 0, ['tunis']));
  expect(areas(one)).toEqual([['tunis'], ['tunis']]);
  const two = withMutual(one, set(one, 1, ['tunis', 'tripoli']));
  expect(areas(two)).toEqual([
    ['tunis', 'tripoli'],
    ['tunis', 'tripoli'],
  ]);
  expect(two.clauses.map(({ args }) => args['power'])).toEqual(['france', 'italy']);
});

test('different promises stay different', () => {
  const draft = spheres();
  const apart = replaced(draft, set(draft, 0, ['tunis']));
  expect(areas(withMutual(apart, set(apart, 1, ['obok'])))).toEqual([['tunis'], ['obok']]);
});
