/** The steps of a line in words: repeated steps are counted. */

import type { StepText } from '$lib/types';

export interface StepGroup {
  /** Whose steps they are; empty if the line before says so. */
  seat: string;
  text: string;
  times: number;
  /** The first of them. */
  step: StepText;
}

export function grouped(steps: StepText[]): StepGroup[] {
  const groups: StepGroup[] = [];
  let last: StepText | undefined;
  for (const step of steps) {
    const before = groups.at(-1);
    if (before && last?.seat === step.seat && before.text === step.text) before.times += 1;
    else {
      const seat = last?.seat === step.seat ? '' : step.seat;
      groups.push({ seat, text: step.text, times: 1, step });
    }
    last = step;
  }
  return groups;
}
