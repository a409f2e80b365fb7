/** Proposals: orders that a player draws for a message, and orders of a message shown on the map.
 * They are separate from the orders that the player gives; a game's own board draws both. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

/** A proposal that is being drawn. */
export interface Drawing {
  /** The conversation it goes to. */
  seats: string[];
  /** The possible orders, by unit. */
  parts: Record<string, string[]>;
  send: () => void;
}

export class Proposal {
  drawing = $state.raw<Drawing | null>(null);
  /** The drawn orders. */
  orders = $state.raw<string[]>([]);
  /** The terms that go with them, such as peace. */
  terms = $state.raw<string[]>([]);
  /** The message whose orders the map shows. */
  shown = $state.raw<{ letter: number; orders: string[] } | null>(null);
  /** Orders hovered or tapped in a message. */
  pointed = $state.raw<string[]>([]);
  /** The order to bring into view. */
  sought = $state.raw<{ order: string } | null>(null);

  /** Everything that is proposed. */
  get items(): string[] {
    return [...this.orders, ...this.terms];
  }

  begin(drawing: Drawing): void {
    this.orders = [];
    if (this.drawing?.seats !== drawing.seats) this.terms = [];
    this.shown = null;
    this.pointed = [];
    this.drawing = drawing;
  }

  end(): void {
    this.drawing = null;
    this.orders = [];
    this.terms = [];
  }

  /** Show the orders of a message on the map, or hide them. */
  toggle(letter: number, orders: string[]): void {
    this.shown = this.shown?.letter === letter ? null : { letter, orders };
  }

  hide(): void {
    this.shown = null;
  }

  point(orders: string[] = []): void {
    this.pointed = orders;
  }
}

const known = new WeakMap<TableStore, Proposal>();

/** The proposal of a table, shared by the map and the chat. */
export function proposalOf(table: TableStore): Proposal {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Proposal())));
  return found;
}
