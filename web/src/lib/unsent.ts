/** Drafts of letters, and what of them is not yet at the server. That is kept in this window only, so that a reload
 * does not lose it, and no longer than that: others may use this computer too. */

const KEPT = 'entente.unsent';

export interface UnsentDraft {
  user: number;
  table: string;
  seat: string;
  conversation: string[];
  text: string;
  /** What the server was known to have instead. */
  was: string;
}

/** What was kept; nothing where it is broken. */
export function readUnsent(kept: string | null): UnsentDraft[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(found) ? (found as UnsentDraft[]) : [];
  } catch {
    return [];
  }
}

/** Whether two of them are about the same letter. */
export function samePlace(one: UnsentDraft, other: UnsentDraft): boolean {
  return (
    one.user === other.user &&
    one.table === other.table &&
    one.seat === other.seat &&
    one.conversation.join() === other.conversation.join()
  );
}

function change(work: (all: UnsentDraft[]) => UnsentDraft[]): void {
  const left = work(readUnsent(sessionStorage.getItem(KEPT)));
  if (left.length) sessionStorage.setItem(KEPT, JSON.stringify(left));
  else sessionStorage.removeItem(KEPT);
}

export function unsentAt(user: number, table: string): UnsentDraft[] {
  const all = readUnsent(sessionStorage.getItem(KEPT));
  return all.filter((each) => each.user === user && each.table === table);
}

/** Keep what is not at the server; once it is there, nothing. */
export function noteUnsent(letter: UnsentDraft): void {
  change((all) => {
    const others = all.filter((each) => !samePlace(each, letter));
    return letter.text === letter.was ? others : [...others, letter];
  });
}

/** Whoever uses this browser now finds nothing of anybody else. */
export function forgetOthers(user: number | null): void {
  change((all) => all.filter((each) => each.user === user));
}
