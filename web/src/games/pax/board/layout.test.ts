import { describe, expect, it } from 'vitest';

import { everything, inRows, markersAfar } from './layout';

const ROOM = { room: 66, depth: 27 };
const many = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('things in rows', () => {
  it('are centred, and wrap when a row is full', () => {
    const { laid, width, height } = inRows(['a', 'b', 'c'], () => 20, 45, 22);
    expect(laid.map(({ item, x, y }) => [item, x, y])).toEqual([
      ['a', -11, 11],
      ['b', 11, 11],
      ['c', 0, 33],
    ]);
    expect([width, height]).toEqual([42, 44]);
  });

  it('have a row even if the room is too narrow', () => {
    expect(inRows(['a'], () => 60, 40, 10).laid).toHaveLength(1);
    expect(inRows([], () => 60, 40, 10)).toEqual({ laid: [], width: 0, height: 0 });
  });
});

describe('markers from afar', () => {
  it('are as large as there is room, and always readable', () => {
    const [one, three, seven] = [1, 3, 7].map((count) => markersAfar(many(count), ROOM));
    expect(one?.size).toBeGreaterThan(three?.size ?? 0);
    expect(three?.rows.width).toBeLessThanOrEqual(66);
    expect(seven).toMatchObject({ size: 16, more: 5 });
    expect(seven?.rows.laid).toHaveLength(2);
  });
});

describe('everything', () => {
  it('is side by side if there is room', () => {
    const { markers, chips } = everything(many(1), many(1), () => 30, ROOM);
    expect(markers.size).toBeGreaterThan(20);
    expect(markers.rows.laid[0]?.y).toBe((chips[0]?.y ?? 0) - markers.top);
  });

  it('is in rows if there is none, the smaller the more there is', () => {
    const few = everything(many(1), many(0), () => 40, ROOM);
    const some = everything(many(4), many(1), () => 60, ROOM);
    expect(few.markers.size).toBeGreaterThan(some.markers.size);
    expect(some.chips[0]?.y).toBeGreaterThan(0);
    expect(some.chips[0]?.width).toBeLessThanOrEqual(66);
  });

  it('stays inside, however many there are', () => {
    const crowded = everything(many(9), many(7), () => 40, ROOM);
    expect(crowded.markers.rows.laid).toHaveLength(9);
    expect(crowded.chips).toHaveLength(7);
    expect(crowded.markers.size).toBe(10);
  });

  it('narrows a chip that is wider than the room', () => {
    const { chips } = everything([], many(1), () => 132, ROOM);
    expect(chips[0]).toMatchObject({ scale: 0.5, width: 66 });
  });
});
