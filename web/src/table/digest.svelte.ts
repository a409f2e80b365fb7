/** "Since you last acted" at a table: opened when the player comes back, or on request. While it is
 * open, and until the player acts or turns it off, the board shows what changed and what is in
 * danger. */

import type { GameClient } from '$games/index';
import { Problem, reason } from '$lib/api';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry, PastState, SeatState } from '$lib/types';

import {
  groupsOf,
  inOrder,
  lastActed,
  latestNews,
  rangeOf,
  seatOfLine,
  type DigestGroup,
  type DigestInput,
  type DigestRange,
  type Finding,
} from './digest';
import { turnAt, turnsByLine } from './history';
import { lastSeen } from './lastseen';
import { seatName } from './people';
import type { Timeline } from './timeline.svelte';

export class Digest {
  shown = $state(false);
  trouble = $state('');
  /** The marks of the board; each can be turned off. */
  layers = $state({ changed: true, danger: true });
  private range = $state.raw<DigestRange | null>(null);
  private before = $state.raw<SeatState | null>(null);
  private turn = 0;
  private seen: number | null = null;
  private absent = false;

  constructor(
    private readonly table: TableStore,
    private readonly timeline: Timeline,
    private readonly client: () => GameClient | undefined,
  ) {}

  private get game() {
    return this.client()?.digest;
  }

  /** The player's powers or sides. */
  mine = $derived.by<string[]>(() => {
    const { table } = this;
    return this.game?.mine?.(table) ?? (table.seat ? [table.seat] : []);
  });

  private input = $derived.by<DigestInput>(() => {
    const { table, timeline, game } = this;
    const seats = Object.keys(table.chairs);
    const actorOf = game
      ? (line: LogEntry) => game.actor(line, table)
      : (line: LogEntry) => seatOfLine(line, seats, timeline.steps);
    return {
      log: table.log,
      steps: timeline.steps,
      seats: table.seat ? [table.seat] : [],
      mine: this.mine,
      actorOf,
      together: game?.together,
      isPassed: game?.isPassed,
      dull: game?.dull ?? this.client()?.review?.dull,
    };
  });

  groups = $derived.by<DigestGroup[]>(() => (this.range ? groupsOf(this.input, this.range) : []));

  /** Whether the game says what happened to the player. */
  get compares(): boolean {
    return Boolean(this.game);
  }

  /** The position then is loaded. */
  get ready(): boolean {
    return this.before !== null;
  }

  /** The acts of others, in lines. */
  get news(): number {
    const { mine } = this;
    const others = this.groups.filter(({ actor }) => actor && !mine.includes(actor));
    return others.reduce((sum, { lines }) => sum + lines.length, 0);
  }

  effects = $derived.by<Finding[]>(() => {
    const { table, before, mine, game } = this;
    const after = this.after;
    if (!game || !before || !after || !table.plan || !mine.length) return [];
    return inOrder(game.effects({ before, after, mine, plan: table.plan, names: table.names }));
  });

  dangers = $derived.by<Finding[]>(() => {
    const { table, mine, game } = this;
    const after = this.after;
    if (!game || !after || !table.plan || !mine.length || table.now?.status !== 'playing') return [];
    return inOrder(game.dangers({ after, mine, plan: table.plan, names: table.names }));
  });

  /** The things of the board that changed. */
  private changed = $derived.by<string[]>(() => {
    const { table, before } = this;
    const after = this.after;
    if (!before || !after || !table.plan) return [];
    const { plan, names } = table;
    const compared = { before, after, plan, names };
    const own = this.game?.changed?.({ ...compared, mine: this.mine });
    const changes = this.client()?.review?.changes;
    const marks = own ?? changes?.({ ...compared, move: this.range?.until ?? 0, part: 0 }).marks ?? [];
    return [...new Set([...marks, ...this.effects.flatMap(({ places }) => places)])];
  });

  private get after(): SeatState | null {
    return this.table.now?.seats[this.table.seat] ?? null;
  }

  /** The turns at its two ends. */
  get period(): { from: string; to: string } {
    const { marks } = this.timeline;
    const { since, until } = this.range ?? { since: 0, until: 0 };
    return { from: turnAt(marks, since), to: turnAt(marks, until) };
  }

  get since(): number {
    return (this.range?.first ?? 1) - 1;
  }

  /** The turn of each line. */
  turns = $derived.by<Map<LogEntry, string>>(() =>
    turnsByLine(this.table.log, this.timeline.marks, this.client()?.review?.openings),
  );

  major = $derived.by<string[]>(() => {
    const { review } = this.client() ?? {};
    return [...(this.game?.major ?? []), ...(review?.great ?? [])];
  });

  name(actor: string): string {
    const { table } = this;
    if (!this.game) return seatName(table, actor);
    return table.names?.of(actor, this.game.kind) ?? actor;
  }

  /** Whether anyone else has acted since the player did. */
  get hasNews(): boolean {
    const { table, input } = this;
    if (!table.seat || table.now?.status !== 'playing' || table.info?.exercise) return false;
    const acted = this.absent ? (this.seen ?? 0) : lastActed(input);
    // At a table that is new to this device, only a player who has acted comes back.
    if (this.seen === null && !acted) return false;
    const latest = latestNews(input);
    return input.together && !this.absent ? latest > 0 && latest >= acted : latest > acted;
  }

  /** Note what the player had seen when the page was opened, and whether another has played for
   * them since. */
  begin(): void {
    const { table } = this;
    this.seen = lastSeen(table.id);
    const isStoodIn = Boolean(table.chairs[table.seat]?.stand_in);
    this.absent = this.seen !== null && (isStoodIn || table.info?.on_timeout === 'rule');
  }

  /** Open it; the board shows what changed. */
  async open(): Promise<void> {
    const turn = ++this.turn;
    this.timeline.present();
    this.range = rangeOf(this.input, this.absent ? this.seen : null);
    this.layers = { changed: true, danger: true };
    this.trouble = '';
    this.shown = true;
    this.before = null;
    this.mark();
    try {
      const past = await this.timeline.moment(this.since);
      if (turn !== this.turn) return;
      this.before = this.seenAt(past);
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // a bug, not a failed request
      if (turn === this.turn) this.trouble = reason(error);
    }
    if (turn === this.turn) this.mark();
  }

  private seenAt({ seats }: PastState): SeatState | null {
    return seats[this.table.seat] ?? null;
  }

  /** Back to the question; the marks stay. */
  close(): void {
    this.shown = false;
  }

  /** The game has gone on: the marks stay until the player acts. */
  follow(): void {
    if (!this.range || !this.table.sinceActed) return;
    if (lastActed(this.input) > this.range.until) this.clear();
    else if (!this.shown) this.mark();
  }

  toggle(layer: 'changed' | 'danger'): void {
    this.layers = { ...this.layers, [layer]: !this.layers[layer] };
    this.mark();
  }

  /** Take the marks off the board. */
  clear(): void {
    this.turn += 1;
    this.shown = false;
    this.table.sinceActed = null;
  }

  /** Mark the board. */
  private mark(): void {
    const { layers, before } = this;
    const danger = layers.danger ? this.dangers.flatMap(({ places }) => places) : [];
    this.table.sinceActed = {
      before: layers.changed ? before : null,
      changed: layers.changed ? this.changed : [],
      danger,
    };
  }
}
