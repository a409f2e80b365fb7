import { describe, expect, it } from 'vitest';

import { readUnsent, samePlace, type Unsent } from '$lib/unsent';

import { BLANK, compared, contested, sent, settled } from './sheet';

const sheet = (text: string, kept: string, other: string | null = null) => ({ text, kept, other });

describe('a letter that is being written', () => {
  it('is what the server has, where nothing was written here', () => {
    expect(compared(BLANK, 'from another window')).toEqual(
      sheet('from another window', 'from another window'),
    );
    expect(compared(sheet('old', 'old'), 'new')).toEqual(sheet('new', 'new'));
  });

  it('is gone where it was sent in another window', () => {
    expect(compared(sheet('a', 'a'), '')).toEqual(BLANK);
  });

  it('is never replaced while it is written here', () => {
    expect(compared(sheet('ab', 'a'), 'a')).toEqual(sheet('ab', 'a'));
    expect(compared(sheet('ab', 'a'), '')).toEqual(sheet('ab', ''));
    expect(compared(sheet('ab', 'a'), 'ab')).toEqual(sheet('ab', 'ab'));
    expect(compared(sheet('ab', 'a'), 'ac')).toEqual(sheet('ab', 'a', 'ac'));
    expect(compared(sheet('', 'a'), 'ac')).toEqual(sheet('', 'a', 'ac'));
  });

  it('is chosen by its writer where there are two', () => {
    expect(settled(sheet('ab', 'a', 'ac'), true)).toEqual(sheet('ab', 'ac'));
    expect(settled(sheet('ab', 'a', 'ac'), false)).toEqual(sheet('ac', 'ac'));
    expect(settled(sheet('ab', 'a'), false)).toEqual(sheet('ab', 'a'));
    expect(compared(sheet('ab', 'a', 'ac'), '')).toEqual(sheet('ab', ''));
  });

  it('is shown beside a newer one that was not known when it was to go out', () => {
    const two = contested(sheet('old', 'old'), 'new');
    expect(two).toEqual(sheet('old', '', 'new'));
    expect(compared(two, 'newer')).toEqual(sheet('old', '', 'newer'));
    expect(settled(two, false)).toEqual(sheet('new', 'new'));
    expect(settled(two, true)).toEqual(sheet('old', 'new'));
  });

  it('stays where another window has sent it, or has the same', () => {
    expect(contested(sheet('old', 'old'), '')).toEqual(sheet('old', ''));
    expect(contested(sheet('ab', 'a'), 'ab')).toEqual(sheet('ab', 'ab'));
  });

  it('leaves what was written on while it went out', () => {
    expect(sent(sheet('a', 'a'), 'a')).toEqual(BLANK);
    expect(sent(sheet('a, and b', 'a'), 'a')).toEqual(sheet('a, and b', ''));
  });
});

describe('what is not yet at the server', () => {
  const one: Unsent = { user: 1, table: 't', seat: 's', conversation: [], text: 'a', was: '' };

  it('is nothing where what was kept is broken', () => {
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
