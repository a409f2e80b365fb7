import { describe, expect, it } from 'vitest';

import { bids } from './bid';
import type { AttritionView } from './facts';

type Status = AttritionView['status'];

const status: Status = { berlin: 'central', paris: 'entente', rome: 'neutral', poland: 'contested' };
const value = { berlin: 3, paris: 2, rome: 2, poland: 2 };

describe('the bid', () => {
  it('is the industry that belongs to no region', () => {
    expect(bids({ status, value, industry: { central: 5, entente: 2 } })).toEqual([['central', 2]]);
    expect(bids({ status, value, industry: { central: 3, entente: 3 } })).toEqual([['entente', 1]]);
  });

  it('is empty without one', () => {
    expect(bids({ status, value, industry: { central: 3, entente: 2 } })).toEqual([]);
  });
});
