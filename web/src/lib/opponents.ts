/** The computer players as one chooses between them: the levels by strength, then all others. */

import type { ComputerInfo } from './types';

/** Who is proposed to somebody who has chosen nobody yet. */
export const USUAL_OPPONENT = 'normal';
/** … and who is asked for an opinion. */
export const USUAL_ADVISER = 'normal';

/** The levels that are there, the weakest first, as the server tells them. */
export function levelsOf(known: ComputerInfo[]): ComputerInfo[] {
  return known.filter((each) => each.level);
}

/** All that are no level. */
export function othersOf(known: ComputerInfo[]): ComputerInfo[] {
  return known.filter((each) => !each.level);
}

/** The computer players that one may choose at a game: some have a character for one game only. */
export function fitting(known: ComputerInfo[], game: string): ComputerInfo[] {
  const there = known.filter((each) => each.game === null || each.game === game);
  return [...levelsOf(there), ...othersOf(there)];
}

/** The one of some that is wanted. Where a character is not at home, the same player without one;
 * where he is not there at all the usual one, or the first. */
export function opponentOf(wanted: string, known: ComputerInfo[]): ComputerInfo | undefined {
  const called = (id: string) => known.find((each) => each.id === id);
  const plain = wanted.split(':')[0] ?? '';
  return called(wanted) ?? called(plain) ?? known.find(({ usual }) => usual) ?? known[0];
}
