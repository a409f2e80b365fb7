/** Orders and their parts, and the places of units. */

import type { ChoiceText } from '$lib/types';

export type Verb =
  'hold' | 'move' | 'support' | 'convoy' | 'disband' | 'build' | 'remove' | 'waive' | 'vote';

/** An order in parts. `unit` and `other` are units by name, `goal` is a place. */
export interface Order {
  text: string;
  verb: Verb;
  unit: string;
  other: string;
  /** Where the unit, or the one that it helps, is to go; '' if nowhere. */
  goal: string;
  via: boolean;
}

/** The meaning of the words of an order that name nothing; a vote has none. */
const VERBS: Record<string, Verb> = {
  H: 'hold',
  '-': 'move',
  '- VIA': 'move',
  S: 'support',
  'S -': 'support',
  'C -': 'convoy',
  D: 'disband',
  BUILD: 'build',
  REMOVE: 'remove',
  WAIVE: 'waive',
};

/** The order of a choice, by the things that it names. */
export function orderOf({ action, verb = '', things = [] }: ChoiceText): Order {
  const units = things.filter(({ kind }) => kind !== 'place').map(({ name }) => name);
  return {
    text: action,
    verb: VERBS[verb] ?? 'vote',
    unit: units[0] ?? '',
    other: units[1] ?? '',
    goal: things.find(({ kind }) => kind === 'place')?.name ?? '',
    via: verb === '- VIA',
  };
}

/** An order that is drawn without having been chosen: a unit leaves the map. */
export const gone = (verb: 'disband' | 'remove', unit: string): Order => ({
  text: '',
  verb,
  unit,
  other: '',
  goal: '',
  via: false,
});

/** The place of a unit: `F STP/SC` is in `STP/SC`. */
export const placeOf = (unit: string): string => unit.slice(2);

/** The province of a place: `STP/SC` is in `STP`. */
export const provinceOf = (place: string): string => place.split('/')[0] ?? place;

export const provinceOfUnit = (unit: string): string => provinceOf(placeOf(unit));

export const isFleet = (unit: string): boolean => unit.startsWith('F');

/** The word for a vote, which a menu of orders also has. */
export const VOTE = 'vote';

/** A winter slot, `AUSTRIA 2`: whose build or removal, and which. */
export function winterSlot(slot: string): { power: string; number: string } {
  const [power = '', number = ''] = slot.split(' ');
  return { power, number };
}

/** An order in the reader's own codes: `A VIE - TRI`, in French `A Vie - Tri`. */
export function written(
  text: string,
  codes: Record<string, string>,
  words: Record<string, string>,
): string {
  return text.replace(/[A-Za-z]+(?:\/[A-Z]+)?/g, (word) => codes[word] ?? words[word] ?? word);
}

/** The sentence of the log about the votes for a draw with the last orders; '' if there were none. */
export function lastDrawVotes(log: { key: string; text: string }[]): string {
  const seasons = log.flatMap(({ key }, at) => (key.endsWith('log.season') ? [at] : []));
  const line = log.slice(seasons.at(-2) ?? 0).find(({ key }) => key.endsWith('log.draw_votes'));
  return line?.text ?? '';
}
