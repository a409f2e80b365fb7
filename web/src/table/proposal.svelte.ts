/** Proposals: orders that a player draws for a letter, and those of a letter that the map shows.

They have nothing to do with the orders that one gives; a game's own board draws both. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

/** A proposal that is being drawn. */
export interface Drawing {
  /** The conversation it goes to. */
  seats: string[];
  /** What could be ordered, by what is ordered. */
  parts: Record<string, string[]>;
  send: () => void;
}

export class Proposal {
  drawing = $state.raw<Drawing | null>(null);
  /** The orders that have been drawn. */
  orders = $state.raw<string[]>([]);
  /** The letter whose orders the map shows. */
  shown = $state.raw<{ letter: number; orders: string[] } | null>(null);
  /** Orders that are hovered, or were tapped, in a letter. */
  pointed = $state.raw<string[]>([]);
  /** The order that is to be brought into view. */
  sought = $state.raw<{ order: string } | null>(null);

  begin(drawing: Drawing): void {
    this.orders = [];
    this.shown = null;
    this.pointed = [];
    this.drawing = drawing;
  }

  end(): void {
    this.drawing = null;
    this.orders = [];
  }

  /** Show the orders of a letter on the map, or no longer. */
  toggle(letter: number, orders: string[]): void {
    this.shown = this.shown?.letter === letter ? null : { letter, orders };
  }

  point(orders: string[] = []): void {
    this.pointed = orders;
  }
}

const known = new WeakMap<TableStore, Proposal>();

/** The one proposal of a table, shared by the map and the letters. */
export function proposalOf(table: TableStore): Proposal {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Proposal())));
  return found;
}
