/** Orders of the movement phase, by place and kind. */

import type { Menu, ActionOptionsFrame } from '$lib/types';

export type Way = ActionOptionsFrame['allowed'][number];
export type Barred = ActionOptionsFrame['blocked'][number];

const AUSTRIA = 'austria';
/** In rising order; the last two are the highest of two powers. */
export const STATUSES = ['interest', 'influence', 'protectorate', 'possession', 'dominion', 'state'];

/** An order in parts. `for`: the power, if it is not the seat's own. */
export interface Order {
  for: '' | 'austria';
  verb: string;
  words: string[];
}

export function orderOf(action: string): Order {
  const words = action.split(' ');
  const austrian = words[0] === AUSTRIA;
  const [verb = '', ...rest] = austrian ? words.slice(1) : words;
  return { for: austrian ? AUSTRIA : '', verb, words: rest };
}

/** The place of a port `egypt@red_sea`; others are places themselves. */
export const placeOf = (where: string): string => where.split('@')[0] ?? where;

/** All actions of the lists in a menu. */
export function actionsOf(menu: Menu | undefined): string[] {
  if (menu?.type === 'choose') return menu.actions;
  return menu?.type === 'one_of' ? menu.forms.flatMap((form) => actionsOf(form)) : [];
}

// -- places with actions

export type Sort = 'status' | 'units' | 'fleets' | 'canal';

const SORTS: Record<string, Sort> = {
  place: 'status',
  raise: 'status',
  lower: 'status',
  buy: 'units',
  march: 'units',
  sail: 'units',
  launch: 'fleets',
  ship: 'fleets',
  canal: 'canal',
};

/** The places of an order: where a marker, unit or fleet is or will be. */
export function placesOf({ verb, words }: Order): string[] {
  if (verb === 'place' || verb === 'raise' || verb === 'lower') return words.slice(0, 1);
  if (verb === 'buy') return [placeOf(words[2] ?? '')];
  if (verb === 'march' || verb === 'sail') return words.slice(1).map(placeOf);
  return verb in SORTS ? words : [];
}

/** The kinds of actions at each place, for one of a seat's powers. */
export function openPlaces(actions: string[], power: Order['for']): Map<string, Set<Sort>> {
  const found = new Map<string, Set<Sort>>();
  for (const action of actions) {
    const order = orderOf(action);
    const sort = SORTS[order.verb];
    if (!sort || order.for !== power) continue;
    for (const place of placesOf(order)) {
      found.set(place, (found.get(place) ?? new Set<Sort>()).add(sort));
    }
  }
  return found;
}

// -- the actions of a place

export interface Rung {
  status: string;
  way: Way | null;
  barred: Barred | null;
}

/** A unit or fleet that can leave a place, and where it can go. */
export interface Mover {
  id: string;
  kind: 'army' | 'navy' | 'fleet';
  strength: number;
  from: string;
  ways: { to: string; way: Way }[];
}

/** Reasons shared by several orders. */
export interface Reason {
  text: string;
  section: string;
  labels: string[];
}

export interface Card {
  ladder: Rung[];
  lower: Way[];
  buy: Way[];
  launch: Way[];
  come: Way[];
  go: Mover[];
  canal: Way[];
  reasons: Reason[];
  /** Whether there is any action at all. */
  isOpen: boolean;
}

const KINDS: Record<string, Mover['kind']> = { march: 'army', sail: 'navy', ship: 'fleet' };
const MARKING = ['place', 'raise'];

/** The origin and destination of an order that moves a piece. */
export function moveOf({ verb, words }: Order): { strength: number; from: string; to: string } | null {
  const kind = KINDS[verb];
  if (!kind) return null;
  const [first = '', second = '', third = ''] = words;
  if (kind === 'fleet') return { strength: 0, from: first, to: second };
  return { strength: Number(first), from: second, to: third };
}

/** The actions at a place for one of a seat's powers, in display order. */
export function cardOf(options: ActionOptionsFrame, place: string, power: Order['for']): Card {
  const own = options.allowed.filter(({ action }) => orderOf(action).for === power);
  const barred = options.blocked.filter(({ action }) => orderOf(action).for === power);
  const by = (...verbs: string[]) => own.filter(({ action }) => verbs.includes(orderOf(action).verb));
  const leaves = (way: Way) => placeOf(moveOf(orderOf(way.action))?.from ?? '') === place;
  const moves = by('march', 'sail', 'ship');
  return {
    ladder: ladder(own, barred),
    lower: by('lower'),
    buy: by('buy'),
    launch: by('launch'),
    come: moves.filter((way) => !leaves(way)),
    go: movers(moves.filter(leaves)),
    canal: by('canal'),
    reasons: reasons(barred.filter(({ action }) => !MARKING.includes(orderOf(action).verb))),
    isOpen: own.length > 0,
  };
}

function ladder(open: Way[], barred: Barred[]): Rung[] {
  const rungs: Rung[] = [];
  const status = (action: string) => {
    const { verb, words } = orderOf(action);
    return MARKING.includes(verb) ? (words[1] ?? '') : '';
  };
  for (const each of STATUSES) {
    const way = open.find(({ action }) => status(action) === each) ?? null;
    const not = barred.find(({ action }) => status(action) === each) ?? null;
    if (way || not) rungs.push({ status: each, way, barred: way ? null : not });
  }
  return rungs;
}

/** Pieces that can leave, like ones together. */
function movers(ways: Way[]): Mover[] {
  const found = new Map<string, Mover>();
  for (const way of ways) {
    const order = orderOf(way.action);
    const move = moveOf(order);
    const kind = KINDS[order.verb];
    if (!move || !kind) continue;
    const id = `${kind} ${move.strength} ${move.from}`;
    const known = found.get(id) ?? { id, kind, strength: move.strength, from: move.from, ways: [] };
    known.ways.push({ to: move.to, way });
    found.set(id, known);
  }
  return [...found.values()];
}

/** Each reason once, with what it forbids. */
export function reasons(barred: Barred[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { text, section, label } of barred) {
    const known = found.get(text) ?? { text, section, labels: [] };
    known.labels.push(label);
    found.set(text, known);
  }
  return [...found.values()];
}
