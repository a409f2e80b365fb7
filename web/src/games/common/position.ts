/** The figures of a view, sorted so that they can be shown without knowing the game. */

import type { View } from '$lib/types';

export type Value = unknown;

export interface Field {
  id: string;
  value: Value;
}

export interface Position {
  /** By seat: one column per field, in the order of `seats`. */
  seats: string[];
  columns: { id: string; values: Value[] }[];
  /** Everything else. */
  fields: Field[];
}

/** Fields that every view has, and the page shows elsewhere: the question, the log, the end. */
const SHOWN_ELSEWHERE = new Set(['seat', 'to_move', 'decisions', 'news', 'outcome']);

export const isRecord = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isPlain = (value: Value): boolean => typeof value !== 'object' || value === null;

export const isEmpty = (value: Value): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A field with a part per seat: short enough for a column. */
function isBySeat(value: Value, seats: string[]): value is Record<string, Value> {
  if (!isRecord(value) || isEmpty(value)) return false;
  const short = (part: Value) => isPlain(part) || (Array.isArray(part) && part.every(isPlain));
  return Object.entries(value).every(([key, part]) => seats.includes(key) && short(part));
}

export function positionOf(view: View, seats: string[]): Position {
  const fields = Object.entries(view)
    .filter(([id]) => !SHOWN_ELSEWHERE.has(id))
    .map(([id, value]): Field => ({ id, value }));
  const columns = fields.flatMap(({ id, value }) =>
    isBySeat(value, seats) ? [{ id, values: seats.map((seat) => value[seat]) }] : [],
  );
  const rest = fields.filter(({ value }) => !isBySeat(value, seats));
  return { seats: columns.length ? seats : [], columns, fields: rest };
}

/** The name of a field by its id, if the game has none: `most_tension` is `Most tension`. */
export function spelled(id: string): string {
  const words = id.replaceAll('_', ' ').trim();
  return words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
}
