/** A sheet of paper on which a letter is being written, and what the server has of it. */

export interface Sheet {
  text: string;
  /** What the server keeps, as far as we know. */
  kept: string;
  /** What has been written in another window instead; null: nothing else. */
  other: string | null;
}

export const BLANK: Sheet = { text: '', kept: '', other: null };

/** The server tells what it keeps. What is written here is never replaced by it: where both have
 * been changed, the writer chooses. */
export function compared(sheet: Sheet, kept: string): Sheet {
  const { text } = sheet;
  if (text === sheet.kept || text === kept) return { text: kept, kept, other: null };
  if (kept === sheet.kept || kept === '') return { text, kept, other: null };
  return { ...sheet, other: kept };
}

/** The letter was to go out, and the server keeps something else: the writer chooses, also where he
 * has changed nothing here, for he has not seen the other. */
export function contested({ text }: Sheet, kept: string): Sheet {
  const same = kept === '' || kept === text;
  return same ? { text, kept, other: null } : { text, kept: '', other: kept };
}

/** The writer has chosen between the two. */
export function settled(sheet: Sheet, mine: boolean): Sheet {
  if (sheet.other === null) return sheet;
  return { text: mine ? sheet.text : sheet.other, kept: sheet.other, other: null };
}

/** The letter has gone out; what was written on meanwhile stays. */
export function sent(sheet: Sheet, text: string): Sheet {
  return { ...BLANK, text: sheet.text === text ? '' : sheet.text };
}
