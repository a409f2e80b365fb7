/** Choosing one of a list by picking the things that it names. */

import { plain } from './plain';
import { takenApart } from './answers';
import type { Decision, Thing, ToldChoice } from './types';

/** One of the actions of a list, in words: what it does (`verb`) with which things, in order. */
export interface Choice {
  action: string;
  label: string;
  verb: string;
  things: Thing[];
  /** What its things are called in the rules. */
  names: string[];
}

/** A choice as the server tells it, with what is out of the ordinary about it. */
export function choiceOf({ action, label, remark, verb = '', things = [] }: ToldChoice): Choice {
  const names = things.map(({ name }) => name);
  return { action, label: remark ? `${label} (${remark})` : label, verb, things, names };
}

/** Something that is picked may be several things that a choice names one after the other, such as
 * `germany-infantry berlin`, with the verb before them where they alone could mean another pick. */
export const together = (...parts: string[]): string => parts.join(' ');

/** Which parts of a choice (0 is the verb) a picked thing is, from a part on; null: none. */
function partsNamed({ verb, names }: Choice, thing: string, from = 0): [number, number] | null {
  const parts = [verb, ...names];
  for (let start = from; start < parts.length; start++) {
    for (let end = start + 1; end <= parts.length; end++) {
      if (together(...parts.slice(start, end)) === thing) return [start, end];
    }
  }
  return null;
}

/** Whether a choice has to do with all of some things, in whatever order. */
export function namesAll(choice: Choice, picked: string[]): boolean {
  return picked.every((thing) => partsNamed(choice, thing) !== null);
}

/** The choices that have to do with all that was picked: in this order if there are such (from here
 * to there), otherwise in any. */
export function fittingChoices(choices: Choice[], picked: string[]): Choice[] {
  const fitting = choices.filter((choice) => namesAll(choice, picked));
  const ordered = fitting.filter((choice) => inOrder(choice, picked));
  return ordered.length ? ordered : fitting;
}

function inOrder(choice: Choice, picked: string[]): boolean {
  let from = 0;
  for (const thing of picked) {
    const found = partsNamed(choice, thing, from);
    if (!found) return false;
    from = found[1];
  }
  return true;
}

/** The things that were picked of a choice, one by one. */
function taken(choice: Choice, picked: string[]): Set<string> {
  const parts = [choice.verb, ...choice.names];
  return new Set(picked.flatMap((thing) => parts.slice(...(partsNamed(choice, thing) ?? [0, 0]))));
}

/** The things of a choice that are still to be picked. */
export function left(choice: Choice, picked: string[]): Thing[] {
  const known = taken(choice, picked);
  return choice.things.filter(({ name }) => !known.has(name));
}

/** What was picked, thing by thing, as the choices that are left name it. */
export function singly(choices: Choice[], picked: string[]): string[] {
  return picked.flatMap((thing) => {
    const choice = choices.find((each) => partsNamed(each, thing));
    const known = choice && taken(choice, [thing]);
    return known ? [...known].filter((name) => choice.names.includes(name)) : [thing];
  });
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
  const known = new Set(choices.flatMap((choice) => [...taken(choice, picked)]));
  for (const thing of meanings) {
    const again = picked.includes(thing);
    const parts = choices.flatMap((choice) => [...taken(choice, [thing])]);
    if (!again && parts.every((part) => known.has(part))) continue;
    const all = again ? picked : [...picked, thing];
    const [first, ...others] = fittingChoices(choices, all);
    if (first && !others.length) return { picked: all, action: first.action };
    if (again) return { picked: picked.filter((other) => other !== thing) };
    if (first) return { picked: all };
  }
  const anew = meanings.find((thing) => fittingChoices(choices, [thing]).length);
  return anew === undefined ? null : { picked: [anew] };
}

/** Whether an action is, or contains, a choice that cannot be taken back. */
export function isIrreversible({ irreversible, menu }: Pick<Decision, 'irreversible' | 'menu'>, action: string): boolean {
  const parts = menu.type === 'slots' ? takenApart(action) : [action];
  return parts.some((part) => irreversible.includes(part));
}

/** The verbs of choices with the choices of each, in the order in which they come; those that have a
 * place in an order of their own after the others, in that order. */
export function byVerb(choices: Choice[], order: string[] = []): [verb: string, choices: Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    groups.set(choice.verb, [...(groups.get(choice.verb) ?? []), choice]);
  }
  return [...groups].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
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
  things: Thing[];
}

export function missing(choices: Choice[], picked: string[]): Missing {
  const verbs = new Set(choices.map((choice) => choice.verb));
  const next = new Map(
    choices.flatMap((choice) => left(choice, picked).slice(0, 1)).map((thing) => [thing.name, thing]),
  );
  return { verb: verbs.size > 1, things: [...next.values()] };
}

/** A line of the list of choices: a choice, or a thing with which several of them begin. */
export type Entry =
  | { type: 'choice'; choice: Choice }
  | { type: 'thing'; thing: string; number: number };

/** The lines for the choices of a verb. Where there are many that name several things, one thing is
 * chosen after the other. */
export function entries(choices: Choice[], picked: string[], most: number): Entry[] {
  const whole = choices.map((choice): Entry => ({ type: 'choice', choice }));
  const rest = (choice: Choice) => left(choice, picked);
  if (choices.length <= most || choices.some((choice) => rest(choice).length < 2)) return whole;
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const first = rest(choice)[0]?.name ?? '';
    groups.set(first, [...(groups.get(first) ?? []), choice]);
  }
  return [...groups].map(([thing, group]): Entry => {
    const only = group.length === 1 ? group[0] : undefined;
    return only
      ? { type: 'choice', choice: only }
      : { type: 'thing', thing, number: group.length };
  });
}
