/** The review: other players' moves since the last visit, replayed on the board, scene by scene.
 * The question beside the board stays and can be answered all the while: only what shows the
 * position gets another table (`shown`), on which nothing can be done. */

import type { GameClient } from '$games/index';
import { Problem } from '$lib/api';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry, PastState, SeatState, View } from '$lib/types';

import {
  HERALDED,
  isDue,
  leafDuration,
  namedPlaces,
  scenesOf,
  settledFrom,
  wordsOf,
  type Changes,
  type Scene,
} from './review';
import type { Timeline } from './timeline.svelte';

const NOTHING: Changes = { marks: [], figures: [] };

export class Review {
  scenes = $state.raw<Scene[]>([]);
  /** The scene that is shown; -1 if none is and the board shows the current position. */
  index = $state(-1);
  /** Its part: one move may carry out the orders of several phases. */
  part = $state(0);
  /** The page of its text: there may be more than the bar has room for. */
  leaf = $state(0);
  leaves = $state(1);
  /** Its step: a battle has several, a scoring one per region. */
  step = $state(0);
  paused = $state(false);
  changes = $state.raw<Changes>(NOTHING);
  /** Lines to highlight although no scene shows them: the player's own dice. */
  fresh = $state.raw<LogEntry[]>([]);
  /** The move up to which the player had followed the game before the scenes; null if unknown. */
  since = $state<number | null>(null);
  /** The table for the board and everything else that shows the position. */
  readonly shown: TableStore;

  /** Something covers the page and is read first, such as the introduction. */
  private held = false;
  private due = false;
  private moment = $state.raw<PastState | null>(null);
  private looked: number | null = null;
  /** The move with which the player's dice passed the turn to others, and when. */
  private rolled: { after: number; at: number } | null = null;
  private ready = false;
  private parts = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(
    private readonly table: TableStore,
    private readonly timeline: Timeline,
    private readonly client: () => GameClient | undefined,
  ) {
    this.shown = this.watched();
  }

  get running(): boolean {
    return this.index >= 0;
  }

  scene = $derived.by<Scene | null>(() => this.scenes[this.index] ?? null);

  /** The sentences of the scene, step by step. */
  steps = $derived.by<LogEntry[][]>(() => {
    const lines = this.scene?.lines ?? [];
    return this.client()?.review?.steps?.(lines) ?? [lines];
  });

  /** The sentences shown now. */
  lines = $derived.by<LogEntry[]>(() => this.steps[this.step] ?? this.scene?.lines ?? []);

  get words(): string {
    return this.scene ? wordsOf(this.scene, this.changes.title, this.lines) : '';
  }

  /** Set up to which move the player had followed the game. */
  begin(looked: number): void {
    this.looked = looked;
  }

  /** The game has gone on (or, `away`, the player has come back): show other players' moves, unless
   * it was the player's turn all the while, or the player is `greeted` with a digest of them. */
  notice(away: boolean, idle: boolean, greeted = false): void {
    const until = Math.min(this.timeline.total, this.timeline.steps.at(-1)?.move ?? 0);
    const looked = this.looked ?? until;
    this.looked = until;
    if (until < looked) return this.forget(until);
    if (until === looked) return;
    const going = this.running || this.due;
    const scenes = this.between(going ? (this.since ?? looked) : this.unseen(looked));
    if (!scenes.length || going) {
      if (going) this.scenes = scenes;
      else if (!away) this.herald(looked);
      return;
    }
    const { mySeats } = this.table;
    this.scenes = scenes;
    this.since = scenes[0]!.move - 1;
    const watching = !mySeats.length && !away; // the player sees each move as it is made
    const due = isDue(settings.now.review, away, this.actedSince(looked), this.table.chairs);
    // A single move of another player is no reason to interrupt a decision.
    const single = scenes.filter(({ seat }) => !mySeats.includes(seat)).length < 2;
    const decides = !away && !idle && !this.held;
    const disturbs = decides && single && !this.client()?.review?.moves;
    const shows = due && !watching && !disturbs && !greeted && this.timeline.at === null;
    if (shows && this.held) this.due = true;
    else if (shows) this.play();
    else if (!away) this.fresh = this.linesAfter(looked); // older news is not announced
  }

  /** Nothing is shown while something covers the page; then everything that came meanwhile. */
  hold(held: boolean): void {
    this.held = held;
    if (held && this.running) {
      this.end();
      this.due = true;
    }
    if (held || !this.due) return;
    this.due = false;
    this.play();
  }

  /** Show the scenes from the first. */
  play(): void {
    if (!this.scenes.length) return;
    this.timeline.present();
    this.paused = false;
    void this.show(0);
  }

  /** Show everything after a move; `from`: starting with this move, and paused. */
  replay(after: number, from?: number): void {
    this.scenes = this.between(after);
    this.since = after;
    const place = from === undefined ? 0 : this.scenes.findIndex(({ move }) => move >= from);
    if (!this.scenes.length) return;
    this.timeline.present();
    this.paused = from !== undefined;
    void this.show(Math.max(0, place));
  }

  toggle(): void {
    this.paused = !this.paused;
    clearTimeout(this.timer);
    if (!this.paused) this.forward();
  }

  /** The number of pages of the scene's text, where it is shown. */
  spread(leaves: number): void {
    this.leaves = leaves;
    this.leaf = Math.min(this.leaf, leaves - 1);
    this.wait();
  }

  go(by: 1 | -1): void {
    this.paused = true;
    if (by > 0) this.forward();
    else if (this.leaf > 0) this.leaf -= 1;
    else if (this.part > 0) void this.show(this.index, this.part - 1);
    else if (this.index > 0) void this.show(this.index - 1);
  }

  get hasEarlier(): boolean {
    return this.index > 0 || this.part > 0 || this.leaf > 0;
  }

  /** Back to the current position. */
  end(): void {
    if (!this.running) return;
    this.turn += 1;
    clearTimeout(this.timer);
    this.index = -1;
    this.part = 0;
    this.leaf = 0;
    this.step = 0;
    this.moment = null;
    this.changes = NOTHING;
    this.client()?.review?.ended?.(this.table);
  }

  /** Moves were undone. */
  private forget(until: number): void {
    this.end();
    this.scenes = this.scenes.filter(({ move }) => move <= until);
    this.fresh = [];
  }

  private between(since: number): Scene[] {
    const { table, timeline } = this;
    const { moves, dull, rolls } = this.client()?.review ?? {};
    const only = moves?.(table);
    const input = { log: table.log, steps: timeline.steps, mine: table.mySeats, only, dull, rolls };
    return scenesOf(input, since, this.looked ?? timeline.total);
  }

  /** Who had a part in what happened. Where all act at once, the last answer carries out those of
   * all: computers have often answered long before, and were noticed then. */
  private actedSince(looked: number): string[] {
    if (this.client()?.review?.moves) return Object.keys(this.table.chairs);
    return this.timeline.steps.filter(({ move }) => move > looked).map(({ seat }) => seat);
  }

  /** Highlight moves that no scene shows. */
  private herald(after: number): void {
    this.fresh = this.linesAfter(after);
    const thrown = this.fresh.some(({ dice }) => dice.length);
    this.rolled = thrown && !this.table.isWaitedFor ? { after, at: Date.now() } : null;
  }

  /** From which move scenes are shown: the player's own dice are included if they were hardly
   * visible. */
  private unseen(looked: number): number {
    const { rolled } = this;
    return rolled && Date.now() - rolled.at < HERALDED ? rolled.after : looked;
  }

  private linesAfter(move: number): LogEntry[] {
    return this.table.log.filter((line) => line.move > move);
  }

  private forward(): void {
    if (this.leaf + 1 < this.leaves) {
      this.leaf += 1;
      this.wait();
    } else if (this.part + 1 < this.parts) void this.show(this.index, this.part + 1);
    else if (this.index + 1 < this.scenes.length) void this.show(this.index + 1);
    else this.end();
  }

  private async show(index: number, part = 0): Promise<void> {
    clearTimeout(this.timer);
    const scene = this.scenes[index];
    if (!scene) return;
    const turn = ++this.turn;
    this.ready = false;
    this.index = index;
    this.leaf = 0;
    this.leaves = 1;
    this.step = part;
    try {
      const [before, after] = await Promise.all([
        scene.move > 1 ? this.timeline.moment(scene.move - 1) : null,
        this.timeline.moment(scene.move),
      ]);
      if (turn !== this.turn) return; // another scene was requested, or none
      this.part = part;
      this.look(before, after, scene);
    } catch (error) {
      if (turn === this.turn) this.end(); // the log has it as well
      if (!(error instanceof Problem)) throw error; // a bug, not a failed request
      return;
    }
    const next = this.scenes[index + 1];
    if (next) void this.timeline.moment(next.move).catch(() => undefined);
    this.ready = true;
    this.wait();
  }

  /** Continue after a while, unless the player pauses. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.paused || !this.ready) return;
    const lasts = leafDuration(this.words, settings.now.pace, this.leaves);
    this.timer = setTimeout(() => this.forward(), lasts);
  }

  /** What the board shows and highlights: before a battle is decided nothing has changed. */
  private look(before: PastState | null, after: PastState, scene: Scene): void {
    const how = this.client()?.review;
    const seen = this.seenAt(after);
    this.parts = (seen && how?.parts?.(seen, scene.move)) ?? this.steps.length;
    const isSettled = this.part >= settledFrom(this.steps, how?.settles ?? []);
    this.moment = isSettled ? after : (before ?? after);
    if (isSettled) this.compare(before, after, scene);
    else {
      const shown = this.steps.slice(0, this.part + 1).flat(); // the first step shows where it is
      this.changes = { ...NOTHING, marks: namedPlaces(shown, this.table.places) };
    }
  }

  private compare(before: PastState | null, after: PastState, scene: Scene): void {
    const { table } = this;
    const review = this.client()?.review;
    const seen = this.seenAt(after);
    if (!seen) return;
    const { move } = scene;
    const compared = { before: this.seenAt(before), after: seen, move, part: this.part };
    const { plan, names } = table;
    const changes = plan && review?.changes ? review.changes({ ...compared, plan, names }) : NOTHING;
    const isNamed = !changes.marks.length && !changes.title; // then the sentences name the place
    const named = isNamed ? namedPlaces(this.lines, table.places) : [];
    this.changes = isNamed ? { ...changes, marks: named } : changes;
  }

  private seenAt(moment: PastState | null): SeatState | null {
    const seats = moment?.seats;
    return seats?.[this.table.seat] ?? (seats && Object.values(seats)[0]) ?? null;
  }

  /** The table as the scene shows it: only the position differs from the table itself. */
  private watched(): TableStore {
    const review = this;
    const still = { questions: [], question: null, decision: null, asked: null, undoable: 0 };
    const nothing = { lit: new Set<string>(), choices: [], fitting: [], picked: [], pending: null };
    const selected = {
      ...nothing,
      pick: () => review.end(),
      get pointed() {
        return review.changes.marks;
      },
    };
    let selection: TableStore['selection'] | undefined;
    const own = {
      ...still,
      isWaitedFor: false,
      arrived: false,
      sinceActed: null,
      get selection() {
        return (selection ??= covered(review.table.selection, selected));
      },
      get past() {
        return review.moment;
      },
      get shown() {
        return review.moment ?? review.table.now;
      },
      get seen() {
        return review.seenAt(review.moment) ?? review.table.seen;
      },
      get view(): View | null {
        return this.seen?.view ?? null;
      },
      get scene() {
        return { part: review.part, lines: review.lines, end: () => review.end() };
      },
    };
    return covered(this.table, own);
  }
}

/** An object with some of its members replaced; everything else is its own. */
function covered<T extends object>(whole: T, members: object): T {
  return new Proxy(whole, {
    get(target, key) {
      if (key in members) return members[key as keyof typeof members];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}
