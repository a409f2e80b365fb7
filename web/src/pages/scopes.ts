/** Which tables the lobby lists. */

export const SCOPES = ['open', 'mine', 'watch'] as const;
export type Scope = (typeof SCOPES)[number];

/** What is listed first: what the address asks for; tables that wait for players; or, where none
 * does, one's own games that go on. */
export function firstScope(
  given: string | null,
  open: number,
  own: readonly { status: string }[],
): Scope {
  const asked = SCOPES.find((each) => each === given);
  if (asked) return asked;
  return !open && own.some(({ status }) => status !== 'over') ? 'mine' : 'open';
}
