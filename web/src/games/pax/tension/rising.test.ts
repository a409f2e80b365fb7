import { describe, expect, it } from 'vitest';

import { facts, positions } from '../ledger/testdata';
import {
  acts,
  blame,
  distance,
  penalty,
  rebellion,
  risesByTurn,
  throwsBySum,
  yearlyResentment,
  yearOf,
} from './rising';

const { view } = positions[0]!;

describe('tension', () => {
  it('is the sum of all increases', () => {
    const added = blame(view).reduce((total, { amount }) => total + amount, 0);
    expect(added).toBe(view.tension);
    expect(distance(facts, view)).toBe(100 - view.tension);
  });

  it('shows which single act would start the Great War', () => {
    const bringing = (tension: number) =>
      acts(facts, { ...view, tension }).filter(({ brings }) => brings).map(({ kind }) => kind);
    expect(bringing(90)).toEqual([]);
    expect(bringing(95)).toEqual(['declaration_of_war', 'treaty_broken', 'separate_peace']);
    expect(bringing(99)).toHaveLength(Object.keys(facts.figures.tension).length);
  });

  it('is listed by turn, the latest first', () => {
    const turns = risesByTurn(view).map(({ turn }) => turn);
    expect(turns).toEqual([...turns].sort((a, b) => b - a));
    expect(yearOf(facts, 3)).toBe(1888);
    expect(penalty(facts, { ...view, year: 1884 })).toBe(85);
  });
});

describe('resentment', () => {
  it('grows by what the library computes', () => {
    for (const each of positions) expect(yearlyResentment(facts, each.view)).toBe(each.yearly);
  });

  it('has its dice', () => {
    expect(throwsBySum(3).reduce((a, b) => a + b)).toBe(216);
    expect(throwsBySum(3)[10]).toBe(27);
  });

  it('brings a rebellion if the dice stay below its tens', () => {
    const calm = { ...view, markers: {}, phase: 'movement' };
    expect(rebellion(facts, { ...calm, resentment: 39 })).toMatchObject({ below: 3, rising: 0 });
    expect(rebellion(facts, { ...calm, resentment: 40 })).toMatchObject({ below: 4, rising: 1 });
    expect(rebellion(facts, { ...calm, resentment: 40 }).thisTurn).toBe(true);
    expect(rebellion(facts, { ...calm, phase: 'war', resentment: 190 })).toMatchObject({
      rising: 216,
      thisTurn: false,
    });
  });

  it('has no one to rebel in a divided empire', () => {
    const chinese = Object.entries(facts.areas).filter(([, { type }]) => type === 'chinese_empire');
    const markers = Object.fromEntries(
      chinese.map(([area]) => [area, { japan: { status: 4, was: 4 } }]),
    ) as typeof view.markers;
    expect(rebellion(facts, { ...view, markers, resentment: 190 }).rising).toBe(0);
  });
});
