/** The draft of a message in this window, and the server's version of it. */

export interface Draft {
  text: string;
  /** The server's version, as far as we know. */
  kept: string;
  /** The version written in another window; null if there is none. */
  other: string | null;
  /** What this window has sent without hearing that the server has it: it may have it by now, or
   * only later. A reload does not stop what is on its way. */
  tried?: string[];
}

const MOST_TRIED = 5;

export const BLANK: Draft = { text: '', kept: '', other: null };

/** Take the server's version. It never replaces what is written here: if both have changed, the
 * writer chooses. */
export function compared(draft: Draft, kept: string): Draft {
  const { text } = draft;
  if (text === draft.kept || text === kept) return { text: kept, kept, other: null };
  if (kept === draft.kept || kept === '') return { ...draft, kept, other: null };
  if (draft.tried?.includes(kept)) return { ...draft, kept, other: null }; // an earlier text of ours
  return { ...draft, other: kept };
}

/** The text is sent to the server. */
export function tried(draft: Draft, text: string): Draft {
  const others = (draft.tried ?? []).filter((each) => each !== text);
  return { ...draft, tried: [...others, text].slice(-MOST_TRIED) };
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
export function recovered(
  draft: Draft,
  unsent: { text: string; was: string; tried?: string[] },
): Draft {
  if (draft.text !== draft.kept) return draft;
  const { text, was: kept, tried: sent } = unsent;
  return { text, kept, other: null, ...(sent && { tried: sent }) };
}
