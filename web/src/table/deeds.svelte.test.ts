import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import { slowServer } from '$lib/testserver';

import { Deeds } from './deeds.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { pathname: '/tables/x', search: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterAll(() => vi.unstubAllGlobals());

test('a pending request is not sent twice, but another one is', async () => {
  const asked = slowServer();
  const deeds = new Deeds(new TableStore('x'));
  void deeds.vote('france', 'draw', true);
  void deeds.vote('france', 'draw', true);
  void deeds.vote('italy', 'draw', true);
  expect(asked.map(({ body }) => (body as { seat: string }).seat)).toEqual(['france', 'italy']);
  await asked[0]!.answer({});
  expect(deeds.busy).toBe(true);
  await asked[1]!.answer({});
  expect(deeds.busy).toBe(false);
  void deeds.vote('france', 'draw', true);
  expect(asked).toHaveLength(3);
});

test('the last of two changes of mind counts', async () => {
  const asked = slowServer();
  const deeds = new Deeds(new TableStore('x'));
  for (const computer of ['easy', 'normal', 'easy']) void deeds.fill('france', computer);
  const wanted = asked.map(({ body }) => (body as { computer: string }).computer);
  expect(wanted).toEqual(['easy', 'normal', 'easy']);
  for (const each of asked) await each.answer({});
  expect(deeds.busy).toBe(false);
});
