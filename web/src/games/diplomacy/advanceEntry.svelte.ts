/** Orders written in advance for a coming season, with the same clicks as current ones. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { PreparableDecision } from '$lib/types';
import { PreparedAnswers } from '$table/prepared.svelte';
import { proposalOf, type Proposal } from '$table/proposal.svelte';

import { orderEntryOf, type OrderEntry } from './orderEntry.svelte';
import { orderFromText } from './orderText';
import { OrderWriter } from './orderWriter.svelte';
import type { Order } from './orders';
import type { DiplomacyView } from './types';
import type { Chosen, Slots } from './writing';

const read = (text: string): Order | Order[] => orderFromText(text) ?? [];

/** The advance orders for a turn, unit by unit; hold is an order like any other. */
export const writtenFor = ({ prepared }: PreparableDecision): Chosen =>
  Object.fromEntries(prepared.flatMap(read).map((order) => [order.unit, order]));

/** The position as it would be in a coming season. */
export const positionThen = (
  view: DiplomacyView,
  { expected }: PreparableDecision,
): DiplomacyView => ({
  ...view,
  phase: 'movement',
  units: expected,
  dislodged: {},
});

export class AdvanceEntry extends OrderWriter {
  readonly answers: PreparedAnswers;
  private opened = $state.raw<{ occasion: string; moment: string } | null>(null);

  /** `orders` are the current ones; while a `proposal` is drawn, the map belongs to it. */
  constructor(
    private readonly table: TableStore,
    private readonly orders: Pick<OrderEntry, 'flush'>,
    private readonly proposal: Pick<Proposal, 'drawing'>,
  ) {
    super();
    this.answers = new PreparedAnswers(table, () => this.moment);
  }

  private get moment(): string {
    const { seat, view } = this.table;
    const { year, season, phase } = (view ?? {}) as Partial<DiplomacyView>;
    return `${seat} ${year} ${season} ${phase}`;
  }

  /** The coming seasons for which orders can be written. */
  get turns(): PreparableDecision[] {
    return this.answers.of('orders');
  }

  /** The coming season; null for the current one. It ends with the phase. */
  turn = $derived.by<PreparableDecision | null>(() => {
    const { opened, table } = this;
    if (!opened || opened.moment !== this.moment || table.past) return null;
    if (this.proposal.drawing) return null;
    return this.turns.find(({ occasion }) => occasion === opened.occasion) ?? null;
  });

  slots = $derived.by<Slots>(() => {
    const parts = Object.entries(this.turn?.choices ?? {});
    return Object.fromEntries(parts.map(([unit, texts]) => [unit, texts.flatMap(read)]));
  });

  get drawn(): Order[] {
    return Object.values(this.chosen);
  }

  /** Write for the next season: the server gets the current draft, so that it knows where the units
   * would be. */
  async begin(): Promise<void> {
    await this.orders.flush();
    await this.answers.load();
    const [first] = this.turns;
    if (first) this.open(first);
  }

  open(turn: PreparableDecision): void {
    this.opened = { occasion: turn.occasion, moment: this.moment };
    this.chosen = writtenFor(turn);
    this.last = null;
    this.lay();
  }

  close(): void {
    this.opened = null;
    this.lay();
  }

  strikeAll(): void {
    this.chosen = {};
    this.last = null;
    this.lay();
    this.changed();
  }

  /** Whether they are submitted when the season comes. */
  set submit(wished: boolean) {
    this.keep(wished);
  }

  get submit(): boolean {
    return this.turn?.submit ?? false;
  }

  protected changed(): void {
    this.keep(this.submit);
  }

  private keep(submit: boolean): void {
    const orders = this.drawn.map(({ text }) => text);
    if (this.turn) void this.answers.keep(this.turn, orders, submit);
  }

  protected nowhere(): void {
    this.meanings = []; // the pick stays: another place may continue it
  }

  protected forget(): void {
    this.answers.forget();
  }
}

const known = new WeakMap<TableStore, AdvanceEntry>();

/** The entry of advance orders of a table. */
export function advanceEntryOf(table: TableStore): AdvanceEntry {
  let found = known.get(table);
  if (!found) {
    const make = () => new AdvanceEntry(table, orderEntryOf(table), proposalOf(table));
    known.set(table, (found = lasting(make)));
  }
  return found;
}
