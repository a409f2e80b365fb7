/** A pass prepared for a question that may come, and its exceptions. */

import type { PreparableDecision } from '$lib/types';

const UNLESS = 'unless';

export interface Pass {
  /** The action that passes. */
  action: string;
  prepared: boolean;
  /** The possible exceptions, and the chosen ones. */
  things: string[];
  excepted: string[];
}

const thingOf = (choice: string) => choice.slice(UNLESS.length + 1);
const isException = (choice: string) => choice.startsWith(`${UNLESS} `);

export function passOf({
  choices,
  prepared,
}: Pick<PreparableDecision, 'choices' | 'prepared'>): Pass {
  const all = Object.values(choices).flat();
  const action = all.find((choice) => !isException(choice)) ?? '';
  return {
    action,
    prepared: prepared.includes(action),
    things: all.filter(isException).map(thingOf),
    excepted: prepared.filter(isException).map(thingOf),
  };
}

/** The choices to prepare with or without the pass; none without it. */
export const choicesFor = (pass: Pass, prepared: boolean, excepted = pass.excepted): string[] =>
  prepared ? [pass.action, ...excepted.map((thing) => `${UNLESS} ${thing}`)] : [];
