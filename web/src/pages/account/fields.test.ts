import { expect, test } from 'vitest';

import { fieldOf } from './fields';

test('a refusal belongs to its field, or to the whole form', () => {
  expect(fieldOf('problem.account.taken')).toBe('name');
  expect(fieldOf('problem.account.common')).toBe('password');
  expect(fieldOf('problem.account.no_mail')).toBe('email');
  expect(fieldOf('problem.too_often')).toBeNull();
  expect(fieldOf('')).toBeNull();
});
