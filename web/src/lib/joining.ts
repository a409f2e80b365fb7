/** Who may take a seat at a table that has not started. */

import type { TableInfo } from './types';

/** Whether the user may take a seat: one seat each. Only the host of a private table with visible
 * names may play several sides. */
export function mayTakeSeat(table: TableInfo): boolean {
  if (table.status !== 'open') return false;
  if (!Object.values(table.seats).some((chair) => chair.me)) return true;
  return table.host && table.private && !table.anonymous;
}
