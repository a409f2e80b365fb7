/** The solved exercises, stored in the browser and with the account. */

import { patch } from '$lib/api';
import { session } from '$lib/session.svelte';
import { localStore } from '$lib/storage';
import type { Me } from '$lib/types';

const KEPT = 'entente.exercises';

export function solvedExercises(): string[] {
  return [...new Set([...remembered(), ...(session.me?.preferences.solved ?? [])])];
}

function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

const named = (game: string, exercise: string) => `${game}/${exercise}`;

export const isSolved = (game: string, exercise: string) =>
  solvedExercises().includes(named(game, exercise));

export async function noteSolved(game: string, exercise: string): Promise<void> {
  const solved = named(game, exercise);
  localStore.setItem(KEPT, JSON.stringify([...new Set([...remembered(), solved])]));
  if (!session.me || session.me.preferences.solved.includes(solved)) return;
  session.know(await patch<Me>('/me', { preferences: { solved: [solved] } }));
}
