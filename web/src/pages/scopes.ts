/** Which tables the lobby lists. */

export const SCOPES = ['open', 'takeover', 'mine', 'watch'] as const;
export type Scope = (typeof SCOPES)[number];

/** The first list: the one in the address; open tables; or, without any, the user's own running
 * games. */
export function firstScope(
  given: string | null,
  open: number,
  own: readonly { status: string }[],
): Scope {
  const asked = SCOPES.find((each) => each === given);
  if (asked) return asked;
  return !open && own.some(({ status }) => status !== 'over') ? 'mine' : 'open';
}
