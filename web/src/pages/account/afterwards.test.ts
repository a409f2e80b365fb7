import { expect, test } from 'vitest';

import { isOwnPath } from './afterwards';

test('a login leads to a page of this site only', () => {
  expect(['/', '/tables/x?y=1'].map(isOwnPath)).toEqual([true, true]);
  const others = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''];
  expect(others.filter(isOwnPath)).toEqual([]);
});
