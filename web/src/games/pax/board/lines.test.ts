import { describe, expect, it } from 'vitest';

import kept from './testdata/positions.json';
import type { Facts } from '../types';
import { linesIn, nearOf, type LinesView } from './lines';

const facts = kept.facts as unknown as Facts;
interface PlaceDescription {
  network: string[];
  reached: string[];
  gaps: Record<string, [string, string]>;
}
const positions = kept.positions as unknown as { view: LinesView; lines: Record<string, PlaceDescription> }[];

describe('lines of communication', () => {
  it.each(positions.map((position, number) => ({ number, ...position })))(
    'are those of the server in position $number',
    ({ view, lines }) => {
      const of = linesIn(facts, view);
      for (const [power, { network, reached, gaps }] of Object.entries(lines)) {
        const mine = of(power);
        expect([...mine.joined.keys()].sort()).toEqual(network);
        expect(Object.keys(facts.areas).filter((area) => mine.reaches(area))).toEqual(reached);
        for (const [area, [last, missing]] of Object.entries(gaps)) {
          expect([power, area, mine.gap(area)]).toEqual([power, area, { last, missing }]);
        }
      }
    },
  );

  it('occur both whole and broken', () => {
    const allLines = positions.flatMap(({ lines }) => Object.values(lines));
    expect(allLines.some(({ network }) => network.length > 20)).toBe(true);
    expect(allLines.some(({ gaps }) => Object.keys(gaps).length > 20)).toBe(true);
  });

  it('are drawn from place to place, home first', () => {
    const { view } = positions[0]!;
    const { joined, home } = linesIn(facts, view)('great_britain');
    const near = nearOf(facts, view.balkan_wars, false);
    for (const [spot, before] of joined) {
      if (before === null) expect(spot).toBe(home);
      else expect(near[before]).toContain(spot);
    }
  });
});

describe('the graph of places', () => {
  it('changes with canals and Balkan wars', () => {
    const before = nearOf(facts, 0, false);
    const after = nearOf(facts, 2, true);
    expect(before['caribbean']).not.toContain('south_pacific');
    expect(after['caribbean']).toContain('south_pacific');
    expect(before['anatolia']).toContain('serbia');
    expect(after['anatolia']).not.toContain('serbia');
    expect(after['mediterranean']).toContain('bulgaria');
  });
});
