/** A table's pace in words. */

import { language, say } from './language.svelte';
import type { TimeControl } from './types';

const HOUR = 60; // minutes
const DAY = 24 * HOUR;

/** The names of the kinds of phases of a game, by kind. */
export type PhaseNames = Record<string, string>;

/** A number of minutes in its largest whole unit: 90 min, 36 hr, 2 days. */
export function lengthWords(minutes: number): string {
  if (minutes % DAY === 0 && minutes) return language.span(minutes / DAY, 'day');
  if (minutes % HOUR === 0 && minutes) return language.span(minutes / HOUR, 'hour');
  return language.span(minutes, 'minute');
}

/** The lengths of the phases: one for all if they are equal. */
function phaseWords(minutes: Record<string, number>, names: PhaseNames): string {
  const kinds = Object.keys(minutes);
  const lengths = new Set(Object.values(minutes));
  const [first] = lengths;
  if (lengths.size === 1 && first !== undefined) {
    const key = kinds.length > 1 ? 'pace.each_phase' : 'pace.each_turn';
    return say(key, { length: lengthWords(first) });
  }
  return kinds
    .map((kind) =>
      say('pace.phase', { phase: names[kind] || kind, length: lengthWords(minutes[kind] ?? 0) }),
    )
    .join(', ');
}

/** A full hour of the day: 20:00. */
export const hourWords = (hour: number) => `${hour}:00`;

/** A pace in short, as a list of tables shows it. */
export function paceWords(pace: TimeControl, names: PhaseNames = {}): string {
  if (pace.kind === 'live') {
    return say('pace.live', { minutes: pace.minutes, increment: pace.increment });
  }
  if (pace.kind === 'correspondence') return say('pace.correspondence', { hours: pace.hours });
  return pace.kind === 'phases' ? phaseWords(pace.minutes, names) : say('pace.free');
}

function daysOffWords(days: number[]): string {
  const off = language.weekdays().filter((_, day) => days.includes(day));
  return off.length ? say('terms.pace.not_on', { days: language.list(off) }) : '';
}

/** A pace with everything that goes with it, as a player agrees to it. */
export function fullPaceWords(pace: TimeControl, names: PhaseNames = {}): string {
  if (pace.kind === 'free') return say('terms.pace.free');
  if (pace.kind === 'live') {
    return say('terms.pace.live', { minutes: pace.minutes, increment: pace.increment });
  }
  if (pace.kind === 'correspondence') {
    const hours = say('terms.pace.hours', { hours: pace.hours });
    return [hours, daysOffWords(pace.days_off)].filter(Boolean).join(', ');
  }
  const { hour, zone, grace, days_off } = pace;
  return [
    phaseWords(pace.minutes, names),
    hour === null ? '' : say('terms.pace.hour', { hour: hourWords(hour), zone }),
    daysOffWords(days_off),
    grace ? say('terms.pace.grace', { length: lengthWords(grace) }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
