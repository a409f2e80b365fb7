import { expect, test } from 'vitest';

import type { PaxView } from '../types';
import { askedAgain, lastWhy } from './reopened';

const why = (seat: string, kind: string, area = '') => ({ seat, by: 'japan', kind, area });
const view = {
  seats: ['great_britain', 'france', 'germany'],
  reopenings: [why('germany', 'marker', 'siam'), why('france', 'own'), why('germany', 'private')],
} as unknown as PaxView;
const sentences = ['Germany: a marker', 'France acts', 'Germany: a reason of its own'];

test('the seats that others have reopened', () => {
  expect(askedAgain(view)).toEqual(['germany']);
});

test('the last reason counts, and acting again is none', () => {
  expect(lastWhy(view, sentences, 'germany')).toBe('Germany: a reason of its own');
  expect(lastWhy(view, sentences, 'france')).toBe('');
  expect(lastWhy(view, sentences, 'great_britain')).toBe('');
});
