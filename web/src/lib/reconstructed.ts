/** Which figures of a board are reconstructed: they were not read off the original. */

import type { BoardPlan } from './types';

type Marks = Pick<BoardPlan, 'marks' | 'reconstructed'> | null | undefined;

/** Whether a figure of a thing, or between two things, is reconstructed. */
export function isReconstructed(plan: Marks, kind: string, thing: string, other?: string): boolean {
  const all = plan?.reconstructed[kind] ?? [];
  if (other === undefined) return all.includes(thing);
  return all.includes(`${thing} ${other}`) || all.includes(`${other} ${thing}`);
}

/** The reconstructed figures of a thing, in words. */
export const figuresOf = (plan: Marks, thing: string): string[] => plan?.marks[thing] ?? [];
