/** A table as its page sees it: the socket, what may be done now, and what is being picked. */

import { untrack } from 'svelte';

import { get, isPassing, Problem, reason } from './api';
import { Camera } from './camera.svelte';
import { choiceOf, clicked, fittingChoices, isIrreversible, left, type Choice } from './choices';
import { changed } from './differences';
import { language } from './language.svelte';
import { Latest } from './latest';
import { boardOf, gameText } from './library.svelte';
import { Names } from './names';
import { keepLookedAt, lookedAt, type LookedAt } from './lookedat';
import { isWaitedFor, questionsOf, type Question } from './questions';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import type { Hint, Listener, Reading, ShownScene, Tapped, TurnTo } from './tableParts';
import { Thinking } from './thinking.svelte';
import type {
  Asked,
  BoardPlan,
  Chair,
  Changed,
  CommonBoard,
  Decision,
  Frame,
  Incoming,
  LogLine,
  Moment,
  ReadArticle,
  RefusedFrame,
  Seen,
  ShownState,
  StateFrame,
  TableInfo,
  View,
  WaysFrame,
} from './types';

export type { Choice };
export type { Hint, Listener, Reading, ShownScene, Tapped, TurnTo } from './tableParts';

const LONGEST_WAIT = 10_000; // milliseconds between two attempts to connect
const AGAIN = 4000; // milliseconds before what could not be read is asked for again
const REFUSED = new Set([4401, 4403, 4404, 4409, 4410]); // closed by the server, which says why not
const NOTICED = 500; // milliseconds without a connection before the reader is told

export class TableStore {
  info = $state.raw<TableInfo | null>(null);
  plan = $state.raw<BoardPlan | null>(null);
  /** What the common board shows, of a game without a page of its own. */
  commonBoard = $state<CommonBoard>('plan');
  names = $state.raw<Names | null>(null);

  now = $state.raw<StateFrame | null>(null);
  /** A moment of the past that the timeline shows; null while the present is shown. */
  past = $state.raw<Moment | null>(null);
  /** The moment of the past was come to by its address: one wants to see how things stood then. */
  arrived = $state(false);
  /** What the board shows of that moment instead, such as the orders that led to it; '' nothing. */
  caption = $state('');
  log = $state.raw<LogLine[]>([]);
  connected = $state(false);
  /** The connection has been lost for longer than a moment. */
  cut = $state(false);
  /** Why the table cannot be shown at all. */
  trouble = $state('');
  /** Why the last thing that was tried may not be done. */
  refusal = $state.raw<RefusedFrame | null>(null);
  /** What was just told: the cost or the odds of an action. */
  hint = $state('');
  here = $state.raw<string[]>([]);
  watching = $state(0);
  /** An action is on its way and has not been answered. */
  waiting = $state(false);

  seat = $state('');
  /** The question that is looked at by each seat that has chosen one, by its window. */
  private lookedAt = $state.raw<LookedAt>({});
  picked = $state.raw<string[]>([]);
  /** How many of each thing are picked, where so many out of a collection are asked for. */
  counts = $state.raw<Record<string, number>>({});
  /** The action that waits for a confirmation, where the player wants to confirm each. */
  pending = $state<string | null>(null);
  /** The question that it answers. */
  private pendingOn: Question | null = null;
  /** Where the page shall turn to: what is beside the board, or a letter to some seats. */
  turnTo = $state.raw<TurnTo | null>(null);
  /** The action that cannot be taken back and waits until its player has said that he means it. */
  grave = $state.raw<{ action: string; answer: (yes: boolean) => void } | null>(null);
  /** What is likely to be regretted about an action, which waits until its player has said that he
   * means it. */
  cautioned = $state.raw<{ cautions: string[]; answer: (yes: boolean) => void } | null>(null);
  /** The things that the hovered choice has to do with. */
  pointed = $state.raw<string[]>([]);
  /** Where on the board the last click was, in pixels of its window. */
  clickedAt = $state.raw<{ x: number; y: number } | null>(null);
  /** The next click on the board names a place instead of playing: what gets it. */
  wantsPlace = $state.raw<((place: string) => void) | null>(null);
  /** The last click on the board was a finger's. */
  finger = false;
  /** What a finger has touched and would do when it touches it again. */
  tapped = $state.raw<Tapped | null>(null);
  reading = $state.raw<Reading | null>(null);
  /** A thing to bring into view, or several: set by links in the log, read by the board. */
  focus = $state.raw<{ id: string } | { all: string[] } | null>(null);
  /** What the question is about, where nothing of it was in sight when it was asked. */
  far = $state.raw<string[]>([]);
  /** What of the board is seen. */
  readonly camera = new Camera();

  /** The scene that is shown where the board shows again what happened (see `Review`). */
  readonly scene: ShownScene | null = null;

  /** Which computers think. */
  readonly thinking = new Thinking();

  /** The difference between the server's clock and ours, in seconds. */
  drift = 0;

  private socket: WebSocket | null = null;
  private latest = new Latest();
  private closed = false;
  private attempts = 0;
  /** The server has refused the connection since it last let us in. */
  private refused = false;
  /** How often something was tried: why an earlier thing may not be done is told no more. */
  private wondered = 0;
  private frames = 0;
  private hints = new Map<string, Hint>();
  private ways = new Map<string, WaysFrame>();
  /** What actions are called of which the question does not tell it: those that were asked about. */
  readonly labels = new Map<string, string>();
  private answers = new Map<string, (frame: Frame) => void>();
  private listeners = new Set<Listener>();

  constructor(readonly id: string) {
    this.lookedAt = lookedAt(id);
  }

  // -- what is seen

  get shown(): ShownState | null {
    return this.past ?? this.now;
  }

  /** The part of the seat that is looked through, or of a spectator. */
  get seen(): Seen | null {
    const seats = this.shown?.seats;
    return seats?.[this.seat] ?? (seats && Object.values(seats)[0]) ?? null;
  }

  get view(): View | null {
    return this.seen?.view ?? null;
  }

  /** What this seat is asked now, what it must answer first; nothing while the past is shown. */
  questions = $derived.by<Question[]>(() => (this.past ? [] : questionsOf(this.seen)));

  /** The question that is before the player: the one he looks at, or the first. */
  question = $derived.by<Question | null>(() => {
    const window = this.lookedAt[this.seat];
    return this.questions.find((each) => each.window === window) ?? this.questions[0] ?? null;
  });

  get decision(): Decision | null {
    return this.question?.decision ?? null;
  }

  get asked(): Asked | null {
    return this.question?.asked ?? null;
  }

  /** Whether the game waits for the seat that is looked through. */
  get isWaitedFor(): boolean {
    return !this.past && isWaitedFor(this.seen);
  }

  /** The seats that one holds, also before the game has begun. */
  get own(): string[] {
    return Object.keys(this.chairs).filter((seat) => this.chairs[seat]?.me);
  }

  /** The seats whose view one has: none before the game has begun. */
  get mySeats(): string[] {
    return Object.keys(this.now?.seats ?? {}).filter((seat) => seat !== '');
  }

  get chairs(): Record<string, Chair> {
    return this.now?.chairs ?? this.info?.seats ?? {};
  }

  get undoable(): number {
    return this.past ? 0 : (this.seen?.undoable ?? 0);
  }

  // -- what may be done

  choices = $derived.by<Choice[]>(() =>
    this.decision?.menu.type === 'choose' ? (this.asked?.choices ?? []).map(choiceOf) : [],
  );

  /** The choices that are left after what was picked. */
  fitting = $derived.by<Choice[]>(() => fittingChoices(this.choices, this.picked));

  /** The things with which something can be done now. */
  lit = $derived.by<Set<string>>(() => {
    const menu = this.decision?.menu;
    if (menu?.type === 'pick') {
      const items = (this.asked?.choices ?? []).filter(({ action }) => this.room(action));
      return new Set(items.flatMap(({ things }) => (things ?? []).map(({ name }) => name)));
    }
    const things = this.fitting.flatMap((choice) => left(choice, this.picked));
    return new Set(things.map(({ name }) => name));
  });

  /** The things that have a place on the board. */
  places = $derived.by<Set<string>>(
    () => new Set(Array.from((this.plan?.svg ?? '').matchAll(/data-id="([^"]+)"/g), (m) => m[1]!)),
  );

  /** Whether one more of a thing can be picked. */
  private room(item: string): boolean {
    const menu = this.decision?.menu;
    if (menu?.type !== 'pick') return false;
    const sum = Object.values(this.counts).reduce((total, count) => total + count, 0);
    return sum < menu.number && (this.counts[item] ?? 0) < (menu.items[item] ?? 0);
  }

  /** Which of the things to pick out of a collection names this one. */
  private itemOf(thing: string): string | undefined {
    if (this.decision?.menu.type !== 'pick') return undefined;
    const named = this.asked?.choices.find(({ things }) => things?.some(({ name }) => name === thing));
    return named?.action;
  }

  /** Something on the board or in the hand was clicked; what that may mean, the likeliest first. */
  pick(thing: string, meanings = [thing]): void {
    this.wondered++;
    this.refusal = null;
    this.hint = '';
    this.pending = null;
    if (!this.decision) return;
    const item = this.itemOf(thing);
    if (item !== undefined && this.room(item)) {
      this.counts = { ...this.counts, [item]: (this.counts[item] ?? 0) + 1 };
      return;
    }
    const click = clicked(this.choices, this.picked, meanings);
    if (!click) {
      void this.why([...this.picked, thing]);
      return;
    }
    if (click.action !== undefined && !this.isSure(thing, click.action)) return;
    this.picked = click.picked;
    if (click.action !== undefined) void this.act(click.action);
  }

  /** Whether a click may act. A finger covers what it touches: the first time it is told what would
   * be done, and at what odds. */
  isSure(thing: string, action: string): boolean {
    const again = this.tapped?.action === action;
    this.tapped = null;
    if (again || !this.finger || settings.now.tap || settings.now.confirm) return true;
    const known = this.choices.find((choice) => choice.action === action)?.label;
    const label = known ?? this.labels.get(action) ?? action;
    this.tapped = { thing, action, label, hint: '' };
    void this.hintOf(action).then((hint) => {
      if (this.tapped?.action === action) this.tapped = { thing, action, label, hint };
    });
    return false;
  }

  /** Look through, and decide for, another of one's seats. */
  sit(seat: string): void {
    if (seat === this.seat) return;
    this.clear();
    this.seat = seat;
  }

  /** Look at another of the seat's questions. */
  lookAt(window: number): void {
    if (window === this.question?.window) return;
    this.clear();
    this.lookedAt = { ...this.lookedAt, [this.seat]: window };
    keepLookedAt(this.id, this.lookedAt);
  }

  lookAtNext(): void {
    const place = this.questions.findIndex(({ window }) => window === this.question?.window);
    const next = this.questions[(place + 1) % this.questions.length];
    if (next) this.lookAt(next.window);
  }

  /** Why something may not be done is told no more, nor what of that is still on its way. */
  forgive(): void {
    this.wondered++;
    this.refusal = null;
  }

  clear(): void {
    this.wondered++;
    this.grave?.answer(false);
    this.cautioned?.answer(false);
    this.tapped = null;
    this.picked = [];
    this.counts = {};
    this.pending = null;
    this.pointed = [];
    this.refusal = null;
    this.hint = '';
  }

  /** Take an action; where the player confirms each, the second time. What cannot be taken back, and
   * what is likely to be regretted, is asked for again: by the rules, or for `reasons` that only the
   * page knows. It answers the question that is looked at, or another one that is `asked` beside it.
   * Resolves to whether it was accepted. */
  async act(
    action: string,
    reasons: string[] = [],
    asked: Question | null = null,
  ): Promise<boolean> {
    if (!this.now || this.waiting || this.past) return false;
    const { nets, confirm } = settings.now;
    const again = this.pending === action;
    const question = asked ?? (again ? this.pendingOn : null) ?? this.question;
    const window = question?.window ?? null;
    if (nets !== 'none' && question && isIrreversible(question.decision, action)) {
      if (!(await this.meant(action))) return false;
    } else if (confirm && !again) {
      this.pending = action;
      this.pendingOn = question;
      return false;
    }
    let careful = nets === 'all';
    if (careful && reasons.length) {
      const cautions = [...reasons, ...(await this.cautionsOf(action, window))];
      if (!(await this.wanted(cautions))) return false;
      careful = false;
    }
    const { seat } = this;
    const { version } = this.now;
    return this.change({ type: 'act', seat, version, action, window, careful });
  }

  /** What the rules know to be regrettable about an action. */
  private async cautionsOf(action: string, window: number | null): Promise<string[]> {
    const { seat } = this;
    const answer = await this.ask({ type: 'why', seat, action, window, careful: true });
    return answer.type === 'allowed' ? answer.cautions : [];
  }

  /** Whether something is wanted all the same; the page asks. */
  private wanted(cautions: string[]): Promise<boolean> {
    this.cautioned?.answer(false); // of another action, which was not answered
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        if (this.cautioned === asked) this.cautioned = null; // its dialog may be told late
        resolve(yes);
      };
      const asked = (this.cautioned = { cautions, answer });
    });
  }

  /** Take an action without being asked again: one that was taken before, or does no harm. */
  async repeat(action: string, window = this.window): Promise<boolean> {
    if (!this.now || this.waiting || this.past) return false;
    const { seat } = this;
    const { version } = this.now;
    const answer = await this.sent({ type: 'act', seat, version, action, window, careful: false });
    return answer.type === 'done';
  }

  /** The number of the question before the player. */
  private get window(): number | null {
    return this.question?.window ?? null;
  }

  /** Whether an action is really meant; the page asks. */
  private meant(action: string): Promise<boolean> {
    this.grave?.answer(false); // another one, which was not answered
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        if (this.grave === asked) this.grave = null; // its dialog may be told late
        resolve(yes);
      };
      const asked = (this.grave = { action, answer });
    });
  }

  async undo(): Promise<boolean> {
    if (!this.now || this.waiting) return false;
    return this.change({ type: 'undo', seat: this.seat, version: this.now.version });
  }

  /** Why nothing can be done with the last of these things, which may be several words each. */
  async why(things: string[]): Promise<void> {
    const turn = ++this.wondered;
    const answer = await this.ask({ type: 'why', seat: this.seat, things, window: this.window });
    if (turn === this.wondered) this.refusal = answer.type === 'refused' ? answer : null;
  }

  /** What would come of an action: '' if there is nothing to say; its refusal is shown. */
  async consider(action: string): Promise<string> {
    const turn = ++this.wondered;
    const answer = await this.ask({ type: 'why', seat: this.seat, action, window: this.window });
    if (answer.type === 'refused' && turn === this.wondered) this.refusal = answer;
    return answer.type === 'allowed' ? answer.text : '';
  }

  /** An answer that is written in parts, read out part by part; or why it may not be given. */
  async readOut(
    action: string,
    question: Question,
  ): Promise<{ articles: ReadArticle[]; refusal: string }> {
    const { window } = question;
    const answer = await this.ask({ type: 'why', seat: this.seat, action, window });
    if (answer.type === 'allowed') return { articles: answer.articles, refusal: '' };
    return { articles: [], refusal: answer.type === 'refused' ? answer.text : '' };
  }

  /** What is worth knowing of a choice before it is taken: its cost, its odds. It is one of the
   * question that is looked at, or of another one. */
  async hintOf(action: string, question = this.question): Promise<string> {
    return (await this.toldOf(action, question)).text;
  }

  /** What an answer of the server is about: a state of the table, told in a language. After a change
   * of that the state is told anew, and with it whoever wants an answer asks again, not before. */
  private get told(): string {
    return `${untrack(() => language.now)} ${this.now?.version}`;
  }

  /** The same with its figures, for those who draw them. */
  async toldOf(action: string, question = this.question): Promise<Hint> {
    const window = question?.window ?? null;
    const key = `${this.told} ${this.seat} ${window} ${action}`;
    const known = this.hints.get(key);
    if (known !== undefined) return known;
    const answer = await this.ask({ type: 'why', seat: this.seat, action, window });
    if (answer.type !== 'allowed') return { text: '', figures: {} };
    const { text, figures } = answer;
    this.hints.set(key, { text, figures });
    return { text, figures };
  }

  /** What may be done with a thing at the question before the player, and what may not; null where
   * that is not told. */
  async waysOf(thing: string): Promise<WaysFrame | null> {
    const { seat, window } = this;
    const key = `${this.told} ${seat} ${window} ${thing}`;
    const known = this.ways.get(key);
    if (known) return known;
    const answer = await this.ask({ type: 'about', seat, thing, window });
    if (answer.type !== 'ways') return null;
    for (const { action, label } of [...answer.open, ...answer.barred]) this.labels.set(action, label);
    this.ways.set(key, answer);
    return answer;
  }

  /** Why an action may not be taken; null if it may. */
  async whyNot(action: string): Promise<RefusedFrame | null> {
    const { seat, window } = this;
    const answer = await this.ask({ type: 'why', seat, action, window });
    return answer.type === 'refused' ? answer : null;
  }

  /** Let things shine for as long as something about them is looked at; none: no longer. */
  point(things: string[] = []): void {
    this.pointed = things;
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
    if (!(await this.wanted(answer.cautions))) return false;
    const version = this.now?.version ?? frame.version;
    return (await this.sent({ ...frame, version, careful: false })).type === 'done';
  }

  private async sent(frame: Incoming): Promise<Frame> {
    this.waiting = true;
    this.wondered++;
    this.refusal = null;
    this.hint = '';
    try {
      const answer = await this.ask(frame);
      this.refusal = answer.type === 'refused' ? answer : null;
      if (answer.type === 'done') this.pending = null;
      // What is picked for the question that is looked at stays where another one was answered.
      if (answer.type === 'done' && this.isLookedAt(frame)) this.clear();
      return answer;
    } finally {
      this.waiting = false;
    }
  }

  private isLookedAt(frame: Incoming): boolean {
    return frame.type !== 'act' || (frame.window ?? null) === this.window;
  }

  // -- the socket

  async open(): Promise<void> {
    try {
      this.info = await get<TableInfo>(`/tables/${this.id}`);
      if (this.info.aside) throw new Error(this.info.aside);
      await this.read();
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (isPassing(error)) this.later(() => this.open());
      return;
    }
    if (!this.closed) this.connect();
  }

  /** Try something again after a while, if the table is still looked at. */
  private later(work: () => Promise<void>): void {
    setTimeout(() => this.closed || void work(), AGAIN);
  }

  /** Whether it is no longer looked at. */
  get isClosed(): boolean {
    return this.closed;
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /** After a change of language everything is told again in it. */
  async translate(): Promise<void> {
    if (!this.info) return;
    this.labels.clear();
    if (this.socket) {
      this.log = [];
      this.socket.close();
    }
    await this.name();
  }

  /** Read the words of the game; where the server cannot tell them now, later. */
  private async name(): Promise<void> {
    const spoken = language.now;
    try {
      await this.read();
    } catch {
      if (spoken === language.now) this.later(() => this.name());
    }
  }

  /** The words of the game, in the language of now. */
  private async read(): Promise<void> {
    const game = this.info?.game ?? '';
    const spoken = language.now;
    const [board, text] = await Promise.all([boardOf(game, this.info), gameText(game)]);
    if (spoken !== language.now) return; // they are read in another one meanwhile
    this.plan = board.plan;
    this.commonBoard = board.shown;
    this.names = new Names(text);
  }

  /** Seats, votes and the like changed: read them again. */
  async refresh(): Promise<void> {
    const told = await this.latest.of(get<TableInfo>(`/tables/${this.id}`));
    if (told) this.info = told;
  }

  /** Connect again, as whoever one is now. */
  reconnect(): void {
    this.socket?.close();
    void this.refresh();
  }

  /** The notes of a seat were kept; the server tells them as well, which may take a while. */
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

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const seen = this.log.length ? this.now : null; // what we have, the server need not tell again
    const told = `lang=${language.now}&differences=true`;
    const query = `${told}${seen ? `&since=${seen.moves}&version=${seen.version}` : ''}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${this.id}?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.reached();
      this.hear(JSON.parse(String(event.data)) as Frame);
    };
    socket.onclose = ({ code }) => this.lost(code);
  }

  /** The server tells something: before that a connection may be opened only to be refused. */
  private reached(): void {
    if (this.connected) return;
    this.connected = true;
    this.cut = false;
    this.attempts = 0;
    if (this.refused || this.trouble) void session.load(); // the server knows us again
    this.refused = false;
    this.trouble = '';
    if (this.refusal?.key === 'offline') this.refusal = null;
  }

  private lost(code: number): void {
    this.connected = false;
    this.socket = null;
    if (REFUSED.has(code) && !this.closed) {
      this.refused = true;
      void this.admitted();
    }
    setTimeout(() => (this.cut = !this.connected), NOTICED);
    for (const answer of this.answers.values()) answer(silence());
    this.answers.clear();
    if (this.closed) return;
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts++);
    setTimeout(() => !this.closed && this.connect(), this.attempts === 1 ? 50 : wait);
  }

  /** Who one is now, and whether one may still look at the table: where one may not, that is told. */
  private async admitted(): Promise<void> {
    await session.load();
    try {
      const { aside } = await get<TableInfo>(`/tables/${this.id}`);
      if (aside && !this.connected) this.trouble = aside;
    } catch (error) {
      const refused = error instanceof Problem && !isPassing(error);
      if (refused && !this.connected) this.trouble = reason(error);
    }
  }

  private hear(frame: Frame): void {
    if (frame.type === 'state') this.take(frame);
    else if (frame.type === 'change') this.follow(frame);
    else if (frame.type === 'letter') for (const each of this.listeners) each.hear(frame.letter);
    else if (frame.type === 'read') for (const each of this.listeners) each.hearRead(frame);
    else if (frame.type === 'presence') {
      this.here = frame.here;
      this.watching = frame.watching;
    } else if (frame.type === 'thinking') this.thinking.hear(frame.seats);
    else {
      this.answers.get(frame.id)?.(frame);
      this.answers.delete(frame.id);
    }
  }

  /** The table has changed from what we have; if that is not what we have, we ask for it. */
  private follow(change: Changed): void {
    const state = changed(this.now, change);
    if (state) this.take(state);
    else this.askAgain();
  }

  private askAgain(): void {
    const frame: Incoming = { type: 'sync', since: 0, version: null, differences: true };
    this.socket?.send(JSON.stringify(frame));
  }

  private take(frame: StateFrame): void {
    const before = this.question?.decision ?? null;
    const wasWaitedFor = isWaitedFor(this.now?.seats[this.seat]);
    const moved = frame.version !== this.now?.version;
    if (moved) {
      this.hints.clear();
      this.ways.clear();
    }
    const kept = this.log.filter((line) => line.move < frame.since && line.move <= frame.moves);
    this.log = frame.since ? [...kept, ...frame.log] : frame.log;
    this.now = frame;
    this.thinking.settle(Object.values(frame.seats)[0]?.view.to_move ?? []);
    this.drift = frame.now - Date.now() / 1000;
    // Who only writes, here or in another window, stays where he is.
    if (moved || !this.mySeats.includes(this.seat)) this.seat = this.nextSeat(wasWaitedFor);
    const after = this.question?.decision ?? null;
    if (JSON.stringify(before) !== JSON.stringify(after)) this.clear();
    if (this.info && this.info.status !== frame.status) void this.refresh();
  }

  /** Whoever plays several seats goes on with one that the game waits for, once he has answered for
   * the one that he looks through. */
  private nextSeat(wasWaitedFor: boolean): string {
    const { seat, mySeats: seats } = this;
    const part = (each: string) => this.now?.seats[each];
    const first = seats.find((each) => isWaitedFor(part(each)));
    const asked = seats.find((each) => questionsOf(part(each)).length);
    if (!seats.includes(seat)) return first ?? asked ?? seats[0] ?? '';
    const done = wasWaitedFor || !questionsOf(part(seat)).length;
    return done && !isWaitedFor(part(seat)) ? (first ?? seat) : seat;
  }

  private ask(frame: Incoming): Promise<Frame> {
    const id = `f${++this.frames}`;
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve(silence());
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      socket.send(JSON.stringify({ ...frame, id }));
    });
  }
}

/** What we say to ourselves when the server cannot be reached. */
function silence(): RefusedFrame {
  const text = language.say('problem.offline');
  return { type: 'refused', id: '', section: '', key: 'offline', args: {}, text };
}
