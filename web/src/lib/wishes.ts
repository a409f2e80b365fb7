/** What a player last asked quick pairing for, remembered in the browser for each game. */

import type { Wish } from './pairing.svelte';
import { localStore } from './storage';

export const RANGES = [100, 200, 400] as const; // points of rating
export const RELIABILITY = [80, 90, 95] as const; // per cent
export const COMPUTERS = [2, 5, 15, 60, 1440, 4320] as const; // minutes

const KEPT = 'entente.pairing';

/** The stored wishes; missing or broken ones are empty. */
export function readWishes(kept: string | null): Record<string, Partial<Wish>> {
  try {
    const read: unknown = JSON.parse(kept ?? '{}');
    return read && typeof read === 'object' ? (read as Record<string, Partial<Wish>>) : {};
  } catch {
    return {};
  }
}

export function keptWish(game: string): Partial<Wish> {
  return readWishes(localStore.getItem(KEPT))[game] ?? {};
}

/** All wishes with a new one, which completes what was kept for its game. */
export function withWish(
  all: Record<string, Partial<Wish>>,
  game: string,
  wish: Partial<Wish>,
): Record<string, Partial<Wish>> {
  return { ...all, [game]: { ...all[game], ...wish } };
}

export function keepWish(game: string, wish: Partial<Wish>): void {
  const all = readWishes(localStore.getItem(KEPT));
  localStore.setItem(KEPT, JSON.stringify(withWish(all, game, wish)));
}
