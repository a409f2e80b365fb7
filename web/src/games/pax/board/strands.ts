/** Drawing lines of communication, also around the world. */

import type { Area, Facts, PaxView, XY } from '../types';
import type { Gap, Lines, Spot } from './lines';

/** The position of a place or sea; null if it is not on this map. */
export function spotAt(facts: Facts, spot: Spot): XY | null {
  return facts.areas[spot]?.at ?? facts.homes[spot]?.at ?? facts.seas[spot] ?? null;
}

/** A line between two points; over the edge of the map if that is shorter. */
export function way(from: XY, to: XY, width: number): string {
  const along = to[0] - from[0];
  if (Math.abs(along) <= width / 2) return `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;
  const round = along > 0 ? -width : width;
  const edge = along > 0 ? 0 : width;
  const part = (edge - from[0]) / (to[0] + round - from[0]);
  const y = Math.round((from[1] + part * (to[1] - from[1])) * 10) / 10;
  return `M${from[0]} ${from[1]}L${edge} ${y}M${width - edge} ${y}L${to[0]} ${to[1]}`;
}

export interface Strands {
  /** What carries the lines. */
  carrying: string;
  /** From there to markers that do not carry them on. */
  reaching: string;
  /** Areas with a marker that no line reaches, each with where its line breaks. */
  broken: { area: Area; gap: Gap | null; path: string }[];
}

export function strandsOf(lines: Lines, view: PaxView, facts: Facts, width: number): Strands {
  const draw = (from: Spot, to: Spot): string => {
    const [start, end] = [spotAt(facts, from), spotAt(facts, to)];
    return start && end ? way(start, end, width) : '';
  };
  const carrying = [...lines.joined].map(([spot, before]) => (before ? draw(before, spot) : ''));
  const own = Object.keys(view.markers).filter((area) => view.markers[area]?.[lines.power]);
  const reaching: string[] = [];
  const broken: Strands['broken'] = [];
  for (const area of own.filter((each) => !lines.joined.has(each))) {
    const from = lines.from(area);
    if (from) reaching.push(draw(from, area));
    else {
      const gap = lines.gap(area);
      const path = gap ? draw(gap.last, gap.missing) : '';
      broken.push({ area, gap, path });
    }
  }
  return { carrying: carrying.join(''), reaching: reaching.join(''), broken };
}

/** Everything within reach of the lines. */
export function reachOf(lines: Lines, facts: Facts): Set<Spot> {
  const areas = Object.keys(facts.areas).filter((area) => lines.reaches(area));
  return new Set([...areas, ...lines.joined.keys()]);
}
