/** Ratings in words and figures. */

/** A change with its sign: +12, −8, ±0. */
export function signed(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `\u2212${-change}`;
}

/** The name of a country in a language; '' without one. Not every system draws flags. */
export function country(code: string, language: string): string {
  return code && (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code);
}
