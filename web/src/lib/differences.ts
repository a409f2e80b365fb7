/** Differences: how the server tells what has changed of a table, in place of all of it. */

import type { Changed, Difference, StateFrame } from './types';

type Tree = Record<string, unknown>;

/** The state after a change; null where the change is not one of this state. */
export function changed(state: StateFrame | null, change: Changed): StateFrame | null {
  if (!state || state.version !== change.after) return null;
  const { version, log, since, now } = change;
  const tree = applied(state as unknown as Tree, change.difference) as unknown as StateFrame;
  return { ...tree, version, log, since, now };
}

/** A tree of JSON values after a difference; what has not changed is shared with the old one. */
export function applied(old: Tree, difference: Difference): Tree;
export function applied(old: unknown[], difference: Difference): unknown[];
export function applied(old: Tree | unknown[], difference: Difference): Tree | unknown[];
export function applied(old: Tree | unknown[], difference: Difference): Tree | unknown[] {
  const found: Tree = Array.isArray(old) ? { ...old } : without(old, difference.gone ?? []);
  for (const [key, inside] of Object.entries(difference.within ?? {})) {
    found[key] = applied(found[key] as Tree | unknown[], inside);
  }
  Object.assign(found, difference.set);
  // The places of a list are numbers, which an object keeps in their order.
  return Array.isArray(old) ? Object.values(found) : found;
}

function without(old: Tree, gone: string[]): Tree {
  return Object.fromEntries(Object.entries(old).filter(([key]) => !gone.includes(key)));
}
