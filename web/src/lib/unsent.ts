/** Drafts of messages that are not on the server yet. Kept for this window only, so that a reload
 * does not lose them; others may use this computer too. */

import { sessionStore } from './storage';

const KEPT = 'entente.unsent';

export interface UnsentDraft {
  user: number;
  table: string;
  seat: string;
  conversation: string[];
  text: string;
  /** What the server had instead. */
  was: string;
  /** What it may have by now: texts that were sent without an answer. */
  tried?: string[];
}

/** The stored drafts; none if they are broken. */
export function readUnsent(kept: string | null): UnsentDraft[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(found) ? (found as UnsentDraft[]) : [];
  } catch {
    return [];
  }
}

/** Whether two drafts are for the same message. */
export function samePlace(one: UnsentDraft, other: UnsentDraft): boolean {
  return (
    one.user === other.user &&
    one.table === other.table &&
    one.seat === other.seat &&
    one.conversation.join() === other.conversation.join()
  );
}

function change(work: (all: UnsentDraft[]) => UnsentDraft[]): void {
  const left = work(readUnsent(sessionStore.getItem(KEPT)));
  if (left.length) sessionStore.setItem(KEPT, JSON.stringify(left));
  else sessionStore.removeItem(KEPT);
}

export function unsentAt(user: number, table: string): UnsentDraft[] {
  const all = readUnsent(sessionStore.getItem(KEPT));
  return all.filter((each) => each.user === user && each.table === table);
}

/** Store an unsent draft; once the server has it, nothing. */
export function noteUnsent(letter: UnsentDraft): void {
  change((all) => {
    const others = all.filter((each) => !samePlace(each, letter));
    return letter.text === letter.was ? others : [...others, letter];
  });
}

/** Forget the drafts of another user of this browser. */
export function forgetOthers(user: number | null): void {
  change((all) => all.filter((each) => each.user === user));
}
