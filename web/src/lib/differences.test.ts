import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { applied, changed } from './differences';
import type { Delta, JsonDiff, StateFrame } from './types';

interface Case {
  old: Record<string, unknown>;
  difference: JsonDiff;
  new: Record<string, unknown>;
}

// The server writes the same differences: see tests/server/test_differences.py.
const file = fileURLToPath(new URL('../../../tests/server/differences.json', import.meta.url));
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

describe('a difference', () => {
  it.each(cases)('makes one tree out of another: $difference', (each) => {
    const before = JSON.stringify(each.old);
    expect(applied(each.old, each.difference)).toEqual(each.new);
    expect(JSON.stringify(each.old)).toBe(before);
  });

  it('shares unchanged parts', () => {
    const old = { board: { paris: ['army'] }, turn: 1 };
    expect(applied(old, { set: { turn: 2 } })['board']).toBe(old.board);
  });
});

describe('a change of a table', () => {
  const state = { type: 'state', version: 4, moves: 3, since: 0, log: [], now: 1 } as unknown as StateFrame;
  const change: Delta = {
    type: 'delta',
    after: 4,
    version: 5,
    diff: { set: { moves: 4 } },
    log: [],
    since: 4,
    now: 2,
  };

  it('applies to the version before it', () => {
    expect(changed(state, change)).toMatchObject({ type: 'state', version: 5, moves: 4, since: 4, now: 2 });
  });

  it('does not apply to another version, or none', () => {
    expect(changed({ ...state, version: 3 }, change)).toBeNull();
    expect(changed(null, change)).toBeNull();
  });
});
