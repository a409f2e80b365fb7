/** A line that somebody thinks of, shown on the board while it is looked at: its arrows where a game
 * draws its actions, and lights on the things that they name. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

export interface LineStep {
  action: string;
  things: string[];
}

export class Lines {
  shown = $state.raw<LineStep[]>([]);

  constructor(private readonly table: TableStore) {}

  /** Show these steps, or nothing any more. */
  show(steps: LineStep[] = []): void {
    this.shown = steps;
    this.table.point([...new Set(steps.flatMap(({ things }) => things))]);
  }
}

const known = new WeakMap<TableStore, Lines>();

/** The one line that a table shows, shared by the board and those who tell of it. */
export function linesOf(table: TableStore): Lines {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Lines(table))));
  return found;
}

/** The orders of an action that consists of several. */
export const ordersIn = (action: string): string[] =>
  action
    .split(';')
    .map((order) => order.trim())
    .filter(Boolean);
