/** The new table as filled in so far. */

import type { NewTable } from '$lib/generated/server';
import { language } from '$lib/language.svelte';
import { opponentOf } from '$lib/opponents';
import type { Terms } from '$lib/terms';
import type {
  ComputerInfo,
  GameInfo,
  GameOption,
  SpectatorDelay,
  TimeControl,
  TableLimits,
} from '$lib/types';

import {
  type GameOptions,
  keepPreset,
  keptPreset,
  LENGTHS,
  minutesOf,
  optionsOf,
  type Preset,
  settled,
} from './presets';
import { outOfBounds, type Refusals } from './refusals';

export const ME = 'me';
export const FREE = '';
/** Instead of a seat: it is assigned at random when the game starts. */
export const BY_LOT = 'by lot';

/** Minutes of a phase that can end at a fixed hour. */
export const LONG = 720;

/** The time zone of the browser. */
const ownZone = () => language.timeZone || 'UTC';

export class TablePlan {
  game = $state('');
  title = $state('');
  options = $state.raw<GameOptions>({});
  preset = $state<Preset>('friendly');
  /** The user's seat; '' is the first one. */
  side = $state('');
  /** Who has all other seats: a computer player, or open. */
  others = $state('');
  /** The seats whose player was chosen by hand. */
  private chosen = $state.raw<Record<string, string>>({});

  kind = $state<TimeControl['kind']>('free');
  // An emptied field is null.
  minutes = $state<number | null>(30);
  increment = $state<number | null>(10);
  hours = $state<number | null>(48);
  daysOff = $state<number[]>([]);
  /** The kinds of phases of the game. */
  kinds = $state.raw<string[]>([]);
  /** The minutes of the first kind of phase and of the others, and those chosen by hand. */
  lengths = $state.raw<[number, number]>(LENGTHS.daily);
  private chosenLengths = $state.raw<Record<string, number>>({});
  hour = $state<number | null>(null);
  zone = $state(ownZone());
  grace = $state(0);
  on_timeout = $state<Terms['on_timeout']>('wait');
  /** Two players: running out of time loses. */
  private duel = $state(false);
  missed_phases = $state(1);
  stand_in_years = $state<number | null>(1);
  replacements = $state(true);
  leave_days = $state<number | null>(null);
  min_reliability = $state<number | null>(null);
  chat_phases = $state<string[]>([]);
  /** The phases of the game in which the rules forbid chat. */
  quiet = $state.raw<string[]>([]);
  chat = $state<Terms['chat']>('full');
  anonymous = $state(false);
  private = $state(false);
  /** The club whose members play, or ''. */
  club = $state('');
  spectators = $state(true);
  /** How far spectators are behind; '' if not at all. */
  delayUnit = $state<'' | SpectatorDelay['unit']>('');
  delayAmount = $state<number | null>(15);
  spectatorChat = $state(true);
  /** The players sit around a real table, and the user enters all orders. */
  refereed = $state(false);
  random_seats = $state(false);
  starts_when_full = $state(false);
  roll_call = $state(true);
  /** Rated, casual, or what is usual for such a table. */
  rated = $state<'usual' | 'yes' | 'no'>('usual');

  constructor(game: string) {
    this.game = game;
    this.use(keptPreset());
  }

  /** Apply a preset; what it does not mention stays. */
  use(preset: Preset): void {
    const { time_control: pace, ...others } = settled(preset, this.kinds).terms;
    this.setRules(this.preset, preset);
    this.preset = preset;
    this.kind = pace.kind;
    if (pace.kind === 'phases') {
      this.grace = pace.grace;
      this.hour = pace.hour;
      this.daysOff = [...pace.days_off];
      this.setLengths(LENGTHS[preset as keyof typeof LENGTHS]);
    }
    if (pace.kind === 'live') Object.assign(this, pace);
    if (pace.kind === 'correspondence') {
      this.hours = pace.hours;
      this.daysOff = [...pace.days_off];
    }
    Object.assign(this, others, { chat_phases: [...others.chat_phases] });
    if (this.forfeits) this.on_timeout = 'forfeit';
    this.others = settled(preset, this.kinds).computer ?? FREE;
    this.chosen = {};
  }

  /** Whether running out of time loses the game unless the host says otherwise. */
  get forfeits(): boolean {
    return this.duel && this.kind === 'live';
  }

  /** Whether running out of time can lose the game. */
  get canForfeit(): boolean {
    return this.forfeits || (this.duel && this.kind === 'correspondence');
  }

  /** Note how many play the game. */
  setPlayers(count: number): void {
    if (this.duel === (count === 2)) return;
    this.duel = count === 2;
    if (this.forfeits) this.on_timeout = 'forfeit';
    else if (!this.canForfeit && this.on_timeout === 'forfeit') this.on_timeout = 'rule';
  }

  /** Choose a kind of pace, with what usually follows from a missed deadline. */
  chooseKind(kind: TimeControl['kind']): void {
    this.kind = kind;
    this.on_timeout = kind === 'free' ? 'wait' : this.forfeits ? 'forfeit' : 'computer';
    this.missed_phases = kind === 'phases' ? 2 : 1;
  }

  /** Whether players need not be online: a deadline is half a day or more. */
  get isLong(): boolean {
    if (this.kind === 'phases') return Object.values(this.phaseMinutes).some((n) => n >= LONG);
    return this.kind === 'correspondence' && (this.hours ?? 0) * 60 >= LONG;
  }

  choosePreset(preset: Preset): void {
    this.use(preset);
    keepPreset(preset);
  }

  /** Replace the rules of one preset by those of another; what was chosen by hand stays. */
  private setRules(before: Preset, after: Preset): void {
    const gone = optionsOf(before, this.game);
    const left = Object.entries(this.options).filter(([id, value]) => gone[id] !== value);
    this.options = { ...Object.fromEntries(left), ...optionsOf(after, this.game) };
  }

  chooseGame(game: string): void {
    this.game = game;
    this.options = optionsOf(this.preset, game);
    this.chosen = {};
    this.side = '';
    this.chosenLengths = {};
  }

  /** Set all phases: the first kind, and the others. */
  setLengths(lengths: [number, number]): void {
    this.lengths = lengths;
    this.chosenLengths = {};
  }

  setLength(kind: string, minutes: number): void {
    this.chosenLengths = { ...this.chosenLengths, [kind]: minutes };
  }

  /** The minutes of each kind of phase. */
  get phaseMinutes(): Record<string, number> {
    const chosen = Object.entries(this.chosenLengths).filter(([kind]) => this.kinds.includes(kind));
    return { ...minutesOf(this.kinds, this.lengths), ...Object.fromEntries(chosen) };
  }

  set(option: GameOption, value: GameOption['default']): void {
    const { [option.id]: _, ...others } = this.options;
    this.options = value === option.default ? others : { ...others, [option.id]: value };
  }

  // -- seats

  mine(seats: string[]): string {
    return seats.includes(this.side) ? this.side : (seats[0] ?? '');
  }

  /** Take a seat, or leave it to chance. */
  sit(seat: string): void {
    this.random_seats = seat === BY_LOT;
    this.side = this.random_seats ? '' : seat;
    this.chosen = {};
  }

  /** Give all other seats to a computer player, or leave them open. */
  fill(who: string): void {
    this.others = who;
    this.chosen = {};
  }

  seat(seat: string, who: string): void {
    this.chosen = { ...this.chosen, [seat]: who };
  }

  /** Who has a seat: the user, a computer player, or no one yet. */
  sitting(seat: string, seats: string[], computers: ComputerInfo[]): string {
    const chosen = this.chosen[seat];
    if (chosen !== undefined) return chosen;
    if (seat === this.mine(seats)) return ME;
    return this.others === FREE ? FREE : (opponentOf(this.others, computers)?.id ?? FREE);
  }

  // -- the whole

  get terms(): Terms {
    const { time_control, missed_phases, stand_in_years, replacements, min_reliability } = this;
    const { chat, anonymous, spectators } = this;
    const leave_days = this.isLong ? this.leave_days : null;
    const chat_phases = this.chat_phases.filter((kind) => this.quiet.includes(kind));
    const on_timeout = this.kind === 'free' ? 'wait' : this.on_timeout;
    const { random_seats, starts_when_full } = this;
    const people = { anonymous, private: this.private, spectators };
    const time = { time_control, on_timeout, missed_phases, stand_in_years, leave_days };
    const others = { replacements, min_reliability, chat, chat_phases };
    return { ...time, ...others, ...people, random_seats, starts_when_full };
  }

  private get time_control(): TimeControl {
    if (this.kind === 'live') {
      return { kind: 'live', minutes: this.minutes ?? 0, increment: this.increment ?? 0 };
    }
    if (this.kind === 'correspondence') {
      return { kind: 'correspondence', hours: this.hours ?? 0, days_off: this.daysOff };
    }
    if (this.kind === 'phases') {
      const { phaseMinutes: minutes, daysOff: days_off, zone, grace } = this;
      const long = this.isLong;
      // Without a fixed hour and days off, the time zone means nothing.
      const counted = (long && this.hour !== null) || days_off.length > 0;
      const hour = long ? this.hour : null;
      return { kind: 'phases', minutes, days_off, hour, zone: counted ? zone : 'UTC', grace };
    }
    return { kind: 'free' };
  }

  private get spectator_delay(): NewTable['spectator_delay'] {
    if (!this.spectators || !this.delayUnit) return null;
    return { unit: this.delayUnit as 'minutes', amount: this.delayAmount ?? 0 };
  }

  /** What the server would refuse, found before sending. */
  refused(limits: TableLimits): Refusals {
    const { kind, minutes, increment, hours } = this;
    if (kind === 'live') return outOfBounds({ minutes, increment }, limits);
    return kind === 'correspondence' ? outOfBounds({ hours }, limits) : {};
  }

  /** A refereed table in the form the server expects. */
  private get refereedBody(): NewTable {
    const { game, options } = this;
    const title = this.title.trim();
    const club = this.club || null;
    return { game, title, options, club, refereed: true, language: language.now };
  }

  /** In the form the server expects. */
  body(info: GameInfo, seats: string[], computers: ComputerInfo[]): NewTable {
    if (this.refereed) return this.refereedBody;
    const { time_control, ...terms } = this.terms;
    return {
      game: info.id,
      title: this.title.trim(),
      options: this.options,
      seats: Object.fromEntries(
        seats.map((seat) => [seat, this.sitting(seat, seats, computers) || null]),
      ),
      time_control: { ...time_control },
      roll_call: this.roll_call && (!this.private || this.club !== '') && seats.length > 2,
      ...terms,
      private: terms.private || this.club !== '',
      club: this.club || null,
      rated: this.rated === 'usual' ? null : this.rated === 'yes',
      spectator_delay: this.spectator_delay,
      spectator_chat: this.spectatorChat,
      language: language.now,
    };
  }
}
