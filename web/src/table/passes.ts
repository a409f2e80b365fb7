/** A pass that is prepared for a question that may come, and what it is not meant for. */

import type { Preparable } from '$lib/types';

const UNLESS = 'unless';

export interface Pass {
  /** The action with which one lets it go by. */
  action: string;
  prepared: boolean;
  /** What one may want to be asked about after all, and what of it one does. */
  things: string[];
  excepted: string[];
}

const thingOf = (wish: string) => wish.slice(UNLESS.length + 1);
const isException = (wish: string) => wish.startsWith(`${UNLESS} `);

export function passOf({ choices, wishes }: Pick<Preparable, 'choices' | 'wishes'>): Pass {
  const all = Object.values(choices).flat();
  const action = all.find((wish) => !isException(wish)) ?? '';
  return {
    action,
    prepared: wishes.includes(action),
    things: all.filter(isException).map(thingOf),
    excepted: wishes.filter(isException).map(thingOf),
  };
}

/** What is wished with the pass prepared or not; without it nothing is. */
export const wishesFor = (pass: Pass, prepared: boolean, excepted = pass.excepted): string[] =>
  prepared ? [pass.action, ...excepted.map((thing) => `${UNLESS} ${thing}`)] : [];
