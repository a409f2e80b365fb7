/** Writing orders click by click, guided only by the orders in the menu. The player picks a unit,
 * then a destination, or another unit to help and where that one goes. Each click continues the
 * pick, completes an order, is ambiguous, or leads nowhere. */

import { putTogether } from '$lib/answers';

import { provinceOf, provinceOfUnit, VOTE, type Order, type Verb } from './orders';

/** The possible orders of each slot. */
export type Slots = Record<string, Order[]>;
export type Chosen = Record<string, Order>;

/** What the next click means; `any` is a move, or help for the unit there. */
export type Mode = 'any' | 'move' | 'support' | 'convoy';

/** The pick so far. */
export interface Pick {
  unit: string;
  mode: Mode;
  other: string;
}

export const NOTHING: Pick = { unit: '', mode: 'any', other: '' };

/** One of several meanings of a click. */
export type Meaning = { order: Order } | { pick: Pick };

export type Outcome =
  | { kind: 'pick'; pick: Pick }
  | { kind: 'order'; order: Order; instead?: Meaning[] }
  | { kind: 'ask'; meanings: Meaning[] }
  | { kind: 'nothing' };

const HELPS: ('support' | 'convoy')[] = ['support', 'convoy'];

const IN_WINTER: Verb[] = ['build', 'remove', 'waive'];

/** Winter has a slot per build or removal; the other seasons one per unit. */
export const isWinter = (slots: Slots): boolean =>
  Object.values(slots).some((orders) => orders.some(({ verb }) => IN_WINTER.includes(verb)));

export const unitsOf = (slots: Slots): string[] =>
  isWinter(slots) ? [] : Object.keys(slots).filter((slot) => slot !== VOTE);

/** The orders that are still possible after a pick. */
export function left(slots: Slots, pick: Pick): Order[] {
  return (slots[pick.unit] ?? []).filter((order) => {
    if (pick.mode !== 'any' && order.verb !== pick.mode) return false;
    return !pick.other || order.other === pick.other;
  });
}

/** Whether the unit picked for help can be supported to hold. */
export const holdable = (slots: Slots, pick: Pick): boolean =>
  pick.mode === 'support' && left(slots, pick).some((order) => order.other && !order.goal);

/** The provinces that continue the pick. */
export function leading(slots: Slots, pick: Pick, chosen: Chosen): Set<string> {
  if (isWinter(slots)) return new Set(winterOrders(slots, chosen).map(provinceOfOrder));
  if (!pick.unit) return new Set(unitsOf(slots).map(provinceOfUnit));
  return new Set(left(slots, pick).flatMap((order) => nextPlaces(order, pick)));
}

function nextPlaces(order: Order, pick: Pick): string[] {
  if (pick.other) return [provinceOf(order.goal) || provinceOfUnit(order.other)];
  if (order.other) return [provinceOfUnit(order.other)];
  return order.goal ? [provinceOf(order.goal)] : [];
}

/** Handle a click on a province. */
export function click(slots: Slots, pick: Pick, chosen: Chosen, province: string): Outcome {
  if (isWinter(slots)) return clickInWinter(slots, chosen, province);
  if (!pick.unit || !slots[pick.unit]) return pickUnit(slots, province);
  if (provinceOfUnit(pick.unit) === province) return { kind: 'pick', pick: NOTHING };
  const possible = left(slots, pick).filter((order) => nextPlaces(order, pick).includes(province));
  if (pick.other) return finish(plainest(possible));
  const moves = possible.filter((order) => order.verb === 'move');
  const helps = HELPS.flatMap((mode) => {
    const other = possible.find((order) => order.verb === mode)?.other;
    return other ? [{ unit: pick.unit, mode, other }] : [];
  });
  if (!helps.length) return moves.length ? byLand(moves) : pickUnit(slots, province);
  if (!moves.length && helps.length === 1 && helps[0]) return advance(slots, helps[0]);
  const help = helps.map((each): Meaning => ({ pick: each }));
  const [attack, ...others] = moves;
  if (attack && !others.length && isForeign(slots, helps)) {
    return { kind: 'order', order: attack, instead: help };
  }
  return { kind: 'ask', meanings: [...moves.map((order): Meaning => ({ order })), ...help] };
}

/** Whether it is another power's unit that could be helped: a click on it is an attack, unless the
 * player says otherwise. */
const isForeign = (slots: Slots, helps: Pick[]): boolean => helps.every(({ other }) => !slots[other]);

const SIGNS: Record<Mode, string> = { any: '', move: '-', support: 'S', convoy: 'C' };

/** The pick and the clicked province, to ask the server why they lead nowhere. */
export function thingsOf(pick: Pick, province: string): string[] {
  if (!pick.unit) return [province];
  return [pick.unit, SIGNS[pick.mode], pick.other, province].filter(Boolean);
}

/** Continue a pick; if only one order is possible, that is the order. */
export function advance(slots: Slots, pick: Pick): Outcome {
  const orders = left(slots, pick);
  const only = orders.length === 1 ? orders[0] : undefined;
  return only && pick.other ? { kind: 'order', order: only } : { kind: 'pick', pick };
}

function pickUnit(slots: Slots, province: string): Outcome {
  const unit = unitsOf(slots).find((each) => provinceOfUnit(each) === province);
  return unit ? { kind: 'pick', pick: { ...NOTHING, unit } } : { kind: 'nothing' };
}

/** A support need not name the coast if the other unit has the choice. */
function plainest(orders: Order[]): Order[] {
  const plain = orders.filter((order) => !order.goal.includes('/'));
  return plain.length ? plain : orders;
}

/** An army walks where it can, unless the player says otherwise. */
function byLand(moves: Order[]): Outcome {
  const [first, second, ...others] = moves;
  const both = first && second && !others.length && first.goal === second.goal;
  if (!both || first.via === second.via) return finish(moves);
  const [walk, sail] = first.via ? [second, first] : [first, second];
  return { kind: 'order', order: walk, instead: [{ order: sail }] };
}

function finish(orders: Order[]): Outcome {
  const [first, ...others] = orders;
  if (!first) return { kind: 'nothing' };
  if (!others.length) return { kind: 'order', order: first };
  return { kind: 'ask', meanings: orders.map((order) => ({ order })) };
}

// -- winter

const provinceOfOrder = (order: Order): string => provinceOfUnit(order.unit);

/** Builds and removals that can still be written, each once. */
function winterOrders(slots: Slots, chosen: Chosen): Order[] {
  const taken = new Set(Object.values(chosen).map(provinceOfOrder));
  const orders = new Map(Object.values(slots).flatMap((each) => each.map((o) => [o.text, o])));
  return [...orders.values()].filter(
    (order) => order.verb !== 'waive' && !taken.has(provinceOfOrder(order)),
  );
}

/** The orders that a slot can still take: in winter, none of another slot's province. */
export function open(slots: Slots, chosen: Chosen, slot: string): Order[] {
  const orders = slots[slot] ?? [];
  if (!isWinter(slots)) return orders;
  const others = Object.entries(chosen).filter(([each]) => each !== slot);
  const taken = new Set(others.map(([, order]) => provinceOfOrder(order)));
  return orders.filter((order) => order.verb === 'waive' || !taken.has(provinceOfOrder(order)));
}

function clickInWinter(slots: Slots, chosen: Chosen, province: string): Outcome {
  const here = winterOrders(slots, chosen).filter((order) => provinceOfOrder(order) === province);
  return finish(here);
}

/** What is written in a province in winter; another click clears it. */
export const writtenAt = (chosen: Chosen, province: string): string | undefined =>
  Object.entries(chosen).find(([, order]) => provinceOfOrder(order) === province)?.[0];

// -- what has been written

/** The order of a slot with this text. */
const orderIn = (slots: Slots, slot: string, text: string): Order | undefined =>
  slots[slot]?.find((order) => order.text === text);

/** In winter, the slot that already has an order for the same province. */
function rewritten(slots: Slots, chosen: Chosen, text: string): string | undefined {
  if (!isWinter(slots)) return undefined;
  const order = Object.values(slots).flat().find((each) => each.text === text);
  if (!order || order.verb === 'waive') return undefined;
  const slot = writtenAt(chosen, provinceOfOrder(order));
  return slot !== undefined && orderIn(slots, slot, text) ? slot : undefined;
}

/** Write an order into its slot; undefined if there is none. */
export function put(slots: Slots, chosen: Chosen, text: string): Chosen | undefined {
  const fits = Object.keys(slots).filter((slot) => orderIn(slots, slot, text));
  const slot =
    rewritten(slots, chosen, text) ??
    fits.find((each) => !chosen[each]) ??
    fits.find((each) => chosen[each]?.verb === 'waive') ??
    fits.at(-1);
  const order = slot === undefined ? undefined : orderIn(slots, slot, text);
  return slot === undefined || !order ? undefined : { ...chosen, [slot]: order };
}

/** The slots that still need an order: units hold by default. */
export function missing(slots: Slots, chosen: Chosen): string[] {
  return Object.keys(slots).filter((slot) => !chosen[slot] && !usual(slots, slot));
}

/** The default of an empty slot: a unit holds, a player plays on. */
export function usual(slots: Slots, slot: string): Order | undefined {
  const first = slots[slot]?.[0];
  return slot === VOTE || first?.verb === 'hold' ? first : undefined;
}

/** The answer as submitted; missing orders are left out. */
export function answerOf(slots: Slots, chosen: Chosen): string {
  const orders = Object.keys(slots).map((slot) => chosen[slot] ?? usual(slots, slot));
  return putTogether(orders.flatMap((order) => order?.text ?? []));
}

/** The orders of an answer or a draft that are legal now. */
export function chosenFrom(slots: Slots, parts: string[]): Chosen {
  const chosen: Chosen = {};
  for (const part of parts) {
    const slot = Object.keys(slots).find((each) => !chosen[each] && orderIn(slots, each, part));
    const order = slot === undefined ? undefined : orderIn(slots, slot, part);
    if (slot !== undefined && order && usual(slots, slot)?.text !== part) chosen[slot] = order;
  }
  return chosen;
}
