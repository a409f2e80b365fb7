/** Puzzles: their tables, and what the browser keeps for visitors without an account. */

import { post } from '$lib/api';
import { say } from '$lib/language.svelte';
import { named } from '$lib/play.svelte';
import { router } from '$lib/router.svelte';
import { session } from '$lib/session.svelte';
import { localStore } from '$lib/storage';
import type { TableInfo } from '$lib/types';

const KEPT = 'entente.puzzles';
const MOST_SEEN = 500; // the server accepts no more
const START = 1500;
const STEP = 40; // points at most that an answer changes

/** What the browser knows of a game's puzzles: those answered, right or wrong, and the rating. */
export interface PuzzleMemory {
  seen: Record<string, boolean>;
  rating: number;
  streak: number;
  best: number;
}

const NOTHING: PuzzleMemory = { seen: {}, rating: START, streak: 0, best: 0 };

export function puzzleMemory(game: string): PuzzleMemory {
  try {
    const kept = JSON.parse(localStore.getItem(KEPT) ?? '{}') as Record<string, PuzzleMemory>;
    return { ...NOTHING, ...kept[game] };
  } catch {
    return NOTHING;
  }
}

/** The memory after an answer; only the first answer to a puzzle counts. */
export function after(
  memory: PuzzleMemory,
  puzzle: string,
  rating: number,
  correct: boolean,
): PuzzleMemory {
  if (puzzle in memory.seen) return memory;
  const expected = 1 / (1 + 10 ** ((rating - memory.rating) / 400));
  const streak = correct ? memory.streak + 1 : 0;
  const seen = Object.entries({ ...memory.seen, [puzzle]: correct }).slice(-MOST_SEEN);
  return {
    seen: Object.fromEntries(seen),
    rating: Math.round(memory.rating + STEP * (Number(correct) - expected)),
    streak,
    best: Math.max(memory.best, streak),
  };
}

export function keepPuzzle(game: string, memory: PuzzleMemory): void {
  try {
    const kept = JSON.parse(localStore.getItem(KEPT) ?? '{}') as Record<string, PuzzleMemory>;
    localStore.setItem(KEPT, JSON.stringify({ ...kept, [game]: memory }));
  } catch {
    // Without storage the next puzzle may be one that was seen.
  }
}

/** Whether the server keeps rating and history: it does for accounts. */
export const isStored = () => session.me !== null && !session.me.guest;

/** Do something as a guest whose name is made up; ask for one only if that name is taken. */
async function asGuest(what: () => Promise<void>): Promise<void> {
  if (session.me) return what();
  try {
    await session.need(say('puzzle.guest', { n: 1000 + Math.floor(Math.random() * 9000) }));
  } catch {
    return named(what);
  }
  return what();
}

/** Open the table of a puzzle: a given one, or the next by rating. A visitor needs no name. */
export async function beginPuzzle(game: string, id: string | null, replace = false): Promise<void> {
  await asGuest(async () => {
    const go = router.onward();
    const memory = puzzleMemory(game);
    const mine = isStored() ? {} : { rating: memory.rating, seen: Object.keys(memory.seen) };
    const table = await post<TableInfo>(`/games/${game}/puzzles`, id ? { id } : mine);
    go(`/tables/${table.id}`, replace);
  });
}
