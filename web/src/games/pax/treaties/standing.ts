/** Treaties from the point of view of a seat: offers received and made, in force, past. */

import type { Question } from '$lib/questions';
import type { Amount, Prompt } from '$lib/types';

import type { PaxView, Treaty } from '../types';

export interface Standing {
  waiting: Treaty[];
  offered: Treaty[];
  mine: Treaty[];
  others: Treaty[];
  over: Treaty[];
}

const GERMANY = 'germany';
const AUSTRIA = 'austria_hungary';

/** The powers for which a seat signs: Germany also for Austria-Hungary. */
export const powersOf = (seat: string | null): string[] =>
  seat === GERMANY ? [GERMANY, AUSTRIA] : seat ? [seat] : [];

/** The seat that signs for a power. */
export const signerOf = (power: string): string => (power === AUSTRIA ? GERMANY : power);

export const isParty = (treaty: Treaty, seat: string | null): boolean =>
  powersOf(seat).some((power) => treaty.parties.includes(power));

/** Whether a treaty in force still binds a seat: one that has left has no say in it. */
export const isBound = (treaty: Treaty, seat: string | null): boolean =>
  powersOf(seat).some((power) => treaty.parties.includes(power) && !treaty.released.includes(power));

/** Whether an offer waits for a seat's signature. */
export const isWaiting = (treaty: Treaty, seat: string | null): boolean =>
  treaty.state === 'offered' &&
  treaty.by !== seat &&
  powersOf(seat).some((power) => treaty.parties.includes(power) && !treaty.signed.includes(power));

export function standingOf(view: PaxView): Standing {
  const found: Standing = { waiting: [], offered: [], mine: [], others: [], over: [] };
  for (const treaty of Object.values(view.treaties)) {
    if (isWaiting(treaty, view.seat)) found.waiting.push(treaty);
    else if (treaty.state === 'offered') found.offered.push(treaty);
    else if (treaty.state !== 'in_force') found.over.push(treaty);
    else if (isBound(treaty, view.seat)) found.mine.push(treaty);
    else found.others.push(treaty);
  }
  return found;
}

/** How many offers and accusations wait for a seat. */
export function waitingFor(view: PaxView): number {
  const { seat } = view;
  const charges = view.charges.filter(({ jury, votes }) => seat && jury.includes(seat) && !(seat in votes));
  return standingOf(view).waiting.length + charges.length;
}

/** The question of the desk. */
export const deskQuestion = (questions: Question[]): Question | null =>
  questions.find(({ decision }) => decision.step === 'desk') ?? null;

/** The actions at the desk with a verb, about a treaty or anything else. */
export function deeds(question: Question | null, verbs: string[], about = ''): Prompt['choices'] {
  return (question?.asked.choices ?? []).filter(({ action }) => {
    const [verb, name] = action.split(' ');
    return verbs.includes(verb ?? '') && (!about || name === about);
  });
}

/** The form in which Germany gives Austria-Hungary money, outside the movement phase. */
export function giftForm(question: Question | null): Amount | null {
  const menu = question?.decision.menu;
  const form = menu?.type === 'one_of' ? menu.forms.find((each) => each.type === 'amount') : undefined;
  return form?.type === 'amount' ? form : null;
}
