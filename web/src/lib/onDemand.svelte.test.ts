import type { Component } from 'svelte';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn(() => Promise.resolve());

const SHOWN = (() => ({})) as unknown as Component<object>;
const loaded = { default: SHOWN };
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

// A module of its own for each test: other files have declared the parts of whole pages.
let { loadWhenIdle, onDemand, Part } = await import('./onDemand.svelte');
beforeEach(async () => {
  reload.mockClear();
  vi.resetModules();
  vi.doMock('./upgraded', () => ({ reloadAfterUpgrade: reload }));
  ({ loadWhenIdle, onDemand, Part } = await import('./onDemand.svelte'));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('requestIdleCallback', (done: () => void) => done());
});

afterAll(() => {
  vi.doUnmock('./upgraded');
  vi.resetModules();
});

test('a part is loaded once, however often it is shown', async () => {
  const source = vi.fn(() => Promise.resolve(loaded));
  const part = new Part(source);
  expect(part.component).toBeNull();
  await Promise.all([part.load(), part.load()]);
  await part.load();
  expect(part.component).toBe(SHOWN);
  expect(source).toHaveBeenCalledTimes(1);
});

test('a part that could not be loaded can be loaded later', async () => {
  const source = vi.fn(broken);
  const part = new Part<object>(source);
  await part.load();
  expect([part.failed, part.component]).toEqual([true, null]);
  source.mockImplementation(() => Promise.resolve(loaded) as never);
  await part.retry();
  expect([part.failed, part.component]).toEqual([false, SHOWN]);
  expect(reload).not.toHaveBeenCalled();
});

test('a second failure reloads a page that the server no longer has', async () => {
  const part = new Part<object>(broken);
  await part.load();
  expect(reload).not.toHaveBeenCalled();
  await part.retry();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(part.failed).toBe(true);
});

test('an idle page loads its parts one after the other, and goes on after a failure', async () => {
  const order: string[] = [];
  let cut = true;
  const source = (name: string) => () => {
    order.push(name);
    return cut && name === 'second' ? broken() : Promise.resolve(loaded);
  };
  const first = onDemand(source('first'));
  const rare = onDemand(source('rare'), { ahead: false });
  const second = onDemand(source('second'));
  const third = onDemand(source('third'));
  await loadWhenIdle();
  expect(order).toEqual(['first', 'second']);
  cut = false;
  await loadWhenIdle();
  expect(order).toEqual(['first', 'second', 'second', 'third']);
  expect([first, second, third].every((part) => part.component === SHOWN)).toBe(true);
  expect(rare.component).toBeNull();
});

test('a user who saves data loads what is opened', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const part = onDemand(() => Promise.resolve(loaded));
  await loadWhenIdle();
  expect(part.component).toBeNull();
});
