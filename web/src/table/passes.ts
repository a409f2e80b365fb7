/** A pass prepared for a question that may come, and its exceptions. */

import type { Preparable } from '$lib/types';

const UNLESS = 'unless';

export interface Pass {
  /** The action that passes. */
  action: string;
  prepared: boolean;
  /** The possible exceptions, and the chosen ones. */
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

/** The prepared answers with or without the pass; none without it. */
export const wishesFor = (pass: Pass, prepared: boolean, excepted = pass.excepted): string[] =>
  prepared ? [pass.action, ...excepted.map((thing) => `${UNLESS} ${thing}`)] : [];
