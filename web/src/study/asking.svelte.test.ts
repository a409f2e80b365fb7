import { afterAll, expect, test, vi } from 'vitest';

import { BUSY, slowServer } from '$lib/testserver';

import { Asking } from './asking.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

test('why there is no answer is told for as long as one asks just that', async () => {
  const asked = slowServer();
  const asking = new Asking();
  void asking.ask('/thought');
  await asked[0]!.answer(BUSY, 503);
  expect([asking.trouble, asking.busy]).toEqual(['Too busy.', false]);
  asking.giveUp(); // another moment is looked at
  expect(asking.trouble).toBe('');
});
