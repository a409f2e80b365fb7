/** Lines of communication (4.1), computed as on the server: from a power's home through areas under
 * its control and seas with its merchant fleets. */

import type { Area, Facts, PaxView, Power } from '../types';

/** A place or a sea. */
export type Spot = string;

/** What lines depend on. */
export type LinesView = Pick<
  PaxView,
  'markers' | 'fleets' | 'canals' | 'balkan_wars' | 'new_marker_lines'
>;

export const PROTECTORATE = 3;

/** Where a line breaks: it gets as far as `last`, and `missing` would continue it. */
export interface Gap {
  last: Spot;
  missing: Spot;
}

type Near = Record<Spot, Spot[]>;

/** The neighbours of each place and sea, with the Balkan wars and canals so far. */
export function nearOf(facts: Facts, balkanWars: number, canal: boolean): Near {
  const { areas, homes, links } = facts;
  const routes: Record<Spot, Set<Spot>> = {};
  const coasts: Record<Spot, Spot[]> = {};
  for (const [id, { routes: to, coasts: on }] of Object.entries(areas)) {
    routes[id] = new Set(to);
    coasts[id] = [...on];
  }
  for (const [id, { routes: to }] of Object.entries(homes)) {
    routes[id] = new Set(to);
    coasts[id] = [...(links.homes[id] ?? [])];
  }
  for (const change of links.balkan.slice(0, balkanWars)) {
    for (const [one, other] of change.add_routes) routes[one]?.add(other) && routes[other]?.add(one);
    for (const [one, other] of change.remove_routes) {
      routes[one]?.delete(other);
      routes[other]?.delete(one);
    }
    for (const [area, sea] of change.add_coasts) coasts[area]?.push(sea);
  }
  const seas: Record<Spot, Set<Spot>> = {};
  for (const [sea, to] of Object.entries(links.seas)) seas[sea] = new Set(to);
  for (const [one, other] of canal ? links.canals : []) {
    seas[one]?.add(other);
    seas[other]?.add(one);
  }
  const near: Near = {};
  for (const [sea, to] of Object.entries(seas)) near[sea] = [...to].sort();
  for (const [place, to] of Object.entries(routes)) {
    const on = coasts[place] ?? [];
    near[place] = [...[...to].sort(), ...on];
  }
  // The order of shores is that of the map: areas, then homes.
  for (const place of [...Object.keys(areas), ...Object.keys(homes)]) {
    for (const sea of coasts[place] ?? []) near[sea]?.push(place);
  }
  return near;
}

/** The lines of one power in a position. */
export class Lines {
  readonly home: Spot;
  /** Everything joined to the home by what carries lines; and through what, for drawing. */
  readonly joined: Map<Spot, Spot | null>;

  constructor(
    private readonly facts: Facts,
    private readonly near: Near,
    view: LinesView,
    readonly power: Power,
  ) {
    this.home = homeOf(facts, power);
    const carrying = new Set<Spot>(view.fleets[power] ?? []);
    for (const [area, there] of Object.entries(view.markers)) {
      const marker = there[power];
      if (!marker) continue;
      const status = view.new_marker_lines ? marker.status : marker.was;
      if (status >= PROTECTORATE) carrying.add(area);
    }
    this.joined = new Map([[this.home, null]]);
    for (const spot of this.joined.keys()) {
      for (const next of near[spot] ?? []) {
        if (carrying.has(next) && !this.joined.has(next)) this.joined.set(next, spot);
      }
    }
  }

  /** The joined place or sea from which a line reaches an area; null if there is no line. */
  from(area: Area): Spot | null {
    if (this.joined.has(area)) return this.joined.get(area) ?? area;
    return (this.near[area] ?? []).find((spot) => this.joined.has(spot)) ?? null;
  }

  reaches(area: Area): boolean {
    return this.from(area) !== null;
  }

  /** For a missing line: the first gap on the way with the fewest; null if the line exists, or
   * there is no way at all. */
  gap(area: Area): Gap | null {
    if (this.reaches(area)) return null;
    const before = new Map<Spot, Spot | null>([...this.joined.keys()].sort().map((each) => [each, null]));
    for (const spot of before.keys()) {
      const near = this.near[spot] ?? [];
      if (near.includes(area) && !this.joined.has(spot)) return this.firstGap(spot, before);
      for (const next of near) {
        const foreign = next in this.facts.homes && next !== this.home;
        if (!before.has(next) && !foreign && next !== area) before.set(next, spot);
      }
    }
    return null;
  }

  private firstGap(spot: Spot, before: Map<Spot, Spot | null>): Gap {
    let missing = spot;
    for (;;) {
      const last = before.get(missing);
      if (last === null || last === undefined) return { last: this.home, missing };
      if (this.joined.has(last)) return { last, missing };
      missing = last;
    }
  }
}

export const homeOf = (facts: Facts, power: Power): Spot =>
  Object.keys(facts.homes).find((home) => facts.homes[home]?.power === power) ?? '';

/** The lines of any power in a position; the graph is computed once. */
export function linesIn(facts: Facts, view: LinesView): (power: Power) => Lines {
  const near = nearOf(facts, view.balkan_wars, Object.keys(view.canals).length > 0);
  const known = new Map<Power, Lines>();
  return (power) => {
    let lines = known.get(power);
    if (!lines) known.set(power, (lines = new Lines(facts, near, view, power)));
    return lines;
  };
}
