import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import { BUSY, slowServer } from '$lib/testserver';
import type { PreparableDecision, PreparedInfo } from '$lib/types';

import { isPrepared, PreparedAnswers } from './prepared.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const retreat = (...prepared: string[]): PreparableDecision => ({
  step: 'retreat',
  occasion: 'autumn 1901',
  ranked: true,
  expected: {},
  choices: {},
  prepared,
  unfit: [],
  submit: prepared.length > 0,
  lasting: false,
});

const info = (...prepared: string[]): PreparedInfo => ({
  decisions: [retreat(...prepared)],
  draft: null,
});

function seated(): TableStore {
  const table = new TableStore('x');
  table.seat = 'france';
  return table;
}

test('a loading error is shown until loading succeeds', async () => {
  const asked = slowServer();
  const answers = new PreparedAnswers(seated());
  void answers.load();
  await asked[0]!.answer(BUSY, 503);
  expect(answers.trouble).toBe('Too busy.');
  void answers.load();
  await asked[1]!.answer(info());
  expect(answers.trouble).toBe('');
});

test('a refusal is shown until something is saved, also after loading', async () => {
  const asked = slowServer();
  let moment = 'spring';
  const answers = new PreparedAnswers(seated(), () => moment);
  void answers.load();
  await asked[0]!.answer(info());
  void answers.keep(retreat(), ['A PAR D']);
  await vi.waitUntil(() => asked.length === 2);
  await asked[1]!.answer(BUSY, 503);
  await asked[2]!.answer(info());
  expect(answers.trouble).toBe('Too busy.');
  void answers.load();
  await asked[3]!.answer(info());
  expect(answers.trouble).toBe('Too busy.');
  moment = 'autumn';
  expect(answers.trouble).toBe('');
  moment = 'spring';
  void answers.keep(retreat(), ['A PAR D']);
  await vi.waitUntil(() => asked.length === 5);
  await asked[4]!.answer(info('A PAR D'));
  expect([answers.trouble, answers.kept]).toEqual(['', true]);
});

test('it is not shown for another seat', async () => {
  const asked = slowServer();
  const table = seated();
  const answers = new PreparedAnswers(table);
  void answers.keep(retreat(), ['A PAR D']);
  await vi.waitUntil(() => asked.length === 1);
  table.seat = 'italy';
  void answers.load();
  await asked[0]!.answer(BUSY, 503);
  expect(answers.trouble).toBe('');
});

test('an older answer never replaces a newer one', async () => {
  const asked = slowServer();
  const answers = new PreparedAnswers(seated());
  void answers.load();
  void answers.load();
  await asked[1]!.answer(info('A PAR D'));
  await asked[0]!.answer(info());
  expect(answers.of('retreat').map(isPrepared)).toEqual([true]);
});

test('choices are stored for their occasion; none removes them', async () => {
  const asked = slowServer();
  const answers = new PreparedAnswers(seated());
  const place = { seat: 'france', step: 'retreat', occasion: 'autumn 1901' };
  void answers.keep(retreat(), ['A PAR D']);
  await vi.waitUntil(() => asked.length === 1);
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    body: { ...place, prepared: ['A PAR D'], submit: true },
  });
  await asked[0]!.answer(info('A PAR D'));
  void answers.keep(retreat('A PAR D'), []);
  await vi.waitUntil(() => asked.length === 2);
  expect(asked[1]).toMatchObject({ method: 'DELETE', body: place });
});

test('what was loaded for another position is not shown', async () => {
  const asked = slowServer();
  let moment = 'spring';
  const answers = new PreparedAnswers(seated(), () => moment);
  void answers.load();
  await asked[0]!.answer(info('A PAR D'));
  moment = 'autumn';
  expect(answers.of('retreat')).toEqual([]);
});
