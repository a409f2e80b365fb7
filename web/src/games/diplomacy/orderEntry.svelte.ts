/** The orders that a player is writing, on the map, in the list or by typing. */

import { putTogether, takenApart } from '$lib/answers';
import { isPassing, post, put as store, reason } from '$lib/api';
import { pageCaution } from '$lib/confirmation.svelte';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { CautionText, ParsedText } from '$lib/types';

import { orderOf, provinceOfUnit, VOTE, written, type Order } from './orders';
import type { DiplomacyView, Facts } from './types';
import { OrderWriter } from './orderWriter.svelte';
import { answerOf, chosenFrom, put, thingsOf, usual, type Chosen, type Slots } from './writing';

interface Draft {
  seat: string;
  text: string;
  decision: number | null;
}

interface Unsaved {
  phase: string;
  draft: Draft;
}

const PAUSE = 500; // milliseconds of rest before a draft is saved
const AGAIN = 4000; // milliseconds before the next attempt if the server did not answer

export class OrderEntry extends OrderWriter {
  /** The draft is saved ('saved'), being saved ('saving'), or could not be saved. */
  kept = $state<'' | 'saving' | 'saved' | 'lost'>('');

  private phase = '';
  /** The draft as the server last sent it. */
  private heard = '';
  /** What was written, and received, for phases and seats. */
  private pages = new Map<string, { chosen: Chosen; heard: string }>();
  private handed: { phase: string; parts: string[] } = { phase: '', parts: [] };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsaved: Unsaved | null = null;
  private lost = new Set<string>(); // phases and seats whose draft could not be saved
  private onTheWay = 0; // drafts that are being saved
  private newest = new Map<string, Draft>(); // last sent, by phase and seat

  constructor(readonly table: TableStore) {
    super();
  }

  get view(): DiplomacyView | null {
    return this.table.view as DiplomacyView | null;
  }

  slots = $derived.by<Slots>(() => {
    const { decision, asked } = this.table;
    if (decision?.menu.type !== 'slots') return {};
    const parts = Object.entries(asked?.slots ?? {});
    return Object.fromEntries(parts.map(([slot, choices]) => [slot, choices.map(orderOf)]));
  });

  /** A new question starts with its draft; one that comes again, after withdrawing the answer or
   * switching seats, with what was written before. */
  begin(): void {
    const { table, view } = this;
    if (!view || table.past) return;
    const phase = this.phaseOf(table.seat);
    if (phase !== this.phase) {
      void this.flush();
      this.pages.set(this.phase, { chosen: this.chosen, heard: this.heard });
      this.phase = phase;
      this.lay();
      this.last = null;
      this.kept = this.lost.has(phase) ? 'lost' : '';
      const before = this.pages.get(phase);
      this.chosen = before?.chosen ?? chosenFrom(this.slots, takenApart(this.drafted));
      this.heard = before?.heard ?? this.drafted;
    }
    if (!table.decision) {
      this.lay();
      const parts = (table.seen?.submitted ?? []).map(({ action }) => action);
      if (parts.length) this.handed = { phase, parts };
    } else if (this.handed.phase === phase) {
      const answer = putTogether(this.handed.parts);
      if (this.answer !== answer) this.chosen = chosenFrom(this.slots, this.handed.parts);
      this.handed = { phase: '', parts: [] };
      this.heard = this.drafted;
      this.save(); // the draft was deleted when the orders were submitted
    } else {
      this.takeOver();
      const able = Object.entries(this.chosen).filter(([slot, { text }]) =>
        this.slots[slot]?.some((order) => order.text === text),
      );
      if (able.length < Object.keys(this.chosen).length) this.chosen = Object.fromEntries(able);
    }
  }

  /** The draft for the current question, or for the one it was written for. */
  private get drafted(): string {
    return this.isMeant ? (this.table.seen?.draft ?? '') : '';
  }

  /** Whether the server's draft is for the current question. */
  private get isMeant(): boolean {
    const { seen, question } = this.table;
    const window = seen?.draft_decision ?? null;
    return window === null || window === question?.window;
  }

  /** Take over a draft from another window or device, unless something here is not saved yet. */
  private takeOver(): void {
    const { drafted } = this;
    if (!this.isMeant || drafted === this.heard) return;
    this.heard = drafted;
    const busy = this.kept === 'saving' || this.kept === 'lost';
    if (busy || drafted === this.text) return;
    this.chosen = chosenFrom(this.slots, takenApart(drafted));
    this.last = null;
  }

  /** What is written, as a draft. */
  private get text(): string {
    return Object.keys(this.chosen).length ? this.answer : '';
  }

  // -- what is written

  protected changed(): void {
    this.save();
  }

  protected forget(): void {
    this.table.forgive();
  }

  protected nowhere(province: string): void {
    void this.table.why(thingsOf(this.pick, province));
  }

  strikeAll(): void {
    const vote = this.chosen[VOTE];
    this.chosen = vote ? { [VOTE]: vote } : {};
    this.last = null;
    this.lay();
    this.save();
  }

  /** Parse typed orders and write those that are understood. Resolves to the others. */
  async read(text: string): Promise<string> {
    this.table.forgive();
    try {
      const { seat, question } = this.table;
      const body = { seat, text, language: language.now, decision: question?.window ?? null };
      const parsed = await post<ParsedText>(`/tables/${this.table.id}/parse`, body);
      const { choices, wrong, refusal } = parsed;
      for (const choice of choices) this.write(choice);
      if (refusal) {
        const [order = ''] = wrong;
        const why = choices.length || wrong.length > 1
          ? language.say('diplomacy.type.wrong', { order, reason: refusal.text })
          : refusal.text;
        this.table.refusal = { type: 'refused', id: '', args: {}, ...refusal, text: why };
      }
      return choices.length ? wrong.join('; ') : text;
    } catch (error) {
      this.complain(reason(error));
      return text;
    }
  }

  async handIn(vote?: string): Promise<boolean> {
    const { unsaved, phase } = this;
    clearTimeout(this.timer);
    this.unsaved = null;
    const chosen = (vote && put(this.slots, this.chosen, vote)) || this.chosen;
    const answer = answerOf(this.slots, chosen);
    const done = await this.table.act(answer, vote ? [] : this.without());
    if (done) this.lost.delete(phase);
    if (done) this.kept = '';
    else if (unsaved && !this.unsaved) void this.keep(unsaved);
    return done;
  }

  /** Units without an order: the submitted answer omits them, because they hold. */
  private without(): CautionText[] {
    const units = this.units.filter((unit) => !this.chosen[unit] && usual(this.slots, unit));
    const facts = this.table.plan?.facts as Facts | undefined;
    const codes = facts?.codes[language.now] ?? {};
    const names = language.list(units.map((unit) => written(unit, codes, facts?.words ?? {})));
    const text = language.say('diplomacy.caution.without', { n: units.length, units: names });
    return units.length ? [pageCaution('without', text, units.map(provinceOfUnit))] : [];
  }

  /** Whether a second click is needed before the orders are submitted. */
  get pending(): boolean {
    return this.table.selection.pending !== null && this.table.selection.pending === this.answer;
  }

  private complain(text: string): void {
    this.table.refusal = { type: 'refused', id: '', section: '', key: 'draft', args: {}, text };
  }

  // -- the draft

  private save(): void {
    if (this.table.isStudy) return; // no one else would find it
    this.kept = 'saving';
    const { text, table } = this;
    const draft = { seat: table.seat, text, decision: table.question?.window ?? null };
    this.unsaved = { phase: this.phase, draft };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), PAUSE);
  }

  /** Save the draft now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    const { unsaved } = this;
    this.unsaved = null;
    if (unsaved) await this.keep(unsaved);
  }

  private async keep({ phase, draft }: Unsaved): Promise<void> {
    this.onTheWay++;
    this.newest.set(phase, draft);
    try {
      await store(`/tables/${this.table.id}/draft`, draft);
      if (this.newest.get(phase) === draft) this.lost.delete(phase);
    } catch (error) {
      if (this.newest.get(phase) === draft) this.lose({ phase, draft }, isPassing(error));
    } finally {
      this.onTheWay--;
    }
    const isDone = !this.unsaved && !this.onTheWay && !this.lost.has(phase);
    if (phase === this.phase && isDone) this.kept = 'saved';
  }

  /** Retry a draft that could not be saved, unless another one replaces it. */
  private lose(unsaved: Unsaved, again: boolean): void {
    const { phase, draft } = unsaved;
    this.lost.add(phase);
    if (phase === this.phase && !this.unsaved) this.kept = 'lost';
    if (!again) return;
    setTimeout(() => {
      const isNewest = this.newest.get(phase) === draft && this.unsaved?.phase !== phase;
      const isAsked = phase === this.phaseOf(draft.seat) && this.lost.has(phase);
      if (isNewest && isAsked && !this.table.socket.isClosed) void this.keep(unsaved);
    }, AGAIN);
  }

  /** The question of a seat now. */
  private phaseOf(seat: string): string {
    const { year, season, phase } = this.view ?? {};
    return `${seat} ${year} ${season} ${phase}`;
  }

  /** The orders on the map: those being written, or the submitted ones. */
  get drawn(): Order[] {
    const { decision, seen } = this.table;
    const orders = decision ? Object.values(this.chosen) : (seen?.submitted ?? []).map(orderOf);
    return orders.filter(({ verb }) => verb !== 'vote' && verb !== 'waive');
  }
}

const known = new WeakMap<TableStore, OrderEntry>();

/** The order entry of a table, shared by the map, the lists and the keyboard. */
export function orderEntryOf(table: TableStore): OrderEntry {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new OrderEntry(table))));
  return found;
}
