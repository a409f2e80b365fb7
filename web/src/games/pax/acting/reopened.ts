/** Who was ready and is asked again, and why. */

import type { PaxView } from '../types';

/** That a seat acts again is its own doing, and no question to it. */
const OWN = 'own';

/** The seats that something others did has made unready, in the order of the table. */
export function askedAgain({ seats, reopenings }: PaxView): string[] {
  const found = reopenings.filter(({ kind }) => kind !== OWN).map(({ seat }) => seat);
  return seats.filter((seat) => found.includes(seat));
}

/** Why a seat was last asked again, as a sentence; '' if it was not. */
export function lastWhy({ reopenings }: PaxView, sentences: readonly string[], whose: string): string {
  const place = reopenings.findLastIndex(({ seat }) => seat === whose);
  return place < 0 || reopenings[place]?.kind === OWN ? '' : (sentences[place] ?? '');
}
