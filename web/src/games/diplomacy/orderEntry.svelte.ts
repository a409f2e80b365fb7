/** The orders that a player is writing, on the map, in the list or by typing. */

import { putTogether, takenApart } from '$lib/answers';
import { post, put as store, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Understood } from '$lib/types';

import { orderOf, VOTE, type Order } from './orders';
import type { DiplomacyView } from './types';
import {
  advance,
  answerOf,
  chosenFrom,
  click,
  leading,
  left,
  missing,
  NOTHING,
  put,
  thingsOf,
  unitsOf,
  usual,
  writtenAt,
  type Chosen,
  type Meaning,
  type Mode,
  type Outcome,
  type Pick,
  type Slots,
} from './writing';

interface Draft {
  seat: string;
  text: string;
  window: number | null;
}

const PAUSE = 500; // milliseconds of rest before a draft is stored

export class OrderEntry {
  chosen = $state.raw<Chosen>({});
  pick = $state.raw<Pick>(NOTHING);
  /** What the last click may have meant, if more than one thing. */
  meanings = $state.raw<Meaning[]>([]);
  /** The likeliest of them is written already; these are what it may be instead. */
  instead = $state(false);
  hovered = $state<string | null>(null);
  /** The draft is stored ('saved'), on its way ('saving'), or could not be stored. */
  kept = $state<'' | 'saving' | 'saved' | 'lost'>('');
  /** The order that was written last, to be told to those who do not see the map. */
  last = $state.raw<Order | null>(null);

  private phase = '';
  private pages = new Map<string, Chosen>();
  private handed: { phase: string; parts: string[] } = { phase: '', parts: [] };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsaved: Draft | null = null;

  constructor(readonly table: TableStore) {}

  get view(): DiplomacyView | null {
    return this.table.view as DiplomacyView | null;
  }

  slots = $derived.by<Slots>(() => {
    const { decision, asked } = this.table;
    if (decision?.menu.type !== 'slots') return {};
    const parts = Object.entries(asked?.parts ?? {});
    return Object.fromEntries(parts.map(([slot, choices]) => [slot, choices.map(orderOf)]));
  });

  units = $derived(unitsOf(this.slots));
  lit = $derived(leading(this.slots, this.pick, this.chosen));
  missing = $derived(missing(this.slots, this.chosen));
  answer = $derived(answerOf(this.slots, this.chosen));

  /** Which verbs the picked unit can be given. */
  verbs = $derived(new Set(left(this.slots, { ...this.pick, mode: 'any', other: '' }).map((o) => o.verb)));

  /** The order that a click on the hovered province would write, if it is a single one. */
  ghost = $derived.by<Order | null>(() => {
    if (!this.pick.unit || !this.hovered || !this.lit.has(this.hovered)) return null;
    const next = click(this.slots, this.pick, this.chosen, this.hovered);
    if (next.kind === 'order') return next.order;
    const first = next.kind === 'ask' ? next.meanings[0] : undefined;
    return first && 'order' in first ? first.order : null;
  });

  /** A new question begins with what was drafted for it; one that comes again, after the answer
   * was taken back or another seat was looked at, with what was written before. */
  begin(): void {
    const { table, view } = this;
    if (!view || table.past) return;
    const phase = `${table.seat} ${view.year} ${view.season} ${view.phase}`;
    if (phase !== this.phase) {
      this.flush();
      this.pages.set(this.phase, this.chosen);
      this.phase = phase;
      this.lay();
      this.last = null;
      this.kept = '';
      const before = this.pages.get(phase);
      this.chosen = before ?? chosenFrom(this.slots, takenApart(this.drafted));
    }
    if (!table.decision) {
      this.lay();
      const parts = (table.seen?.handed_in ?? []).map(({ action }) => action);
      if (parts.length) this.handed = { phase, parts };
    } else if (this.handed.phase === phase) {
      const answer = putTogether(this.handed.parts);
      if (this.answer !== answer) this.chosen = chosenFrom(this.slots, this.handed.parts);
      this.handed = { phase: '', parts: [] };
    } else {
      const able = Object.entries(this.chosen).filter(([slot, { text }]) =>
        this.slots[slot]?.some((order) => order.text === text),
      );
      if (able.length < Object.keys(this.chosen).length) this.chosen = Object.fromEntries(able);
    }
  }

  /** The draft of the question that is asked now, or was when it was written. */
  private get drafted(): string {
    const { seen, question } = this.table;
    const window = seen?.draft_window ?? null;
    return window === null || window === question?.window ? (seen?.draft ?? '') : '';
  }

  // -- on the map

  click(province: string): void {
    this.table.refusal = null;
    this.forget();
    const struck = this.units.length ? undefined : writtenAt(this.chosen, province);
    if (struck) {
      this.strike(struck);
      return;
    }
    this.follow(click(this.slots, this.pick, this.chosen, province), province);
  }

  choose(meaning: Meaning): void {
    this.forget();
    if ('order' in meaning) this.write(meaning.order.text);
    else this.follow(advance(this.slots, meaning.pick));
  }

  take(unit: string): void {
    this.table.refusal = null;
    this.forget();
    this.pick = this.pick.unit === unit ? NOTHING : { ...NOTHING, unit };
  }

  use(mode: Mode): void {
    this.forget();
    this.pick = { unit: this.pick.unit, mode: this.pick.mode === mode ? 'any' : mode, other: '' };
  }

  /** Give the picked unit an order that names nothing else: hold, or disband. */
  giveBare(verb: 'hold' | 'disband'): void {
    const order = left(this.slots, { ...this.pick, mode: 'any', other: '' }).find(
      (each) => each.verb === verb,
    );
    if (order) this.write(order.text);
  }

  lay(): void {
    this.pick = NOTHING;
    this.forget();
  }

  /** What the last click may have meant is of no interest any more. */
  private forget(): void {
    this.meanings = [];
    this.instead = false;
  }

  private follow(outcome: Outcome, province = ''): void {
    if (outcome.kind === 'pick') this.pick = outcome.pick;
    else if (outcome.kind === 'order') {
      this.write(outcome.order.text);
      this.meanings = outcome.instead ?? [];
      this.instead = this.meanings.length > 0;
    } else if (outcome.kind === 'ask') this.meanings = outcome.meanings;
    else if (province) void this.table.why(thingsOf(this.pick, province));
  }

  // -- writing

  write(text: string): void {
    const chosen = put(this.slots, this.chosen, text);
    if (!chosen) return;
    this.chosen = chosen;
    this.last = Object.values(chosen).find((o) => o.text === text && o.verb !== 'vote') ?? this.last;
    this.lay();
    this.save();
  }

  /** Strike out what is written in a slot. */
  strike(slot: string): void {
    const { [slot]: gone, ...rest } = this.chosen;
    if (gone === undefined) return;
    this.chosen = rest;
    this.last = null;
    this.lay();
    this.save();
  }

  strikeAll(): void {
    const vote = this.chosen[VOTE];
    this.chosen = vote ? { [VOTE]: vote } : {};
    this.last = null;
    this.lay();
    this.save();
  }

  /** Read typed orders and write them down. Resolves to whether they were understood. */
  async read(text: string): Promise<boolean> {
    this.table.refusal = null;
    try {
      const { seat, question } = this.table;
      const body = { seat, text, language: language.now, window: question?.window ?? null };
      const { choices, refused } = await post<Understood>(`/tables/${this.table.id}/read`, body);
      if (refused) {
        this.table.refusal = { type: 'refused', id: '', args: {}, ...refused };
        return false;
      }
      for (const choice of choices) this.write(choice);
      return choices.length > 0;
    } catch (error) {
      this.complain(reason(error));
      return false;
    }
  }

  async handIn(vote?: string): Promise<boolean> {
    const { unsaved } = this;
    clearTimeout(this.timer);
    this.unsaved = null;
    const chosen = (vote && put(this.slots, this.chosen, vote)) || this.chosen;
    const answer = answerOf(this.slots, chosen);
    const done = await this.table.act(answer, vote ? [] : this.without());
    if (done) this.kept = '';
    else if (unsaved && !this.unsaved) void this.keep(unsaved);
    return done;
  }

  /** That units have no order: what is handed in does not tell it, because they hold. */
  private without(): string[] {
    const n = this.units.filter((unit) => !this.chosen[unit] && usual(this.slots, unit)).length;
    return n ? [language.say('diplomacy.caution.without', { n })] : [];
  }

  /** Whether the seat may be asked for a second click before its orders are handed in. */
  get pending(): boolean {
    return this.table.pending !== null && this.table.pending === this.answer;
  }

  private complain(text: string): void {
    this.table.refusal = { type: 'refused', id: '', section: '', key: 'draft', args: {}, text };
  }

  // -- the draft

  private save(): void {
    this.kept = 'saving';
    const text = Object.keys(this.chosen).length ? this.answer : '';
    this.unsaved = { seat: this.table.seat, text, window: this.table.question?.window ?? null };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Store the draft now. */
  flush(): void {
    clearTimeout(this.timer);
    const draft = this.unsaved;
    this.unsaved = null;
    if (draft) void this.keep(draft);
  }

  private async keep(draft: Draft): Promise<void> {
    try {
      await store(`/tables/${this.table.id}/draft`, draft);
      if (!this.unsaved) this.kept = 'saved';
    } catch {
      this.kept = 'lost';
    }
  }

  /** The orders that are drawn: those being written, or those handed in. */
  get drawn(): Order[] {
    const { decision, seen } = this.table;
    const orders = decision ? Object.values(this.chosen) : (seen?.handed_in ?? []).map(orderOf);
    return orders.filter(({ verb }) => verb !== 'vote' && verb !== 'waive');
  }
}

const known = new WeakMap<TableStore, OrderEntry>();

/** The one order entry of a table, shared by the map, the lists and the keyboard. */
export function orderEntryOf(table: TableStore): OrderEntry {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new OrderEntry(table))));
  return found;
}
