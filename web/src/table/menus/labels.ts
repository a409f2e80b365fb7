/** The server's labels for the parts of a menu. */

import { putTogether, takenApart } from '$lib/answers';
import type { TableStore } from '$lib/table.svelte';

/** A choice in words; `path` is its slot or field, '' for the list itself. Values of fields have
 * the same label everywhere. */
export function labelOf(table: TableStore, path: string, action: string): string {
  const offered = path ? table.asked?.slots[path] : table.asked?.choices;
  const found = offered?.find((choice) => choice.action === action);
  const known = found?.label ?? table.asked?.labels[action] ?? table.labelOf(action);
  return known ?? table.names?.of(action) ?? action;
}

/** A whole answer in words: a choice, or one per slot. Rare choices are left out if they are at
 * their default. */
export function answerWords(table: TableStore, action: string): string {
  const menu = table.decision?.menu;
  if (menu?.type !== 'slots') {
    const listed = table.asked?.choices.some((choice) => choice.action === action);
    return (listed ? undefined : beside(table, action)) ?? labelOf(table, '', action);
  }
  const open = new Set(Object.keys(menu.slots));
  const words = takenApart(action).flatMap((part) => {
    const slot = [...open].find((each) => menu.slots[each]?.includes(part)) ?? '';
    open.delete(slot);
    const usual = menu.seldom.includes(slot) && menu.slots[slot]?.[0] === part;
    return usual ? [] : [labelOf(table, slot, part)];
  });
  return putTogether(words);
}

/** An answer to a question other than the current one; a form by its verb. */
function beside(table: TableStore, action: string): string | undefined {
  const offered = table.questions.flatMap(({ asked }) => asked.choices);
  const found = offered.find((choice) => choice.action === action)?.label;
  if (found !== undefined) return found;
  const verb = action.split(' ')[0] ?? '';
  return action.includes('=') ? (table.names?.of(verb, 'verb') ?? verb) : undefined;
}

/** The path of a field of a form at a path. */
export function pathOf(path: string, verb: string, field: string): string {
  return [path, verb, field].filter(Boolean).join('.');
}
