/** The desk of a seat: the open draft, stored drafts, and the shown treaty. */

import type { Question } from '$lib/questions';
import { session } from '$lib/session.svelte';
import type { TableStore } from '$lib/table.svelte';

import type { PaxView } from '../types';
import { declinedIn } from './declined';
import { keepDrafts, keptDrafts, newDraft, type Draft } from './drafts';

/** A sent offer: how many offers were left before it, and what it answers. */
interface Sent {
  draft: string;
  left: number;
  /** The treaties before it. */
  known: string[];
  /** An offer that is declined with it; '' for none. */
  declines: string;
}

export class Desk {
  /** The shown treaty; '' for none in particular. */
  shown = $state('');
  /** The open draft. */
  writing = $state.raw<Draft | null>(null);
  /** Its clause that is being edited. */
  open = $state(0);
  private sent = $state.raw<Sent | null>(null);
  private kept = $state.raw<Draft[]>([]);
  private whose = '';

  constructor(private readonly table: TableStore) {}

  private get owner(): string {
    return `${session.me?.id ?? ''} ${this.table.id} ${this.table.seat}`;
  }

  /** The drafts of this seat, including those that are not open; call it from an effect. */
  recall(): void {
    if (this.whose === this.owner) return;
    this.whose = this.owner;
    this.kept = keptDrafts(this.owner);
    this.writing = null;
    this.shown = '';
  }

  get drafts(): Draft[] {
    return this.kept;
  }

  private keep(drafts: Draft[]): void {
    this.kept = drafts;
    keepDrafts(this.owner, drafts);
  }

  newId(): string {
    return String(Math.max(0, ...this.kept.map(({ id }) => Number(id))) + 1);
  }

  /** Start a draft, perhaps to some powers, or continue one. */
  write(begun?: Draft, others: string[] = []): void {
    this.recall();
    const draft = begun ?? newDraft(this.newId(), others);
    this.shown = '';
    this.writing = draft;
    this.table.turnTo = { tab: 'panel', large: true };
    this.open = draft.answers ? 0 : (draft.clauses[0]?.id ?? 0);
  }

  change(draft: Draft): void {
    this.writing = draft;
    const others = this.kept.filter(({ id }) => id !== draft.id);
    const isBlank = !draft.clauses.length && !draft.with.length;
    this.keep(isBlank ? others : [...others, draft]);
  }

  /** Offer the draft; a counter-offer may decline what it answers. */
  offer(action: string, question: Question, declines = ''): void {
    const draft = this.writing?.id;
    const view = this.table.view as PaxView | null;
    if (!draft || !view) return;
    this.sent = { draft, left: view.offers_left, known: this.treaties(view), declines };
    void this.table.act(action, [], question);
  }

  /** The seat's own offers, in any state. */
  private treaties(view: PaxView): string[] {
    const own = Object.values(view.treaties).filter(({ by }) => by === this.table.seat);
    return [...own.map(({ id }) => id), ...declinedIn(this.table.log).map(({ treaty }) => treaty)];
  }

  /** Drop the draft of an offer that was made; call it from an effect. */
  settle(question: Question | null): void {
    const { sent, table } = this;
    const view = table.view as PaxView | null;
    if (!sent || !view || !question || table.waiting || view.offers_left >= sent.left) return;
    this.sent = null;
    this.discard(sent.draft);
    this.shown = this.treaties(view).find((id) => !sent.known.includes(id)) ?? '';
    const decline = `decline ${sent.declines}`;
    if (sent.declines && question.asked.choices.some(({ action }) => action === decline))
      void table.act(decline, [], question);
  }

  /** Close the draft; it is kept. */
  leave(): void {
    this.writing = null;
    this.table.wantsPlace = null;
    this.table.turnTo = { tab: 'panel', large: false };
  }

  discard(id: string): void {
    this.keep(this.kept.filter((draft) => draft.id !== id));
    if (this.writing?.id === id) this.leave();
  }
}

const desks = new WeakMap<TableStore, Desk>();

export function deskOf(table: TableStore): Desk {
  const known = desks.get(table) ?? new Desk(table);
  desks.set(table, known);
  return known;
}
