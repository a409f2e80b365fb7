/** The player's own plan as the map shows it: ghosts of markers and units, and arrows. */

import { moveOf, orderOf, placeOf, type Order } from '../acting/orders';
import type { Facts, Power, XY } from '../types';
import type { Mark } from './marks';
import { spotAt } from './strands';

const AUSTRIA_HUNGARY = 'austria_hungary';
const RANKS: Record<string, number> = {
  none: 0,
  interest: 1,
  influence: 2,
  protectorate: 3,
  possession: 4,
  dominion: 5,
  state: 5,
};

/** A planned order, with its words. */
export interface Planned {
  action: string;
  label: string;
}

export interface Ghost {
  place: string;
  at: XY;
  power: Power;
  kind: 'marker' | 'army' | 'navy' | 'fleet' | 'canal';
  /** Of a marker; its status, 0 if it goes. */
  status: number;
  /** Of a unit, or the sign of anything else. */
  text: string;
}

export interface Arrow {
  from: XY;
  to: XY;
  kind: 'army' | 'navy' | 'fleet';
  power: Power;
  text: string;
}

export interface DrawnPlan {
  ghosts: Ghost[];
  arrows: Arrow[];
}

/** The orders of a plan that only its player knows: while it is written, and while it is sealed. */
export function planOf(
  seen: { submitted: Planned[] } | null | undefined,
  step: string,
  phase: string,
): Planned[] {
  const isPlanning = step === 'plans' || phase === 'movement';
  return isPlanning ? (seen?.submitted ?? []).filter(({ action }) => action !== 'seal') : [];
}

/** What is drawn of a plan, in the order of the orders. */
export function drawnPlan(planned: Planned[], seat: Power, facts: Facts): DrawnPlan {
  const drawn: DrawnPlan = { ghosts: [], arrows: [] };
  for (const { action } of planned) {
    const order = orderOf(action);
    draw(drawn, order, order.for ? AUSTRIA_HUNGARY : seat, facts);
  }
  return drawn;
}

function draw(drawn: DrawnPlan, order: Order, power: Power, facts: Facts): void {
  const { verb, words } = order;
  const move = moveOf(order);
  if (move) {
    const [from, to] = [spotAt(facts, placeOf(move.from)), spotAt(facts, placeOf(move.to))];
    const kind = ({ march: 'army', sail: 'navy', ship: 'fleet' } as const)[
      verb as 'march' | 'sail' | 'ship'
    ];
    const text = move.strength ? String(move.strength) : '';
    if (from && to) drawn.arrows.push({ from, to, kind, power, text });
    return;
  }
  const ghost = ghostOf(verb, words);
  if (!ghost) return;
  const at = spotAt(facts, ghost.place);
  if (!at) return;
  // a marker that is raised again in the same plan is drawn once
  const others = drawn.ghosts.filter(
    (each) => ghost.kind !== 'marker' || each.kind !== 'marker' || each.place !== ghost.place,
  );
  drawn.ghosts = [...others, { ...ghost, at, power }];
}

function ghostOf(verb: string, words: string[]): Omit<Ghost, 'at' | 'power'> | null {
  const [first = '', second = '', third = ''] = words;
  if (verb === 'place' || verb === 'raise' || verb === 'lower') {
    return { place: first, kind: 'marker', status: RANKS[second] ?? 0, text: '' };
  }
  if (verb === 'buy') {
    const kind = first === 'navy' ? 'navy' : 'army';
    return { place: placeOf(third), kind, status: 0, text: `+${second}` };
  }
  if (verb === 'launch') return { place: first, kind: 'fleet', status: 0, text: '+' };
  return verb === 'canal' ? { place: first, kind: 'canal', status: 0, text: '=' } : null;
}

/** A planned marker as the board draws markers. */
export const ghostMark = ({ power, status }: Ghost): Mark => ({
  power,
  status,
  was: 0,
  isNew: true,
  isCut: false,
  isBare: false,
  isShared: false,
});

/** The planned orders that name a place. */
export const plannedAt = (planned: Planned[], place: string): Planned[] =>
  planned.filter(({ action }) =>
    orderOf(action).words.some((word) => placeOf(word) === place),
  );

/** An arrow as a path, bent a little so that the way back does not cover it. */
export function arrowPath({ from, to }: Pick<Arrow, 'from' | 'to'>, width: number): string {
  const along = to[0] - from[0];
  // over the edge of the map, if that is shorter
  const goal: [number, number] =
    Math.abs(along) <= width / 2 ? [to[0], to[1]] : [to[0] + (along > 0 ? -width : width), to[1]];
  const [x, y] = [(from[0] + goal[0]) / 2, (from[1] + goal[1]) / 2];
  const bend = [(goal[1] - from[1]) * 0.12, (from[0] - goal[0]) * 0.12] as const;
  const round = (n: number) => Math.round(n * 10) / 10;
  const middle = `${round(x + bend[0])} ${round(y + bend[1])}`;
  return `M${from[0]} ${from[1]}Q${middle} ${goal[0]} ${goal[1]}`;
}
