/** The evaluation at each move of a game, as far as it has been computed. The server works as long
 * as it is polled. */

import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Evaluation } from '$lib/types';

import { Asking } from './asking.svelte';

/** A quick estimate, without a search. */
export const QUICK = 'quick';

export class Course {
  readonly asking = new Asking();
  evaluation = $state.raw<Evaluation | null>(null);
  /** By which level; what it has not computed yet is a quick estimate. */
  level = $state(QUICK);
  private turn = 0;

  constructor(private readonly table: TableStore) {}

  get busy(): boolean {
    return this.asking.busy;
  }

  async run(level: string): Promise<void> {
    const turn = ++this.turn;
    const path = `/tables/${this.table.id}/evaluation?level=${level}&lang=${language.now}`;
    this.level = level;
    let found: Evaluation | null;
    do {
      found = await this.asking.ask<Evaluation>(path);
      if (turn !== this.turn) return;
      if (found) this.evaluation = found;
    } while (found && !found.done);
  }

  stop(): void {
    this.turn += 1;
    this.asking.giveUp();
  }
}
