/** The open questions of a seat, as data and in words. */

import { unfolded } from './folding';
import type { Prompt, Decision, SeatState } from './types';

export interface Question {
  window: number;
  decision: Decision;
  asked: Prompt;
}

/** The questions of a seat, required ones first. */
export function questionsOf(seen: SeatState | null | undefined): Question[] {
  if (!seen) return [];
  const found = seen.view.decisions.flatMap((decision): Question[] => {
    const asked = seen.prompts.find((each) => each.decision === decision.id);
    const whole = { ...decision, menu: unfolded(decision.menu) };
    return asked ? [{ window: decision.id, decision: whole, asked }] : [];
  });
  const must = found.filter(({ decision }) => decision.must);
  return [...must, ...found.filter(({ decision }) => !decision.must)];
}

/** The first sentence of a question: enough to recognize it. */
export const headline = (text: string): string =>
  /^[^]*?[.?!](?=\s\p{Lu})/u.exec(text)?.[0] ?? text; // "no. 1" does not end a sentence

/** Whether the game waits for a seat. */
export function isWaitedFor(seen: SeatState | null | undefined): boolean {
  return seen?.view.decisions.some((decision) => decision.must) ?? false;
}
