/** Drafts of treaties. They are kept in this window only, like unsent messages: others may use this
 * computer too. */

import type { Draft } from './draft';

const KEPT = 'entente.pax.treaties';

type All = Record<string, Draft[]>;

/** The stored drafts; none if they are broken. */
export function readKept(text: string | null): All {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as All) : {};
  } catch {
    return {};
  }
}

export function keptDrafts(owner: string): Draft[] {
  return readKept(sessionStorage.getItem(KEPT))[owner] ?? [];
}

export function keepDrafts(owner: string, drafts: Draft[]): void {
  const all = readKept(sessionStorage.getItem(KEPT));
  if (drafts.length) all[owner] = drafts;
  else delete all[owner];
  sessionStorage.setItem(KEPT, JSON.stringify(all));
}
