/** Choosing one of a list by picking the things that it names. */

import type { Decision } from './types';

/** One of the actions of a list, in words; `words` are the things that it has to do with. */
export interface Choice {
  action: string;
  label: string;
  words: string[];
}

/** The choices that have to do with all that was picked: in this order if there are such (from here
 * to there), otherwise in any. A thing may be several words that follow one another, such as
 * `germany-infantry berlin`, and the verb of the action counts as a word too. */
export function fittingChoices(choices: Choice[], picked: string[]): Choice[] {
  const fitting = choices.filter(({ action }) => picked.every((thing) => isNamed(action, thing)));
  const ordered = fitting.filter(({ action }) => inOrder(action, picked));
  return ordered.length ? ordered : fitting;
}

/** What a click makes of what was picked, and the action that it takes, if it takes one. */
export interface Click {
  picked: string[];
  action?: string;
}

/** What a click means; it may mean several things, the likeliest first. It goes on with what was
 * picked, and takes the only action that is left. Where it cannot go on, the pick moves to what was
 * clicked; then nothing is taken, because nobody has asked for the action that may be left. Null if
 * nothing can be done with it. */
export function clicked(choices: Choice[], picked: string[], meanings: string[]): Click | null {
  const known = wordsOf(picked);
  for (const thing of meanings) {
    const again = picked.includes(thing);
    if (!again && thing.split(' ').every((word) => known.includes(word))) continue;
    const all = again ? picked : [...picked, thing];
    const [first, ...others] = fittingChoices(choices, all);
    if (first && !others.length) return { picked: all, action: first.action };
    if (again) return { picked: picked.filter((other) => other !== thing) };
    if (first) return { picked: all };
  }
  const anew = meanings.find((thing) => fittingChoices(choices, [thing]).length);
  return anew === undefined ? null : { picked: [anew] };
}

/** The single words of what was picked. */
export function wordsOf(picked: string[]): string[] {
  return picked.flatMap((thing) => thing.split(' '));
}

function isNamed(action: string, thing: string): boolean {
  return ` ${action} `.includes(` ${thing} `);
}

function inOrder(action: string, picked: string[]): boolean {
  let rest = ` ${action} `;
  for (const thing of picked) {
    const place = rest.indexOf(` ${thing} `);
    if (place < 0) return false;
    rest = rest.slice(place + thing.length + 1);
  }
  return true;
}

/** Whether an action is, or contains, a choice that cannot be taken back. */
export function isGrave({ grave, menu }: Pick<Decision, 'grave' | 'menu'>, action: string): boolean {
  const parts = menu.type === 'slots' ? action.split('; ') : [action];
  return parts.some((part) => grave.includes(part));
}

/** The verbs of choices with the choices of each, in the order in which they come. */
export function byVerb(choices: Choice[]): [verb: string, choices: Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const verb = choice.action.split(' ')[0] ?? '';
    groups.set(verb, [...(groups.get(verb) ?? []), choice]);
  }
  return [...groups];
}

/** Without accents and capitals, as people type when they look for something. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** The choices in whose words all the words that are looked for occur. */
export function matching(choices: Choice[], wanted: string): Choice[] {
  const parts = plain(wanted).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => parts.every((part) => plain(choice.label).includes(part)));
}

/** What is still to be chosen after some things were picked: `verb`, if there is more than one way
 * to use them, and the things of which one is to be picked next. */
export interface Missing {
  verb: boolean;
  things: string[];
}

export function missing(choices: Choice[], picked: string[]): Missing {
  const verbs = new Set(choices.map((choice) => choice.action.split(' ')[0]));
  const taken = wordsOf(picked);
  const next = choices.flatMap((choice) => choice.words.find((w) => !taken.includes(w)) ?? []);
  return { verb: verbs.size > 1, things: [...new Set(next)] };
}

/** A line of the list of choices: a choice, or a thing with which several of them begin. */
export type Entry =
  | { type: 'choice'; choice: Choice }
  | { type: 'thing'; thing: string; number: number };

/** The lines for the choices of a verb. Where there are many that name several things, one thing is
 * chosen after the other. */
export function entries(choices: Choice[], picked: string[], most: number): Entry[] {
  const whole = choices.map((choice): Entry => ({ type: 'choice', choice }));
  const taken = wordsOf(picked);
  const rest = (choice: Choice) => choice.words.filter((word) => !taken.includes(word));
  if (choices.length <= most || choices.some((choice) => rest(choice).length < 2)) return whole;
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const first = rest(choice)[0] ?? '';
    groups.set(first, [...(groups.get(first) ?? []), choice]);
  }
  return [...groups].map(([thing, group]): Entry => {
    const only = group.length === 1 ? group[0] : undefined;
    return only
      ? { type: 'choice', choice: only }
      : { type: 'thing', thing, number: group.length };
  });
}
