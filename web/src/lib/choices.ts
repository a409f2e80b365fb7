/** Choosing an action of a list by picking the things it names. */

import { plain } from './plain';
import { takenApart } from './answers';
import type { ChoiceText, Decision, Thing } from './types';

/** An action of a list in words: what it does (`verb`) with which things, in order. */
export interface Choice {
  action: string;
  label: string;
  verb: string;
  things: Thing[];
  /** The names of its things in the rules. */
  names: string[];
}

/** A choice as the server sends it, with its special properties. */
export function choiceOf({ action, label, remark, verb = '', things = [] }: ChoiceText): Choice {
  const names = things.map(({ name }) => name);
  return { action, label: remark ? `${label} (${remark})` : label, verb, things, names };
}

/** A pick may be several things that a choice names in a row, such as `germany-infantry berlin`,
 * with the verb first where the things alone would be ambiguous. */
export const together = (...parts: string[]): string => parts.join(' ');

/** Which parts of a choice (0 is the verb) a pick covers, from a part on; null if none. */
function partsNamed({ verb, names }: Choice, thing: string, from = 0): [number, number] | null {
  const parts = [verb, ...names];
  for (let start = from; start < parts.length; start++) {
    for (let end = start + 1; end <= parts.length; end++) {
      if (together(...parts.slice(start, end)) === thing) return [start, end];
    }
  }
  return null;
}

/** Whether a choice names all of some things, in any order. */
export function namesAll(choice: Choice, picked: string[]): boolean {
  return picked.every((thing) => partsNamed(choice, thing) !== null);
}

/** The choices that name everything picked: in this order if there are any (from here to there),
 * otherwise in any order. */
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

/** The picked things of a choice, one by one. */
function taken(choice: Choice, picked: string[]): Set<string> {
  const parts = [choice.verb, ...choice.names];
  return new Set(picked.flatMap((thing) => parts.slice(...(partsNamed(choice, thing) ?? [0, 0]))));
}

/** The things of a choice that are still to be picked. */
export function left(choice: Choice, picked: string[]): Thing[] {
  const known = taken(choice, picked);
  return choice.things.filter(({ name }) => !known.has(name));
}

/** The picks, thing by thing, as the remaining choices name them. */
export function singly(choices: Choice[], picked: string[]): string[] {
  return picked.flatMap((thing) => {
    const choice = choices.find((each) => partsNamed(each, thing));
    const known = choice && taken(choice, [thing]);
    return known ? [...known].filter((name) => choice.names.includes(name)) : [thing];
  });
}

/** The new picks after a click, and the action it takes, if any. */
export interface Click {
  picked: string[];
  action?: string;
}

/** What a click means; `meanings` has the likeliest first. It extends the picks and takes the only
 * action left. If it cannot extend them, the pick moves to the clicked thing and no action is
 * taken, because the player has not asked for one. Null if nothing can be done with it. */
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
  const alone = meanings.find((thing) => fittingChoices(choices, [thing]).length);
  return alone === undefined ? null : { picked: [alone] };
}

/** Whether an action is, or contains, a choice that cannot be undone. */
export function isIrreversible(
  { irreversible, menu }: Pick<Decision, 'irreversible' | 'menu'>,
  action: string,
): boolean {
  const parts = menu.type === 'slots' ? takenApart(action) : [action];
  return parts.some((part) => irreversible.includes(part));
}

/** The verbs of choices with the choices of each, in order of appearance; verbs with a fixed order
 * come last, in that order. */
export function byVerb(choices: Choice[], order: string[] = []): [verb: string, choices: Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    groups.set(choice.verb, [...(groups.get(choice.verb) ?? []), choice]);
  }
  return [...groups].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** The choices whose words contain all the search words. */
export function matching(choices: Choice[], wanted: string): Choice[] {
  const parts = plain(wanted).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => parts.every((part) => plain(choice.label).includes(part)));
}

/** What is still to be chosen after some picks: `verb` if they can be used in several ways, and the
 * things that can be picked next. */
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

/** A line of the list of choices: a choice, or a thing with which several choices begin. */
export type Entry =
  | { type: 'choice'; choice: Choice }
  | { type: 'thing'; thing: string; number: number };

/** The lines for the choices of a verb. If many of them name several things, the player chooses one
 * thing after the other. */
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
