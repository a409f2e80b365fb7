/** Which exercises somebody has solved; the browser remembers. */

const KEPT = 'entente.exercises';

export function solvedExercises(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

const named = (game: string, exercise: string) => `${game}/${exercise}`;

export const isSolved = (game: string, exercise: string) =>
  solvedExercises().includes(named(game, exercise));

export function noteSolved(game: string, exercise: string): void {
  const all = new Set([...solvedExercises(), named(game, exercise)]);
  localStorage.setItem(KEPT, JSON.stringify([...all]));
}
