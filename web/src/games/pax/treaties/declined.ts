/** Declined offers of this turn, from the log. */

import type { ChatMessage, LogEntry } from '$lib/types';

import { ofThisTurn, wordsOf } from '../turnLog';

export interface Declined {
  treaty: string;
  /** The seat that declined. */
  by: string;
  /** The move that declined it: before it the offer was open. */
  move: number;
}

/** The offers that were declined this turn, the latest first. */
export function declinedIn(log: LogEntry[]): Declined[] {
  return ofThisTurn(log)
    .filter(({ key }) => key === 'log.decline')
    .map((line) => ({
      treaty: wordsOf(line, 'treaty')[0] ?? '',
      by: wordsOf(line, 'seat')[0] ?? '',
      move: line.move,
    }))
    .reverse();
}

/** What the decliner wrote to a seat then: the first private message before the next refusal. */
export function wordsWith(letters: ChatMessage[], seat: string, { by, move }: Declined, next: number): string {
  const isMeant = ({ sender, conversation }: ChatMessage) =>
    sender === by && conversation.length === 2 && conversation.includes(seat);
  return letters.find((letter) => isMeant(letter) && letter.move >= move && letter.move < next)?.text ?? '';
}
