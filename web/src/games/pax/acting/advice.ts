/** Which places deserve a look, and why: threats first, then claims, then the best return. */

import { valueOf } from '../board/marks';
import { threatsIn } from '../board/threats';
import type { Area, Facts, PaxView, Power } from '../types';
import { orderOf, STATUSES, type Order } from './orders';

export type ReasonKind = 'bare' | 'unrest' | 'rival' | 'weak' | 'cut' | 'claim' | 'return';

export interface Reason {
  kind: ReasonKind;
  /** Of a return: pounds a turn, for how many pounds, and the status that brings it. */
  gain?: number;
  cost?: number;
  status?: string;
  /** The power that has a claim, or a clashing marker. */
  rival?: Power;
}

export interface Advised {
  place: string;
  reasons: Reason[];
  score: number;
}

/** What one reason counts; a return counts for its pounds per hundred. */
const WEIGHTS: Record<Exclude<ReasonKind, 'return'>, number> = {
  bare: 500,
  unrest: 400,
  weak: 350,
  rival: 300,
  cut: 250,
  claim: 200,
};
const MOST = 190; // pounds per hundred that count: a claim comes before any return

type Seen = Parameters<typeof threatsIn>[0] &
  Pick<PaxView, 'causes' | 'markers' | 'values' | 'powers'>;

/** The places at which orders are possible and something speaks for one, the most useful first. */
export function advisedPlaces(
  view: Seen,
  facts: Facts,
  power: Power,
  actions: string[],
  acts: Order['for'],
): Advised[] {
  const areas = Object.keys(facts.areas);
  const returns = returnsOf(view, facts, power, actions, acts);
  return areas
    .map((place) => {
      const found = [...troubles(view, facts, power, place), ...claims(view, power, place)];
      const best = returns.get(place);
      const reasons = best ? [...found, best] : found;
      return { place, reasons, score: sum(reasons.map(weight)) };
    })
    .filter(({ reasons }) => reasons.length)
    .sort((one, other) => other.score - one.score || one.place.localeCompare(other.place));
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

function weight(reason: Reason): number {
  if (reason.kind !== 'return') return WEIGHTS[reason.kind];
  return Math.min(MOST, 100 * ratio(reason));
}

const ratio = ({ gain = 0, cost = 1 }: Reason): number => gain / Math.max(1, cost);

/** What the power may lose there by the end of the turn. */
function troubles(view: Seen, facts: Facts, power: Power, area: Area): Reason[] {
  const found: Reason[] = [];
  for (const { kind, power: loser, attack = 0, defence = 0, rival } of threatsIn(view, facts, area)) {
    if (loser !== power) continue;
    if (kind === 'fight') {
      if (attack < defence) found.push({ kind: 'weak' });
    } else found.push(rival === undefined ? { kind } : { kind, rival });
  }
  const cut = view.powers[power]?.cut_off.includes(area);
  return cut ? [...found, { kind: 'cut' }] : found;
}

/** Open causes for war about an area, of the power or against it. */
function claims(view: Seen, power: Power, area: Area): Reason[] {
  const about = view.causes.filter(
    (cause) =>
      cause.area === area &&
      cause.state === 'open' &&
      (cause.holder === power || cause.against === power),
  );
  const rivals = new Set(about.map(({ holder, against }) => (holder === power ? against : holder)));
  return [...rivals].map((rival) => ({ kind: 'claim', rival }));
}

/** The best return of a marker at each place: what a higher status brings more, for its price. */
function returnsOf(
  view: Seen,
  facts: Facts,
  power: Power,
  actions: string[],
  acts: Order['for'],
): Map<string, Reason> {
  const best = new Map<string, Reason>();
  for (const action of actions) {
    const { for: of, verb, words } = orderOf(action);
    if (of !== acts || (verb !== 'place' && verb !== 'raise')) continue;
    const [area = '', status = ''] = words;
    const reason = returnOf(view, facts, power, area, status);
    const known = best.get(area);
    if (reason && (!known || ratio(reason) > ratio(known))) best.set(area, reason);
  }
  return best;
}

function returnOf(
  view: Seen,
  facts: Facts,
  power: Power,
  area: Area,
  status: string,
): Reason | null {
  const now = view.markers[area]?.[power]?.status ?? 0;
  const before = STATUSES[now - 1] ?? '';
  const value = valueOf(view, area, facts.areas[area]?.value ?? 0);
  const gain = brings(facts, status, value) - brings(facts, before, value);
  const cost = price(facts, status) - price(facts, before);
  return gain > 0 && cost > 0 ? { kind: 'return', gain, cost, status } : null;
}

/** The income of a status less its upkeep; a dominion brings as much as a possession. */
function brings(facts: Facts, status: string, value: number): number {
  const { statuses } = facts.figures;
  const top = status === 'dominion' || status === 'state';
  const income = statuses[top ? 'possession' : status]?.income ?? 0;
  return value * income - (figures(facts, status)?.upkeep ?? 0);
}

const price = (facts: Facts, status: string): number => figures(facts, status)?.cost ?? 0;

/** The tables know the two highest statuses under one name. */
const figures = (facts: Facts, status: string) =>
  facts.figures.statuses[status === 'state' ? 'dominion' : status];
