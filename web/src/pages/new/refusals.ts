/** Which field a refused value belongs to. */

import { Problem, reason } from '$lib/api';
import { say } from '$lib/language.svelte';
import type { TableLimits } from '$lib/types';

export type Numbered = 'minutes' | 'increment' | 'hours';
export type FieldName =
  | Numbered
  | 'phases'
  | 'days_off'
  | 'title'
  | 'options'
  | 'absence'
  | 'press'
  | 'delay';
export type Refusals = Partial<Record<FieldName | 'all', string>>;

const FIELDS: Record<string, FieldName> = {
  'problem.pace.minutes': 'minutes',
  'problem.pace.increment': 'increment',
  'problem.pace.hours': 'hours',
  'problem.pace.days_off': 'days_off',
  'problem.pace.phases': 'phases',
  'problem.pace.phase': 'phases',
  'problem.pace.grace': 'phases',
  'problem.pace.hour': 'phases',
  'problem.pace.hour_short': 'phases',
  'problem.pace.zone': 'phases',
  'problem.table.title': 'title',
  'problem.table.option': 'options',
  'problem.table.absence': 'absence',
  'problem.table.missed_phases': 'absence',
  'problem.table.leave_days': 'absence',
  'problem.table.leave_short': 'absence',
  'problem.table.min_reliability': 'absence',
  'problem.table.chat_phases': 'press',
  'problem.table.press': 'press',
  'problem.delay.unit': 'delay',
  'problem.delay.amount': 'delay',
};

/** The server's refusal, by its field. */
export function refusalOf(error: unknown): Refusals {
  const field = error instanceof Problem ? FIELDS[error.key] : undefined;
  return { [field ?? 'all']: reason(error) };
}

/** The numbers that the server would refuse, or that are not numbers. */
export function outOfBounds(
  values: Partial<Record<Numbered, number | null>>,
  limits: TableLimits,
): Refusals {
  const found: Refusals = {};
  for (const name of Object.keys(values) as Numbered[]) {
    const value = values[name];
    const { least, most } = limits[name];
    const good = typeof value === 'number' && Number.isInteger(value);
    if (!good || value < least || value > most) found[name] = say('new.bounds', { least, most });
  }
  return found;
}
