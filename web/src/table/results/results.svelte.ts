/** The cards of results: one after the other over the board, until the player dismisses them. While
 * the board replays moves, each appears with its scene, and the replay waits. */

import type { GameClient } from '$games/index';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';

import type { Review } from '../review.svelte';
import { isDue, toldBy, type Result } from './result';

const HOUR = 60; // minutes

export class Results {
  private since = $state(Infinity);
  private dismissed = $state.raw<ReadonlySet<string>>(new Set());
  /** The result for which the replay was paused. */
  private pausedFor = '';

  constructor(
    private readonly table: TableStore,
    private readonly review: Review,
    private readonly client: () => GameClient | undefined,
  ) {}

  /** Set up to which move the player had followed the game. */
  begin(move: number): void {
    this.since = move;
  }

  private get byMail(): boolean {
    const pace = this.table.info?.time_control;
    if (pace?.kind === 'phases') return Math.max(...Object.values(pace.minutes)) >= HOUR;
    return pace?.kind === 'correspondence';
  }

  private isDue(result: Result): boolean {
    return !this.dismissed.has(result.id) && isDue(result, settings.now.results, this.byMail);
  }

  private all = $derived.by<Result[]>(() => {
    const after = Math.min(this.since, (this.review.scene?.move ?? Infinity) - 1);
    return this.client()?.results?.of(this.table, after) ?? [];
  });

  /** Those that wait to be dismissed, the first one first. */
  waiting = $derived.by<Result[]>(() =>
    this.all.filter((result) => this.moveOf(result) > this.since && this.isDue(result)),
  );

  /** The result whose card is shown. */
  shown = $derived.by<Result | null>(() => {
    if (settings.now.results === 'none' || this.table.past) return null;
    if (this.review.running) return toldBy(this.all, this.review.lines);
    return this.waiting[0] ?? null;
  });

  private moveOf(result: Result): number {
    return result.lines.at(-1)?.move ?? 0;
  }

  /** Pause the replay at a card that waits. */
  hold(): void {
    const { shown, review } = this;
    if (!shown || !review.running || review.paused || !this.isDue(shown)) return;
    this.pausedFor = shown.id;
    review.toggle();
  }

  dismiss(): void {
    if (this.shown) this.drop([this.shown]);
  }

  dismissAll(): void {
    this.drop([...this.waiting, ...(this.shown ? [this.shown] : [])]);
  }

  private drop(results: Result[]): void {
    this.dismissed = new Set([...this.dismissed, ...results.map(({ id }) => id)]);
    const isHeld = results.some(({ id }) => id === this.pausedFor);
    if (isHeld && this.review.running && this.review.paused) this.review.toggle();
  }
}
