/** The introduction to a game: its steps, and whether it was seen, which the browser and the account
 * remember. */

import type { Step } from '$games/index';
import { patch } from '$lib/api';
import { session } from '$lib/session.svelte';
import { localStore } from '$lib/storage';
import type { Me } from '$lib/types';

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
    const kept: unknown = JSON.parse(localStore.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const introduced = (game: string) =>
  seen().includes(game) || Boolean(session.me?.preferences.introduced.includes(game));

export async function introduce(game: string): Promise<void> {
  localStore.setItem(KEPT, JSON.stringify([...new Set([...seen(), game])]));
  if (!session.me || session.me.preferences.introduced.includes(game)) return;
  const me = await patch<Me>('/me', { preferences: { introduced: [game] } }).catch(() => null);
  if (me) session.know(me); // otherwise this browser remembers it
}
