/** A line of play shown on the board: arrows if the game draws its actions, the first strongest,
 * and highlights on the things it names. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

export interface LineStep {
  action: string;
  things: string[];
}

/** The own steps of a line, its first action first; expected replies are not part of it. */
export function ownSteps(
  seat: string,
  line: LineStep & { continuation: (LineStep & { seat: string })[] },
): LineStep[] {
  return [line, ...line.continuation.filter((step) => step.seat === seat)];
}

/** Things that only later steps name: highlighted less. */
export function laterThings([first, ...later]: LineStep[]): Set<string> {
  return new Set(later.flatMap(({ things }) => things).filter((id) => !first?.things.includes(id)));
}

export class Lines {
  shown = $state.raw<LineStep[]>([]);

  constructor(private readonly table: TableStore) {}

  /** Show these steps, or nothing. */
  show(steps: LineStep[] = []): void {
    this.shown = steps;
    this.table.selection.point([...new Set(steps.flatMap(({ things }) => things))]);
  }
}

const known = new WeakMap<TableStore, Lines>();

/** The line that a table shows, shared by the board and the lists. */
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
