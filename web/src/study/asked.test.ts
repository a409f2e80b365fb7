import { describe, expect, it } from 'vitest';

import type { TimelineMove } from '$lib/types';

import { askable, askedBetween, lastReported, sinceMine } from './asked';

const me = { me: true, computer: null };
const computer = { me: false, computer: 'normal' };
const person = { me: false, computer: null };
const steps = ['white', 'black', 'black', 'white', 'red', 'black'].map(
  (seat, index) => ({ move: index + 1, seat, label: '' }) as unknown as TimelineMove,
);
const anybody = () => true;

describe('why a move was made', () => {
  it('is explained for computers if the player is alone with them', () => {
    const alone = { status: 'playing', own: false, chairs: { white: me, black: computer } };
    expect(askable(alone)('black')).toBe(true);
    expect(askable(alone)('white')).toBe(false);
  });

  it('is not explained while other people play', () => {
    const chairs = { white: me, black: computer, red: person };
    expect(askable({ status: 'playing', own: false, chairs })('black')).toBe(false);
    expect(askable({ status: 'open', own: false, chairs })('black')).toBe(false);
  });

  it('is explained for everyone once everything is known', () => {
    const chairs = { white: person, black: person };
    expect(askable({ status: 'over', own: false, chairs })('white')).toBe(true);
    expect(askable({ status: 'playing', own: true, chairs: { white: me } })('white')).toBe(true);
  });

  it('is asked by turn, at the last move of each seat', () => {
    expect(askedBetween(steps, 1, 6, anybody)).toEqual([
      { move: 4, seat: 'white', since: 1 },
      { move: 5, seat: 'red', since: 1 },
      { move: 6, seat: 'black', since: 1 },
    ]);
    expect(askedBetween(steps, 1, 3, (seat) => seat === 'black')).toEqual([
      { move: 3, seat: 'black', since: 1 },
    ]);
  });

  it('is explained after the player has acted', () => {
    expect(sinceMine(steps, ['white'], (seat) => seat !== 'white')).toEqual([
      { move: 5, seat: 'red', since: 4 },
      { move: 6, seat: 'black', since: 4 },
    ]);
    expect(sinceMine([], ['white'], anybody)).toEqual([]);
    const sealed = steps.map((step) => (step.move === 6 ? { ...step, label: null } : step));
    expect(sinceMine(sealed, ['white'], anybody)).toEqual([{ move: 5, seat: 'red', since: 4 }]);
  });

  it('is explained for sealed answers with the log that reveals them', () => {
    const others = (seat: string) => seat !== 'white';
    expect(lastReported(steps, [0, 4], ['white'], others)).toEqual([
      { move: 3, seat: 'black', since: 0 },
    ]);
    expect(lastReported(steps, [0, 1, 4, 4, 5], ['white'], others)).toEqual([
      { move: 3, seat: 'black', since: 1 },
      { move: 5, seat: 'red', since: 1 },
    ]);
    expect(lastReported(steps, [], ['white'], others)).toEqual([]);
  });
});
