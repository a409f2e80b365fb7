/** Offers that came to nothing in this turn, as the log tells of them. */

import type { Letter, LogLine } from '$lib/types';

import { ofThisTurn, wordsOf } from '../lately';

export interface Declined {
  treaty: string;
  /** The seat that would not sign. */
  by: string;
  /** With which move: before it the offer still stood. */
  move: number;
}

/** The offers that somebody declined in this turn, the last first. */
export function declinedIn(log: LogLine[]): Declined[] {
  return ofThisTurn(log)
    .filter(({ key }) => key === 'log.decline')
    .map((line) => ({
      treaty: wordsOf(line, 'treaty')[0] ?? '',
      by: wordsOf(line, 'seat')[0] ?? '',
      move: line.move,
    }))
    .reverse();
}

/** What whoever declined wrote to a seat then: the first letter to him alone, before the next refusal. */
export function wordsWith(letters: Letter[], seat: string, { by, move }: Declined, next: number): string {
  const isMeant = ({ sender, conversation }: Letter) =>
    sender === by && conversation.length === 2 && conversation.includes(seat);
  return letters.find((letter) => isMeant(letter) && letter.move >= move && letter.move < next)?.text ?? '';
}
