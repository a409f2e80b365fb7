/** Orders of any units drawn for a message, with the same clicks as the player's own. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import { proposalOf, type Drawing, type Proposal } from '$table/proposal.svelte';

import { orderFromText } from './orderText';
import { OrderWriter } from './orderWriter.svelte';
import type { Order } from './orders';
import type { DiplomacyView } from './types';
import type { Slots } from './writing';

const phaseOf = ({ year, season, phase }: DiplomacyView): string => `${year} ${season} ${phase}`;

export class ProposalEntry extends OrderWriter {
  private readonly proposal: Proposal;
  private followed: Drawing | null = null;
  private phase = '';
  /** The season in which orders of a message are shown. */
  private shownIn = '';

  constructor(table: TableStore) {
    super();
    this.proposal = proposalOf(table);
  }

  slots = $derived.by<Slots>(() => {
    const parts = Object.entries(this.proposal.drawing?.parts ?? {});
    const read = (text: string): Order | Order[] => orderFromText(text) ?? [];
    return Object.fromEntries(parts.map(([unit, texts]) => [unit, texts.flatMap(read)]));
  });

  get drawn(): Order[] {
    return Object.values(this.chosen);
  }

  /** A new proposal starts with an empty map; a proposal ends with its season, drawn or shown. */
  keepUp(view: DiplomacyView): void {
    const { drawing } = this.proposal;
    if (this.shownIn !== phaseOf(view)) this.proposal.hide();
    this.shownIn = phaseOf(view);
    if (drawing !== this.followed) {
      this.followed = drawing;
      this.phase = phaseOf(view);
      this.chosen = {};
      this.last = null;
      this.lay();
    } else if (drawing && this.phase !== phaseOf(view)) {
      this.proposal.end();
    }
  }

  protected changed(): void {
    this.proposal.orders = this.drawn.map(({ text }) => text);
  }

  protected nowhere(): void {
    this.meanings = []; // the pick stays: another place may continue it
  }

  protected forget(): void {
    this.proposal.pointed = [];
  }
}

const known = new WeakMap<TableStore, ProposalEntry>();

/** The proposal entry of a table. */
export function proposalEntryOf(table: TableStore): ProposalEntry {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new ProposalEntry(table))));
  return found;
}
