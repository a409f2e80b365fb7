import { expect, test } from 'vitest';

import { mayTakeSeat, needsAccount } from './joining';
import type { TableInfo } from './types';

const chair = {
  name: null,
  user: null,
  computer: null,
  stand_in: null,
  me: false,
  open: true,
  ready: false,
  takeover_since: null,
};

function table(terms: Partial<TableInfo>, mine = false): TableInfo {
  const seats = { red: { ...chair, me: mine, open: !mine }, blue: chair };
  const usual = { status: 'open', host: false, private: false, anonymous: false };
  return { ...usual, ...terms, seats } as TableInfo;
}

test('each person has one seat, the host of a private table several', () => {
  expect(mayTakeSeat(table({}))).toBe(true);
  expect(mayTakeSeat(table({}, true))).toBe(false);
  expect(mayTakeSeat(table({ private: true }, true))).toBe(false);
  expect(mayTakeSeat(table({ host: true }, true))).toBe(false);
  expect(mayTakeSeat(table({ host: true, private: true }, true))).toBe(true);
  expect(mayTakeSeat(table({ host: true, private: true, anonymous: true }, true))).toBe(false);
});

test('no one can join once the game has started', () => {
  expect(mayTakeSeat(table({ status: 'playing' }))).toBe(false);
});

test('only people with an account sit down at a rated table, or where reliability counts', () => {
  for (const terms of [{ rated: true }, { min_reliability: 80 }]) {
    expect(needsAccount(table(terms), null)).toBe(true);
    expect(needsAccount(table(terms), { guest: true })).toBe(true);
    expect(needsAccount(table(terms), { guest: false })).toBe(false);
  }
  expect(needsAccount(table({}), { guest: true })).toBe(false);
});
