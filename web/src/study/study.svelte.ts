/** Questions to a level about positions of a game. */

import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { MoveAnalysis } from '$lib/types';

import type { Timeline } from '../table/timeline.svelte';
import { Asking } from './asking.svelte';
import { adviser } from './level.svelte';

export class Study {
  readonly asking = new Asking();
  /** The seat of the question, if several are to move. */
  private wanted = $state('');
  private thoughts = $state.raw<Record<string, MoveAnalysis>>({});

  constructor(
    private readonly table: TableStore,
    private readonly timeline: Timeline,
  ) {}

  /** The move number of the current position. */
  get move(): number {
    return this.timeline.place;
  }

  /** The seats that are to move at that position. */
  seats = $derived.by<string[]>(() => this.table.view?.to_move ?? []);

  seat = $derived.by<string>(() =>
    this.seats.includes(this.wanted) ? this.wanted : (this.seats[0] ?? ''),
  );

  choose(seat: string): void {
    this.asking.giveUp();
    this.wanted = seat;
  }

  private key = $derived.by(() =>
    [this.move, this.seat, adviser.level, language.now, this.table.now?.version].join(' '),
  );

  thought = $derived.by<MoveAnalysis | null>(() => this.thoughts[this.key] ?? null);

  async ask(): Promise<void> {
    const { key, move, seat } = this;
    const query = `level=${adviser.level}&seat=${seat}&lang=${language.now}`;
    const path = `/tables/${this.table.id}/positions/${move}/analysis?${query}`;
    const found = await this.asking.ask<MoveAnalysis>(path);
    if (found) this.thoughts = { ...this.thoughts, [key]: found };
  }
}

const known = new WeakMap<TableStore, Study>();

/** The study of a table: its answers survive a new layout of the page. */
export function studyOf(table: TableStore, timeline: Timeline): Study {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Study(table, timeline))));
  return found;
}
