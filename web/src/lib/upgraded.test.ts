import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { reloadWhenQuiet } from './upgraded';

const reload = vi.fn();
let page: EventTarget;
let shown: EventTarget & { hidden: boolean };
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  shown = Object.assign(new EventTarget(), { hidden: false });
  const kept = new Map<string, string>();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', shown);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page of an earlier version reloads after a minute without use', async () => {
  reloadWhenQuiet();
  reloadWhenQuiet(); // several sockets may say so
  await vi.advanceTimersByTimeAsync(40_000);
  page.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('it reloads as soon as it is hidden', async () => {
  reloadWhenQuiet();
  shown.hidden = true;
  shown.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
});
