/** Conversations: who reads them, and in which order they are listed. */

export interface Conversation {
  /** The seats that read it; none: everybody. */
  seats: string[];
  /** The number of its last letter; 0: none yet. */
  last: number;
  unread: number;
  /** A letter to it has been begun and not sent. */
  begun?: boolean;
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
