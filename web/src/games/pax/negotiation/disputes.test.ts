import { expect, it } from 'vitest';

import type { Cause } from '$lib/generated/server';

import { joined } from './disputes';

const cause = (id: number, holder: string, against: string, kind: string) =>
  ({ id, holder, against, kind }) as Cause;

it('joins the causes of one power against another, and no others', () => {
  const causes = [
    cause(1, 'france', 'great_britain', 'markers'),
    cause(2, 'great_britain', 'france', 'markers'),
    cause(3, 'great_britain', 'france', 'control'),
    cause(4, 'france', 'great_britain', 'control'),
    cause(5, 'italy', 'france', 'markers'),
  ];
  expect(joined(causes).map(({ id, kinds }) => [id, kinds])).toEqual([
    [1, ['markers', 'control']],
    [2, ['markers', 'control']],
    [5, ['markers']],
  ]);
});
