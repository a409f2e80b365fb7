/** A real game: its facts and some of its menus, with orders as the server sends them. */

import type { Thing } from '$lib/types';

import { orderOf, type Order } from '../orders';
import type { Facts } from '../types';
import type { Slots } from '../writing';
import game from './game.json';

export const facts = game.facts as unknown as Facts;

type Menus = Record<'orders' | 'retreat' | 'adjust', Record<string, string[]>[]>;
const texts = game.menus as unknown as Menus;

/** An order by the things that it names: units such as `F STP/SC`, places such as `SPA/NC`. */
export function order(text: string): Order {
  const verb: string[] = [];
  const things: Thing[] = [];
  for (const [word] of text.matchAll(/[AF] [A-Z]{3}(?:\/[A-Z]C)?|\S+/g)) {
    if (word.includes(' ')) things.push({ kind: 'unit', name: word });
    else if (/^[A-Z]{3}(?:\/[A-Z]C)?$/.test(word) && word !== 'VIA') things.push({ kind: 'place', name: word });
    else verb.push(word);
  }
  return orderOf({ action: text, label: text, verb: verb.join(' '), things });
}

export function slots(written: Record<string, string[]>): Slots {
  return Object.fromEntries(Object.entries(written).map(([slot, each]) => [slot, each.map(order)]));
}

export const menus = {
  orders: texts.orders.map(slots),
  retreat: texts.retreat.map(slots),
  adjust: texts.adjust.map(slots),
};
