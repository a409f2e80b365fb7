/** The timeline: the position of the slider, and autoplay. */

import { get, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { PastState, StageMark, TimelineMove, Timeline as TimelineAnswer } from '$lib/types';

const KEPT = 60; // loaded positions

export class Timeline {
  steps = $state.raw<TimelineMove[]>([]);
  marks = $state.raw<StageMark[]>([]);
  playing = $state(false);
  /** Why a requested position is not shown, until another is requested. */
  private refused = $state('');
  private unread = $state(''); // why the slider is not up to date
  /** The move after which the game is shown; null for the current position. */
  at = $state<number | null>(null);
  /** The point of view, once the game is over; null for the player's own. */
  eyes = $state<string | null>(null);

  private latest = new Latest();
  /** The shown position, once it is loaded. */
  private reached: Pick<Timeline, 'at' | 'eyes'> = { at: null, eyes: null };
  private turn = 0;
  private kept = new Map<string, Promise<PastState>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: TableStore) {}

  get trouble(): string {
    return this.refused || this.unread;
  }

  get total(): number {
    return this.table.now?.moves ?? 0;
  }

  get place(): number {
    return Math.min(this.at ?? this.total, this.total);
  }

  /** Load the marks of the slider. */
  async load(): Promise<void> {
    if (this.table.now?.status === 'open') return;
    const path = `/tables/${this.table.id}/timeline?lang=${language.now}`;
    try {
      const answer = await this.latest.of(get<TimelineAnswer>(path));
      if (!answer) return; // what came after that is known
      this.steps = answer.moves;
      this.marks = answer.marks;
      this.unread = '';
    } catch (error) {
      this.unread = reason(error);
    }
  }

  /** Show the game after a move; `arrived` by its address, or step by step. */
  async go(move: number, arrived = false): Promise<void> {
    const wanted = Math.max(0, move);
    this.table.arrived = arrived;
    if (wanted >= this.total && this.eyes === null) {
      this.present();
      return;
    }
    const turn = ++this.turn;
    this.at = Math.min(wanted, this.total);
    this.refused = '';
    try {
      const frame = await this.moment(this.at);
      if (turn !== this.turn || this.at !== wanted) return; // something else was requested meanwhile
      this.table.past = frame;
      this.reached = { at: this.at, eyes: this.eyes };
      if (wanted < this.total) void this.moment(wanted + 1).catch(() => undefined);
    } catch (error) {
      if (turn !== this.turn) return;
      this.refused = reason(error);
      Object.assign(this, this.reached); // the board is still there
      this.stop();
    }
  }

  step(more: number): void {
    this.stop();
    void this.go(this.place + more);
  }

  /** Back to the current position. */
  present(): void {
    this.stop();
    this.turn++;
    this.at = null;
    this.eyes = null;
    this.reached = { at: null, eyes: null };
    this.refused = '';
    this.table.past = null;
  }

  /** Take the point of view of a seat ('' a spectator's, null the player's own). */
  look(eyes: string | null): void {
    this.eyes = eyes;
    void this.go(this.place, this.table.arrived);
  }

  /** Show one move after the other, from a move on. */
  play(from?: number): void {
    const start = from ?? (this.at === null ? 0 : this.place);
    this.playing = true;
    void this.go(start).then(() => this.beat());
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Forget loaded positions: a move was undone, or the language has changed. */
  forget(): void {
    this.kept.clear();
    if (this.at !== null) void this.go(this.at, this.table.arrived);
  }

  private beat(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.go(this.place + 1);
      this.beat();
    }, 1000 / settings.now.speed);
  }

  /** The game after a move, with only that move's log. */
  moment(move: number): Promise<PastState> {
    const eyes = this.eyes === null ? '' : `&seat=${this.eyes}`;
    const query = `lang=${language.now}&since=${move}${eyes}`;
    const path = `/tables/${this.table.id}/positions/${move}?${query}`;
    let found = this.kept.get(path);
    if (!found) {
      found = get<PastState>(path);
      this.kept.set(path, found);
      found.catch(() => this.kept.delete(path));
      const [oldest] = this.kept.keys();
      if (this.kept.size > KEPT && oldest) this.kept.delete(oldest);
    }
    return found;
  }
}
