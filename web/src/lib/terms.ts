/** The settings of a table in words: time control, chat, who may join and watch, and non-standard rules. */

import { language, say } from './language.svelte';
import type { GameInfo, GameOption, TableInfo } from './types';

export type Terms = Pick<
  TableInfo,
  | 'time_control'
  | 'on_timeout'
  | 'stand_in_years'
  | 'chat'
  | 'anonymous'
  | 'private'
  | 'spectators'
  | 'random_seats'
  | 'starts_when_full'
>;
export type Term = keyof Terms;

/** In the order in which an invited player wants to know them. */
export const TERMS: Term[] = [
  'time_control',
  'on_timeout',
  'stand_in_years',
  'chat',
  'anonymous',
  'private',
  'spectators',
  'random_seats',
  'starts_when_full',
];

function timeControlWords(pace: Terms['time_control']): string {
  if (pace.kind === 'free') return say('terms.pace.free');
  if (pace.kind === 'live') {
    return say('terms.pace.live', { minutes: pace.minutes, increment: pace.increment });
  }
  const days = language.weekdays().filter((_, day) => pace.days_off.includes(day));
  if (!days.length) return say('terms.pace.hours', { hours: pace.hours });
  return say('terms.pace.days_off', { hours: pace.hours, days: language.list(days) });
}

/** For how many years a computer replaces a player; '' if none does. */
function standInWords({ time_control, on_timeout, stand_in_years: years }: Terms): string {
  if (time_control.kind === 'free' || on_timeout === 'wait') return '';
  return years === null ? say('terms.stand_in.ever') : say('terms.stand_in.years', { years });
}

/** One setting in words; '' if it does not apply to the table. */
export function termWords(terms: Terms, term: Term): string {
  if (term === 'time_control') return timeControlWords(terms.time_control);
  if (term === 'on_timeout') {
    return terms.time_control.kind === 'free' ? '' : say(`terms.absence.${terms.on_timeout}`);
  }
  if (term === 'stand_in_years') return standInWords(terms);
  if (term === 'chat') return say(`terms.press.${terms.chat}`);
  if (term === 'anonymous') return say(terms.anonymous ? 'terms.anonymous' : 'terms.named');
  if (term === 'private') return say(terms.private ? 'terms.private' : 'terms.open');
  if (term === 'random_seats') return say(terms.random_seats ? 'terms.lots' : 'terms.chosen');
  if (term === 'starts_when_full') {
    return say(terms.starts_when_full ? 'terms.starts_when_full' : 'terms.host_starts');
  }
  return say(terms.spectators ? 'terms.spectators' : 'terms.closed');
}

/** All settings in one line. */
export const inOneLine = (parts: string[]) => parts.filter(Boolean).join(' · ');

/** The recommended value of an option, given the chosen ones; null if there is none. */
export function advisedValue(
  info: Pick<GameInfo, 'options'>,
  option: GameOption,
  chosen: Record<string, GameOption['default']>,
): GameOption['default'] | null {
  const now = (id: string) => chosen[id] ?? info.options.find((each) => each.id === id)?.default;
  const fits = option.advice.find(({ when }) =>
    Object.entries(when).every(([id, value]) => now(id) === value),
  );
  return fits ? fits.value : null;
}

/** The value of an option in words, never its id. */
export function valueWords(option: GameOption, value: GameOption['default']): string {
  if (typeof value === 'boolean') return say(value ? 'terms.yes' : 'terms.no');
  return option.value_names[String(value)] ?? String(value);
}

export interface Differing {
  option: GameOption;
  value: string;
  usual: string;
}

/** The non-standard rules of a table, in the game's order. */
export function differing(info: GameInfo, options: TableInfo['options']): Differing[] {
  return info.options.flatMap((option) => {
    const value = options[option.id] ?? option.default;
    if (value === option.default) return [];
    const usual = valueWords(option, option.default);
    return [{ option, value: valueWords(option, value), usual }];
  });
}
