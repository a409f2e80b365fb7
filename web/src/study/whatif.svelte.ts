/** What if: a line, or computers' moves, played out on an analysis board. */

import { post, reason } from '$lib/api';
import { say } from '$lib/language.svelte';
import { router } from '$lib/router.svelte';
import { sessionStore } from '$lib/storage';
import type { TableStore } from '$lib/table.svelte';
import type { PlayoutResult, StepText, TableInfo } from '$lib/types';

import type { Timeline } from '../table/timeline.svelte';
import { adviser } from './level.svelte';

/** How many answers computers give when they continue. */
export const ANSWERS = 6;

const KEPT = 'entente.trial.';

/** The move at which the trial started that a board was created for, as far as this tab knows. */
function partedAt(id: string): number | null {
  const kept = sessionStore.getItem(KEPT + id);
  return kept === null ? null : Number(kept);
}

type Made = Pick<StepText, 'seat' | 'action'>;

export class WhatIf {
  busy = $state(false);
  trouble = $state('');
  /** The move at which the last trial at this table started. */
  from = $state<number | null>(null);

  /** The move at which this board left the original game. */
  readonly parted: number | null;

  constructor(
    private readonly table: TableStore,
    private readonly timeline: Timeline,
  ) {
    this.parted = this.from = partedAt(table.id);
  }

  /** This table is the user's own analysis board. */
  get own(): boolean {
    return Boolean(this.table.info?.analysis && !this.table.info.exercise);
  }

  /** … and is at the position that is shown. */
  private get here(): boolean {
    return this.own && this.timeline.at === null && this.table.now?.status === 'playing';
  }

  /** Play a line, as far as it is legal. */
  tryOut(line: Made[]): Promise<void> {
    const steps = line.map(({ seat, action }) => ({ seat, action }));
    return this.play('line', { steps });
  }

  /** Let computers play for everyone. */
  playOn(): Promise<void> {
    return this.play('playout', { level: adviser.level, answers: ANSWERS });
  }

  /** Here, or on a new analysis board from the shown position. */
  private play(how: 'line' | 'playout', what: object): Promise<void> {
    return this.doing(async () => {
      const move = this.timeline.place;
      const go = router.onward();
      const id = this.here ? this.table.id : await this.fork(move);
      const answer = await post<PlayoutResult>(`/tables/${id}/${how}`, { move, ...what });
      if (id === this.table.id) this.from = answer.before;
      else {
        sessionStore.setItem(KEPT + id, String(answer.before));
        go(`/tables/${id}?tab=analysis`);
      }
      if (answer.moves === answer.before) this.trouble = say('study.cannot');
    });
  }

  /** Back to before the last trial, or to the shown position. */
  takeBack(): Promise<void> {
    return this.doing(async () => {
      const move = this.timeline.at ?? this.from ?? 0;
      await post<PlayoutResult>(`/tables/${this.table.id}/rewind`, { move });
      this.timeline.present();
      this.from = null;
    });
  }

  private async fork(move: number): Promise<string> {
    return (await post<TableInfo>(`/tables/${this.table.id}/fork`, { move })).id;
  }

  private async doing(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = '';
    try {
      await what();
    } catch (error) {
      this.trouble = reason(error);
    } finally {
      this.busy = false;
    }
  }
}
