/** The editor of treaties: starts clauses, finds what is missing, and writes actions, all by the
 * server's schema. */

import { enclose, readForm, writeAmount, writeForm, writeList } from '$table/menus/syntax';

import type { Treaty } from '../types';
import { newDraft, replaced, type Condition, type Draft, type DraftClause, type SimpleCondition } from './drafts';
import { listed, missingFields, readFields, startingValues, writtenFields, type Values } from './fields';
import type { ClauseTemplate, Fields, TreatySchema } from './schema';

export const IF = 'if';

/** An action as far as it can be read: the complete clauses, and their ids. */
export interface Readable {
  action: string;
  ids: number[];
}

export type Change = 'new' | 'changed' | '';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export class TreatyEditor {
  constructor(readonly schema: TreatySchema) {}

  fieldsOf(kind: string): Fields {
    return this.schema.kinds[kind]?.fields ?? {};
  }

  // -- clauses

  newClause(id: number, kind: string, args: Values = {}): DraftClause {
    return { id, kind, args: { ...startingValues(this.fieldsOf(kind)), ...args }, when: null, start: 0, until: 0 };
  }

  /** The usual powers of a clause: the player gives and the partner takes. */
  usualPowers(kind: string, me: string, partner: string): Record<string, string> {
    const fields = this.fieldsOf(kind);
    const [first, second] = (this.schema.kinds[kind]?.between ?? []).filter((name) => fields[name]?.type !== 'list');
    return { ...(first && me ? { [first]: me } : {}), ...(second && partner ? { [second]: partner } : {}) };
  }

  missing({ kind, args }: DraftClause): string[] {
    return missingFields(this.fieldsOf(kind), args);
  }

  /** A clause as it is written; null as long as something is missing. */
  writeClause({ kind, args, when, start, until }: DraftClause): string | null {
    const fields = writtenFields(this.fieldsOf(kind), args);
    const condition = when && this.writeCondition(when);
    if (!fields || (when && condition === null)) return null;
    if (condition) fields.push(['if', enclose(condition)]);
    if (start) fields.push(['start', writeAmount('turn', start)]);
    if (until) fields.push(['until', writeAmount('turn', until)]);
    return writeForm(kind, fields);
  }

  // -- conditions

  get combinations(): string[] {
    return [IF, ...Object.keys(this.schema.combinations)];
  }

  /** The number of conditions in a combination. */
  partsIn(joined: string): number {
    return this.schema.combinations[joined]?.length ?? 1;
  }

  /** A single condition; its turns start with the current one. */
  newTest(test: string, turn: number): SimpleCondition {
    const fields = this.schema.tests[test] ?? {};
    const turns = Object.keys(fields).filter((name) => fields[name]?.unit === 'turn');
    return { test, blanks: { ...startingValues(fields), ...Object.fromEntries(turns.map((name) => [name, turn])) } };
  }

  /** A condition combined in another way; its parts are kept. */
  combined(condition: Condition | null, joined: string, turn: number): Condition {
    const usual = this.schema.usual_tests.map((test) => this.newTest(test, turn));
    const parts = [...(condition?.parts ?? [])];
    while (parts.length < this.partsIn(joined)) parts.push(usual[parts.length] ?? usual[0]!);
    return { joined, parts };
  }

  writeCondition({ joined, parts }: Condition): string | null {
    const written = parts.slice(0, this.partsIn(joined)).map(({ test, blanks }) => {
      const fields = writtenFields(this.schema.tests[test] ?? {}, blanks);
      return fields && writeForm(test, fields);
    });
    if (joined === IF) return written[0] ?? null;
    const names = this.schema.combinations[joined] ?? [];
    const fields = names.map((name, place): [string, string] | null => {
      const part = written[place];
      return part ? [name, enclose(part)] : null;
    });
    return fields.includes(null) ? null : writeForm(joined, fields.filter((field) => field !== null));
  }

  readCondition(written: string): Condition | null {
    if (!written) return null;
    const { verb, fields } = readForm(written);
    const names = this.schema.combinations[verb];
    if (!names) return { joined: IF, parts: [this.readTest(written)] };
    return { joined: verb, parts: names.map((name) => this.readTest(fields[name] ?? '')) };
  }

  private readTest(written: string): SimpleCondition {
    const { verb, fields } = readForm(written);
    return { test: verb, blanks: readFields(this.schema.tests[verb] ?? {}, fields) };
  }

  // -- whole treaties

  /** The parties beside the author: those that the draft names, and those that its clauses bind. */
  partiesOf(draft: Draft, author: string): string[] {
    const bound = draft.clauses.flatMap(({ kind, args }) =>
      (this.schema.kinds[kind]?.binds ?? []).flatMap((name) => listed(args[name])),
    );
    return [...new Set([...draft.with, ...bound])].filter((power) => power !== author);
  }

  /** The action that offers a treaty; null as long as something is missing. */
  writeOffer(draft: Draft, author: string): string | null {
    const clauses = this.writeClauses(draft.clauses);
    const others = this.partiesOf(draft, author);
    if (!clauses || !others.length) return null;
    const fields: [string, string][] = [['with', writeList(others)]];
    if (draft.secret) fields.push(['secret', 'yes']);
    if (draft.until) fields.push(['until', writeAmount('turn', draft.until)]);
    return writeForm('offer', [...fields, ['clauses', clauses]]);
  }

  /** The action that puts clauses forward, in a congress (`draft`) or for peace (`peace`). */
  writeTerms(verb: string, { clauses }: Draft): string | null {
    const written = this.writeClauses(clauses);
    return written && writeForm(verb, [['clauses', written]]);
  }

  private writeClauses(clauses: DraftClause[]): string | null {
    const written = clauses.map((clause) => this.writeClause(clause)).filter((clause) => clause !== null);
    return written.length && written.length === clauses.length ? writeList(written) : null;
  }

  /** The complete clauses of a draft as an offer; to the `fallback` if it has no parties yet. */
  readableOffer(draft: Draft, author: string, fallback: string): Readable | null {
    return this.readable(draft, (done) => {
      const others = this.partiesOf(done, author);
      return this.writeOffer(others.length ? done : { ...done, with: [fallback] }, author);
    });
  }

  readableTerms(verb: string, draft: Draft): Readable | null {
    return this.readable(draft, (done) => this.writeTerms(verb, done));
  }

  private readable(draft: Draft, write: (done: Draft) => string | null): Readable | null {
    const clauses = draft.clauses.filter((clause) => this.writeClause(clause) !== null);
    const action = write({ ...draft, clauses });
    return action === null ? null : { action, ids: clauses.map(({ id }) => id) };
  }

  // -- answering an offer

  /** A draft with the content of an offer, to be changed. */
  counterTo(treaty: Treaty, author: string, id: string): Draft {
    const clauses = treaty.clauses.map(({ kind, args, when, start, until }, place): DraftClause => {
      const fields = this.fieldsOf(kind);
      const given = Object.entries(args).filter(([, value]) => value !== '');
      const values = given.map(([name, value]) => [
        name,
        fields[name]?.type === 'list' ? String(value).split(' ') : value,
      ]);
      const condition = this.readCondition(when);
      const read = { id: place + 1, kind, args: Object.fromEntries(values) as Values, when: condition, start, until };
      return { ...read, was: this.writeClause(read) ?? '' };
    });
    const others = treaty.parties.filter((power) => power !== author);
    return { id, with: others, secret: treaty.secret, until: treaty.until, clauses, answers: treaty.id, gone: [] };
  }

  /** A draft with the content of a declined offer, to be offered again. */
  againOf(treaty: Treaty, author: string, id: string): Draft {
    const { answers: _answers, gone: _gone, ...draft } = this.counterTo(treaty, author, id);
    return { ...draft, clauses: draft.clauses.map(({ was: _was, ...clause }) => clause) };
  }

  /** How a clause differs from the offer that is answered. */
  changeOf(draft: Draft, clause: DraftClause): Change {
    if (!draft.answers) return '';
    if (clause.was === undefined) return 'new';
    return this.writeClause(clause) === clause.was ? '' : 'changed';
  }

  // -- mutual promises

  /** A draft with a changed clause. The same promise of the other side changes with it, until the
   * player makes them differ. */
  withClause(draft: Draft, now: DraftClause): Draft {
    const shared = this.schema.kinds[now.kind]?.mutual ?? [];
    const was = draft.clauses.find(({ id }) => id === now.id);
    const next = replaced(draft, now);
    if (!was || !shared.length) return next;
    const isTwin = ({ id, kind, args }: DraftClause) =>
      id !== now.id && kind === now.kind && shared.every((name) => same(args[name], was.args[name]));
    const isShared = ([name]: [string, unknown]) => shared.includes(name);
    const common = Object.entries(now.args).filter(isShared);
    const follow = (clause: DraftClause): DraftClause => {
      const own = Object.entries(clause.args).filter((each) => !isShared(each));
      return { ...clause, args: Object.fromEntries([...own, ...common]) };
    };
    return { ...next, clauses: next.clauses.map((each) => (isTwin(each) ? follow(each) : each)) };
  }

  // -- templates

  /** A draft from a template; without a partner their fields stay empty. */
  fromTemplate(template: string, id: string, me: string, you: string): Draft {
    const clauses = (this.schema.templates[template] ?? []).map(({ kind, args }, place) =>
      this.newClause(place + 1, kind, filledIn(args, { author: me, partner: you })),
    );
    return { ...newDraft(id, you ? [you] : []), template, clauses };
  }

  /** Change the partners: fields that the template filled in are filled in for the first of them. */
  withPartners(draft: Draft, me: string, partners: string[]): Draft {
    const now = { ...draft, with: partners };
    if (!draft.template) return now;
    const before = this.fromTemplate(draft.template, draft.id, me, draft.with[0] ?? '').clauses;
    const after = this.fromTemplate(draft.template, draft.id, me, partners[0] ?? '').clauses;
    const clauses = draft.clauses.map((clause) => {
      const was = before.find(({ id, kind }) => id === clause.id && kind === clause.kind);
      const then = after.find(({ id }) => id === clause.id);
      return was && then ? { ...clause, args: followed(clause.args, was.args, then.args) } : clause;
    });
    return { ...now, clauses };
  }
}

/** The values of a template's clause, without those of a partner who is not chosen yet. */
function filledIn(args: ClauseTemplate['args'], powers: Record<string, string>): Values {
  const found = Object.entries(args).map(([name, value]): [string, string | string[]] => {
    if (typeof value === 'string') return [name, powers[value] ?? value];
    return [name, value.map((word) => powers[word] ?? word).filter(Boolean)];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== ''));
}

/** The values after a change of partners: those that the player entered stay. */
function followed(args: Values, was: Values, then: Values): Values {
  const isAsPut = (name: string) => String(args[name] ?? '') === String(was[name] ?? '');
  const names = Object.keys({ ...args, ...then });
  const found = names.map((name) => [name, isAsPut(name) ? then[name] : args[name]] as const);
  return Object.fromEntries(found.filter((each): each is readonly [string, string | number | string[]] => each[1] !== undefined));
}
