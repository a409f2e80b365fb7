import { describe, expect, it } from 'vitest';

import { readUnsent, samePlace, type UnsentDraft } from '$lib/unsent';

import { BLANK, compared, contested, recovered, sent, settled, tried } from './draft';

const draft = (text: string, kept: string, other: string | null = null) => ({ text, kept, other });

describe('a draft of a message', () => {
  it('is the server’s if nothing was written here', () => {
    expect(compared(BLANK, 'from another window')).toEqual(
      draft('from another window', 'from another window'),
    );
    expect(compared(draft('old', 'old'), 'new')).toEqual(draft('new', 'new'));
  });

  it('is gone if it was sent in another window', () => {
    expect(compared(draft('a', 'a'), '')).toEqual(BLANK);
  });

  it('is never replaced while it is written here', () => {
    expect(compared(draft('ab', 'a'), 'a')).toEqual(draft('ab', 'a'));
    expect(compared(draft('ab', 'a'), '')).toEqual(draft('ab', ''));
    expect(compared(draft('ab', 'a'), 'ab')).toEqual(draft('ab', 'ab'));
    expect(compared(draft('ab', 'a'), 'ac')).toEqual(draft('ab', 'a', 'ac'));
    expect(compared(draft('', 'a'), 'ac')).toEqual(draft('', 'a', 'ac'));
  });

  it('is the writer’s choice if there are two', () => {
    expect(settled(draft('ab', 'a', 'ac'), true)).toEqual(draft('ab', 'ac'));
    expect(settled(draft('ab', 'a', 'ac'), false)).toEqual(draft('ac', 'ac'));
    expect(settled(draft('ab', 'a'), false)).toEqual(draft('ab', 'a'));
    expect(compared(draft('ab', 'a', 'ac'), '')).toEqual(draft('ab', ''));
  });

  it('is found again after a reload, unless it has changed', () => {
    const unsent = { text: 'ab', was: 'a' };
    expect(recovered(BLANK, unsent)).toEqual(draft('ab', 'a'));
    expect(recovered(draft('ac', 'ac'), unsent)).toEqual(draft('ab', 'a'));
    expect(recovered(draft('typed since', ''), unsent)).toEqual(draft('typed since', ''));
  });

  it('is no other than the one this window has sent, whenever that arrives', () => {
    const again = recovered(BLANK, { text: 'abc', was: 'a', tried: ['ab'] });
    const saved = tried(compared(again, 'a'), 'abc');
    expect(compared(saved, 'ab')).toMatchObject(draft('abc', 'ab'));
    expect(compared(saved, 'ac')).toMatchObject(draft('abc', 'a', 'ac'));
  });

  it('is shown beside a newer one that was unknown when it was sent', () => {
    const two = contested(draft('old', 'old'), 'new');
    expect(two).toEqual(draft('old', '', 'new'));
    expect(compared(two, 'newer')).toEqual(draft('old', '', 'newer'));
    expect(settled(two, false)).toEqual(draft('new', 'new'));
    expect(settled(two, true)).toEqual(draft('old', 'new'));
  });

  it('stays if another window has sent it, or has the same', () => {
    expect(contested(draft('old', 'old'), '')).toEqual(draft('old', ''));
    expect(contested(draft('ab', 'a'), 'ab')).toEqual(draft('ab', 'ab'));
  });

  it('keeps what was written while it was sent', () => {
    expect(sent(draft('a', 'a'), 'a')).toEqual(BLANK);
    expect(sent(draft('a, and b', 'a'), 'a')).toEqual(draft('a, and b', ''));
  });
});

describe('an unsent draft', () => {
  const one: UnsentDraft = { user: 1, table: 't', seat: 's', conversation: [], text: 'a', was: '' };

  it('is nothing if the stored one is broken', () => {
    expect(readUnsent(null)).toEqual([]);
    expect(readUnsent('{')).toEqual([]);
    expect(readUnsent('{"a": 1}')).toEqual([]);
    expect(readUnsent(JSON.stringify([one]))).toEqual([one]);
  });

  it('belongs to its writer, table, seat and conversation', () => {
    expect(samePlace(one, { ...one, text: 'b' })).toBe(true);
    for (const other of [{ user: 2 }, { table: 'u' }, { seat: 'r' }, { conversation: ['r', 's'] }]) {
      expect(samePlace(one, { ...one, ...other })).toBe(false);
    }
  });
});
