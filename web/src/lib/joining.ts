/** Who may take a seat of a table that has not begun. */

import type { TableInfo } from './types';

/** Whether one may sit down: each person has one seat. Only the host of a private table where names
 * are shown may play several sides. */
export function mayTakeSeat(table: TableInfo): boolean {
  if (table.status !== 'open') return false;
  if (!Object.values(table.seats).some((chair) => chair.me)) return true;
  return table.host && table.private && !table.anonymous;
}
