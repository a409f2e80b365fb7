/** The question whether Russia surrenders (4.3) opens each turn of the Entente until it is answered
 * with yes, which may cost the game. The page answers it with no, unless the player asks for it. */

import type { TableStore } from '$lib/table.svelte';
import type { LogEntry, TimelineMove } from '$lib/types';

import type { AttritionView } from './facts';

const STEP = 'surrender';
const DONE = 'done';

/** Whether a move answers the question with no, as the page does: the player has not acted. */
export const isPassed = ({ move, step }: TimelineMove, log: LogEntry[]): boolean =>
  step === STEP && !log.some((line) => line.move === move && line.key === 'log.surrender');

export class SurrenderQuestion {
  /** The player wants to be asked at the next occasion. */
  wanted = $state(false);
  /** The turn in which the page has answered: if the question comes back, the player undid that. */
  private passed = $state('');

  constructor(private readonly table: TableStore) {}

  private get occasion(): string {
    return `${this.table.seat} ${(this.table.view as AttritionView | null)?.turn}`;
  }

  /** Whether the page answers the current question. In an analysis or exercise the player does. */
  get isPassed(): boolean {
    const { decision, info } = this.table;
    if (decision?.step !== STEP || info?.analysis || info?.exercise) return false;
    return !this.wanted && this.passed !== this.occasion;
  }

  /** Answer the question with no. */
  async pass(): Promise<void> {
    if (!this.isPassed || this.table.waiting) return;
    const { occasion } = this;
    if (await this.table.repeat(DONE)) this.passed = occasion;
    else this.wanted = true; // refused: the player must answer
  }

  /** Whether the question can come up again at once: nothing was done since it was answered. */
  get isNear(): boolean {
    return this.table.undoable === 1 && this.passed === this.occasion;
  }

  /** Ask: now, if nothing was done this turn; otherwise at the start of the next turn. */
  async ask(): Promise<void> {
    this.wanted = true;
    if (this.isNear) await this.table.undo();
  }

  /** The player answered. */
  settle(): void {
    this.wanted = false;
  }
}

const known = new WeakMap<TableStore, SurrenderQuestion>();

/** The question at a table. */
export function surrenderOf(table: TableStore): SurrenderQuestion {
  const found = known.get(table) ?? new SurrenderQuestion(table);
  known.set(table, found);
  return found;
}
