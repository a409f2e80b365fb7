/** Which tables the lobby lists. */

export const SCOPES = ['open', 'takeover', 'mine', 'watch'] as const;
export type Scope = (typeof SCOPES)[number];

/** The first list: the one in the address; open tables; or, without any, the user's own running
 * games, and without these, seats to take over. */
export function firstScope(
  given: string | null,
  open: number,
  own: readonly { status: string }[],
  seats: number,
): Scope {
  const asked = SCOPES.find((each) => each === given);
  if (asked) return asked;
  if (open) return 'open';
  if (own.some(({ status }) => status !== 'over')) return 'mine';
  return seats ? 'takeover' : 'open';
}
