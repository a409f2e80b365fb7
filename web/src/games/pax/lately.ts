/** The log of the current turn. */

import type { LogLine } from '$lib/types';

const TURN = 'log.turn';

/** The lines since the turn started. */
export function ofThisTurn(log: LogLine[]): LogLine[] {
  return log.slice(log.findLastIndex(({ key }) => key === TURN) + 1);
}

/** The words of a line under a name: one, several or none. */
export function wordsOf({ args }: LogLine, name: string): string[] {
  const told = args[name];
  if (typeof told === 'string') return [told];
  return Array.isArray(told) ? told : [];
}
