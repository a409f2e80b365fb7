/** Arrows for the movements that log lines report. */

import type { LogEntry } from '$lib/types';

import { wordsOf } from '../turnLog';
import type { Facts, Power, XY } from '../types';
import { placeOf } from './marks';
import { spotAt, way } from './strands';

/** The argument with the place that a unit leaves; it goes `there`. */
const FROM: Record<string, string> = {
  'log.moved': 'place',
  'log.march': 'area',
  'log.retreat': 'area',
  'log.shipped': 'sea',
  'log.manoeuvre': 'here',
  'log.war_retreat': 'here',
};
const HEAD = 30; // units of the map

export interface Arrow {
  power: Power;
  path: string;
  /** Its head, a triangle. */
  head: string;
}

export function arrowsOf(facts: Facts, lines: LogEntry[], width: number): Arrow[] {
  return lines.flatMap((line) => {
    const name = FROM[line.key];
    if (!name) return [];
    const [start, end] = [name, 'there'].map((each) => spotAt(facts, placeOf(wordsOf(line, each)[0] ?? '')));
    if (!start || !end) return [];
    return [{ power: wordsOf(line, 'power')[0] ?? '', path: way(start, end, width), head: headAt(start, end, width) }];
  });
}

/** A triangle at the end of a line; one around the world arrives from the other side. */
function headAt(start: XY, end: XY, width: number): string {
  const along = end[0] - start[0];
  const x = Math.abs(along) > width / 2 ? along - Math.sign(along) * width : along;
  const angle = Math.atan2(end[1] - start[1], x);
  const corner = (turn: number) =>
    [end[0] - HEAD * Math.cos(angle + turn), end[1] - HEAD * Math.sin(angle + turn)]
      .map((each) => Math.round(each * 10) / 10)
      .join(' ');
  return `M${end[0]} ${end[1]}L${corner(0.5)}L${corner(-0.5)}Z`;
}
