/** The draft of a letter as it is in this window, and what the server has of it. */

export interface Draft {
  text: string;
  /** What the server keeps, as far as we know. */
  kept: string;
  /** What has been written in another window instead; null: nothing else. */
  other: string | null;
}

export const BLANK: Draft = { text: '', kept: '', other: null };

/** The server tells what it keeps. What is written here is never replaced by it: where both have
 * been changed, the writer chooses. */
export function compared(draft: Draft, kept: string): Draft {
  const { text } = draft;
  if (text === draft.kept || text === kept) return { text: kept, kept, other: null };
  if (kept === draft.kept || kept === '') return { text, kept, other: null };
  return { ...draft, other: kept };
}

/** The letter was to go out, and the server keeps something else: the writer chooses, also where he
 * has changed nothing here, for he has not seen the other. */
export function contested({ text }: Draft, kept: string): Draft {
  const same = kept === '' || kept === text;
  return same ? { text, kept, other: null } : { text, kept: '', other: kept };
}

/** The writer has chosen between the two. */
export function settled(draft: Draft, mine: boolean): Draft {
  if (draft.other === null) return draft;
  return { text: mine ? draft.text : draft.other, kept: draft.other, other: null };
}

/** The letter has gone out; what was written on meanwhile stays. */
export function sent(draft: Draft, text: string): Draft {
  return { ...BLANK, text: draft.text === text ? '' : draft.text };
}

/** What a window kept of a letter when it was closed is gone on with, unless the letter has been
 * written on since. */
export function recovered(draft: Draft, unsent: { text: string; was: string }): Draft {
  if (draft.text !== draft.kept) return draft;
  return { text: unsent.text, kept: unsent.was, other: null };
}
