/** What all sources have in common, so that every browser can start the page. */

import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const having = (pattern: RegExp) =>
  Object.entries(SOURCES).flatMap(([path, text]) => (pattern.test(text) ? [path] : []));

test('only one module uses the storage of the browser, which may be blocked', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(400);
  expect(having(/\b(local|session)Storage\b/).sort()).toEqual(['./storage.ts', './testsetup.ts']);
});

test('no pattern looks behind, which Safari before 16.4 cannot parse', () => {
  expect(having(/\(\?<[=!]/)).toEqual([]);
});
