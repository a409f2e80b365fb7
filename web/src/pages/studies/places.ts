/** The things of a board that have a name, in the order of the alphabet. */

import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';

export function placesOf(table: TableStore): [id: string, name: string][] {
  const named = [...table.places].map((id): [string, string] => [id, table.names?.of(id) ?? id]);
  return named.filter(([id, name]) => name !== id).sort(([, one], [, other]) => one.localeCompare(other, language.now));
}
