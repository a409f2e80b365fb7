import { describe, expect, it } from 'vitest';

import { choice as testChoice } from '$lib/testchoices';

import { belongs, spread, tray, waysOf } from './cards';
import type { StrategyCard, TurmoilView } from './types';

const choice = (action: string) =>
  testChoice(action, action, (name) => (/^[A-Z]/.test(name) ? 'card' : 'space'));
const view = { hand: ['C2', 'C6', 'C15'] } as TurmoilView;

function card(id: string, side: StrategyCard['facts']['side']): StrategyCard {
  return { id, kind: 'strategy', facts: { side } } as StrategyCard;
}

describe('the tray', () => {
  it('has the hand while a question is about its cards or spaces', () => {
    expect(tray(view, []).cards).toEqual(view.hand);
    expect(tray(view, [choice('ops C2'), choice('place vienna')]).kind).toBe('hand');
  });

  it('has other cards while a question is about them', () => {
    const asked = [choice('choose S3'), choice('choose S4'), choice('done')];
    expect(tray(view, asked)).toEqual({ kind: 'offer', cards: ['S3', 'S4'] });
  });
});

describe('ways to play a card', () => {
  const choices = ['event C2', 'ops C2', 'ops C15', 'score C6'].map(choice);

  it('are those that name it', () => {
    expect(waysOf(choices, 'C2').map((way) => way.action)).toEqual(['event C2', 'ops C2']);
  });

  it('depend on whose event it is', () => {
    expect(belongs(card('C2', 'liberal'), 'liberal')).toBe('own');
    expect(belongs(card('C2', 'liberal'), 'authoritarian')).toBe('theirs');
    expect(belongs(card('C5', 'neutral'), 'liberal')).toBe('either');
    expect(belongs(card('C2', 'liberal'), null)).toBe('either');
  });
});

describe('a row of cards', () => {
  it('is side by side, overlaps, and finally scrolls', () => {
    expect(spread(1000, 4, 116, 6, 60)).toBe(122);
    expect(spread(616, 6, 116, 6, 60)).toBe(100);
    expect(spread(300, 9, 116, 6, 60)).toBe(60);
    expect(spread(300, 1, 116, 6, 60)).toBe(122);
  });
});
