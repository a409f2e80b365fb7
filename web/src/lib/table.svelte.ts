/** A table as its page sees it: its state, the open questions, and the actions of the player. */

import { untrack } from 'svelte';

import { AnswerCache, type Context } from './answerCache';
import { get, isPassing, Problem, reason } from './api';
import { Camera } from './camera.svelte';
import { isIrreversible, type Choice } from './choices';
import { Confirmation } from './confirmation.svelte';
import { changed } from './differences';
import { tableInfo } from './early';
import { language } from './language.svelte';
import { Latest } from './latest';
import type { Marking } from './marking.svelte';
import { boardOf, gameText } from './library.svelte';
import { Names } from './names';
import { storeSelectedDecisions, selectedDecisions, type SelectedDecisions } from './selectedDecisions';
import { isWaitedFor, questionsOf, type Question } from './questions';
import { Selection } from './selection.svelte';
import { placesNamed, Sending } from './sending.svelte';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import type {
  Hint,
  Listener,
  Reading,
  ShownScene,
  SinceActed,
  SpectatorListener,
  TurnTo,
} from './tableParts';
import { OFFLINE, TableSocket, type Pushed, type SocketOwner } from './tableSocket.svelte';
import { Thinking } from './thinking.svelte';
import type {
  Prompt,
  BoardPlan,
  Chair,
  Delta,
  CommonBoard,
  CautionText,
  Decision,
  Frame,
  Incoming,
  LogEntry,
  PastState,
  ActionPartText,
  RefusedFrame,
  SeatState,
  ShownState,
  StateFrame,
  TableInfo,
  View,
  ActionOptionsFrame,
} from './types';

export type { Choice };
export type { Hint, Listener, Reading, ShownScene, Tapped, TurnTo } from './tableParts';

const NO_HINT: Hint = { text: '', figures: {} };
const MOST_HELD = 500; // frames
const AGAIN = 4000; // milliseconds before a failed load is retried

export class TableStore {
  /** It is a position of a study: the server has no drafts and earlier positions of it. */
  readonly isStudy: boolean = false;
  info = $state.raw<TableInfo | null>(null);
  plan = $state.raw<BoardPlan | null>(null);
  /** What the common board shows, for a game without its own page. */
  commonBoard = $state<CommonBoard>('plan');
  names = $state.raw<Names | null>(null);

  now = $state.raw<StateFrame | null>(null);
  /** The earlier position that the timeline shows; null while the current one is shown. */
  past = $state.raw<PastState | null>(null);
  /** The earlier position was opened by its address: the player wants to see it as it was. */
  arrived = $state(false);
  /** What the board shows of that position instead, such as the orders that led to it. */
  caption = $state('');
  log = $state.raw<LogEntry[]>([]);
  /** Why the table cannot be shown at all. */
  trouble = $state('');
  /** Why the last attempt is not allowed. */
  refusal = $state.raw<RefusedFrame | null>(null);
  here = $state.raw<string[]>([]);
  /** The players who left a live game, since when, and how long the others must wait to claim. */
  gone = $state.raw<{ seats: Record<string, number>; after: number }>({ seats: {}, after: 0 });
  watching = $state(0);
  /** An action has been sent and not yet answered. */
  waiting = $state(false);

  seat = $state('');
  /** The window of the question that each seat looks at, where the player has chosen one. */
  private selectedDecisions = $state.raw<SelectedDecisions>({});
  /** Where the page should turn: to the panel, or to a message to some seats. */
  turnTo = $state.raw<TurnTo | null>(null);
  /** Where on the board the last click was, in pixels of its window. */
  clickedAt = $state.raw<{ x: number; y: number } | null>(null);
  /** The next click on the board names a place for this callback instead of playing. */
  wantsPlace = $state.raw<((place: string) => void) | null>(null);
  reading = $state.raw<Reading | null>(null);
  /** A thing to bring into view, or several: set by links in the log, read by the board. */
  focus = $state.raw<{ id: string } | { all: string[] } | null>(null);
  /** What the question is about, if none of it was in view when it came up. */
  far = $state.raw<string[]>([]);
  /** What the board marks as changed or in danger since the player last acted. */
  sinceActed = $state.raw<SinceActed | null>(null);
  /** Arrows and circles on the board, and how they are drawn; null where there are none. */
  marking = $state.raw<Marking | null>(null);
  /** Which part of the board is in view. */
  readonly camera = new Camera();
  /** The scene on the board while it replays earlier moves (see `Review`). */
  readonly scene: ShownScene | null = null;
  /** Which computers are thinking. */
  readonly thinking = new Thinking();
  /** The difference between the server's clock and ours, in seconds. */
  drift = 0;

  readonly socket: TableSocket;
  readonly selection: Selection;
  readonly confirmation = new Confirmation();
  readonly sending = new Sending();
  protected readonly cache = new AnswerCache();

  private latest = new Latest();
  /** What the server sends while the game is being loaded. */
  private held: Pushed[] | null = null;
  /** Counts attempts: a refusal of an earlier attempt is not shown. */
  private attempt = 0;
  private listeners = new Set<Listener>();
  private spectatorListeners = new Set<SpectatorListener>();

  /** `loadGame` loads the page's parts of a game, before the table is shown; `socketFor` makes the
   * connection that answers its requests. */
  constructor(
    readonly id: string,
    protected readonly loadGame: (game: string) => Promise<void> = () => Promise.resolve(),
    socketFor: (owner: SocketOwner) => TableSocket = (owner) => new TableSocket(id, owner),
  ) {
    this.selectedDecisions = selectedDecisions(id);
    this.selection = new Selection(this);
    this.socket = socketFor({
      known: () => (this.log.length ? this.now : null),
      hear: (frame) => this.hear(frame),
      onReached: (wasRefused) => this.reached(wasRefused),
      onRefused: () => void this.checkAdmission(),
    });
  }

  // -- what is seen

  get shown(): ShownState | null {
    return this.past ?? this.now;
  }

  /** What the current seat sees, or a spectator. */
  get seen(): SeatState | null {
    const seats = this.shown?.seats;
    return seats?.[this.seat] ?? (seats && Object.values(seats)[0]) ?? null;
  }

  get view(): View | null {
    return this.seen?.view ?? null;
  }

  /** The open questions of this seat, required ones first; none while an earlier position is shown. */
  questions = $derived.by<Question[]>(() => (this.past ? [] : questionsOf(this.seen)));

  /** The current question: the one the player looks at, or the first. */
  question = $derived.by<Question | null>(() => {
    const window = this.selectedDecisions[this.seat];
    return this.questions.find((each) => each.window === window) ?? this.questions[0] ?? null;
  });

  get decision(): Decision | null {
    return this.question?.decision ?? null;
  }

  get asked(): Prompt | null {
    return this.question?.asked ?? null;
  }

  /** Whether the game waits for the current seat. */
  get isWaitedFor(): boolean {
    return !this.past && isWaitedFor(this.seen);
  }

  /** The player's seats, also before the game has started. */
  get own(): string[] {
    return Object.keys(this.chairs).filter((seat) => this.chairs[seat]?.me);
  }

  /** The player's seats that have a view: none before the game has started. */
  get mySeats(): string[] {
    return Object.keys(this.now?.seats ?? {}).filter((seat) => seat !== '');
  }

  get chairs(): Record<string, Chair> {
    return this.now?.players ?? this.info?.seats ?? {};
  }

  get undoable(): number {
    return this.past ? 0 : (this.seen?.undoable ?? 0);
  }

  /** The things that have a place on the board. */
  places = $derived.by<Set<string>>(
    () => new Set(Array.from((this.plan?.svg ?? '').matchAll(/data-id="([^"]+)"/g), (m) => m[1]!)),
  );

  // -- choosing a seat and a question

  /** Switch to another of the player's seats. */
  sit(seat: string): void {
    if (seat === this.seat) return;
    this.clear();
    this.seat = seat;
  }

  /** Switch to another question of the seat. */
  lookAt(window: number): void {
    if (window === this.question?.window) return;
    this.clear();
    this.selectedDecisions = { ...this.selectedDecisions, [this.seat]: window };
    storeSelectedDecisions(this.id, this.selectedDecisions);
  }

  lookAtNext(): void {
    const place = this.questions.findIndex(({ window }) => window === this.question?.window);
    const next = this.questions[(place + 1) % this.questions.length];
    if (next) this.lookAt(next.window);
  }

  /** Show what a caution is about: the other question, the card, or the places on the board. */
  show({ decision, things }: CautionText): void {
    if (decision !== null) this.lookAt(decision);
    const places = things.filter((each) => this.places.has(each));
    if (places.length) {
      this.focus = { all: places };
      this.selection.point(places);
    } else if (things[0]) this.openCard(things[0]);
  }

  /** Stop showing a refusal, also one that has not arrived yet. */
  forgive(): void {
    this.attempt++;
    this.refusal = null;
  }

  /** Drop everything that was selected or waits for a confirmation. */
  clear(): void {
    this.forgive();
    this.confirmation.dismiss();
    this.selection.clear();
  }

  // -- actions

  /** Take an action; a player who confirms every action calls this twice. Asks first if the action
   * cannot be undone or is a likely mistake, by the rules or for `reasons` that only the page knows.
   * Answers the current question, or `asked`. Resolves to whether the action was accepted. */
  async act(
    action: string,
    reasons: CautionText[] = [],
    asked: Question | null = null,
  ): Promise<boolean> {
    if (!this.now || this.waiting || this.past) return false;
    const { nets, confirm } = settings.now;
    const again = this.selection.pending === action;
    const question = asked ?? (again ? this.selection.pendingOn : null) ?? this.question;
    const window = question?.window ?? null;
    if (nets !== 'none' && question && isIrreversible(question.decision, action)) {
      if (!(await this.confirmation.isMeant(action))) return false;
    } else if (confirm && !again) {
      this.selection.pending = action;
      this.selection.pendingOn = question;
      return false;
    }
    // A problem is about a few things: the others need no care, and a wrong answer is part of it.
    let careful = nets === 'all' && !this.isProblem;
    if (careful && reasons.length) {
      const cautions = [...(await this.cautionsOf(action, window)), ...reasons];
      cautions.sort((one, other) => other.severity - one.severity);
      if (!(await this.confirmation.isWanted(action, cautions))) return false;
      careful = false;
    }
    const { seat } = this;
    const { version } = this.now;
    return this.change({ type: 'act', seat, version, action, decision: window, careful });
  }

  /** It is the table of an exercise or a puzzle. */
  get isProblem(): boolean {
    return !this.isStudy && Boolean(this.info?.exercise);
  }

  /** The rules' cautions about an action. */
  private async cautionsOf(action: string, window: number | null): Promise<CautionText[]> {
    const { seat } = this;
    const answer = await this.socket.ask({ type: 'check', seat, action, decision: window, careful: true });
    return answer.type === 'allowed' ? answer.details : [];
  }

  /** Take an action without confirmation: one that was taken before, or does no harm. */
  async repeat(action: string, window = this.window): Promise<boolean> {
    if (!this.now || this.waiting || this.past) return false;
    const { seat } = this;
    const { version } = this.now;
    const answer = await this.sent({ type: 'act', seat, version, action, decision: window, careful: false });
    return answer.type === 'done';
  }

  /** The window of the current question. */
  private get window(): number | null {
    return this.question?.window ?? null;
  }

  async undo(): Promise<boolean> {
    if (!this.now || this.waiting) return false;
    return this.change({ type: 'undo', seat: this.seat, version: this.now.version });
  }

  // -- asking the rules

  /** Show why nothing can be done with the last of these things, which may be several words each. */
  async why(things: string[]): Promise<void> {
    const attempt = ++this.attempt;
    const answer = await this.socket.ask({ type: 'check', seat: this.seat, things, decision: this.window });
    if (attempt === this.attempt) this.refusal = answer.type === 'refused' ? answer : null;
  }

  /** What an action would do, '' if there is nothing to say; shows a refusal. */
  async consider(action: string): Promise<string> {
    const attempt = ++this.attempt;
    const answer = await this.socket.ask({ type: 'check', seat: this.seat, action, decision: this.window });
    if (answer.type === 'refused' && attempt === this.attempt) this.refusal = answer;
    return answer.type === 'allowed' ? answer.text : '';
  }

  /** The articles of an answer that has parts, or why it is not allowed. */
  async readOut(
    action: string,
    question: Question,
  ): Promise<{ articles: ActionPartText[]; refusal: string }> {
    const { window } = question;
    const answer = await this.socket.ask({ type: 'check', seat: this.seat, action, decision: window });
    if (answer.type === 'allowed') return { articles: answer.parts, refusal: '' };
    return { articles: [], refusal: answer.type === 'refused' ? answer.text : '' };
  }

  /** The hint for an action of a question: its cost, its odds. */
  async hintOf(action: string, question = this.question): Promise<string> {
    return (await this.hintWithFigures(action, question)).text;
  }

  /** The same with its figures, for boards that draw them. */
  async hintWithFigures(action: string, question = this.question): Promise<Hint> {
    const { seat } = this;
    const window = question?.window ?? null;
    // What an exercise asks to be reckoned is not printed beside its answers.
    if (this.isProblem && !this.info?.exercise?.startsWith('puzzle:')) return NO_HINT;
    return this.cache.hint(this.context(window), action, async () => {
      const answer = await this.socket.ask({ type: 'check', seat, action, decision: window });
      if (answer.type !== 'allowed') return null;
      const { text, figures } = answer;
      return { text, figures };
    });
  }

  /** What can be done with a thing at the current question, and what cannot; null if the game does
   * not say. */
  async waysOf(thing: string): Promise<ActionOptionsFrame | null> {
    const { seat, window } = this;
    return this.cache.waysOf(this.context(window), thing, async () => {
      const answer = await this.socket.ask({ type: 'action_options', seat, thing, decision: window });
      return answer.type === 'action_options' ? answer : null;
    });
  }

  /** The label of an action that the question does not list, if it is known. */
  labelOf(action: string): string | undefined {
    return this.cache.labelOf(action);
  }

  /** What an answer of the server depends on. A change of language is not tracked: the state comes
   * again in the new language, and effects that depend on it ask then, not before. */
  private context(window: number | null): Context {
    const { seat } = this;
    return { language: untrack(() => language.now), version: this.now?.version, seat, window };
  }

  /** Why an action is not allowed; null if it is. */
  async whyNot(action: string): Promise<RefusedFrame | null> {
    const { seat, window } = this;
    const answer = await this.socket.ask({ type: 'check', seat, action, decision: window });
    return answer.type === 'refused' ? answer : null;
  }

  openRule(section: string): void {
    this.reading = { kind: 'rule', id: section };
  }

  openCard(id: string): void {
    this.reading = { kind: 'card', id };
  }

  private async change(frame: Incoming): Promise<boolean> {
    const answer = await this.sent(frame);
    if (answer.type !== 'cautioned' || frame.type !== 'act') return answer.type === 'done';
    if (!(await this.confirmation.isWanted(frame.action, answer.details))) return false;
    const version = this.now?.version ?? frame.version;
    return (await this.sent({ ...frame, version, careful: false })).type === 'done';
  }

  private async sent(frame: Incoming): Promise<Frame> {
    this.waiting = true;
    this.forgive();
    if (frame.type === 'act') this.sending.begin(frame.action, this.placesOf(frame.action));
    try {
      const answer = await this.socket.ask(frame);
      this.refusal = answer.type === 'refused' ? answer : null;
      if (answer.type === 'done') this.selection.pending = null;
      // An answer to another question leaves the selection for the current one alone.
      if (answer.type === 'done' && this.isForCurrent(frame)) this.clear();
      return answer;
    } finally {
      this.waiting = false;
      this.sending.end();
    }
  }

  /** The places on the board that an action names. */
  private placesOf(action: string): string[] {
    const choice = this.selection.choices.find((each) => each.action === action);
    return placesNamed(action, choice?.names ?? [], this.places);
  }

  private isForCurrent(frame: Incoming): boolean {
    return frame.type !== 'act' || (frame.decision ?? null) === this.window;
  }

  // -- loading and following the table

  async open(): Promise<void> {
    try {
      const info = await tableInfo(this.id);
      if (info.unavailable) throw new Error(info.unavailable);
      this.held ??= [];
      if (!this.socket.isClosed && !this.socket.isActive) this.socket.connect();
      await Promise.all([this.loadGame(info.game), this.read(info)]);
      this.info = info;
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (isPassing(error)) this.later(() => this.open());
      return;
    }
    const frames = this.held ?? [];
    this.held = null;
    for (const frame of frames) this.hear(frame);
  }

  /** Retry after a while, unless the page has left the table. */
  private later(work: () => Promise<void>): void {
    setTimeout(() => this.socket.isClosed || void work(), AGAIN);
  }

  close(): void {
    this.socket.close();
  }

  /** Load everything again after a change of language. */
  async translate(): Promise<void> {
    if (!this.info) return;
    this.cache.forgetLabels();
    if (this.socket.isActive) {
      this.log = [];
      this.socket.restart();
    }
    await this.name();
  }

  /** Load the game's texts; if that fails, later. */
  private async name(): Promise<void> {
    const spoken = language.now;
    try {
      if (this.info) await this.read(this.info);
    } catch {
      if (spoken === language.now) this.later(() => this.name());
    }
  }

  /** Load the game's texts in the current language. */
  private async read(info: TableInfo): Promise<void> {
    const spoken = language.now;
    const [board, text] = await Promise.all([boardOf(info.game, info), gameText(info.game)]);
    if (spoken !== language.now) return; // another load is under way
    this.plan = board.plan;
    this.commonBoard = board.shown;
    this.names = new Names(text);
  }

  /** Load seats, votes and settings again. */
  async refresh(): Promise<void> {
    const info = await this.latest.of(get<TableInfo>(`/tables/${this.id}`));
    if (info) this.info = info;
  }

  /** Connect again, with the current session and seats. */
  reconnect(): void {
    this.socket.restart();
    void this.refresh();
  }

  /** Note that a seat's notes were saved, before the server says so. */
  remember(seat: string, notes: string): void {
    const seen = this.now?.seats[seat];
    if (this.now && seen) {
      this.now = { ...this.now, seats: { ...this.now.seats, [seat]: { ...seen, notes } } };
    }
  }

  onLetter(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Hear what spectators write. */
  onSpectatorMessage(listener: SpectatorListener): () => void {
    this.spectatorListeners.add(listener);
    return () => this.spectatorListeners.delete(listener);
  }

  private reached(wasRefused: boolean): void {
    if (wasRefused || this.trouble) void session.load(); // the server knows us again
    if (!this.held) this.trouble = ''; // otherwise the game could not be loaded
    if (this.refusal?.key === OFFLINE) this.refusal = null;
  }

  /** After a refused connection: find out who is logged in, and show why the table is closed. */
  private async checkAdmission(): Promise<void> {
    await session.load();
    try {
      const { unavailable: aside } = await get<TableInfo>(`/tables/${this.id}`);
      if (aside && !this.socket.connected) this.trouble = aside;
    } catch (error) {
      const refused = error instanceof Problem && !isPassing(error);
      if (refused && !this.socket.connected) this.trouble = reason(error);
    }
  }

  private hear(frame: Pushed): void {
    if (this.held) {
      if (this.held.push(frame) > MOST_HELD) {
        this.held = []; // the whole state comes again
        this.socket.restart();
      }
      return;
    }
    if (frame.type === 'state') this.take(frame);
    else if (frame.type === 'delta') this.follow(frame);
    else if (frame.type === 'message') for (const each of this.listeners) each.hear(frame.message);
    else if (frame.type === 'read') for (const each of this.listeners) each.hearRead(frame);
    else if (frame.type === 'thinking') this.thinking.hear(frame.seats);
    else if (frame.type === 'spectator_message') {
      for (const each of this.spectatorListeners) each(frame.message);
    } else {
      this.here = frame.online;
      this.gone = { seats: frame.gone ?? {}, after: frame.claim_after ?? 0 };
      this.watching = frame.spectators;
    }
  }

  /** Apply a change; if it does not fit the state we have, ask for the whole state. */
  private follow(change: Delta): void {
    const state = changed(this.now, change);
    if (state) this.take(state);
    else this.socket.send({ type: 'sync', since: 0, version: null, deltas: true });
  }

  protected take(frame: StateFrame): void {
    const before = this.question?.decision ?? null;
    const wasWaitedFor = isWaitedFor(this.now?.seats[this.seat]);
    const moved = frame.version !== this.now?.version;
    if (moved) {
      this.cache.forgetAnswers();
      this.sending.end(); // the board shows it now
    }
    const kept = this.log.filter((line) => line.move < frame.since && line.move <= frame.moves);
    this.log = frame.since ? [...kept, ...frame.log] : frame.log;
    this.now = frame;
    this.thinking.settle(Object.values(frame.seats)[0]?.view.to_move ?? []);
    this.drift = frame.now - Date.now() / 1000;
    // A saved draft does not change the version: the player stays at the same seat.
    if (moved || !this.mySeats.includes(this.seat)) this.seat = this.nextSeat(wasWaitedFor);
    const after = this.question?.decision ?? null;
    if (before !== after && JSON.stringify(before) !== JSON.stringify(after)) this.clear();
    if (this.info && this.info.status !== frame.status) void this.refresh();
  }

  /** The seat to show next: for a player with several seats, one that the game waits for, once the
   * current one has answered. */
  private nextSeat(wasWaitedFor: boolean): string {
    const { seat, mySeats: seats } = this;
    const part = (each: string) => this.now?.seats[each];
    const first = seats.find((each) => isWaitedFor(part(each)));
    const asked = seats.find((each) => questionsOf(part(each)).length);
    if (!seats.includes(seat)) return first ?? asked ?? seats[0] ?? '';
    const done = wasWaitedFor || !questionsOf(part(seat)).length;
    return done && !isWaitedFor(part(seat)) ? (first ?? seat) : seat;
  }
}
