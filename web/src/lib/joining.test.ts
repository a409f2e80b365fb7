import { expect, test } from 'vitest';

import { mayTakeSeat } from './joining';
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
