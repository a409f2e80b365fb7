/** The new table as filled in so far. */

import type { NewTable } from '$lib/generated/server';
import { language } from '$lib/language.svelte';
import { opponentOf } from '$lib/opponents';
import type { Terms } from '$lib/terms';
import type { ComputerInfo, GameInfo, GameOption, TimeControl, TableLimits } from '$lib/types';

import { keepPreset, keptPreset, type Preset, SETTLED } from './presets';
import { outOfBounds, type Refusals } from './refusals';

export const ME = 'me';
export const FREE = '';
/** Instead of a seat: it is assigned at random when the game starts. */
export const BY_LOT = 'by lot';

export class TablePlan {
  game = $state('');
  title = $state('');
  options = $state.raw<Record<string, GameOption['default']>>({});
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
  on_timeout = $state<Terms['on_timeout']>('wait');
  stand_in_years = $state<number | null>(1);
  chat = $state<Terms['chat']>('full');
  anonymous = $state(false);
  private = $state(false);
  spectators = $state(true);
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
    const { time_control: pace, ...others } = SETTLED[preset].terms;
    this.preset = preset;
    this.kind = pace.kind;
    if (pace.kind === 'live') Object.assign(this, pace);
    if (pace.kind === 'correspondence') {
      this.hours = pace.hours;
      this.daysOff = [...pace.days_off];
    }
    Object.assign(this, others);
    this.others = SETTLED[preset].computer ?? FREE;
    this.chosen = {};
  }

  choosePreset(preset: Preset): void {
    this.use(preset);
    keepPreset(preset);
  }

  chooseGame(game: string): void {
    this.game = game;
    this.options = {};
    this.chosen = {};
    this.side = '';
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
    const { time_control, stand_in_years, chat, anonymous, spectators } = this;
    const on_timeout = this.kind === 'free' ? 'wait' : this.on_timeout;
    const { random_seats, starts_when_full } = this;
    const people = { anonymous, private: this.private, spectators };
    const time = { time_control, on_timeout, stand_in_years };
    return { ...time, chat, ...people, random_seats, starts_when_full };
  }

  private get time_control(): TimeControl {
    if (this.kind === 'live') {
      return { kind: 'live', minutes: this.minutes ?? 0, increment: this.increment ?? 0 };
    }
    if (this.kind === 'correspondence') {
      return { kind: 'correspondence', hours: this.hours ?? 0, days_off: this.daysOff };
    }
    return { kind: 'free' };
  }

  /** What the server would refuse, found before sending. */
  refused(limits: TableLimits): Refusals {
    const { kind, minutes, increment, hours } = this;
    if (kind === 'live') return outOfBounds({ minutes, increment }, limits);
    return kind === 'correspondence' ? outOfBounds({ hours }, limits) : {};
  }

  /** In the form the server expects. */
  body(info: GameInfo, seats: string[], computers: ComputerInfo[]): NewTable {
    const { time_control, ...terms } = this.terms;
    return {
      game: info.id,
      title: this.title.trim(),
      options: this.options,
      seats: Object.fromEntries(
        seats.map((seat) => [seat, this.sitting(seat, seats, computers) || null]),
      ),
      time_control: { ...time_control },
      roll_call: this.roll_call && !this.private && seats.length > 2,
      ...terms,
      rated: this.rated === 'usual' ? null : this.rated === 'yes',
      language: language.now,
    };
  }
}
