/** Whether a table is the user's first of its game: a player with experience needs no guide. */

import { get } from '$lib/api';
import type { TableInfo } from '$lib/types';

export async function isFirstTable(game: string): Promise<boolean> {
  const mine = await get<TableInfo[]>(`/tables?scope=mine&game=${game}`).catch(() => []);
  return mine.length === 1;
}
