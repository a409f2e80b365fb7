/** Which ready players were reopened, and why. */

import type { PaxView } from '../types';

/** A seat that acts again reopens itself. */
const OWN = 'own';

/** The seats that others' actions have reopened, in table order. */
export function askedAgain({ seats, reopenings }: PaxView): string[] {
  const found = reopenings.filter(({ kind }) => kind !== OWN).map(({ seat }) => seat);
  return seats.filter((seat) => found.includes(seat));
}

/** Why a seat was last reopened, as a sentence; '' if it was not. */
export function lastWhy({ reopenings }: PaxView, sentences: readonly string[], whose: string): string {
  const place = reopenings.findLastIndex(({ seat }) => seat === whose);
  return place < 0 || reopenings[place]?.kind === OWN ? '' : (sentences[place] ?? '');
}
