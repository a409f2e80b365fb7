import { describe, expect, it } from 'vitest';

import { fitting, levelsOf, opponentOf, othersOf } from './opponents';
import type { ComputerInfo } from './types';

const player = (id: string, game: string | null = null): ComputerInfo => ({
  id,
  name: id,
  summary: '',
  game,
  level: ['easy', 'normal', 'hard'].includes(id),
  default: id === 'normal',
  notes: {},
});
const known = [
  ...['greedy', 'easy', 'normal', 'hard', 'random'].map((id) => player(id)),
  player('greedy:trader', 'pax'),
];
const ids = (players: ComputerInfo[]) => players.map((each) => each.id);

describe('opponents', () => {
  it('are the levels by strength, then the others', () => {
    expect(ids(levelsOf(known))).toEqual(['easy', 'normal', 'hard']);
    expect(ids(othersOf(known))).toEqual(['greedy', 'random', 'greedy:trader']);
    expect(ids(fitting(known, 'chess'))).toEqual(['easy', 'normal', 'hard', 'greedy', 'random']);
  });

  it('may be for some games only', () => {
    const pax = fitting(known, 'pax');
    expect(opponentOf('greedy:trader', pax)?.id).toBe('greedy:trader');
    expect(opponentOf('greedy:trader', fitting(known, 'chess'))?.id).toBe('greedy');
  });

  it('have a note at some games', () => {
    const talker = { ...player('hard'), summary: 'Plans ahead.', notes: { diplomacy: 'Negotiates.' } };
    const summary = (game: string) => fitting([talker], game)[0]?.summary;
    expect(summary('diplomacy')).toBe('Plans ahead. Negotiates.');
    expect(summary('pax')).toBe('Plans ahead.');
  });

  it('are the default if none is wanted, or it is not available', () => {
    expect(opponentOf('', known)?.id).toBe('normal');
    expect(opponentOf('gone', known)?.id).toBe('normal');
    expect(opponentOf('', [player('stranger')])?.id).toBe('stranger');
    expect(opponentOf('', [])).toBeUndefined();
  });
});
