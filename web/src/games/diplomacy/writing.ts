/** Writing orders click by click, led by nothing but the orders that the menu has.

A unit is picked, then a destination, or another unit to help and where that one goes. Whatever is
clicked leads on, is an order, asks a question, or leads nowhere. */

import { parsed, provinceOf, provinceOfUnit, VOTE, type Order } from './orders';

export type Slots = Record<string, string[]>;
export type Chosen = Record<string, string>;

/** What the next click means; `any` is a move, or help for whoever stands there. */
export type Mode = 'any' | 'move' | 'support' | 'convoy';

/** What has been picked so far. */
export interface Pick {
  unit: string;
  mode: Mode;
  other: string;
}

export const NOTHING: Pick = { unit: '', mode: 'any', other: '' };

/** One of several things a click may have meant. */
export type Meaning = { order: string } | { pick: Pick };

export type Outcome =
  | { kind: 'pick'; pick: Pick }
  | { kind: 'order'; order: string }
  | { kind: 'ask'; meanings: Meaning[] }
  | { kind: 'nothing' };

const HELPS: ('support' | 'convoy')[] = ['support', 'convoy'];

/** Winter has a slot for each build or removal; the other seasons one for each unit. */
export const isWinter = (slots: Slots): boolean =>
  Object.keys(slots).some((slot) => /^[A-Z]{2,} \d+$/.test(slot));

export const unitsOf = (slots: Slots): string[] =>
  isWinter(slots) ? [] : Object.keys(slots).filter((slot) => slot !== VOTE);

/** The orders that can still come of what was picked. */
export function left(slots: Slots, pick: Pick): Order[] {
  return (slots[pick.unit] ?? []).map(parsed).filter((order) => {
    if (pick.mode !== 'any' && order.verb !== pick.mode) return false;
    return !pick.other || order.other === pick.other;
  });
}

/** Whether the unit that was picked to be helped can be supported where it stands. */
export const holdable = (slots: Slots, pick: Pick): boolean =>
  pick.mode === 'support' && left(slots, pick).some((order) => order.other && !order.goal);

/** The provinces that lead on. */
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

/** A province was clicked. */
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
  if (!helps.length) return moves.length ? finish(moves) : pickUnit(slots, province);
  if (!moves.length && helps.length === 1 && helps[0]) return advance(slots, helps[0]);
  const orders = moves.map((order): Meaning => ({ order: order.text }));
  return { kind: 'ask', meanings: [...orders, ...helps.map((each): Meaning => ({ pick: each }))] };
}

const SIGNS: Record<Mode, string> = { any: '', move: '-', support: 'S', convoy: 'C' };

/** What was picked and then clicked, as the server is asked why it leads nowhere. */
export function thingsOf(pick: Pick, province: string): string[] {
  if (!pick.unit) return [province];
  return [pick.unit, SIGNS[pick.mode], pick.other, province].filter(Boolean);
}

/** Go on with a pick; if a single order can come of it, that is the order. */
export function advance(slots: Slots, pick: Pick): Outcome {
  const orders = left(slots, pick);
  const only = orders.length === 1 ? orders[0] : undefined;
  return only && pick.other ? { kind: 'order', order: only.text } : { kind: 'pick', pick };
}

function pickUnit(slots: Slots, province: string): Outcome {
  const unit = unitsOf(slots).find((each) => provinceOfUnit(each) === province);
  return unit ? { kind: 'pick', pick: { ...NOTHING, unit } } : { kind: 'nothing' };
}

/** A support need not name the coast where the other has the choice. */
function plainest(orders: Order[]): Order[] {
  const plain = orders.filter((order) => !order.goal.includes('/'));
  return plain.length ? plain : orders;
}

function finish(orders: Order[]): Outcome {
  const [first, ...others] = orders;
  if (!first) return { kind: 'nothing' };
  if (!others.length) return { kind: 'order', order: first.text };
  return { kind: 'ask', meanings: orders.map((order) => ({ order: order.text })) };
}

// -- winter

const provinceOfOrder = (order: Order): string => provinceOfUnit(order.unit);

/** Builds and removals that could still be written, each once. */
function winterOrders(slots: Slots, chosen: Chosen): Order[] {
  const taken = new Set(
    Object.values(chosen).map((text) => provinceOfOrder(parsed(text))),
  );
  const texts = new Set(Object.values(slots).flat());
  return [...texts]
    .map(parsed)
    .filter((order) => order.verb !== 'waive' && !taken.has(provinceOfOrder(order)));
}

function clickInWinter(slots: Slots, chosen: Chosen, province: string): Outcome {
  const here = winterOrders(slots, chosen).filter((order) => provinceOfOrder(order) === province);
  return finish(here);
}

/** What is written in a province in winter, to be struck out by another click. */
export const writtenAt = (chosen: Chosen, province: string): string | undefined =>
  Object.entries(chosen).find(([, text]) => provinceOfOrder(parsed(text)) === province)?.[0];

// -- what has been written

/** Write an order into the slot where it belongs; undefined if there is none for it. */
export function put(slots: Slots, chosen: Chosen, text: string): Chosen | undefined {
  const fits = Object.keys(slots).filter((slot) => slots[slot]?.includes(text));
  const slot =
    fits.find((each) => !chosen[each]) ?? fits.find((each) => chosen[each] === 'WAIVE') ?? fits.at(-1);
  if (slot === undefined) return undefined;
  return { ...chosen, [slot]: text };
}

/** The slots in which something must still be written: units hold by themselves. */
export function missing(slots: Slots, chosen: Chosen): string[] {
  return Object.keys(slots).filter((slot) => !chosen[slot] && !usual(slots, slot));
}

/** What a slot says where nothing is written: a unit holds, a player plays on. */
export function usual(slots: Slots, slot: string): string | undefined {
  const first = slots[slot]?.[0];
  if (slot === VOTE) return first;
  return first && parsed(first).verb === 'hold' ? first : undefined;
}

/** The answer as it is handed in; what is missing is left out. */
export function answerOf(slots: Slots, chosen: Chosen): string {
  return Object.keys(slots)
    .map((slot) => chosen[slot] ?? usual(slots, slot))
    .filter((text) => text !== undefined)
    .join('; ');
}

/** What was written down in an answer or a draft, as far as it can be ordered now. */
export function chosenFrom(slots: Slots, parts: string[]): Chosen {
  let chosen: Chosen = {};
  for (const part of parts) {
    const free = Object.keys(slots).filter((slot) => !chosen[slot] && slots[slot]?.includes(part));
    if (free[0] !== undefined && usual(slots, free[0]) !== part) chosen = { ...chosen, [free[0]]: part };
  }
  return chosen;
}
