/** Who may take a seat at a table that has not started. */

import type { Me, TableInfo } from './types';

/** Whether the user may take a seat: one seat each. Only the host of a private table with visible
 * names may play several sides. */
export function mayTakeSeat(table: TableInfo): boolean {
  if (table.status !== 'open') return false;
  if (!Object.values(table.seats).some((chair) => chair.me)) return true;
  return table.host && table.private && !table.anonymous;
}

/** Whether only people with an account may sit down, and the user has none. */
export const needsAccount = (
  table: Pick<TableInfo, 'rated' | 'min_reliability'>,
  me: Pick<Me, 'guest'> | null,
): boolean => (table.rated || !!table.min_reliability) && (me?.guest ?? true);
