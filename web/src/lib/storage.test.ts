import { afterEach, expect, test, vi } from 'vitest';

import { isStorageBlocked, localStore } from './storage';

const usual = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
afterEach(() => Object.defineProperty(globalThis, 'localStorage', usual));

const provide = (get: () => unknown) =>
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true });

test('where storage is blocked, the page remembers while it is open', () => {
  provide(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(isStorageBlocked()).toBe(true);
  expect(localStore.getItem('entente.test')).toBeNull();
  localStore.setItem('entente.test', 'yes');
  expect(localStore.getItem('entente.test')).toBe('yes');
  localStore.removeItem('entente.test');
  expect(localStore.getItem('entente.test')).toBeNull();
});

test('where storage is full, the newest value counts', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  provide(() => ({ getItem: () => 'old', setItem, removeItem: () => undefined }));
  expect(isStorageBlocked()).toBe(false);
  localStore.setItem('entente.test', 'new');
  expect(setItem).toHaveBeenCalled();
  expect(localStore.getItem('entente.test')).toBe('new');
  localStore.removeItem('entente.test');
  expect(localStore.getItem('entente.test')).toBe('old');
});
