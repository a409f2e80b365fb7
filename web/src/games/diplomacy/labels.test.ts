import { describe, expect, it } from 'vitest';

import { layLabels, type Labelled } from './labels';

const MUNICH: Labelled = { id: 'MUN', at: [100, 130], text: 'MUN', unit: [100, 100] };
const army = (x: number, y: number) => ({ at: [x, y] as [number, number], room: [13, 14] as [number, number], weight: 4 });

describe('the codes of provinces', () => {
  it('are in their own place if nothing is there', () => {
    expect(layLabels([MUNICH], [army(100, 100)], 13, 1).get('MUN')).toEqual([100, 130]);
  });

  it('are not under a unit, of their own province or of another', () => {
    for (const [x, y] of [[100, 118], [100, 126], [92, 132]] as const) {
      const at = layLabels([MUNICH], [army(x, y)], 13, 1).get('MUN') ?? [0, 0];
      const covers = Math.abs(at[0] - x) < 13 && Math.abs(at[1] - 4 - y) < 14;
      expect(covers).toBe(false);
    }
  });

  it('do not overlap', () => {
    const other = { id: 'TYR', at: [104, 132] as [number, number], text: 'TYR', unit: null };
    const laid = layLabels([MUNICH, other], [], 13, 1);
    const [a = [0, 0], b = [0, 0]] = [laid.get('MUN'), laid.get('TYR')];
    const wide = 3 * 2 * 0.34 * 13;
    expect(Math.abs(a[0] - b[0]) >= wide || Math.abs(a[1] - b[1]) >= 0.68 * 13).toBe(true);
  });

  it('give way to more important ones where there is no room', () => {
    const crowd = Array.from({ length: 30 }, (_, n) => ({
      id: `P${n}`,
      at: [100 + n / 10, 130] as [number, number],
      text: 'PPP',
      unit: null,
      rank: n,
    }));
    const laid = layLabels(crowd, [], 13, 1);
    expect(laid.has('P29')).toBe(true);
    expect(laid.size).toBeLessThan(30);
    const boxes = [...laid.values()];
    const overlapping = boxes.flatMap(([x, y], n) =>
      boxes.slice(n + 1).filter(([a, b]) => {
        const wide = 3 * 2 * 0.34 * 13 - Math.abs(a - x);
        const high = 0.68 * 13 - Math.abs(b - y);
        return wide > 0 && high > 0 && wide * high > 0.13 * 3 * 2 * 0.34 * 13 * 0.68 * 13;
      }),
    );
    expect(overlapping).toEqual([]);
  });
});
