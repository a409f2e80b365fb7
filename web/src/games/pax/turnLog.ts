/** The log of the current turn. */

import type { LogEntry } from '$lib/types';

const TURN = 'log.turn';

/** The lines since the turn started. */
export function ofThisTurn(log: LogEntry[]): LogEntry[] {
  return log.slice(log.findLastIndex(({ key }) => key === TURN) + 1);
}

/** The words of a line under a name: one, several or none. */
export function wordsOf({ args }: LogEntry, name: string): string[] {
  const value = args[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}
