import { expect, test } from 'vitest';

import { unfolded } from './folding';
import type { Menu } from './types';

const places = { type: 'choose', actions: ['egypt', 'tunis', 'marocco'] };
const amount = { type: 'amount', verb: 'pay', least: 1, most: 9 };

test('a part that is sent once is put in every place it belongs to', () => {
  const sent = {
    type: 'one_of',
    forms: [
      { type: 'choose', actions: ['pass'] },
      {
        type: 'form', // 0
        verb: 'offer',
        fields: {
          place: places, // 1
          price: amount, // 2
          others: { type: 'many', verb: '', item: { type: 'same', as: 1 }, least: 1, most: 2 }, // 3
          more: { type: 'same', as: 3 },
        },
        optional: [],
      },
    ],
  };
  const menu = unfolded(sent as unknown as Menu);
  const many = { type: 'many', verb: '', item: places, least: 1, most: 2 };
  const fields = { place: places, price: amount, others: many, more: many };
  expect(menu).toEqual({
    type: 'one_of',
    forms: [sent.forms[0], { type: 'form', verb: 'offer', fields, optional: [] }],
  });
  expect(unfolded(sent as unknown as Menu)).toBe(menu);
});

test('other menus stay as they are', () => {
  const menu = { type: 'choose', actions: ['a'] } as unknown as Menu;
  expect(unfolded(menu)).toBe(menu);
});
