/** Preferences for retreats and winter, in order: prepared before the question comes. */

import type { Order, Verb } from './orders';

/** How many places can be listed for one unit, before it is disbanded. */
export const PLACES = 2;

const isDisbanding = (choice: string): boolean => choice.endsWith(' D');

/** The unit of a retreat. */
export const unitOf = (choice: string): string => choice.split(' ').slice(0, 2).join(' ');

/** The preferences of one unit. */
export const wishesOf = (wishes: string[], unit: string): string[] =>
  wishes.filter((choice) => unitOf(choice) === unit);

/** What can follow some preferences of a unit: nothing after disbanding, and only that after two
 * places. */
export function next(choices: string[], before: string[]): string[] {
  if (before.some(isDisbanding)) return [];
  const free = choices.filter((choice) => !before.includes(choice));
  return before.length < PLACES ? free : free.filter(isDisbanding);
}

/** All preferences with one of a unit replaced at an index ('' removes it); later ones stay if they
 * still make sense. */
export function put(wishes: string[], unit: string, place: number, choice: string): string[] {
  const mine = wishesOf(wishes, unit);
  const others = wishes.filter((each) => !mine.includes(each));
  if (!choice) return [...others, ...mine.slice(0, place)];
  const kept = mine.slice(place + 1).filter((each) => each !== choice);
  const after = isDisbanding(choice) ? [] : kept;
  return [...others, ...mine.slice(0, place), choice, ...after];
}

/** The rows of one unit's list: its preferences, and an empty one to add to them. */
export function rows(choices: string[], wishes: string[]): { value: string; offered: string[] }[] {
  const found = wishes.map((value, place) => ({
    value,
    offered: next(choices, wishes.slice(0, place)),
  }));
  const more = next(choices, wishes);
  return more.length ? [...found, { value: '', offered: more }] : found;
}

/** A winter order as text: `BUILD F STP/NC`, `REMOVE A PIC`, `WAIVE`. */
export function winterOrder(text: string): Order {
  const [verb = '', ...unit] = text.split(' ');
  return {
    text,
    verb: verb.toLowerCase() as Verb,
    unit: unit.join(' '),
    other: '',
    goal: '',
    via: false,
  };
}

/** The preferences for one half of winter: removals, or builds and waives. */
export const half = (wishes: string[], removals: boolean): string[] =>
  wishes.filter((wish) => wish.startsWith('REMOVE') === removals);

/** What can follow in one half of winter: nothing after waiving the rest. */
export function moreOf(choices: string[], wishes: string[], removals: boolean): string[] {
  const wished = half(wishes, removals);
  if (wished.includes('WAIVE')) return [];
  return half(choices, removals).filter((choice) => !wished.includes(choice));
}
