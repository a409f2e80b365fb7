/** The settings of a table in words: time control, chat, who may join and watch, and non-standard rules. */

import { language, say } from './language.svelte';
import { fullPaceWords, type PhaseNames } from './pace';
import type { GameInfo, GameOption, TableInfo } from './types';

export type Terms = Pick<
  TableInfo,
  | 'time_control'
  | 'on_timeout'
  | 'missed_phases'
  | 'stand_in_years'
  | 'replacements'
  | 'leave_days'
  | 'min_reliability'
  | 'chat'
  | 'chat_phases'
  | 'anonymous'
  | 'private'
  | 'spectators'
  | 'random_seats'
  | 'starts_when_full'
> &
  Partial<Pick<TableInfo, 'spectator_delay'>>;
export type Term = Exclude<keyof Terms, 'spectator_delay'>;

/** In the order in which an invited player wants to know them. */
export const TERMS: Term[] = [
  'time_control',
  'on_timeout',
  'stand_in_years',
  'replacements',
  'leave_days',
  'chat',
  'chat_phases',
  'min_reliability',
  'anonymous',
  'private',
  'spectators',
  'random_seats',
  'starts_when_full',
];

/** For how many years a computer replaces a player; '' if none does. */
function standInWords({ time_control, on_timeout, stand_in_years: years }: Terms): string {
  if (time_control.kind === 'free') return '';
  if (on_timeout !== 'computer' && on_timeout !== 'rule') return '';
  return years === null ? say('terms.stand_in.ever') : say('terms.stand_in.years', { years });
}

/** What a missed deadline leads to, and after how many of them. */
function absenceWords({ time_control, on_timeout, missed_phases }: Terms): string {
  if (time_control.kind === 'free') return '';
  const counted = on_timeout === 'computer' || on_timeout === 'abandon';
  if (!counted || missed_phases === 1) return say(`terms.absence.${on_timeout}`);
  return say(`terms.absence.${on_timeout}_after`, { n: missed_phases });
}

/** Whether others take the seats of absent players; '' at a private table, which no one finds. */
function replacementWords(terms: Terms): string {
  if (terms.private) return '';
  return say(terms.replacements ? 'terms.replacements' : 'terms.no_replacements');
}

function leaveWords(days: Terms['leave_days']): string {
  if (days === null) return '';
  return days ? say('terms.leave', { days }) : say('terms.no_leave');
}

function quietChatWords(kinds: Terms['chat_phases'], phases: PhaseNames): string {
  const names = kinds.map((kind) => phases[kind] || kind);
  return names.length ? say('terms.chat_phases', { phases: language.list(names) }) : '';
}

function spectatorWords({ spectators, spectator_delay: delay }: Terms): string {
  if (!spectators) return say('terms.closed');
  if (!delay) return say('terms.spectators');
  const late = say(`watch.delay.${delay.unit}` as 'watch.delay.moves', { n: delay.amount });
  return `${say('terms.spectators')} (${late.toLowerCase()})`;
}

/** One setting in words; '' if it does not apply to the table. */
export function termWords(terms: Terms, term: Term, phases: PhaseNames = {}): string {
  if (term === 'time_control') return fullPaceWords(terms.time_control, phases);
  if (term === 'on_timeout' || term === 'missed_phases') return absenceWords(terms);
  if (term === 'replacements') return replacementWords(terms);
  if (term === 'leave_days') return leaveWords(terms.leave_days);
  if (term === 'chat_phases') return quietChatWords(terms.chat_phases, phases);
  if (term === 'min_reliability') {
    const percent = terms.min_reliability;
    return percent === null ? '' : say('terms.min_reliability', { percent });
  }
  if (term === 'stand_in_years') return standInWords(terms);
  if (term === 'chat') return say(`terms.press.${terms.chat}`);
  if (term === 'anonymous') return say(terms.anonymous ? 'terms.anonymous' : 'terms.named');
  if (term === 'private') return say(terms.private ? 'terms.private' : 'terms.open');
  if (term === 'random_seats') return say(terms.random_seats ? 'terms.lots' : 'terms.chosen');
  if (term === 'starts_when_full') {
    return say(terms.starts_when_full ? 'terms.starts_when_full' : 'terms.host_starts');
  }
  return spectatorWords(terms);
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

/** Where an option comes from: a section of the rulebook, or a house rule. */
export function sectionWords(option: Pick<GameOption, 'kind' | 'section'>): string {
  const { kind, section } = option;
  return say(kind === 'house' ? 'new.house' : 'new.section', { section });
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
