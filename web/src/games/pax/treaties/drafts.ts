/** Drafts of treaties: what is in them, and where they are kept. */

import { sessionStore } from '$lib/storage';

import type { Values } from './fields';

/** A single condition. */
export interface SimpleCondition {
  test: string;
  blanks: Values;
}

export interface Condition {
  /** `if` for a single condition, or the name of a combination. */
  joined: string;
  parts: SimpleCondition[];
}

export interface DraftClause {
  /** Its identity, which stays when it moves. */
  id: number;
  kind: string;
  args: Values;
  when: Condition | null;
  start: number;
  until: number;
  /** Its text in the offer that is answered; none if it was not there. */
  was?: string;
}

export interface Draft {
  id: string;
  with: string[];
  secret: boolean;
  /** The last turn of the treaty; 0 for none. */
  until: number;
  clauses: DraftClause[];
  /** The template that it started from. */
  template?: string;
  /** The offer that it answers. */
  answers?: string;
  /** Clauses of that offer that were left out. */
  gone?: DraftClause[];
}

export function newDraft(id: string, others: string[] = []): Draft {
  return { id, with: others, secret: false, until: 0, clauses: [] };
}

// -- clauses

export const nextId = (draft: Draft): number =>
  Math.max(0, ...draft.clauses.map(({ id }) => id), ...(draft.gone ?? []).map(({ id }) => id)) + 1;

/** Without a clause; one of the answered offer can be restored. */
export function without(draft: Draft, id: number): Draft {
  const clause = draft.clauses.find((each) => each.id === id);
  const gone = clause?.was === undefined ? draft.gone : [...(draft.gone ?? []), clause];
  return { ...draft, clauses: draft.clauses.filter((each) => each.id !== id), gone };
}

export function restored(draft: Draft, id: number): Draft {
  const clause = draft.gone?.find((each) => each.id === id);
  if (!clause) return draft;
  return { ...draft, clauses: [...draft.clauses, clause], gone: draft.gone?.filter((each) => each.id !== id) };
}

export function replaced(draft: Draft, clause: DraftClause): Draft {
  return { ...draft, clauses: draft.clauses.map((each) => (each.id === clause.id ? clause : each)) };
}

/** With a clause one place further up or down. */
export function moved(draft: Draft, id: number, by: 1 | -1): Draft {
  const place = draft.clauses.findIndex((each) => each.id === id);
  const [clause, other] = [draft.clauses[place], draft.clauses[place + by]];
  if (!clause || !other) return draft;
  const clauses = draft.clauses.with(place, other).with(place + by, clause);
  return { ...draft, clauses };
}

// -- storage: in this window only, like unsent messages, because others may use this computer too

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
  return readKept(sessionStore.getItem(KEPT))[owner] ?? [];
}

export function keepDrafts(owner: string, drafts: Draft[]): void {
  const all = readKept(sessionStore.getItem(KEPT));
  if (drafts.length) all[owner] = drafts;
  else delete all[owner];
  sessionStore.setItem(KEPT, JSON.stringify(all));
}
