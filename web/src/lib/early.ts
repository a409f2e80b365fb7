/** Requests that are sent before the part of the page that needs them is loaded. */

import { get } from './api';
import { language } from './language.svelte';
import { boardOf, gameText } from './library.svelte';
import type { TableInfo } from './types';

const sent = new Map<string, Promise<TableInfo>>();

const tablePath = (id: string) => `/tables/${id}`;

/** Ask for a table, and then for the board and texts of its game. A failure shows when the table is
 * opened. */
export async function startTable(id: string): Promise<void> {
  const request = get<TableInfo>(tablePath(id));
  sent.set(id, request);
  try {
    const info = await request;
    if (info.unavailable) return;
    await Promise.all([language.load(info.game), boardOf(info.game, info), gameText(info.game)]);
  } catch {
    // The page asks again.
  }
}

/** A table: the answer to the early request, the first time, otherwise a new one. */
export function tableInfo(id: string): Promise<TableInfo> {
  const request = sent.get(id);
  sent.delete(id);
  return request ?? get<TableInfo>(tablePath(id));
}
