/** The open questions of a seat, as data and in words. */

import { unfolded } from './folding';
import type { Asked, Decision, Seen } from './types';

export interface Question {
  window: number;
  decision: Decision;
  asked: Asked;
}

/** The questions of a seat, required ones first. */
export function questionsOf(seen: Seen | null | undefined): Question[] {
  if (!seen) return [];
  const found = seen.view.decisions.flatMap((decision): Question[] => {
    const asked = seen.asked.find((each) => each.window === decision.window);
    const whole = { ...decision, menu: unfolded(decision.menu) };
    return asked ? [{ window: decision.window, decision: whole, asked }] : [];
  });
  const must = found.filter(({ decision }) => decision.must);
  return [...must, ...found.filter(({ decision }) => !decision.must)];
}

/** Whether the game waits for a seat. */
export function isWaitedFor(seen: Seen | null | undefined): boolean {
  return seen?.view.decisions.some((decision) => decision.must) ?? false;
}
