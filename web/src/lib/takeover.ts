/** Who may take over the seat of a player who left: the server refuses guests and new accounts. */

import type { Me } from './types';

/** What keeps a person from taking over a seat: no account, or one that is too new; '' if nothing
 * does. A player who once held the seat may still return. */
export function takeoverObstacle(
  me: Pick<Me, 'takeover_from'> | null,
  now = Date.now() / 1000,
): 'account' | 'new' | '' {
  if (me?.takeover_from == null) return 'account';
  return me.takeover_from > now ? 'new' : '';
}
