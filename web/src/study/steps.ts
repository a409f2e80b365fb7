/** Steps of a line as they are told: what is done several times in a row is said once. */

import type { StepText } from '$lib/types';

export interface Told {
  /** Whose steps they are; empty where the line before says it. */
  seat: string;
  text: string;
  times: number;
  /** The first of them. */
  step: StepText;
}

export function grouped(steps: StepText[]): Told[] {
  const told: Told[] = [];
  let last: StepText | undefined;
  for (const step of steps) {
    const before = told.at(-1);
    if (before && last?.seat === step.seat && before.text === step.text) before.times += 1;
    else {
      const seat = last?.seat === step.seat ? '' : step.seat;
      told.push({ seat, text: step.text, times: 1, step });
    }
    last = step;
  }
  return told;
}
