/** Bonuses (13.4 to 13.6): who would have them now, and what the others lack. */

import type { Area, Facts, PaxView, Power } from '../types';
import { powersOf, PROTECTORATE, type TableOptions } from './reckoning';

export type Standing =
  | 'earned' // earned for good
  | 'now' // counts if the game ended now
  | 'open' // still available
  | 'gone' // another power has it for good
  | 'lost' // costs points if the game ended now
  | 'kept'; // a loss that is avoided so far

export interface SeatStanding {
  seat: Power;
  standing: Standing;
  /** How many times it counts. */
  times: number;
  /** Areas that are still needed, or that are in the way. */
  areas: Area[];
}

export interface BonusStanding {
  id: string;
  points: number;
  when: string;
  seats: SeatStanding[];
}

/** Another's control is hard to take: a way round it may be longer. */
const THROUGH_OTHERS = 4;

/** Bonuses for a treaty that binds one of some powers to defend another (13.4), against an enemy.
 */
const DEFENDED: Record<string, { allies: Power[]; against?: Power }> = {
  german_defensive_treaty: { allies: ['russia'] },
  french_defensive_treaty: { allies: ['great_britain', 'russia', 'italy'], against: 'germany' },
};

/** The state of each bonus in play, for every seat or some. */
export function bonusStandings(
  facts: Facts,
  view: PaxView,
  options: TableOptions,
  asked: Power[] = view.seats,
): BonusStanding[] {
  return Object.entries(facts.figures.bonuses)
    .filter(([, bonus]) => bonus.enabled || options['suggested_bonuses'])
    .filter(([, bonus]) => !bonus.power || view.seats.includes(bonus.power))
    .map(([id, { points, when, power }]) => {
      const seats = asked.filter((seat) => !power || seat === power);
      const standings = seats.map((seat) => standingOf(facts, view, id, seat));
      return { id, points, when, seats: standings };
    });
}

/** The points that the final bonuses would earn a seat now (line 28). */
export function endBonuses(facts: Facts, view: PaxView, options: TableOptions, seat: Power): number {
  return bonusStandings(facts, view, options, [seat])
    .filter(({ when }) => when === 'end')
    .flatMap(({ points, seats }) => seats.map(({ times }) => times * points))
    .reduce((total, each) => total + each, 0);
}

const holds = (view: PaxView, power: Power, area: Area): boolean =>
  (view.markers[area]?.[power]?.was ?? 0) >= PROTECTORATE;

const controllers = (view: PaxView, area: Area): Power[] =>
  Object.entries(view.markers[area] ?? {})
    .filter(([, { status }]) => status >= PROTECTORATE)
    .map(([power]) => power);

function standingOf(facts: Facts, view: PaxView, id: string, seat: Power): SeatStanding {
  const bonus = facts.figures.bonuses[id];
  const areas = bonus?.areas ?? [];
  const reached = (missing: Area[]): SeatStanding =>
    missing.length
      ? { seat, standing: 'open', times: 0, areas: missing }
      : { seat, standing: 'now', times: 1, areas: [] };
  switch (id) {
    case 'first_canal': {
      const [first] = Object.values(view.canals);
      const standing = !first ? 'open' : first === seat ? 'earned' : 'gone';
      return { seat, standing, times: Number(first === seat), areas: [] };
    }
    case 'africa_east_west':
    case 'africa_north_south':
      return reached(wayAcross(facts, view, seat, bonus?.ends ?? []));
    case 'monroe_doctrine':
      return reached(areas.filter((area) => controllers(view, area).some((each) => each !== seat)));
    case 'open_door':
      return reached(areas.filter((area) => controllers(view, area).length));
    case 'british_india': {
      const gone = areas.filter((area) => !holds(view, seat, area));
      return { seat, standing: gone.length ? 'lost' : 'kept', times: gone.length, areas: gone };
    }
    case 'japan_korea': {
      const alone = (area: Area) => controllers(view, area).every((each) => each === seat);
      return reached(areas.filter((area) => !holds(view, seat, area) || !alone(area)));
    }
    case 'russia_straits':
      return reached(areas.filter((area) => !holds(view, seat, area)));
    case 'italy_mediterranean':
      return reached(areas.some((area) => holds(view, seat, area)) ? [] : areas);
    case 'german_defensive_treaty':
    case 'french_defensive_treaty': {
      const isHad = isDefended(view, id, seat);
      return { seat, standing: isHad ? 'now' : 'open', times: Number(isHad), areas: [] };
    }
    default:
      return { seat, standing: (bonus?.points ?? 0) < 0 ? 'kept' : 'open', times: 0, areas: [] };
  }
}

/** Whether a treaty in force binds an ally to it. Conditional clauses are left open: the view does
 * not show whether the condition is met. */
function isDefended(view: PaxView, id: string, seat: Power): boolean {
  const { allies = [], against } = DEFENDED[id] ?? {};
  const isOn = (start: number, until: number) => view.turn >= start && (!until || view.turn <= until);
  return Object.values(view.treaties).some(({ state, until, parties, released, done, clauses }) => {
    const binds = (power: Power) => parties.includes(power) && !released.includes(power);
    if (state !== 'in_force' || !isOn(0, until) || !binds(seat)) return false;
    return clauses.some(({ kind, args, when, start, until: last }, place) => {
      if (kind !== 'defensive' || when || done.includes(place) || !isOn(start, last)) return false;
      const ally = String(args['power']);
      const enemies = String(args['against']).split(' ');
      const isNamed = !against || enemies.includes(against) || enemies.includes('anyone');
      return args['protected'] === seat && allies.includes(ally) && binds(ally) && isNamed;
    });
  });
}

/** The areas that a seat lacks on the easiest land route across Africa; none if it has one. Germany
 * and Austria-Hungary do not combine theirs (13.6). */
function wayAcross(facts: Facts, view: PaxView, seat: Power, ends: Area[][]): Area[] {
  const ways = powersOf(seat).map((power) => easiestWay(facts, view, power, ends));
  return ways.reduce((best, each) => (each.length < best.length ? each : best));
}

function easiestWay(facts: Facts, view: PaxView, power: Power, [from = [], to = []]: Area[][]): Area[] {
  const prices = new Map<Area, number>();
  const price = (area: Area): number => {
    const known = prices.get(area);
    if (known !== undefined) return known;
    const others = controllers(view, area).some((each) => each !== power);
    const found = holds(view, power, area) ? 0 : others ? THROUGH_OTHERS : 1;
    prices.set(area, found);
    return found;
  };
  const far = new Map<Area, number>(from.map((area) => [area, price(area)]));
  const before = new Map<Area, Area>();
  const open = new Set(from);
  while (open.size) {
    const here = [...open].reduce((a, b) => ((far.get(b) ?? 0) < (far.get(a) ?? 0) ? b : a));
    open.delete(here);
    if (to.includes(here)) return lacking(view, power, here, before);
    for (const next of facts.areas[here]?.routes ?? []) {
      if (!facts.areas[next]) continue; // a home nation
      const sum = (far.get(here) ?? 0) + price(next);
      if (sum >= (far.get(next) ?? Infinity)) continue;
      far.set(next, sum);
      before.set(next, here);
      open.add(next);
    }
  }
  return [...from];
}

function lacking(view: PaxView, power: Power, end: Area, before: Map<Area, Area>): Area[] {
  const way: Area[] = [];
  for (let here: Area | undefined = end; here; here = before.get(here)) way.unshift(here);
  return way.filter((area) => !holds(view, power, area));
}
