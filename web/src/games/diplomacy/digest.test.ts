import { expect, test } from 'vitest';

import type { DigestCompared } from '$table/digest';

import { digest } from './digest';

const province = { army: [], fleet: {} };

/** What the last season did to France: its army is in Burgundy before. */
function effects(ways: string[]): ReturnType<typeof digest.effects> {
  const seen = (units: Record<string, string[]>, dislodged = {}) => ({
    view: { centres: { france: ['PAR'] }, units, dislodged },
  });
  return digest.effects({
    before: seen({ france: ['A BUR'], germany: ['A MUN'] }),
    after: seen({ france: [], germany: ['A BUR'] }, { france: { 'A BUR': ways } }),
    mine: ['france'],
    plan: { facts: { provinces: { BUR: province, MUN: province, PAR: province } } },
    names: null,
  } as unknown as DigestCompared);
}

test('a unit that can retreat is dislodged, not lost, and its attacker is named', () => {
  expect(effects(['PAR']).map(({ by, places, grave }) => [by, places, grave])).toEqual([
    ['germany', ['BUR'], true],
  ]);
});

test('a unit that cannot retreat is lost', () => {
  const [, units] = effects([]);
  expect([units?.text, units?.grave]).toEqual(['Your units: 1 → 0', true]);
});
