/** The state of a table's page, and how its parts depend on each other. */

import { tick, untrack } from 'svelte';

import { clientOf, loadClient } from '$games/index';
import { afterFrame } from '$lib/afterFrame';
import { language, say } from '$lib/language.svelte';
import { games } from '$lib/library.svelte';
import { pageTitle } from '$lib/pageTitle.svelte';
import { isWaitedFor } from '$lib/questions';
import { router } from '$lib/router.svelte';
import { session } from '$lib/session.svelte';
import { settings } from '$lib/settings.svelte';
import { TableStore, type TurnTo } from '$lib/table.svelte';

import { Deeds } from './deeds.svelte';
import { Digest } from './digest.svelte';
import { lastSeen, noteSeen } from './lastseen';
import { notesOf } from './notes.svelte';
import { Press } from './press.svelte';
import { Results } from './results/results.svelte';
import { Review } from './review.svelte';
import type { Shown, Tab } from './shown';
import { Timeline } from './timeline.svelte';

/** The layout of the page: the board beside everything else, in two columns on a wide screen; above
 * it on a small screen, beside it on a small one in landscape. */
export type Form = 'roomy' | 'wide' | 'tall' | 'low';

const FORMS: [Form, string][] = [
  ['low', '(max-height: 32rem) and (orientation: landscape)'],
  ['tall', '(max-width: 55rem)'],
  ['roomy', '(min-width: 105rem)'],
];
/** A laptop: too low for a question and a panel below it. */
const SHORT = '(max-height: 56.5rem)';
const formNow = (): Form => FORMS.find(([, query]) => matchMedia(query).matches)?.[0] ?? 'wide';
const CALM = 400; // milliseconds without a move before the timeline is loaded again
const LONG = 5 * 60_000; // milliseconds out of sight after which a player wants a digest

export class PageState {
  readonly table: TableStore;
  readonly timeline: Timeline;
  readonly review: Review;
  readonly digest: Digest;
  readonly results: Results;
  readonly press: Press;
  readonly deeds: Deeds;

  tab = $state<Tab>('panel');
  shown = $state<Shown>('');
  form = $state<Form>(formNow());
  private short = $state(matchMedia(SHORT).matches);
  /** Only the tab names are shown, below the board or the question … */
  folded = $state(false);
  /** … or the panel takes most of the screen. */
  large = $state(false);
  title = $state('');

  /** The game has gone on while the page was hidden. */
  private away = false;
  /** … or while it was not the player's turn. */
  private idle = false;
  /** The player comes back, or opens the table on a device that does not know what they saw. */
  private returns = false;
  private hiddenAt: number | null = null;

  constructor(id: string) {
    this.table = new TableStore(id, loadClient);
    this.timeline = new Timeline(this.table);
    const client = () => (this.table.info ? clientOf(this.table.info.game) : undefined);
    this.review = new Review(this.table, this.timeline, client);
    this.digest = new Digest(this.table, this.timeline, client);
    this.results = new Results(this.table, this.review, client);
    this.press = new Press(this.table);
    this.deeds = new Deeds(this.table);
    if (this.narrow) this.tab = 'decide';
    if (this.form === 'roomy') this.tab = 'log';
    this.folded = this.folds;
    this.follow();
  }

  /** The question has the whole column until the player opens a tab. */
  get folds(): boolean {
    return this.form === 'wide' && this.short;
  }

  get narrow(): boolean {
    return this.form === 'tall' || this.form === 'low';
  }

  tabs = $derived.by<Tab[]>(() => {
    const tabs: Tab[] = this.narrow ? ['decide'] : [];
    if (this.form !== 'roomy') tabs.push('panel');
    tabs.push('log');
    if (this.studied) tabs.push('analysis');
    if (!this.table.info?.analysis) tabs.push('press'); // no one else is there
    if (this.watched) tabs.push('spectators');
    tabs.push('players');
    if (this.table.mySeats.length) tabs.push('notes');
    return [...tabs, 'more'];
  });

  /** What spectators write can be read: by them, and by players after the game. */
  private get watched(): boolean {
    const { info, now, own } = this.table;
    if (!now || !info?.spectators || info.analysis || info.exercise) return false;
    return now.status === 'over' || (now.status === 'playing' && !own.length);
  }

  /** Everything may be known here: the game is over, or is the player's own analysis board. */
  private get studied(): boolean {
    const { info, now } = this.table;
    if (!session.me || !now || info?.exercise) return false;
    return now.status === 'over' || (info?.analysis ?? false);
  }

  /** The question, or who the game waits for, is out of view. */
  get hidesDecision(): boolean {
    return this.narrow && (this.folded || this.tab !== 'decide');
  }

  /** A tab that was opened, or enlarged, has taken room from the question. */
  get takesRoom(): boolean {
    return this.large || (this.folds && !this.folded);
  }

  backToDecision(): void {
    this.large = false;
    this.folded = this.folds;
  }

  choose(tab: Tab): void {
    this.folded = (this.narrow || this.folds) && this.tab === tab && !this.folded;
    // Turning to another tab dismisses the refusal.
    if (this.narrow && this.tab !== tab) this.table.forgive();
    this.tab = tab;
  }

  /** Give the panel most of the screen or column, or half of it again. */
  enlarge(): void {
    this.large = this.folded || !this.large;
    this.folded = false;
  }

  /** A window over the page was closed. One that was opened since stays. */
  closed(window: Shown): void {
    if (this.shown === window) this.shown = '';
  }

  /** Start the page's effects; returns what ends them. */
  open(): () => void {
    const queries = [...FORMS.map(([, query]) => query), SHORT].map((query) => matchMedia(query));
    const resized = () => {
      const { narrow, folds } = this;
      this.form = formNow();
      this.short = matchMedia(SHORT).matches;
      if (this.narrow !== narrow) this.large = this.folded = false; // there it meant something else
      if (this.folds !== folds) this.folded = this.folds;
      if (!this.tabs.includes(this.tab)) this.tab = this.tabs[0] ?? 'log';
    };
    const { press } = this;
    const keep = () => {
      press.drafts.flush();
      void notesOf(this.table).save();
    };
    // The same player may have written in another window.
    const front = () => void (this.table.socket.connected && press.load());
    const back = () => {
      if (document.visibilityState === 'hidden') {
        this.hiddenAt = Date.now();
        keep();
      } else {
        this.returns ||= this.hiddenAt !== null && Date.now() - this.hiddenAt > LONG;
        front();
      }
      void this.look();
    };
    for (const query of queries) query.addEventListener('change', resized);
    document.addEventListener('visibilitychange', back);
    window.addEventListener('pagehide', keep);
    window.addEventListener('focus', front);
    const deaf = this.table.onLetter(this.press);
    void this.table.open();
    return () => {
      for (const query of queries) query.removeEventListener('change', resized);
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('focus', front);
      keep();
      deaf();
      this.timeline.stop();
      this.review.end();
      this.table.close();
    };
  }

  /** The page is visible: replay other players' moves since the last time. */
  private async look(): Promise<void> {
    await this.timeline.load();
    const moves = this.table.now?.moves;
    if (moves === undefined || document.visibilityState !== 'visible') return;
    const greeted = this.returns && this.greet();
    this.review.notice(this.away, this.idle, greeted);
    this.digest.follow();
    this.returns = false;
    this.away = false;
    this.idle = !this.table.isWaitedFor;
    noteSeen(this.table.id, moves);
  }

  /** Show what happened since the player last acted, if there is anything. */
  private greet(): boolean {
    const { digest, timeline, table } = this;
    if (settings.now.review === 'never' || this.shown || timeline.at !== null) return false;
    if (table.info?.analysis || !digest.hasNews) return false;
    void digest.open();
    return true;
  }

  /** Up to which move the player had followed the game at the last visit. */
  private comeBack(moves: number): void {
    const last = lastSeen(this.table.id);
    this.away = last !== null && last < moves;
    this.returns = last === null || last < moves;
    this.digest.begin();
    this.review.begin(last ?? moves);
    this.results.begin(last ?? moves);
  }

  /** A link may lead to a position of the game, or to a part of the page. */
  private goToLinked(): void {
    const tab = this.tabs.find((each) => each === router.parameter('tab'));
    if (tab) this.tab = tab;
    const seat = router.parameter('seat');
    if (seat && this.table.mySeats.includes(seat)) this.table.sit(seat);
    const decision = Number(router.parameter('decision') ?? NaN);
    if (this.table.questions.some(({ window }) => window === decision)) this.table.lookAt(decision);
    const members = router.parameter('with');
    if (members !== null) this.press.beginLinked(members.split(',').filter(Boolean));
    const move = Number(router.parameter('move') ?? NaN);
    if (Number.isInteger(move) && move >= 0) void this.timeline.go(move, true);
  }

  private follow(): void {
    // A notification leads to another part of the same table.
    let linked = router.query;
    $effect(() => {
      if (router.query === linked) return;
      linked = router.query;
      untrack(() => this.goToLinked());
    });
    // Load texts again in another language.
    let spoken = language.now;
    $effect(() => {
      if (language.now === spoken) return;
      spoken = language.now;
      void this.table.translate();
      this.timeline.forget();
      void this.timeline.load();
    });
    $effect(() => {
      const game = this.table.info?.game;
      void games(language.now).then((list) => {
        this.title = this.table.info?.title || list.find((each) => each.id === game)?.title || '';
      });
    });
    // The timeline grows with the game, and forgets moves that were undone.
    let known = 0;
    let first = true;
    $effect(() => {
      const moves = this.table.now?.moves;
      if (moves === undefined) return;
      if (first) {
        this.comeBack(moves);
        this.goToLinked();
      } else if (document.visibilityState !== 'visible') this.away = true;
      this.idle ||= !this.table.isWaitedFor;
      first = false;
      if (moves < known) this.timeline.forget();
      known = moves;
      const settled = this.table.isWaitedFor || this.table.now?.status === 'over';
      const look = () => void this.look();
      if (settled) return afterFrame(look); // the board first
      const later = setTimeout(look, CALM);
      return () => clearTimeout(later);
    });
    // Another seat has other news.
    let sits = '';
    $effect(() => {
      const { seat } = this.table;
      if (sits && seat !== sits) untrack(() => this.digest.clear());
      sits = seat;
    });
    // Looking further back ends the review.
    $effect(() => {
      if (this.timeline.at !== null) this.review.end();
    });
    // Whether chat is allowed depends on the phase; after a silence messages may be missing.
    $effect(() => {
      const { now, socket } = this.table;
      void (this.tab === 'press' ? now?.version : now?.status);
      void language.now;
      if (socket.connected && now) untrack(() => void this.press.load());
    });
    // On a small screen a selection on the board continues below it.
    $effect(() => {
      const { refusal, selection } = this.table;
      if (this.narrow && (selection.picked.length || refusal || selection.pending !== null)) {
        this.tab = 'decide';
        this.folded = false;
      }
    });
    // The result is shown there too, unless the player is writing a message.
    let playing = false;
    $effect(() => {
      const over = playing && this.table.now?.status === 'over';
      playing = this.table.now?.status === 'playing';
      if (!over || !this.narrow || untrack(() => this.tab) === 'press') return;
      this.tab = 'decide';
      this.folded = false;
    });
    // The map is visible while something is drawn or shown on it.
    $effect(() => {
      const { drawing, shown } = this.press.proposal;
      if (this.narrow && (drawing || shown || this.table.wantsPlace)) this.large = false;
    });
    // One part of the page links to another.
    $effect(() => {
      const to = this.table.turnTo;
      if (to) untrack(() => this.turn(to));
    });
    // The window title says whose turn it is.
    $effect(() => {
      const mine = this.table.mySeats.some((seat) => isWaitedFor(this.table.now?.seats[seat]));
      const parts = [mine && `● ${say('table.your_turn')}`, this.title];
      pageTitle.own = parts.filter(Boolean).join(' – ');
    });
    $effect(() => () => {
      pageTitle.own = '';
    });
  }

  private turn(to: TurnTo): void {
    this.table.turnTo = null;
    this.folded = false;
    settings.set({ side: true });
    if (this.tabs.includes(to.tab)) this.tab = to.tab;
    if (to.tab === 'panel' && to.large !== undefined) this.large = to.large;
    if (to.tab === 'press') void tick().then(() => this.write(to.seats, to.text)); // once it is loaded
  }

  /** Start a message to some seats, or continue it. */
  private write(seats: string[], words: string): void {
    this.press.begin(seats);
    const { text } = this.press.draft;
    if (!text.includes(words)) this.press.type(text ? `${text}\n${words}` : words);
    this.press.wantsCursor = true;
  }

  /** Keyboard shortcuts other than choices. */
  keys(full: () => void): Record<string, () => void> {
    const tab = (name: Tab) => () => {
      if (this.tabs.includes(name)) this.tab = name;
      this.folded = false;
      settings.set({ side: true });
    };
    return {
      '?': () => (this.shown = 'keys'),
      u: () => void (this.table.undoable && this.table.undo()),
      q: () => this.table.lookAtNext(),
      ',': () => (this.review.running ? this.review.go(-1) : this.timeline.step(-1)),
      '.': () => (this.review.running ? this.review.go(1) : this.timeline.step(1)),
      r: () => this.review.play(),
      d: () => void this.digest.open(),
      v: () => settings.set({ words: !settings.now.words }),
      f: full,
      l: tab('log'),
      p: () => {
        tab('press')();
        this.press.wantsCursor = this.tab === 'press';
      },
      n: tab('notes'),
      b: () => document.querySelector<HTMLElement>('[data-region="board"] [tabindex]')?.focus(),
      Escape: () => {
        if (this.results.shown) this.results.dismiss();
        else if (this.review.running) this.review.end();
        else if (this.timeline.at !== null) this.timeline.present();
        else this.table.clear();
      },
    };
  }
}
