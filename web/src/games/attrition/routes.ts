/** The way a tile takes, for the line that shows it; whether it may, the server has said. */

import type { Facts, PathFacts, Side, Status, XY } from './facts';

/** What an action does with a tile on the board. */
export interface March {
  tile: string;
  from: string;
  to: string;
  sea: boolean;
}

const MARCHES = new Set(['move', 'sail', 'advance', 'redeploy']);

export function march(action: string): March | null {
  const [verb = '', tile, from, to] = action.split(' ');
  if (!MARCHES.has(verb) || !tile || !from || !to) return null;
  return { tile, from, to, sea: verb === 'sail' };
}

type Passable = (region: string) => boolean;

/** The regions on the shortest way, ends included; a way by sea begins with a sea path. */
export function route(
  facts: Facts,
  { from, to, sea }: March,
  status: Record<string, Status>,
  side: Side,
): string[] {
  const friendly: Passable = (region) => status[region] === side;
  if (!sea) {
    const byLand = shortest(facts, [[from]], to, friendly);
    if (byLand.length) return byLand;
  }
  const ports = (facts.regions[from]?.sea ?? []).map((port) => [from, port]);
  const bySea = shortest(facts, ports, to, friendly);
  return bySea.length ? bySea : [from, to];
}

function shortest(facts: Facts, starts: string[][], to: string, friendly: Passable): string[] {
  const ways = [...starts];
  const seen = new Set(ways.map((way) => way.at(-1)));
  for (const way of ways) {
    const here = way.at(-1) ?? '';
    if (here === to) return way;
    if (way.length > 1 && !friendly(here)) continue;
    for (const next of facts.regions[here]?.land ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}

/** The line along the paths of a way, from the middle of the first plate to that of the last. */
export function line(facts: Facts, way: string[]): XY[] {
  const points: XY[] = [];
  for (const [index, region] of way.entries()) {
    const next = way[index + 1];
    const place = facts.places[region];
    if (place && (index === 0 || next === undefined)) points.push(place);
    if (next !== undefined) points.push(...between(facts.paths, region, next));
  }
  return points;
}

function between(paths: PathFacts[], a: string, b: string): XY[] {
  for (const path of paths) {
    if (path.a === a && path.b === b) return path.points;
    if (path.a === b && path.b === a) return [...path.points].reverse();
  }
  return [];
}

/** Points as the `d` of a path. */
export function drawn(points: XY[]): string {
  return points.map(([x, y], index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');
}
