import { describe, expect, it } from 'vitest';

import { enclose, readForm, writeAmount, writeForm, writeList, writeText } from './syntax';

describe('a form', () => {
  it('is read as it is written', () => {
    const nested = writeForm('has', [
      ['power', 'italy'],
      ['area', 'tunis'],
    ]);
    const fields: [string, string][] = [
      ['words', writeText('peace; "now" (or | never)')],
      ['areas', writeList(['tunis', 'obok'])],
      ['amount', writeAmount('pounds', 5)],
      ['if', enclose(nested)],
    ];
    const written = writeForm('text', fields);
    expect(written).toBe(
      'text words="peace; \\"now\\" (or | never)"; areas=[tunis | obok]; amount=pounds 5; if=(has power=italy; area=tunis)',
    );
    const read = readForm(written);
    expect(read.verb).toBe('text');
    expect(read.fields).toEqual({ ...Object.fromEntries(fields), if: nested });
  });

  it('may have no fields', () => {
    expect(readForm('pass')).toEqual({ verb: 'pass', fields: {} });
    expect(writeForm('pass', [])).toBe('pass');
  });
});

describe('a list', () => {
  it('may have a verb, or no items', () => {
    expect(writeList(['one', 'two'], 'all')).toBe('all [one | two]');
    expect(writeList([])).toBe('[]');
  });
});
