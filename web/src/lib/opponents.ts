/** The computer players to choose from: the levels by strength, then all others. */

import type { ComputerInfo } from './types';

/** The default opponent. */
export const USUAL_OPPONENT = 'normal';
/** … and the default adviser. */
export const USUAL_ADVISER = 'normal';

/** The available levels, the weakest first, as the server lists them. */
export function levelsOf(known: ComputerInfo[]): ComputerInfo[] {
  return known.filter((each) => each.level);
}

/** All that are not levels. */
export function othersOf(known: ComputerInfo[]): ComputerInfo[] {
  return known.filter((each) => !each.level);
}

/** The computer players for a game: some are made for one game only, and some do more at it. */
export function fitting(known: ComputerInfo[], game: string): ComputerInfo[] {
  const there = known
    .filter((each) => each.game === null || each.game === game)
    .map((each) => {
      const note = each.notes[game];
      return note ? { ...each, summary: `${each.summary} ${note}` } : each;
    });
  return [...levelsOf(there), ...othersOf(there)];
}

/** The wanted player out of some. Without its character, the same player without one; if it is not
 * available at all, the default, or the first. */
export function opponentOf(wanted: string, known: ComputerInfo[]): ComputerInfo | undefined {
  const called = (id: string) => known.find((each) => each.id === id);
  const plain = wanted.split(':')[0] ?? '';
  return called(wanted) ?? called(plain) ?? known.find(({ default: usual }) => usual) ?? known[0];
}
