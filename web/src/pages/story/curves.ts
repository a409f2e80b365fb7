/** The layout of a graph: its lines, ticks and names. */

import type { StoryGraph } from '$lib/types';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Curve {
  id: string;
  name: string;
  /** Points of a polyline. */
  path: string;
  /** Where it ends, and where its name is. */
  end: { x: number; y: number };
  label: number;
  last: number;
}

/** Round numbers up to the greatest value, from 0 or the least; at most six. */
export function marks(values: number[]): number[] {
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => (most - least) / each <= 5) ?? 200;
  const found: number[] = [];
  for (let mark = Math.floor(least / step) * step; mark < most + step; mark += step) {
    found.push(mark);
  }
  return found;
}

export function place(value: number, from: number, to: number, start: number, end: number): number {
  return to === from ? start : start + ((value - from) / (to - from)) * (end - start);
}

/** Names at the ends of their lines, moved apart if they would overlap. */
export function apart(wanted: number[], least: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  const room = (bottom - top) / Math.max(1, order.length - 1);
  const gap = Math.min(least, room);
  let above = top - gap;
  for (const each of order) above = each.y = Math.max(each.y, above + gap);
  let below = bottom + gap;
  for (const each of order.toReversed()) below = each.y = Math.min(each.y, below - gap);
  const found = wanted.slice();
  for (const { y, index } of order) found[index] = y;
  return found;
}

export function curves(graph: StoryGraph, frame: Frame): Curve[] {
  const all = graph.lines.flatMap((line) => line.values);
  const scale = marks(all);
  const low = scale[0] ?? 0;
  const high = scale.at(-1) ?? 1;
  const { left, right, top, bottom } = frame;
  const y = (value: number) => place(value, low, high, bottom, top);
  const x = (index: number, count: number) => place(index, 0, count - 1, left, right);
  const found = graph.lines.map((line) => {
    const { values } = line;
    const spots = values.map((value, index) => [x(index, values.length), y(value)] as const);
    const [endX, endY] = spots.at(-1) ?? [left, bottom];
    return {
      id: line.id,
      name: line.name,
      path: spots.map(([sx, sy]) => `${sx.toFixed(1)},${sy.toFixed(1)}`).join(' '),
      end: { x: endX, y: endY },
      label: endY,
      last: values.at(-1) ?? 0,
    };
  });
  const labels = apart(
    found.map((each) => each.end.y),
    17,
    top,
    bottom,
  );
  return found.map((each, index) => ({ ...each, label: labels[index] ?? each.label }));
}

/** Which points are labelled below the graph: first, last, and some between. */
export function named(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / (most - 1));
  const found: number[] = [];
  for (let index = 0; index < count - step / 2; index += step) found.push(index);
  if (found.at(-1) !== count - 1) found.push(count - 1);
  return found;
}
