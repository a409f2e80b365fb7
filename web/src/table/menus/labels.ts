/** What the server calls the parts of a menu. */

import type { TableStore } from '$lib/table.svelte';

/** A choice in words; `path` is the slot or field to which it belongs, '' the list itself. */
export function labelOf(table: TableStore, path: string, action: string): string {
  const told = path ? table.asked?.parts[path] : table.asked?.choices;
  const found = told?.find((choice) => choice.action === action);
  return found?.label ?? table.names?.of(action) ?? action;
}

/** The path of a field of a form that stands at a path. */
export function pathOf(path: string, verb: string, field: string): string {
  return [path, verb, field].filter(Boolean).join('.');
}
