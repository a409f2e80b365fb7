/** Ratings in words and figures. */

/** A change with its sign: +12, −8, ±0. */
export function signed(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `\u2212${-change}`;
}
