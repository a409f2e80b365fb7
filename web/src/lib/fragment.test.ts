import { afterEach, expect, test, vi } from 'vitest';
import { decoded, fragment } from './fragment';

afterEach(() => vi.unstubAllGlobals());

test('a part of an address is decoded', () => {
  expect(decoded('caf%C3%A9')).toBe('café');
});

test('a truncated part stays as it is', () => {
  expect(decoded('%E0%A4%A')).toBe('%E0%A4%A');
});

test('a page with a bad fragment is shown', () => {
  vi.stubGlobal('location', { hash: '#%E0%A4%A' });
  expect(fragment()).toBe('%E0%A4%A');
});
