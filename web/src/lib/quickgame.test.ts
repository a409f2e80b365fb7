import { describe, expect, it } from 'vitest';

import { ANY, readQuickGame, seatsOf, sideOf } from './quickgame';
import type { ComputerInfo, GameInfo } from './types';

const game = { id: 'chess', seats: { white: 'White', black: 'Black' } } as unknown as GameInfo;
const known: ComputerInfo[] = [
  { id: 'greedy', name: 'Greedy', summary: '', game: null, level: false, default: false, notes: {} },
  { id: 'normal', name: 'Normal', summary: '', game: null, level: true, default: true, notes: {} },
  { id: 'random', name: 'Random', summary: '', game: null, level: false, default: false, notes: {} },
  { id: 'greedy:bold', name: 'Greedy (bold)', summary: '', game: 'draughts', level: false, default: false, notes: {} },
];

describe('a quick game', () => {
  it('uses the first side and the default opponent', () => {
    const usual = readQuickGame(null);
    expect(seatsOf(usual, game, known, 0.9)).toEqual({ white: 'me', black: 'normal' });
    expect(readQuickGame('{broken')).toEqual(usual);
  });

  it('uses the stored side and opponent', () => {
    const kept = readQuickGame('{"opponent": "random", "sides": {"chess": "black"}}');
    expect(seatsOf(kept, game, known, 0)).toEqual({ white: 'random', black: 'me' });
  });

  it('knows which opponents fit a game', () => {
    const bold = readQuickGame('{"opponent": "greedy:bold"}');
    expect(seatsOf(bold, game, known, 0)).toEqual({ white: 'me', black: 'greedy' });
    const draughts = { ...game, id: 'draughts' } as GameInfo;
    expect(seatsOf(bold, draughts, known, 0)).toEqual({ white: 'me', black: 'greedy:bold' });
  });

  it('draws any side', () => {
    const kept = readQuickGame(JSON.stringify({ sides: { chess: ANY } }));
    expect(seatsOf(kept, game, known, 0.49)).toEqual({ white: 'me', black: 'normal' });
    expect(seatsOf(kept, game, known, 0.5)).toEqual({ white: 'normal', black: 'me' });
  });

  it('forgets a side and an opponent that no longer exist', () => {
    const kept = readQuickGame('{"opponent": "gone", "sides": {"chess": "red"}}');
    expect(sideOf(kept, game)).toBe('white');
    expect(seatsOf(kept, game, known, 0)).toEqual({ white: 'me', black: 'normal' });
  });
});
