/** Conversations: who reads them, in which order they are listed, and what is new in them. */

import type { Letter } from '$lib/types';

export interface Conversation {
  /** The seats that read it; none: everybody. */
  seats: string[];
  /** The number of its last letter; 0: none yet. */
  last: number;
  /** When that was written; 0: never. */
  time: number;
  unread: number;
  /** A letter to it has been begun and not sent. */
  begun?: boolean;
  /** Its reader wants to hear nothing of it. */
  muted?: boolean;
}

/** The same conversation has the same key, whatever the order of its seats. */
export function conversationKey(seats: string[]): string {
  return [...seats].sort().join(',');
}

/** The public one first, then those with the newest letters; empty ones at the end. */
export function sorted(conversations: Conversation[]): Conversation[] {
  const rank = (each: Conversation) => (each.seats.length ? each.last : Infinity);
  return [...conversations].sort((one, other) => rank(other) - rank(one));
}

/** The first of a conversation's letters that is unread, where so many are; null: none is. What one
 * has written oneself is not unread. */
export function firstUnread(letters: Letter[], own: string[], unread: number): Letter | null {
  if (!unread) return null;
  const others = letters.filter(({ sender }) => !own.includes(sender));
  return others.at(-unread) ?? others[0] ?? null;
}

/** How many of a conversation's letters are unread, where so many were and one has read on since, up
 * to the letter with the number `seen`. */
export function stillUnread(letters: Letter[], own: string[], unread: number, seen: number): number {
  if (!unread || !seen) return unread;
  const others = letters.filter(({ sender }) => !own.includes(sender));
  return others.slice(-unread).filter(({ number }) => number > seen).length;
}

/** The oldest letter that is unread in any conversation, by how many are in each. */
export function oldestUnread(
  letters: Letter[],
  own: string[],
  unread: Record<string, number>,
): Letter | null {
  const firsts = Object.entries(unread).flatMap(([key, count]) => {
    const here = letters.filter((letter) => conversationKey(letter.conversation) === key);
    return firstUnread(here, own, count) ?? [];
  });
  return firsts.sort((one, other) => one.number - other.number)[0] ?? null;
}
