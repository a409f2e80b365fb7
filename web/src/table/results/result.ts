/** Results of a game that deserve a card: battles, and moments such as a declaration of war. */

import type { Component } from 'svelte';

import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan, LogEntry } from '$lib/types';

/** A result, from the lines of the log that tell it. */
export interface Result {
  /** Unique at the table, and the same when further lines follow. */
  id: string;
  lines: LogEntry[];
  /** It concerns the player: its card waits to be dismissed. */
  waits: boolean;
  /** The player lost something that must not be missed. */
  grave: boolean;
  /** A choice of losses is still to come. */
  open: boolean;
}

/** How a game shows results. */
export interface GameResults<R extends Result = Result> {
  /** The results in the lines after a move, in order. */
  of: (table: TableStore, after: number) => R[];
  card: Component<{ table: TableStore; plan: BoardPlan; result: R }>;
}

/** Which cards wait to be dismissed. */
export const WAITS = ['all', 'own', 'none'] as const;
export type Waits = (typeof WAITS)[number];

/** Whether a card waits: by the player's setting; in a game by correspondence only for what must
 * not be missed, since the rest is in the log when the player returns. */
export function isDue(result: Result, setting: Waits, byMail: boolean): boolean {
  if (setting === 'none' || result.open) return false;
  if (result.grave || setting === 'all') return true;
  return result.waits && !byMail;
}

/** The result that some lines tell; the last, if they tell several. */
export const toldBy = (results: Result[], lines: LogEntry[]): Result | null =>
  results.findLast((result) => result.lines.some((line) => lines.includes(line))) ?? null;
