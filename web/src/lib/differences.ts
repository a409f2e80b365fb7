/** Differences: what has changed at a table, sent instead of the whole state. */

import type { Delta, JsonDiff, StateFrame } from './types';

type Tree = Record<string, unknown>;

/** The state after a change; null if the change does not apply to this state. */
export function changed(state: StateFrame | null, change: Delta): StateFrame | null {
  if (!state || state.version !== change.after) return null;
  const { version, log, since, now } = change;
  const tree = applied(state as unknown as Tree, change.diff) as unknown as StateFrame;
  return { ...tree, version, log, since, now };
}

/** A JSON tree after a difference; unchanged parts are shared with the old tree. */
export function applied(old: Tree, difference: JsonDiff): Tree;
export function applied(old: unknown[], difference: JsonDiff): unknown[];
export function applied(old: Tree | unknown[], difference: JsonDiff): Tree | unknown[];
export function applied(old: Tree | unknown[], difference: JsonDiff): Tree | unknown[] {
  const found: Tree = Array.isArray(old) ? { ...old } : without(old, difference.removed ?? []);
  for (const [key, inside] of Object.entries(difference.changed ?? {})) {
    found[key] = applied(found[key] as Tree | unknown[], inside);
  }
  Object.assign(found, difference.set);
  // List indices are numbers, which an object keeps in order.
  return Array.isArray(old) ? Object.values(found) : found;
}

function without(old: Tree, gone: string[]): Tree {
  return Object.fromEntries(Object.entries(old).filter(([key]) => !gone.includes(key)));
}
