/** The game so far, to be looked at again: where the slider stands, and the game shown by itself. */

import { get, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Moment, StageMark, Step, Timeline as Told } from '$lib/types';

export class Timeline {
  steps = $state.raw<Step[]>([]);
  marks = $state.raw<StageMark[]>([]);
  playing = $state(false);
  /** Why what one wanted to see is not shown, until one wants to see something else. */
  private refused = $state('');
  private unread = $state(''); // why the slider is not up to date
  /** After which move the game is shown; null: as it stands. */
  at = $state<number | null>(null);
  /** With whose eyes, once the game is over; null: one's own. */
  eyes = $state<string | null>(null);

  private latest = new Latest();
  /** What is shown, once it is there. */
  private reached: Pick<Timeline, 'at' | 'eyes'> = { at: null, eyes: null };
  private turn = 0;
  private kept = new Map<string, Promise<Moment>>();
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

  /** Read what the slider shows. */
  async load(): Promise<void> {
    if (this.table.now?.status === 'open') return;
    const path = `/tables/${this.table.id}/timeline?lang=${language.now}`;
    try {
      const told = await this.latest.of(get<Told>(path));
      if (!told) return; // it is known what came after that
      this.steps = told.moves;
      this.marks = told.marks;
      this.unread = '';
    } catch (error) {
      this.unread = reason(error);
    }
  }

  /** Show the game after a move; `arrived` there by its address, or step by step. */
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
      if (turn !== this.turn || this.at !== wanted) return; // one looks at something else meanwhile
      this.table.past = frame;
      this.reached = { at: this.at, eyes: this.eyes };
      if (wanted < this.total) void this.moment(wanted + 1).catch(() => undefined);
    } catch (error) {
      if (turn !== this.turn) return;
      this.refused = reason(error);
      Object.assign(this, this.reached); // there the board still is
      this.stop();
    }
  }

  step(more: number): void {
    this.stop();
    void this.go(this.place + more);
  }

  /** Back to the game as it stands. */
  present(): void {
    this.stop();
    this.turn++;
    this.at = null;
    this.eyes = null;
    this.reached = { at: null, eyes: null };
    this.refused = '';
    this.table.past = null;
  }

  /** Look with the eyes of a seat ('' a spectator's, null one's own). */
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

  /** What was kept is no longer so: a move was taken back, or the language is another. */
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

  /** The game after a move; of the log only what that move led to. */
  moment(move: number): Promise<Moment> {
    const eyes = this.eyes === null ? '' : `&seat=${this.eyes}`;
    const told = `lang=${language.now}&since=${move}${eyes}`;
    const path = `/tables/${this.table.id}/moments/${move}?${told}`;
    let found = this.kept.get(path);
    if (!found) {
      found = get<Moment>(path);
      this.kept.set(path, found);
      found.catch(() => this.kept.delete(path));
    }
    return found;
  }
}
