import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from './table.svelte';
import type { Frame } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

test('a refusal is shown unless the player has moved on', async () => {
  const table = new TableStore('x');
  const answers: ((frame: Frame) => void)[] = [];
  Object.assign(table.socket, { ask: () => new Promise((answer) => answers.push(answer)) });
  const refused = (text: string) => ({ type: 'refused', text }) as Frame;
  const first = table.why(['paris']);
  answers[0]!(refused('Paris is full.'));
  await first;
  expect(table.refusal?.text).toBe('Paris is full.');
  const second = table.why(['rome']);
  table.sit('italy');
  answers[1]!(refused('Rome is full.'));
  await second;
  expect(table.refusal).toBeNull();
});

test('a dismissed refusal is not shown when it arrives late', async () => {
  const table = new TableStore('x');
  const answers: ((frame: Frame) => void)[] = [];
  Object.assign(table.socket, { ask: () => new Promise((answer) => answers.push(answer)) });
  const asked = table.why(['paris']);
  table.forgive();
  answers[0]!({ type: 'refused', text: 'Paris is full.' } as Frame);
  await asked;
  expect(table.refusal).toBeNull();
});
