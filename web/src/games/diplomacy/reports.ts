/** What became of the orders: the results that the log tells, phase by phase. */

import type { LogLine } from '$lib/types';

import { isFleet, parsed, provinceOf, provinceOfUnit, type Order } from './orders';
import type { Facts, Piece, Phase, Power } from './types';

/** An order that was carried out, or not. */
export interface Result {
  order: Order;
  power: Power;
  /** As the server says: moves, fails, holds, supports, cut, convoys, broken, void. */
  outcome: string;
  dislodged: boolean;
  line: LogLine;
}

export interface Retreated {
  unit: string;
  power: Power;
  /** '' if it was disbanded. */
  goal: string;
  lost: boolean;
  line: LogLine;
}

export interface Adjusted {
  unit: string;
  power: Power;
  built: boolean;
  line: LogLine;
}

/** One phase: the position before it, what was ordered, and what came of it. */
export interface Report {
  move: number;
  phase: Exclude<Phase, 'over'>;
  season: string;
  year: number;
  before: Piece[];
  results: Result[];
  retreats: Retreated[];
  adjusted: Adjusted[];
}

const WORKING = new Set(['moves', 'holds', 'supports', 'convoys']);
export const works = (result: Result): boolean => WORKING.has(result.outcome);

const RESULT = 'log.result.';
const RETREATS = new Set(['log.retreats', 'log.disbands', 'log.retreat_clash']);
const ADJUSTED = new Set(['log.builds', 'log.removes', 'log.removed_by_rule']);
const PUSHED = new Set(['log.dislodged']);

/** All the phases that the log tells of, the oldest first. */
export function reportsOf(log: LogLine[], facts: Facts): Report[] {
  const reports: Report[] = [];
  let season = '';
  let year = 0;
  let units: Piece[] = [];
  let open: Report | null = null;

  const into = (phase: Report['phase'], line: LogLine): Report => {
    if (open?.phase === phase && open.move === line.move) return open;
    const when = phase === 'adjustments' ? 'winter' : season;
    const before = units;
    open = { move: line.move, phase, season: when, year, before, results: [], retreats: [], adjusted: [] };
    reports.push(open);
    return open;
  };

  for (const line of log) {
    if (line.key === 'log.season') {
      season = String(line.args['season']);
      year = Number(line.args['year']);
    } else if (line.key.startsWith(RESULT)) {
      const report = into('movement', line);
      report.results.push(resultOf(line));
      units = afterMoves(report);
    } else if (PUSHED.has(line.key)) {
      const report = into('movement', line);
      const unit = String(line.args['unit']);
      for (const result of report.results) if (result.order.unit === unit) result.dislodged = true;
      units = afterMoves(report);
    } else if (RETREATS.has(line.key)) {
      const report = into('retreats', line);
      report.retreats.push(retreatOf(line));
      units = afterRetreats(report, facts);
    } else if (ADJUSTED.has(line.key)) {
      const report = into('adjustments', line);
      report.adjusted.push(adjustedOf(line));
      units = afterAdjustments(report);
    } else if (line.key === 'log.nowhere_to_go' || line.key === 'log.lost_in_disorder') {
      units = units.filter((each) => !(each.dislodged && each.name === line.args['unit']));
    }
  }
  return reports;
}

function resultOf(line: LogLine): Result {
  const outcome = String(line.args['outcome'] ?? '');
  const order = parsed(String(line.args['order']));
  const dislodged = line.key === `${RESULT}dislodged` || line.key === `${RESULT}cut_dislodged`;
  return { order, power: String(line.args['power']), outcome, dislodged, line };
}

function retreatOf(line: LogLine): Retreated {
  return {
    unit: String(line.args['unit']),
    power: String(line.args['power']),
    goal: String(line.args['province'] ?? ''),
    lost: line.key !== 'log.retreats',
    line,
  };
}

function adjustedOf(line: LogLine): Adjusted {
  const built = line.key === 'log.builds';
  return { unit: String(line.args['unit']), power: String(line.args['power']), built, line };
}

/** The position before a movement is known from its orders: every unit has one. */
function afterMoves(report: Report): Piece[] {
  report.before = report.results.map(({ order, power }) => piece(order.unit, power));
  return report.results.map(({ order, power, outcome, dislodged }) => {
    if (outcome !== 'moves') return { name: order.unit, power, dislodged };
    return piece(`${order.unit[0]} ${order.goal}`, power);
  });
}

function afterRetreats(report: Report, facts: Facts): Piece[] {
  const standing = report.before.filter((each) => !each.dislodged);
  const gone = report.retreats.filter((each) => !each.lost);
  const arrived = gone.map((each) => piece(arrival(each, facts), each.power));
  return [...standing, ...arrived];
}

/** The log names the province; a fleet that comes to one of two coasts is on the one in reach. */
function arrival({ unit, goal }: Retreated, facts: Facts): string {
  if (!isFleet(unit)) return `A ${goal}`;
  const ways = facts.provinces[provinceOfUnit(unit)]?.fleet[unit.slice(2)] ?? [];
  return `F ${ways.find((way) => provinceOf(way) === goal) ?? goal}`;
}

function afterAdjustments(report: Report): Piece[] {
  const removed = new Set(report.adjusted.filter((each) => !each.built).map((each) => each.unit));
  const built = report.adjusted.filter((each) => each.built);
  return [
    ...report.before.filter((each) => !removed.has(each.name)),
    ...built.map((each) => piece(each.unit, each.power)),
  ];
}

const piece = (name: string, power: Power): Piece => ({ name, power, dislodged: false });

/** The units of a view, those that must retreat included. */
export function piecesOf(
  units: Record<Power, string[]>,
  dislodged: Record<Power, Record<string, string[]>>,
): Piece[] {
  const standing = Object.entries(units).flatMap(([power, names]) =>
    names.map((name) => piece(name, power)),
  );
  const pushed = Object.entries(dislodged).flatMap(([power, waiting]) =>
    Object.keys(waiting).map((name) => ({ name, power, dislodged: true })),
  );
  return [...standing, ...pushed];
}
