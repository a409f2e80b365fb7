/** The introduction to a game: its steps, and whether it was seen. */

import type { Step } from '$games/index';

const KEPT = 'entente.introduced';

/** The steps of a game, or else its keys `<game>.intro.1`, `.2`, … as far as they go. A player
 * alone among computers sees other steps. */
export function stepsOf(
  game: string,
  given: Step[] | undefined,
  has: (key: string) => boolean,
  alone = false,
): Step[] {
  if (given) return given.map((step) => (alone && step.alone ? { ...step, text: step.alone } : step));
  const steps: Step[] = [];
  for (let number = 1; has(`${game}.intro.${number}`); number += 1) {
    steps.push({ text: `${game}.intro.${number}` as Step['text'] });
  }
  return steps;
}

function seen(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const introduced = (game: string) => seen().includes(game);

export function introduce(game: string): void {
  localStorage.setItem(KEPT, JSON.stringify([...new Set([...seen(), game])]));
}
