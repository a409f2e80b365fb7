/** The lines of orders on the map and the marks at their ends. The shapes are those of the
 * referee's sheet, so that both pictures read alike. */

import type { Spot } from './types';

export const UNIT = 17; // the space a unit takes
export const HEAD = 15;
const BEND = 0.13; // a move bends to one side, so that opposite moves are apart
const MOST_BEND = 26;
const WAVE = 9;
const HEIGHT = 3.2;

const add = (a: Spot, b: Spot, share = 1): Spot => [a[0] + b[0] * share, a[1] + b[1] * share];
const from = (a: Spot, b: Spot): Spot => [b[0] - a[0], b[1] - a[1]];
const length = (a: Spot): number => Math.hypot(a[0], a[1]);
/** Rotated by 90 degrees. */
const aside = (a: Spot): Spot => [-a[1], a[0]];
const unitary = (a: Spot): Spot => {
  const size = length(a) || 1;
  return [a[0] / size, a[1] / size];
};
const number = (value: number): string => String(Math.round(value * 10) / 10);
export const write = (spot: Spot): string => `${number(spot[0])} ${number(spot[1])}`;
export const apart = (a: Spot, b: Spot): number => length(from(a, b));
export const between = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A line through some points; `at(0)` is its start, `at(1)` its end. */
export class Curve {
  private readonly marks: number[] = [0];

  constructor(readonly points: Spot[]) {
    points.forEach((point, index) => {
      const before = points[index - 1];
      if (before) this.marks.push((this.marks.at(-1) ?? 0) + apart(before, point));
    });
  }

  get length(): number {
    return this.marks.at(-1) ?? 0;
  }

  at(share: number): Spot {
    const goal = Math.min(1, Math.max(0, share)) * this.length;
    for (let index = 1; index < this.points.length; index++) {
      const [start, end] = [this.marks[index - 1] ?? 0, this.marks[index] ?? 0];
      if (end < goal) continue;
      const [a, b] = [this.points[index - 1], this.points[index]];
      if (a && b) return add(a, from(a, b), end > start ? (goal - start) / (end - start) : 0);
    }
    return this.points.at(-1) ?? [0, 0];
  }

  /** The direction there, of length one. */
  heading(share: number): Spot {
    const way = from(this.at(share - 0.02), this.at(share + 0.02));
    return length(way) ? unitary(way) : [1, 0];
  }

  /** The same line, shortened at its start and end. */
  cut(start: number, end: number): Curve {
    if (this.length <= start + end + 4) start = end = Math.max(0, (this.length - 4) / 2);
    const whole = this.length || 1;
    const inner = this.points.filter((_, index) => {
      const mark = this.marks[index] ?? 0;
      return start < mark && mark < this.length - end;
    });
    return new Curve([this.at(start / whole), ...inner, this.at(1 - end / whole)]);
  }

  path(): string {
    return 'M' + this.points.map(write).join('L');
  }
}

/** A slight arc: a move by land, or of a fleet. */
export function swerve(start: Spot, end: Spot): Curve {
  const way = from(start, end);
  const bend = Math.min(BEND * length(way), MOST_BEND);
  const bow = add(add(start, way, 0.5), aside(unitary(way)), 2 * bend);
  const points = Array.from({ length: 17 }, (_, step): Spot => {
    const t = step / 16;
    const part = (axis: 0 | 1) =>
      (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * bow[axis] + t * t * end[axis];
    return [part(0), part(1)];
  });
  return new Curve(points);
}

/** A smooth line through all the fleets that convoy an army. */
export function voyage(stops: Spot[]): Curve {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return new Curve(stops);
  const padded = [first, ...stops, last];
  const points = [first];
  for (let index = 0; index + 3 < padded.length; index++) {
    const [a, b, c, d] = padded.slice(index, index + 4) as [Spot, Spot, Spot, Spot];
    for (let step = 1; step <= 12; step++) points.push(onSpline(a, b, c, d, step / 12));
  }
  return new Curve(points);
}

function onSpline(a: Spot, b: Spot, c: Spot, d: Spot, t: number): Spot {
  const part = (axis: 0 | 1) =>
    b[axis] +
    (c[axis] - a[axis]) * 0.5 * t +
    (a[axis] * 2 - b[axis] * 5 + c[axis] * 4 - d[axis]) * 0.5 * t ** 2 +
    (b[axis] * 3 - a[axis] - c[axis] * 3 + d[axis]) * 0.5 * t ** 3;
  return [part(0), part(1)];
}

export function wave(start: Spot, end: Spot): Curve {
  const way = from(start, end);
  const count = Math.max(2, Math.round(length(way) / WAVE));
  const side = aside(unitary(way));
  const points = Array.from({ length: count * 6 + 1 }, (_, step): Spot => {
    const t = step / (count * 6);
    return add(add(start, way, t), side, HEIGHT * Math.sin(t * count * 2 * Math.PI));
  });
  return new Curve(points);
}

// -- marks

/** The head of an arrow. */
export function head(tip: Spot, heading: Spot, size = HEAD): string {
  const back = add(tip, heading, -size);
  const side = aside(heading);
  const corners = [
    tip,
    add(back, side, size * 0.46),
    add(tip, heading, -size * 0.72),
    add(back, side, -size * 0.46),
  ];
  return 'M' + corners.map(write).join('L') + 'Z';
}

/** A saltire. */
export function cross(middle: Spot, size = 6): string {
  const arm = size * Math.SQRT1_2;
  const [x, y] = middle;
  const ends: Spot[] = [
    [x - arm, y - arm],
    [x + arm, y + arm],
    [x + arm, y - arm],
    [x - arm, y + arm],
  ];
  const [a, b, c, d] = ends.map(write);
  return `M${a}L${b}M${c}L${d}`;
}

/** A short line across. */
export function bar(middle: Spot, heading: Spot, size = 7): string {
  const side = aside(heading);
  return `M${write(add(middle, side, -size))}L${write(add(middle, side, size))}`;
}

/** A star around a dislodged unit. */
export function burst(middle: Spot, inner = 18, outer = 25, spikes = 14): string {
  const points = Array.from({ length: spikes * 2 }, (_, index): Spot => {
    const radius = index % 2 ? inner : outer;
    const angle = (Math.PI * index) / spikes;
    return [middle[0] + radius * Math.cos(angle), middle[1] + radius * Math.sin(angle)];
  });
  return 'M' + points.map(write).join('L') + 'Z';
}
