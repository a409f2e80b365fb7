/** Conversations: their readers, their order, and what is unread. */

import type { ChatMessage } from '$lib/types';

export interface Conversation {
  /** The seats that read it; none: everyone. */
  seats: string[];
  /** The number of its last message; 0 if there is none. */
  last: number;
  /** When that was written; 0: never. */
  time: number;
  unread: number;
  /** There is an unsent draft. */
  begun?: boolean;
  /** It is muted. */
  muted?: boolean;
}

/** The key of a conversation, independent of the order of its seats. */
export function conversationKey(seats: string[]): string {
  return [...seats].sort().join(',');
}

/** The public one first, then by newest message; empty ones last. */
export function sorted(conversations: Conversation[]): Conversation[] {
  const rank = (each: Conversation) => (each.seats.length ? each.last : Infinity);
  return [...conversations].sort((one, other) => rank(other) - rank(one));
}

/** The same conversations in an earlier order, given by keys; those without a place in it last. */
export function inOrder(conversations: Conversation[], keys: string[]): Conversation[] {
  const rank = ({ seats }: Conversation) => {
    const at = keys.indexOf(conversationKey(seats));
    return at < 0 ? Infinity : at;
  };
  const known = conversations.filter((each) => rank(each) < Infinity);
  const added = conversations.filter((each) => rank(each) === Infinity);
  return [...known.sort((one, other) => rank(one) - rank(other)), ...added];
}

/** The first of a number of unread messages in a conversation; null if there is none. The reader's
 * own messages are never unread. */
export function firstUnread(letters: ChatMessage[], own: string[], unread: number): ChatMessage | null {
  if (!unread) return null;
  const others = letters.filter(({ sender }) => !own.includes(sender));
  return others.at(-unread) ?? others[0] ?? null;
}

/** How many messages are unread, after the reader has read up to number `seen`. */
export function stillUnread(letters: ChatMessage[], own: string[], unread: number, seen: number): number {
  if (!unread || !seen) return unread;
  const others = letters.filter(({ sender }) => !own.includes(sender));
  return others.slice(-unread).filter(({ number }) => number > seen).length;
}

/** The oldest unread message of all conversations, given the unread count of each. */
export function oldestUnread(
  letters: ChatMessage[],
  own: string[],
  unread: Record<string, number>,
): ChatMessage | null {
  const firsts = Object.entries(unread).flatMap(([key, count]) => {
    const here = letters.filter((letter) => conversationKey(letter.conversation) === key);
    return firstUnread(here, own, count) ?? [];
  });
  return firsts.sort((one, other) => one.number - other.number)[0] ?? null;
}
