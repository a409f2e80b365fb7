import { describe, expect, it } from 'vitest';

import type { PaxView } from '../types';

import { hasParts, nextTurn, pointsFor, powersOf, Reckoning, sum } from './reckoning';
import { facts, positions } from './testdata';

describe('the sheet in the current position', () => {
  it.each(positions.map((each) => [`turn ${each.view.turn}, ${each.view.phase}`, each] as const))(
    'is what the library reckons: %s',
    (_, { view, options, sheets, worth }) => {
      const reckoning = new Reckoning(facts, view, options);
      for (const [power, lines] of Object.entries(sheets)) {
        expect(reckoning.lines(power)).toEqual(lines);
      }
      for (const seat of view.seats) {
        expect(reckoning.finalWorth(powersOf(seat), seat)).toBe(worth[seat]);
      }
    },
  );

  it('has lines that are the sum of their parts', () => {
    for (const { view, options } of positions) {
      const reckoning = new Reckoning(facts, view, options);
      for (const power of Object.keys(view.powers)) {
        const lines = reckoning.lines(power);
        for (const line of Object.keys(lines).filter(hasParts)) {
          const parts = reckoning.parts(power, line);
          expect(sum(parts.map(({ amount }) => amount)), `${power} ${line}`).toBe(lines[line]);
        }
      }
    }
  });

  it('says why a marker does not count', () => {
    const { view, options } = positions.find(
      (each) => each.view.powers['great_britain']?.cut_off.length,
    )!;
    const idle = new Reckoning(facts, view, options).holdings('great_britain');
    const cut = idle.filter((each) => each.idle === 'cut_off').map(({ area }) => area);
    expect(cut.length).toBeGreaterThan(0);
    expect(view.powers['great_britain']?.cut_off).toEqual(expect.arrayContaining(cut));
  });

  it('takes the figure of a 6 for a power without control', () => {
    const { view, options } = positions[0]!;
    const bare = { ...view, markers: {} };
    expect(new Reckoning(facts, bare, options).office('italy')).toEqual([30]);
    expect(new Reckoning(facts, bare, options).office('austria_hungary')).toHaveLength(6);
    const holding = { ...view, markers: { tunis: { italy: { status: 3, was: 3 } } } };
    expect(new Reckoning(facts, holding as typeof view, options).office('italy')).toHaveLength(6);
  });

  it('drops fractions of points, with halves in the divisor', () => {
    expect(pointsFor(2.5, 9)).toBe(3);
    expect(pointsFor(10, 49)).toBe(4);
  });
});

describe('the divisor of a power', () => {
  it('is the option’s value', () => {
    const { view, options } = positions[0]!;
    const of = (chosen: string) =>
      new Reckoning(facts, view, { ...options, belgian_divisor: chosen }).divisor('belgium');
    expect([of('1'), of('2'), of('2.5')]).toEqual([1, 2, 2.5]);
    expect(new Reckoning(facts, view, options).divisor('italy')).toBe(2.5);
    const dearer = new Reckoning(facts, view, { ...options, italian_divisor: '3.5' });
    expect(dearer.divisor('italy')).toBe(3.5);
  });
});

describe('the next turn', () => {
  const view = {
    markers: {
      egypt: { france: { status: 4, was: 4 } },
      siam: { france: { status: 2, was: 0 } },
      tunis: { france: { status: 3, was: 0 } },
      anam: { france: { status: 3, was: 3 } },
      tchad: { france: { status: 4, was: 3 } },
      marocco: { france: { status: 3, was: 0 } },
    },
    armies: { egypt: { france: [3] }, tunis: { france: [1] }, tchad: { france: [1] } },
    unrest: ['egypt'],
  } as unknown as PaxView;
  const after = nextTurn(view).markers;

  it('counts what was just placed or raised', () => {
    expect(after['siam']).toEqual({ france: { status: 2, was: 2 } });
    expect(after['tchad']).toEqual({ france: { status: 4, was: 4 } });
  });
  it('promises no income from an area in unrest, nor from control that must be fought for', () => {
    expect(after['egypt']).toBeUndefined();
    expect(after['tunis']).toBeUndefined();
  });
  it('takes control without an army for an influence', () => {
    expect(after['anam']).toEqual({ france: { status: 2, was: 2 } });
    expect(after['marocco']).toEqual({ france: { status: 2, was: 2 } });
  });
});
