/** The administrative sheet of a power in the current position, line by line, and the parts of each
 * line (4.2). The server computes the same at the end of the turn: see the tests. */

import type { Area, Facts, PaxView, Power } from '../types';

export const INTEREST = 1;
export const INFLUENCE = 2;
export const PROTECTORATE = 3;
export const POSSESSION = 4;
export const TOP = 5;

/** The names of statuses in the tables, by rank. */
export const STATUSES = ['none', 'interest', 'influence', 'protectorate', 'possession', 'dominion'];

/** The word for a status: the highest has another name in America. */
export const statusWord = (status: number, power: Power): string =>
  status === TOP && power === 'united_states' ? 'state' : (STATUSES[status] ?? 'none');

export type Lines = Record<string, number>;
export type TableOptions = Record<string, boolean | number | string>;

/** Why a marker neither earns nor costs: it is new, or no line of communication reaches it. */
export type Reason = 'new' | 'cut_off';

export interface Holding {
  area: Area;
  /** The established status, or else that of the new marker. */
  status: number;
  value: number;
  /** Why it does not count, if it does not. */
  idle: Reason | null;
}

/** A unit outside its home, with upkeep. */
export interface Abroad {
  kind: 'army' | 'navy';
  place: string;
  strengths: number[];
}

const LINES_OF: Record<number, [count: string, value: string]> = {
  [TOP]: ['l01', 'l03'],
  [POSSESSION]: ['l02', 'l03'],
  [PROTECTORATE]: ['l04', 'l05'],
  [INFLUENCE]: ['l06', 'l07'],
  [INTEREST]: ['l08', 'l09'],
};
const INCOME: [line: string, value: string, status: number][] = [
  ['l11', 'l03', POSSESSION],
  ['l12', 'l05', PROTECTORATE],
  ['l13', 'l07', INFLUENCE],
  ['l14', 'l09', INTEREST],
];
const UPKEEP: [line: string, count: string, status: number][] = [
  ['l17', 'l01', TOP],
  ['l18', 'l02', POSSESSION],
  ['l19', 'l04', PROTECTORATE],
  ['l20', 'l06', INFLUENCE],
];

/** The position that the next administration begins with, as far as it is known: markers that were
 * placed or raised are established, control without an army is influence, and what unrest or a fight
 * decides is not counted. */
export function nextTurn(view: PaxView): PaxView {
  const markers: PaxView['markers'] = {};
  for (const [area, there] of Object.entries(view.markers)) {
    const holders = Object.keys(there).filter((power) => there[power]!.was >= PROTECTORATE);
    const revolt = view.unrest.includes(area);
    const remaining = Object.entries(there).flatMap(([power, { status, was }]) => {
      if (revolt && (was >= PROTECTORATE || !holders.length)) return [];
      const bare = status >= PROTECTORATE && !view.armies[area]?.[power]?.length;
      if (bare && holders.some((other) => other !== power)) return [];
      if (isFought({ status, was }) && !bare) return [];
      const after = bare ? INFLUENCE : status;
      return [[power, { status: after, was: after }] as const];
    });
    if (remaining.length) markers[area] = Object.fromEntries(remaining);
  }
  return { ...view, markers };
}

/** Whether a marker is new control, which only a victory establishes (7.1). */
export const isFought = ({ status, was }: { status: number; was: number }): boolean =>
  status >= PROTECTORATE && was < PROTECTORATE;

const placeOf = (port: string): string => port.split('@')[0] ?? port;

const DIVISORS: Record<Power, string> = { belgium: 'belgian_divisor', italy: 'italian_divisor' };

export class Reckoning {
  constructor(
    private readonly facts: Facts,
    private readonly view: PaxView,
    private readonly options: TableOptions,
  ) {}

  /** The value of an area to those who share it (4.3). */
  sharedValue(area: Area): number {
    const there = Object.entries(this.view.markers[area] ?? {});
    const holders = there.filter(([, marker]) => marker.was >= PROTECTORATE).map(([power]) => power);
    const counting =
      this.options['codominion_counts'] === 'all_markers'
        ? holders
        : holders.filter((power) => power in this.view.powers);
    const value = this.facts.areas[area]?.value ?? 0;
    return Math.max(0, value - Math.max(0, counting.length - 1));
  }

  /** The markers of a power in map order. */
  holdings(power: Power): Holding[] {
    const cut = this.view.powers[power]?.cut_off ?? [];
    return Object.keys(this.facts.areas).flatMap((area) => {
      const marker = this.view.markers[area]?.[power];
      if (!marker) return [];
      const idle = marker.was === 0 ? 'new' : cut.includes(area) ? 'cut_off' : null;
      const status = marker.was || marker.status;
      const full = status === INTEREST;
      const value = full ? (this.facts.areas[area]?.value ?? 0) : this.sharedValue(area);
      return [{ area, status, value, idle }];
    });
  }

  /** Units with upkeep: outside home, and not in own dominions or states. */
  abroad(power: Power): Abroad[] {
    const found: Abroad[] = [];
    const add = (kind: Abroad['kind'], all: PaxView['armies']) => {
      for (const [where, forces] of Object.entries(all)) {
        const strengths = forces[power] ?? [];
        const place = placeOf(where);
        const atHome = this.facts.homes[place]?.power === power;
        const free = (this.view.markers[place]?.[power]?.was ?? 0) >= TOP;
        if (strengths.length && !atHome && !free) found.push({ kind, place: where, strengths });
      }
    };
    add('army', this.view.armies);
    add('navy', this.view.navies);
    return found;
  }

  /** Lines 01 to 22 with this income from the colonial office. */
  lines(power: Power, office = 0): Lines {
    const lines: Lines = {};
    for (let number = 1; number <= 22; number++) lines[`l${String(number).padStart(2, '0')}`] = 0;
    const add = (line: string, amount: number) => (lines[line] = (lines[line] ?? 0) + amount);
    for (const { status, value, idle } of this.holdings(power)) {
      const place = LINES_OF[status];
      if (idle || !place) continue;
      add(place[0], 1);
      add(place[1], value);
    }
    add('l10', office);
    for (const [line, value, status] of INCOME) add(line, (lines[value] ?? 0) * this.income(status));
    for (const each of this.abroad(power)) add('l16', sum(each.strengths));
    for (const [line, count, status] of UPKEEP) add(line, (lines[count] ?? 0) * this.upkeep(status));
    add('l15', sum(['l10', 'l11', 'l12', 'l13', 'l14'].map((line) => lines[line] ?? 0)));
    add('l21', sum(['l16', 'l17', 'l18', 'l19', 'l20'].map((line) => lines[line] ?? 0)));
    add('l22', (lines['l15'] ?? 0) - (lines['l21'] ?? 0));
    return lines;
  }

  /** The value of the final position in points (line 29): income of markers, doubled. */
  finalWorth(powers: Power[], seat: Power): number {
    const income = sum(
      powers.flatMap((power) => {
        const lines = this.lines(power);
        return ['l11', 'l12', 'l13', 'l14'].map((line) => lines[line] ?? 0);
      }),
    );
    return pointsFor(this.divisor(seat), 2 * income);
  }

  /** How many pounds a victory point costs a power; options set it for Belgium and Italy. */
  divisor(seat: Power): number {
    const chosen = this.options[DIVISORS[seat] ?? ''] ?? '1';
    if (chosen !== '1') return Number(chosen);
    return this.facts.figures.powers[seat]?.divisor ?? 0;
  }

  /** What the colonial office may pay next turn, per die roll; a power without any control receives
   * the figure of a 6 (4.4). Next turn's events are unknown. */
  office(power: Power): number[] {
    const row = this.facts.figures.powers[power]?.office ?? [];
    const rolls =
      power === 'austria_hungary' ||
      (power === 'belgium' && this.view.powers[power]?.rolls) || // for good, once it had control
      Object.values(this.view.markers).some((there) => (there[power]?.was ?? 0) >= PROTECTORATE);
    return rolls ? row : row.slice(-1);
  }

  /** The parts of a line: the markers or units that count, with what each adds. */
  parts(power: Power, line: string): Part[] {
    if (line === 'l16') {
      return this.abroad(power).map((unit) => ({ unit, amount: sum(unit.strengths) }));
    }
    return this.holdings(power).flatMap((holding) => {
      const amount = holding.idle ? 0 : this.share(holding, line);
      return amount === null || holding.idle ? [] : [{ holding, amount }];
    });
  }

  /** What a marker adds to a line; null if the line is not about it. */
  private share({ status, value }: Holding, line: string): number | null {
    const [count, worth] = LINES_OF[status] ?? [];
    if (line === count) return 1;
    if (line === worth) return value;
    const earns = INCOME.find(([name, from]) => from === worth && (name === line || line === 'l15'));
    if (earns) return value * this.income(earns[2]);
    const costs = UPKEEP.find(([name, from]) => from === count && (name === line || line === 'l21'));
    return costs ? this.upkeep(costs[2]) : null;
  }

  private income = (status: number) =>
    this.facts.figures.statuses[STATUSES[status] ?? '']?.income ?? 0;
  private upkeep = (status: number) =>
    this.facts.figures.statuses[STATUSES[status] ?? '']?.upkeep ?? 0;
}

export type Part = { holding: Holding; amount: number } | { unit: Abroad; amount: number };

/** Whether the parts of a line are known. */
export const hasParts = (line: string): boolean =>
  line === 'l16' || (line >= 'l01' && line <= 'l20' && line !== 'l10' && line !== 'l15');

export const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Victory points for money, fractions dropped; divisors may be halves (13.4). */
export const pointsFor = (divisor: number, money: number): number =>
  divisor ? Math.floor((2 * money) / Math.trunc(2 * divisor)) : 0;

/** The powers that a seat decides for: Germany also for Austria-Hungary. */
export const powersOf = (seat: Power): Power[] =>
  seat === 'germany' ? [seat, 'austria_hungary'] : [seat];

/** The seat that decides for a power. */
export const seatOf = (power: Power): Power => (power === 'austria_hungary' ? 'germany' : power);
