/** The line of a march; the server says which route it takes. */

import type { Choice } from '$lib/choices';

import type { AttritionView, Facts, PathFacts, XY } from './facts';

/** What an action does with a tile on the board. */
export interface Marching {
  tile: string;
  from: string;
  to: string;
  sea: boolean;
}

const MARCHES = new Set(['move', 'sail', 'advance', 'redeploy']);

export function march({ verb, names }: Pick<Choice, 'verb' | 'names'>): Marching | null {
  const [tile, from, to] = names;
  if (!MARCHES.has(verb) || !tile || !from || !to) return null;
  return { tile, from, to, sea: verb === 'sail' };
}

/** The same for an action as text. */
export function marchOf(action: string): Marching | null {
  const [verb = '', ...names] = action.split(' ');
  return march({ verb, names });
}

/** The regions on the route of a march; a single step has none between. */
export function route(view: AttritionView, { from, to, sea }: Marching): string[] {
  return (sea ? view.sea_paths : view.paths)[from]?.[to] ?? [from, to];
}

/** The line along a route, from the centre of the first plate to that of the last. */
export function line(facts: Facts, path: string[]): XY[] {
  const points: XY[] = [];
  for (const [index, region] of path.entries()) {
    const next = path[index + 1];
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
