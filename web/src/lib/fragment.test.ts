import { expect, test } from 'vitest';
import { decoded, fragment } from './fragment';
import { fits } from './router.svelte';

test('a part of an address is decoded', () => {
  expect(decoded('caf%C3%A9')).toBe('café');
});

test('a part that was cut off stands for itself', () => {
  expect(decoded('%E0%A4%A')).toBe('%E0%A4%A');
});

test('a page with a bad fragment is shown', () => {
  location.hash = '#%E0%A4%A';
  expect(fragment()).toBe('%E0%A4%A');
});

test('a path with a bad part fits all the same', () => {
  expect(fits('/games/:game/rules', '/games/%E0%A4%A/rules')).toEqual({ game: '%E0%A4%A' });
});
