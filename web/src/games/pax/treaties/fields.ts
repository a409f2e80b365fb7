/** The values of the fields of a clause or condition, by the server's schema. */

import { textTrouble } from '$table/menus/filled';
import { writeAmount, writeList, writeText } from '$table/menus/syntax';

import type { ClauseField, Fields } from './schema';

export type Value = string | number | string[];
export type Values = Record<string, Value>;

/** The values to start with. */
export function startingValues(fields: Fields): Values {
  const found: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'list') found[name] = [];
    else if (field.default !== '') found[name] = field.default;
  }
  return found;
}

const isEmpty = (value: Value | undefined): value is undefined =>
  value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** The fields that are still to be filled in, or have a value that is not allowed. */
export function missingFields(fields: Fields, values: Values): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (isEmpty(value)) return field.optional ? [] : name;
    return isAllowed(field, value) ? [] : name;
  });
}

function isAllowed({ type, least, most }: ClauseField, value: Value): boolean {
  if (type === 'text') return !textTrouble({ type, verb: '', least, most }, String(value));
  const count = type === 'list' ? listed(value).length : Number(value);
  return type === 'word' || (count >= least && count <= most);
}

/** The values as an action has them, field by field; null as long as something is missing. */
export function writtenFields(fields: Fields, values: Values): [name: string, value: string][] | null {
  if (missingFields(fields, values).length) return null;
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const value = values[name];
    return isEmpty(value) ? [] : [[name, writtenValue(field, value)]];
  });
}

function writtenValue({ type, unit }: ClauseField, value: Value): string {
  if (type === 'list') return writeList(listed(value));
  if (type === 'amount') return writeAmount(unit, Number(value));
  return type === 'text' ? writeText(String(value)) : String(value);
}

/** The values of a condition's fields as they are written. */
export function readFields(fields: Fields, written: Record<string, string>): Values {
  const found = Object.entries(written).map(([name, value]) => [
    name,
    fields[name]?.type === 'amount' ? Number(value.split(' ').at(-1)) : value,
  ]);
  return Object.fromEntries(found) as Values;
}

/** A value as a list of words: several, one, or none. */
export function listed(value: Value | undefined): string[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === '' ? [] : [String(value)];
}
