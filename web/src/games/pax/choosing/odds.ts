/** The six faces of a die by result, as the server counts them for an attack. */

import type { Hint } from '$lib/table.svelte';

export type Outcome = 'good' | 'even' | 'bad';

export const OUTCOMES: Record<string, Outcome> = {
  DE: 'good',
  DR: 'good',
  HX: 'even',
  EX: 'even',
  AR: 'bad',
  AE: 'bad',
};

export const SIGNS: Record<Outcome, string> = { good: '✓', even: '⇄', bad: '✗' };

export interface Face {
  result: string;
  outcome: Outcome;
}

/** The faces one by one, in the order of their results. */
export function facesOf(counted: unknown): Face[] {
  if (typeof counted !== 'object' || counted === null || Array.isArray(counted)) return [];
  return Object.entries(counted as Record<string, number>).flatMap(([result, number]) =>
    Array.from({ length: number }, () => ({ result, outcome: OUTCOMES[result] ?? 'even' })),
  );
}

/** How many faces have each result. */
export function summed(faces: Face[]): Record<Outcome, number> {
  const sum = { good: 0, even: 0, bad: 0 };
  for (const { outcome } of faces) sum[outcome] += 1;
  return sum;
}

/** How many faces have each exact result. */
export function counted(faces: Face[]): [result: string, number: number][] {
  const found = new Map<string, number>();
  for (const { result } of faces) found.set(result, (found.get(result) ?? 0) + 1);
  return [...found];
}

/** An attack as its hint has it. */
export interface Attack {
  attack: number;
  defence: number;
  faces: Face[];
}

/** No face of the die wins, whether allies join or not. */
export const isHopeless = (rows: Attack[]): boolean =>
  rows.length > 0 && rows.every(({ faces }) => summed(faces).good === 0);

/** The results in a hint about an attack, by the strengths that bring them: alone, with allies. */
export function attacks(figures: Hint['figures']): Attack[] {
  const defence = Number(figures['defence'] ?? 0);
  const rows = [
    { attack: Number(figures['attack'] ?? 0), faces: facesOf(figures['faces']) },
    { attack: Number(figures['together'] ?? 0), faces: facesOf(figures['joined']) },
  ];
  return rows.filter(({ faces }) => faces.length).map((row) => ({ ...row, defence }));
}
