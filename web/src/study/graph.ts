/** Where the lines of an evaluation run, and what is said of a moment. */

import type { Point } from '$lib/types';

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const WHOLE = 100;
const STEP = 10;

export const x = (move: number, total: number, { left, right }: Frame): number =>
  total ? left + (move / total) * (right - left) : left;

/** Where a chance lies; `most` is the one at the upper edge. */
export const y = (chance: number, { top, bottom }: Frame, most = WHOLE): number =>
  bottom - (chance / most) * (bottom - top);

/** The chance at the upper edge: all of it for two, who mirror each other; among more, little over
 * the greatest that anybody has had, so that their lines can be told apart. */
export function mostOf(points: Point[]): number {
  const all = points.flatMap(({ chances }) => Object.values(chances));
  if (Object.keys(points[0]?.chances ?? {}).length < 3) return WHOLE;
  return Math.min(WHOLE, STEP * Math.ceil((1 + Math.max(...all)) / STEP));
}

/** The line of a seat as points of a polyline. */
export function curve(
  points: Point[],
  seat: string,
  total: number,
  frame: Frame,
  most = WHOLE,
): [number, number][] {
  return points.map(({ move, chances }) => [
    x(move, total, frame),
    y(chances[seat] ?? 0, frame, most),
  ]);
}

export const written = (spots: [number, number][]): string =>
  spots.map(([across, down]) => `${across.toFixed(1)},${down.toFixed(1)}`).join(' ');

/** What lies below a line, down to the lower edge. */
export function area(spots: [number, number][], { bottom }: Frame): string {
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return '';
  return written([[first[0], bottom], ...spots, [last[0], bottom]]);
}

/** The move that a place of the graph stands for. */
export function moveAt(across: number, total: number, { left, right }: Frame): number {
  const part = (across - left) / Math.max(1, right - left);
  return Math.round(Math.min(1, Math.max(0, part)) * total);
}

/** How things stand after a move: what was worked out last up to it; nothing is known yet where
 * that has not come so far. */
export function pointAt(points: Point[], move: number, done = true): Point | undefined {
  const last = points.at(-1);
  if (!done && last && last.move < move) return undefined;
  return points.findLast((point) => point.move <= move) ?? points[0];
}

/** The points that a table tells: those at which turns begin, the first and the last. */
export function told(points: Point[], turns: number[]): Point[] {
  const last = points.length - 1;
  const begun = new Set(turns);
  return points.filter(({ move }, index) => index === 0 || index === last || begun.has(move));
}

/** Parts of a hundred that make a whole bar. */
export function shares(chances: Record<string, number>): [string, number][] {
  const sum = Object.values(chances).reduce((all, each) => all + each, 0);
  const parts = Object.entries(chances);
  return parts.map(([seat, chance]) => [seat, sum ? (100 * chance) / sum : 100 / parts.length]);
}
