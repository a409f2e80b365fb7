import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import { BUSY, slowServer } from '$lib/testserver';

import { Ahead } from './ahead.svelte';
import { Later } from './later.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const offered = (...wishes: string[]) => [{ step: 'retreat', choices: {}, wishes }];

function seated(): TableStore {
  const table = new TableStore('x');
  table.seat = 'france';
  return table;
}

test('a loading error is shown until loading succeeds', async () => {
  const asked = slowServer();
  const later = new Later(seated());
  void later.load();
  await asked[0]!.answer(BUSY, 503);
  expect(later.trouble).toBe('Too busy.');
  void later.load();
  await asked[1]!.answer(offered());
  expect(later.trouble).toBe('');
});

test('the refusal of a preference is shown until another is saved', async () => {
  const asked = slowServer();
  const later = new Later(seated());
  void later.keep('retreat', ['A PAR D']);
  await vi.waitUntil(() => asked.length === 1);
  await asked[0]!.answer(BUSY, 503);
  await asked[1]!.answer(offered());
  expect(later.trouble).toBe('Too busy.');
  void later.keep('retreat', ['A PAR D']);
  await vi.waitUntil(() => asked.length === 3);
  await asked[2]!.answer(offered('A PAR D'));
  expect([later.trouble, later.kept]).toEqual(['', true]);
});

test('it is not shown for another seat', async () => {
  const asked = slowServer();
  const table = seated();
  const later = new Later(table);
  void later.keep('retreat', ['A PAR D']);
  await vi.waitUntil(() => asked.length === 1);
  table.seat = 'italy';
  void later.load();
  await asked[0]!.answer(BUSY, 503);
  expect(later.trouble).toBe('');
});

test('an older answer never replaces a newer one', async () => {
  const asked = slowServer();
  const later = new Later(seated());
  void later.load();
  void later.load();
  await asked[1]!.answer(offered('A PAR D'));
  await asked[0]!.answer(offered());
  expect(later.prepared).toBe(1);
});

const ahead = (...orders: string[]) => ({
  turns: [{ occasion: 'autumn', stands: {}, choices: {}, orders, unfit: [], hand_in: false }],
  came: null,
});

test('the refusal of advance orders is shown until others are saved, whatever is loaded meanwhile', async () => {
  const asked = slowServer();
  let moment = 'spring';
  const written = new Ahead(seated(), () => moment);
  void written.load();
  await asked[0]!.answer(ahead());
  void written.keep('autumn', ['A PAR H'], false);
  await vi.waitUntil(() => asked.length === 2);
  await asked[1]!.answer(BUSY, 503);
  await asked[2]!.answer(ahead());
  expect(written.trouble).toBe('Too busy.');
  void written.load();
  await asked[3]!.answer(ahead());
  expect(written.trouble).toBe('Too busy.');
  moment = 'autumn';
  expect(written.trouble).toBe('');
});

test('an older answer about advance orders never replaces a newer one', async () => {
  const asked = slowServer();
  const written = new Ahead(seated(), () => 'spring');
  void written.load();
  void written.load();
  await asked[1]!.answer(ahead('A PAR H'));
  await asked[0]!.answer(ahead());
  expect(written.prepared).toBe(true);
});
