import { describe, expect, it } from 'vitest';

import { filled, GROUPS, ruleOf, written } from './lines';

describe('the lines of the sheet', () => {
  it('are the thirty-one of the sheet, each once', () => {
    const lines = GROUPS.flatMap((group) => group.lines);
    expect(lines).toHaveLength(31);
    expect(new Set(lines).size).toBe(31);
  });

  it('follow rules', () => {
    expect(['l01', 'l03', 'l10', 'l22', 'l24', 'l29', 'l30'].map(ruleOf)).toEqual([
      '4.2',
      '4.3',
      '4.4',
      '4.2',
      '13.4',
      '13.5',
      '13.2',
    ]);
  });

  it('are left out if empty, except sums', () => {
    const [group] = filled([{ l01: 0, l02: 2, l15: 0 }]);
    expect(group?.lines).toEqual(['l02']);
    expect(filled([{ l01: 0, l02: 2, l15: 0 }]).flatMap(({ lines }) => lines)).toContain('l15');
    expect(written([{ l01: 0 }]).map(({ title }) => title)).toEqual(['pax.ledger.holdings']);
  });
});
