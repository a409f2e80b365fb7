/** Ratings in words and figures. */

export const START = 1500; // points of a new player

/** How likely a player finishes ahead of an opponent, by their points. */
export function chance(own: number, opponent: number): number {
  return 1 / (1 + 10 ** ((opponent - own) / 400));
}

/** A change with its sign: +12, −8, ±0. */
export function signed(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `\u2212${-change}`;
}
