/** Orders as figures on the map: arrows, supports, convoys, as on the referee's sheet. */

import {
  apart,
  bar,
  between,
  cross,
  Curve,
  head,
  HEAD,
  swerve,
  UNIT,
  voyage,
  wave,
} from './curves';
import { isFleet, placeOf, provinceOf, provinceOfUnit, type Order } from './orders';
import type { Facts, Power, Spot } from './types';

/** An order to draw; `works` is false if it failed. */
export interface Drawn {
  order: Order;
  power: Power;
  works: boolean;
  /** Not written yet: what the next click would write. */
  ghost?: boolean;
  /** Proposed in a message, not given. */
  proposed?: boolean;
}

/** `line`: a stroke on a halo of paper; `solid`: filled; `mark`: a sign of failure. */
export interface Shape {
  kind: 'line' | 'solid' | 'mark' | 'alarm';
  path: string;
  width?: number;
  dashes?: string;
}

export interface Figure extends Drawn {
  key: string;
  shapes: Shape[];
}

export const DASHES = { failed: '9 7', support: '1.5 5', cut: '1.5 9', retreat: '7 4 1.5 4', proposed: '7 10' };

/** The layers, from below. */
const LAYERS = ['hold', 'convoy', 'support', 'disband', 'waive', 'remove', 'build', 'move'];

/** Where a unit in a place is drawn. */
export function spotOf(facts: Facts, place: string): Spot {
  const province = facts.provinces[provinceOf(place)];
  return province?.coasts[place] ?? province?.unit ?? [0, 0];
}

export class Sketch {
  /** Where arrows should leave room for a unit. */
  private readonly standing: Map<string, Spot>;

  constructor(
    private readonly facts: Facts,
    private readonly drawn: Drawn[],
    units: string[],
    /** The scale compared with the referee's sheet. */
    private readonly scale = 1,
  ) {
    this.standing = new Map(
      units.map((unit) => [provinceOfUnit(unit), spotOf(facts, placeOf(unit))]),
    );
  }

  figures(): Figure[] {
    return [...this.drawn]
      .sort((a, b) => LAYERS.indexOf(a.order.verb) - LAYERS.indexOf(b.order.verb))
      .map((each) => ({
        ...each,
        key: `${each.ghost ? '?' : ''}${each.order.text}`,
        shapes: this.shapes(each),
      }));
  }

  private shapes({ order, works }: Drawn): Shape[] {
    const spot = spotOf(this.facts, placeOf(order.unit));
    switch (order.verb) {
      case 'hold':
        return [line(new Curve([this.shift(spot, -11, -20), this.shift(spot, 11, -20)]), 3)];
      case 'move':
        return this.arrow(this.way(order.unit, order.goal).cut(0, this.room(order.goal)), works);
      case 'support':
        return this.support(spot, order, works);
      case 'convoy':
        return this.convoy(spot, order, works);
      default:
        return []; // builds and removals are marks of the units themselves
    }
  }

  /** To the middle of the supported move; or to the unit, with a bar before it. */
  private support(spot: Spot, order: Order, works: boolean): Shape[] {
    const dashes = works ? DASHES.support : DASHES.cut;
    let way: Curve;
    const shapes: Shape[] = [];
    if (order.goal) {
      const goal = this.way(order.other, order.goal).at(0.5);
      way = new Curve([spot, goal]).cut(this.unit, 0);
      shapes.push(line(way, 3, dashes), this.knob(goal));
    } else {
      const goal = spotOf(this.facts, placeOf(order.other));
      way = new Curve([spot, goal]).cut(this.unit, this.unit + 6);
      const end: Shape = { kind: 'line', path: bar(way.at(1), way.heading(0.9), 7 * this.scale), width: 3.2 };
      shapes.push(line(way, 3, dashes), end);
    }
    return works ? shapes : [...shapes, this.crossed(way.at(0.5))];
  }

  /** Waves over the fleet; towards the move if the army is not ordered this way. */
  private convoy(spot: Spot, order: Order, works: boolean): Shape[] {
    let middle = this.shift(spot, 0, -24);
    let shapes: Shape[];
    if (this.carriers(order.other, order.goal).has(provinceOfUnit(order.unit))) {
      shapes = [-2.5, 2.5].map((down) =>
        line(wave(this.shift(middle, -14, down), this.shift(middle, 14, down)), 2),
      );
    } else {
      const army = spotOf(this.facts, placeOf(order.other));
      const goal = between(army, spotOf(this.facts, order.goal));
      const way = new Curve([spot, goal]).cut(this.unit, 0);
      middle = way.at(0.5);
      shapes = [line(wave(way.at(0), way.at(1)), 2.2), this.knob(goal)];
    }
    return works ? shapes : [...shapes, this.crossed(middle)];
  }

  /** The line of a move, through its convoying fleets if there are any. */
  private way(unit: string, goal: string): Curve {
    const start = placeOf(unit);
    const stops = [start, ...(isFleet(unit) ? [] : this.route(unit, goal)), goal];
    const points = [spotOf(this.facts, start)];
    stops.slice(1).forEach((stop, index) => {
      const before = stops[index] ?? start;
      points.push(...this.passage(before, stop), spotOf(this.facts, stop));
    });
    const [first, last] = points as [Spot, Spot];
    return points.length === 2 ? swerve(first, last) : voyage(points);
  }

  private passage(start: string, end: string): Spot[] {
    const [one, other] = [provinceOf(start), provinceOf(end)];
    const back = this.facts.passages[`${other}-${one}`] ?? [];
    return this.facts.passages[`${one}-${other}`] ?? [...back].reverse();
  }

  /** The seas whose fleets convoy an army to its destination. */
  private carriers(army: string, goal: string): Set<string> {
    const end = provinceOf(goal);
    const moves = this.drawn.some(
      ({ order }) =>
        order.verb === 'move' && order.unit === army && provinceOf(order.goal) === end,
    );
    if (!moves) return new Set();
    return new Set(
      this.drawn
        .filter(
          ({ order }) =>
            order.verb === 'convoy' && order.other === army && provinceOf(order.goal) === end,
        )
        .map(({ order }) => provinceOfUnit(order.unit)),
    );
  }

  /** The shortest chain of these seas; none if they do not reach. */
  private route(army: string, goal: string): string[] {
    const seas = this.carriers(army, goal);
    if (!seas.size) return [];
    const shore = this.waters(provinceOf(goal));
    const chains = this.waters(provinceOfUnit(army))
      .filter((sea) => seas.has(sea))
      .map((sea) => [sea]);
    const seen = new Set(chains.flat());
    for (const chain of chains) {
      const sea = chain.at(-1) ?? '';
      if (shore.includes(sea)) return chain;
      for (const next of this.waters(sea)) {
        if (!seas.has(next) || seen.has(next)) continue;
        seen.add(next);
        chains.push([...chain, next]); // grows while it is read
      }
    }
    return [];
  }

  /** The seas next to a province. */
  private waters(province: string): string[] {
    const beside = Object.values(this.facts.provinces[province]?.fleet ?? {}).flat();
    return beside.map(provinceOf).filter((each) => this.facts.provinces[each]?.kind === 'sea');
  }

  /** How far before its goal an arrow ends. */
  private room(goal: string): number {
    const other = this.standing.get(provinceOf(goal));
    return other && apart(other, spotOf(this.facts, goal)) < 20 ? this.unit + 4 : 4;
  }

  // -- marks

  /** The space a unit takes. */
  private get unit(): number {
    return UNIT * this.scale;
  }

  private shift([x, y]: Spot, right: number, down: number): Spot {
    return [x + right * this.scale, y + down * this.scale];
  }

  /** A move; a failed one is broken and crossed out. */
  private arrow(way: Curve, works: boolean): Shape[] {
    const size = HEAD * this.scale;
    const shapes: Shape[] = [
      line(way.cut(0, size * 0.7), 4.2, works ? undefined : DASHES.failed),
      { kind: 'solid', path: head(way.at(1), way.heading(0.98), size) },
    ];
    return works ? shapes : [...shapes, this.crossed(way.at(way.length > 90 ? 0.72 : 0.4))];
  }

  private crossed(middle: Spot): Shape {
    return { kind: 'mark', path: cross(middle, 6 * this.scale), width: 2.6 };
  }

  /** Where a support meets a move. */
  private knob([x, y]: Spot): Shape {
    const radius = 4.6 * this.scale;
    const half = (way: 1 | -1) => `a${radius} ${radius} 0 1 0 ${way * 2 * radius} 0`;
    return { kind: 'solid', path: `M${x + radius} ${y}${half(-1)}${half(1)}Z` };
  }
}

const line = (curve: Curve, width: number, dashes?: string): Shape => ({
  kind: 'line',
  path: curve.path(),
  width,
  dashes,
});

/** The retreat of a dislodged unit; only its start if it is not known yet. */
export function retreat(facts: Facts, unit: string, goal: string, known: boolean): Shape[] {
  const whole = swerve(spotOf(facts, placeOf(unit)), spotOf(facts, goal));
  const way = whole.cut(24, known ? 8 : Math.max(8, whole.length - 62));
  return [
    { kind: 'alarm', path: way.path(), width: 2.4, dashes: DASHES.retreat },
    { kind: 'alarm', path: head(way.at(1), way.heading(0.95)) },
  ];
}
