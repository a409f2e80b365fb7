import { afterAll, expect, test, vi } from 'vitest';

import { BUSY, slowServer } from '$lib/testserver';

import { Asking } from './asking.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

test('an error is shown while the same question is asked', async () => {
  const asked = slowServer();
  const asking = new Asking();
  void asking.ask('/thought');
  await asked[0]!.answer(BUSY, 503);
  expect([asking.trouble, asking.busy]).toEqual(['Too busy.', false]);
  asking.giveUp(); // another position is shown
  expect(asking.trouble).toBe('');
});
