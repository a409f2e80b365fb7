/** The draft of a message in this window, and the server's version of it. */

export interface Draft {
  text: string;
  /** The server's version, as far as we know. */
  kept: string;
  /** The version written in another window; null if there is none. */
  other: string | null;
}

export const BLANK: Draft = { text: '', kept: '', other: null };

/** Take the server's version. It never replaces what is written here: if both have changed, the
 * writer chooses. */
export function compared(draft: Draft, kept: string): Draft {
  const { text } = draft;
  if (text === draft.kept || text === kept) return { text: kept, kept, other: null };
  if (kept === draft.kept || kept === '') return { text, kept, other: null };
  return { ...draft, other: kept };
}

/** The message could not be sent because the server has another version: the writer chooses, even
 * without changes here, as they have not seen the other. */
export function contested({ text }: Draft, kept: string): Draft {
  const same = kept === '' || kept === text;
  return same ? { text, kept, other: null } : { text, kept: '', other: kept };
}

/** The writer has chosen between the two. */
export function settled(draft: Draft, mine: boolean): Draft {
  if (draft.other === null) return draft;
  return { text: mine ? draft.text : draft.other, kept: draft.other, other: null };
}

/** The message was sent; text written since then stays. */
export function sent(draft: Draft, text: string): Draft {
  return { ...BLANK, text: draft.text === text ? '' : draft.text };
}

/** Continue with what a closed window had kept, unless the message has changed since. */
export function recovered(draft: Draft, unsent: { text: string; was: string }): Draft {
  if (draft.text !== draft.kept) return draft;
  return { text: unsent.text, kept: unsent.was, other: null };
}
