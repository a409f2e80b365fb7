import { expect, test } from 'vitest';

import { en } from './en';

const LONGEST_BUTTON = 24;
// Buttons that are lines of a list, where a whole phrase is read, or that repeat their heading.
const LISTED = new Set(['attrition.mobilise_all', 'profile.second.begin', 'profile.second.end']);

const SOURCES = import.meta.glob<string>('../../**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const BUTTON = />\s*\{say\('([\w.]+)'(?:, \{[^<]*\})?\)\}\s*<\/button/g;

const games = import.meta.glob<Record<string, string>>('../../games/*/text/en.ts', {
  eager: true,
  import: 'en',
});
const words: Record<string, string> = Object.assign({}, en, ...Object.values(games));
/** A text without its placeholders, with the longer form of each plural. */
const shown = (text: string) =>
  text.replace(/\{\w+(?:\|([^|}]*)\|([^}]*))?\}/g, (_, one = '', many = '') =>
    one.length > many.length ? one : many,
  );

test('English has no space before an ellipsis, and curly apostrophes', () => {
  expect(Object.entries(words).filter(([, text]) => /\s…|'/.test(text))).toEqual([]);
});

test(`an English button has at most ${LONGEST_BUTTON} characters and no full stop`, () => {
  const keys = Object.values(SOURCES).flatMap((source) =>
    Array.from(source.matchAll(BUTTON), ([, key]) => key!),
  );
  expect(keys.length).toBeGreaterThan(100);
  const wrong = [...new Set(keys)].filter((key) => {
    const text = shown(words[key] ?? '');
    return text.length > LONGEST_BUTTON || text.endsWith('.');
  });
  expect(wrong.filter((key) => !LISTED.has(key))).toEqual([]);
});
