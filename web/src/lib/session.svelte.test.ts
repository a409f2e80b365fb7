import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { session } from './session.svelte';
import { slowServer } from './testserver';

const reload = vi.hoisted(() => {
  const storage = {
    getItem: (key: string) => (key.includes('lang') ? 'en' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  const reload = vi.fn();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { reload });
  return reload;
});
beforeEach(() => void reload.mockClear());
afterAll(() => {
  session.know(null);
  vi.unstubAllGlobals();
});

const who = (id: number) => ({ id, name: `number ${id}`, csrf: `token ${id}` });

test('another user finds nothing of the previous one', async () => {
  const asked = slowServer();
  void session.load();
  await asked[0]!.answer(who(1));
  void session.load();
  await asked[1]!.answer({ ...who(1), name: 'renamed' });
  expect(session.me?.name).toBe('renamed');
  void session.load();
  await asked[2]!.answer(null); // the session has ended
  expect([session.me, reload.mock.calls.length]).toEqual([null, 0]);
  expect(session.ended).toBe(true);
  void session.load();
  await asked[3]!.answer(who(2));
  expect([session.me, reload.mock.calls.length]).toEqual([null, 1]);
});

test('a session that ended elsewhere is announced, a logout is not', async () => {
  const asked = slowServer();
  session.know(who(1) as never);
  expect(session.ended).toBe(false);
  void session.load();
  await asked[0]!.answer(null);
  expect(session.ended).toBe(true);
  session.know(who(1) as never);
  expect(session.ended).toBe(false);
  void session.leave();
  await asked[1]!.answer(undefined);
  expect([session.me, session.ended]).toEqual([null, false]);
});

test('a request from before a login or logout changes nothing', async () => {
  const asked = slowServer();
  session.know(who(1) as never);
  void session.load();
  session.know(null);
  await asked[0]!.answer(who(1));
  expect(session.me).toBe(null);
  void session.load();
  session.know(who(1) as never);
  await asked[1]!.answer(null);
  expect(session.me?.id).toBe(1);
  expect(reload).not.toHaveBeenCalled();
});

test('the answer to the later of two requests counts, even after the earlier one', async () => {
  const asked = slowServer();
  session.know(who(1) as never);
  void session.load();
  void session.load();
  await asked[0]!.answer(null);
  await asked[1]!.answer(who(1)); // the session was known again by then
  expect(session.me?.id).toBe(1);
  void session.load();
  void session.load();
  await asked[3]!.answer(who(1));
  await asked[2]!.answer(null); // overtaken
  expect(session.me?.id).toBe(1);
});
