/** Wishes for retreats and for winter, the dearest first: what is prepared before it is asked. */

import type { Order, Verb } from './orders';

/** The places that can be wished for one unit, before it is disbanded. */
export const PLACES = 2;

const isDisbanding = (choice: string): boolean => choice.endsWith(' D');

/** The unit that a retreat is about. */
export const unitOf = (choice: string): string => choice.split(' ').slice(0, 2).join(' ');

/** What is wished for one unit. */
export const wishesOf = (wishes: string[], unit: string): string[] =>
  wishes.filter((choice) => unitOf(choice) === unit);

/** What can still be wished for a unit after some wishes: nothing after it is disbanded, and after
 * two places only that. */
export function next(choices: string[], before: string[]): string[] {
  if (before.some(isDisbanding)) return [];
  const free = choices.filter((choice) => !before.includes(choice));
  return before.length < PLACES ? free : free.filter(isDisbanding);
}

/** All wishes with another one for a unit at some place of its list ('' for none); what followed it
 * stays if it still makes sense. */
export function put(wishes: string[], unit: string, place: number, choice: string): string[] {
  const mine = wishesOf(wishes, unit);
  const others = wishes.filter((each) => !mine.includes(each));
  if (!choice) return [...others, ...mine.slice(0, place)];
  const kept = mine.slice(place + 1).filter((each) => each !== choice);
  const after = isDisbanding(choice) ? [] : kept;
  return [...others, ...mine.slice(0, place), choice, ...after];
}

/** The rows of one unit's list: what is wished, and a last one to add to it. */
export function rows(choices: string[], wishes: string[]): { value: string; offered: string[] }[] {
  const found = wishes.map((value, place) => ({
    value,
    offered: next(choices, wishes.slice(0, place)),
  }));
  const more = next(choices, wishes);
  return more.length ? [...found, { value: '', offered: more }] : found;
}

/** An order of winter by its text: `BUILD F STP/NC`, `REMOVE A PIC`, `WAIVE`. */
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

/** The wishes for one half of winter: removals, or builds and doing without them. */
export const half = (wishes: string[], removals: boolean): string[] =>
  wishes.filter((wish) => wish.startsWith('REMOVE') === removals);

/** What can still be wished for one half of winter: nothing after doing without the rest. */
export function moreOf(choices: string[], wishes: string[], removals: boolean): string[] {
  const wished = half(wishes, removals);
  if (wished.includes('WAIVE')) return [];
  return half(choices, removals).filter((choice) => !wished.includes(choice));
}
