import { expect, test } from 'vitest';

import { apart, Curve, swerve } from './curves';
import { Sketch, spotOf } from './sketch';
import { facts, menus, order } from './testdata';

const drawn = (text: string, works = true) => ({ order: order(text), power: 'ENGLAND', works });

test('a curve is measured and cut along its length', () => {
  const line = new Curve([
    [0, 0],
    [10, 0],
    [10, 10],
  ]);
  expect(line.length).toBe(20);
  expect(line.at(0.5)).toEqual([10, 0]);
  expect(line.cut(5, 5).points).toEqual([
    [5, 0],
    [10, 0],
    [10, 5],
  ]);
});

test('opposite moves are apart', () => {
  const [there, back] = [swerve([0, 0], [100, 0]), swerve([100, 0], [0, 0])];
  expect(apart(there.at(0.5), back.at(0.5))).toBeGreaterThan(20);
});

test('every order of real menus can be drawn', () => {
  for (const slots of [...menus.orders, ...menus.retreat]) {
    for (const { text, verb } of Object.values(slots).flat()) {
      if (verb === 'vote' || verb === 'disband') continue; // the unit itself is marked
      const [figure] = new Sketch(facts, [drawn(text)], []).figures();
      expect(figure?.shapes.length, text).toBeGreaterThan(0);
      for (const shape of figure?.shapes ?? []) expect(shape.path).not.toMatch(/NaN|undefined/);
    }
  }
});

test('a convoyed army passes the fleets that carry it', () => {
  const orders = ['A LON - NWY', 'F ENG C A LON - NWY', 'F NTH C A LON - NWY'].map((o) => drawn(o));
  const figures = new Sketch(facts, orders, []).figures();
  const move = figures.find((figure) => figure.order.verb === 'move');
  const [x, y] = spotOf(facts, 'NTH');
  const points = (move?.shapes[0]?.path ?? '').slice(1).split('L').map((p) => p.split(' ').map(Number));
  const nearest = Math.min(...points.map(([a, b]) => Math.hypot((a ?? 0) - x, (b ?? 0) - y)));
  expect(nearest).toBeLessThan(2);
});

test('failed orders are crossed out', () => {
  const marks = (works: boolean) =>
    new Sketch(facts, [drawn('A VIE - TRI', works)], [])
      .figures()
      .flatMap((figure) => figure.shapes)
      .filter((shape) => shape.kind === 'mark').length;
  expect([marks(true), marks(false)]).toEqual([0, 1]);
});
