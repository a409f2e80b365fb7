/** A treaty that is being written: what stands in it, what is missing, and how it is written as an action. */

import type { Treaty } from '../types';
import { readCondition, writtenCondition, type Condition } from './conditions';
import { KINDS, LONGEST_TEXT, MOST, type Blank } from './kinds';

export type Value = string | number | string[];

export interface DraftClause {
  /** The same as long as it is the same clause, wherever it stands. */
  id: number;
  kind: string;
  args: Record<string, Value>;
  when: Condition | null;
  start: number;
  until: number;
  /** How it stood in the offer that is answered; none: it was not there. */
  was?: string;
}

export interface Draft {
  id: string;
  with: string[];
  secret: boolean;
  /** The last turn of the treaty; 0: it has none. */
  until: number;
  clauses: DraftClause[];
  /** The usual bargain that it was begun with. */
  template?: string;
  /** The offer that it answers. */
  answers?: string;
  /** Clauses of that offer that were left out. */
  gone?: DraftClause[];
}

const LISTS: Blank[] = ['parties', 'powers', 'enemies', 'areas'];
export const isList = (blank: Blank | undefined): boolean => blank !== undefined && LISTS.includes(blank);

export function newDraft(id: string, others: string[] = []): Draft {
  return { id, with: others, secret: false, until: 0, clauses: [] };
}

/** A clause of a kind with nothing filled in but what is usual. */
export function newClause(id: number, kind: string, args: DraftClause['args'] = {}): DraftClause {
  const usual: DraftClause['args'] = {};
  for (const [name, blank] of Object.entries(KINDS[kind]?.blanks ?? {})) {
    if (isList(blank)) usual[name] = [];
    if (KINDS[kind]?.optional?.includes(name)) continue;
    if (blank === 'pounds') usual[name] = 5;
    if (blank === 'points') usual[name] = 1;
    if (blank === 'due') usual[name] = 'now';
    if (blank === 'unit') usual[name] = 'any';
    if (blank === 'per') usual[name] = 'turn';
    if (blank === 'stance') usual[name] = 'open';
    if (blank === 'yes_no') usual[name] = 'yes';
    if (blank === 'control') usual[name] = 'protectorate';
  }
  return { id, kind, args: { ...usual, ...args }, when: null, start: 0, until: 0 };
}

/** Between two, it is mostly known who gives and who takes: oneself and a partner, where there are such. */
export function usualIn(kind: string, me: string, partner: string): Record<string, string> {
  const { binds = [], between = binds } = KINDS[kind] ?? {};
  const [first, second] = between.filter((blank) => blank !== 'members');
  const found: Record<string, string> = {};
  if (first && me) found[first] = me;
  if (second && partner) found[second] = partner;
  return found;
}

export const nextId = (draft: Draft): number =>
  Math.max(0, ...draft.clauses.map(({ id }) => id), ...(draft.gone ?? []).map(({ id }) => id)) + 1;

// -- what is missing

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** The blanks of a clause that are still to be filled in. */
export function missingIn({ kind, args }: DraftClause): string[] {
  const spec = KINDS[kind];
  if (!spec) return [];
  return Object.entries(spec.blanks).flatMap(([name, blank]) => {
    const value = args[name];
    if (isEmpty(value)) return spec.optional?.includes(name) ? [] : name;
    if (blank === 'parties' && Array.isArray(value) && value.length < 2) return name;
    if (blank === 'words' && [...String(value)].length > LONGEST_TEXT) return name;
    return [];
  });
}

/** Who must sign beside the author: whom he names, and whom the clauses bind. */
export function partiesOf(draft: Draft, author: string): string[] {
  const bound = draft.clauses.flatMap(({ kind, args }) =>
    (KINDS[kind]?.binds ?? []).flatMap((name) => args[name] ?? []),
  );
  const all = [...draft.with, ...bound.map(String)].filter((power) => power && power !== author);
  return [...new Set(all)];
}

// -- how it is written

/** A clause as it is written; null as long as something is missing. */
export function writtenClause(clause: DraftClause): string | null {
  const spec = KINDS[clause.kind];
  if (!spec || missingIn(clause).length) return null;
  const parts = Object.entries(spec.blanks).flatMap(([name, blank]) => {
    const value = clause.args[name];
    return isEmpty(value) ? [] : `${name}=${writtenValue(blank, value as Value)}`;
  });
  if (clause.when) {
    const when = writtenCondition(clause.when);
    if (when === null) return null;
    parts.push(`if=(${when})`);
  }
  if (clause.start) parts.push(`start=turn ${clause.start}`);
  if (clause.until) parts.push(`until=turn ${clause.until}`);
  return `${clause.kind} ${parts.join('; ')}`;
}

function writtenValue(blank: Blank, value: Value): string {
  if (Array.isArray(value)) return `[${value.slice(0, MOST[blank]).join(' | ')}]`;
  if (blank === 'pounds') return `pounds ${value}`;
  if (blank === 'points') return `points ${value}`;
  if (blank === 'words') return JSON.stringify(value);
  return String(value);
}

/** The action with which a treaty is offered; null as long as something is missing. */
export function written(draft: Draft, author: string): string | null {
  const clauses = draft.clauses.map(writtenClause);
  if (!clauses.length || clauses.includes(null)) return null;
  return offer(draft, author, clauses);
}

/** An action as far as it can be read: the finished clauses, and which they are. */
export interface Readable {
  action: string;
  ids: number[];
}

export function readable(draft: Draft, author: string, fallback: string): Readable | null {
  const done = draft.clauses.filter((clause) => writtenClause(clause) !== null);
  if (!done.length) return null;
  const action = offer(draft, author, done.map(writtenClause)) ?? offer({ ...draft, with: [fallback] }, author, done.map(writtenClause));
  return action ? { action, ids: done.map(({ id }) => id) } : null;
}

function offer(draft: Draft, author: string, clauses: (string | null)[]): string | null {
  const others = partiesOf(draft, author);
  if (!others.length) return null;
  const parts = [`with=[${others.join(' | ')}]`];
  if (draft.secret) parts.push('secret=yes');
  if (draft.until) parts.push(`until=turn ${draft.until}`);
  parts.push(`clauses=[${clauses.join(' | ')}]`);
  return `offer ${parts.join('; ')}`;
}

/** The action with which clauses alone are put forward, in a congress (`draft`) or for a peace (`peace`); null as long as
 * something is missing. */
export function writtenTerms(verb: string, { clauses }: Draft): string | null {
  const all = clauses.map(writtenClause);
  return !all.length || all.includes(null) ? null : `${verb} clauses=[${all.join(' | ')}]`;
}

export function readableTerms(verb: string, draft: Draft): Readable | null {
  const clauses = draft.clauses.filter((clause) => writtenClause(clause) !== null);
  const action = writtenTerms(verb, { ...draft, clauses });
  return action === null ? null : { action, ids: clauses.map(({ id }) => id) };
}

// -- answering an offer

/** A draft with all that stands in an offer, to be changed. */
export function counterTo(treaty: Treaty, author: string, id: string): Draft {
  const clauses = treaty.clauses.map((clause, place): DraftClause => {
    const spec = KINDS[clause.kind];
    const args: DraftClause['args'] = {};
    for (const [name, value] of Object.entries(clause.args)) {
      if (value === '') continue;
      args[name] = isList(spec?.blanks[name]) ? String(value).split(' ') : value;
    }
    const { kind, start, until } = clause;
    const read = { id: place + 1, kind, args, when: readCondition(clause.when), start, until };
    return { ...read, was: writtenClause(read) ?? '' };
  });
  const others = treaty.parties.filter((power) => power !== author);
  return { id, with: others, secret: treaty.secret, until: treaty.until, clauses, answers: treaty.id, gone: [] };
}

/** A draft with all that stood in an offer that came to nothing, to be offered again. */
export function againOf(treaty: Treaty, author: string, id: string): Draft {
  const { answers: _answers, gone: _gone, ...draft } = counterTo(treaty, author, id);
  return { ...draft, clauses: draft.clauses.map(({ was: _was, ...clause }) => clause) };
}

export type Change = 'new' | 'changed' | '';

/** How a clause differs from the offer that is answered. */
export function changeOf(draft: Draft, clause: DraftClause): Change {
  if (!draft.answers) return '';
  if (clause.was === undefined) return 'new';
  return writtenClause(clause) === clause.was ? '' : 'changed';
}

/** Without a clause; what stood in the offer is kept at hand. */
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
