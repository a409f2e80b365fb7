/** The lines of an evaluation graph, and the value at a move. */

import type { EvaluationPoint } from '$lib/types';

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

/** Where a chance is; `most` is at the upper edge. */
export const y = (chance: number, { top, bottom }: Frame, most = WHOLE): number =>
  bottom - (chance / most) * (bottom - top);

/** The chance at the upper edge: 100 for two sides, who mirror each other; with more, a little
 * above the greatest, so that lines can be tableRows apart. */
export function mostOf(points: EvaluationPoint[]): number {
  const all = points.flatMap(({ chances }) => Object.values(chances));
  if (Object.keys(points[0]?.chances ?? {}).length < 3) return WHOLE;
  return Math.min(WHOLE, STEP * Math.ceil((1 + Math.max(...all)) / STEP));
}

/** The line of a seat as points of a polyline. */
export function curve(
  points: EvaluationPoint[],
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

/** The area below a line, down to the lower edge. */
export function area(spots: [number, number][], { bottom }: Frame): string {
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return '';
  return written([[first[0], bottom], ...spots, [last[0], bottom]]);
}

/** The move at a place of the graph. */
export function moveAt(across: number, total: number, { left, right }: Frame): number {
  const part = (across - left) / Math.max(1, right - left);
  return Math.round(Math.min(1, Math.max(0, part)) * total);
}

/** The evaluation after a move: the last one computed up to it; unknown if that has not come so
 * far. */
export function pointAt(points: EvaluationPoint[], move: number, done = true): EvaluationPoint | undefined {
  const last = points.at(-1);
  if (!done && last && last.move < move) return undefined;
  return points.findLast((point) => point.move <= move) ?? points[0];
}

/** The points of the data table: those at which turns start, the first and the last. */
export function tableRows(points: EvaluationPoint[], turns: number[]): EvaluationPoint[] {
  const last = points.length - 1;
  const begun = new Set(turns);
  return points.filter(({ move }, index) => index === 0 || index === last || begun.has(move));
}

/** Percentages that add up to a whole bar. */
export function shares(chances: Record<string, number>): [string, number][] {
  const sum = Object.values(chances).reduce((all, each) => all + each, 0);
  const parts = Object.entries(chances);
  return parts.map(([seat, chance]) => [seat, sum ? (100 * chance) / sum : 100 / parts.length]);
}
