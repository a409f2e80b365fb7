import { describe, expect, it } from 'vitest';

import { hasParts, pointsFor, powersOf, Reckoning, sum } from './reckoning';
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

describe('the divisor of Belgium', () => {
  it('is the option’s value', () => {
    const { view, options } = positions[0]!;
    const of = (chosen: string) =>
      new Reckoning(facts, view, { ...options, belgian_divisor: chosen }).divisor('belgium');
    expect([of('1'), of('2'), of('2.5')]).toEqual([1, 2, 2.5]);
    expect(new Reckoning(facts, view, options).divisor('italy')).toBe(2.5);
  });
});
