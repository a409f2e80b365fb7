/** A line that somebody thinks of, shown on the board while it is looked at: its arrows where a game
 * draws its actions, the first strongest, and lights on the things that they name. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

export interface LineStep {
  action: string;
  things: string[];
}

/** What a line does itself, the action that it begins with first: what others are expected to do is
 * not part of it. */
export function ownSteps(
  seat: string,
  line: LineStep & { then: (LineStep & { seat: string })[] },
): LineStep[] {
  return [line, ...line.then.filter((step) => step.seat === seat)];
}

/** What only later steps of a line name: it is lit less than what the first names. */
export function laterThings([first, ...later]: LineStep[]): Set<string> {
  return new Set(later.flatMap(({ things }) => things).filter((id) => !first?.things.includes(id)));
}

export class Lines {
  shown = $state.raw<LineStep[]>([]);

  constructor(private readonly table: TableStore) {}

  /** Show these steps, or nothing any more. */
  show(steps: LineStep[] = []): void {
    this.shown = steps;
    this.table.selection.point([...new Set(steps.flatMap(({ things }) => things))]);
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
