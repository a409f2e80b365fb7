/** What the end of a game is to a reader: nothing to congratulate or console anybody for where he
 * played all seats, or all who played share it. */
export function verdict(own: string[], seats: string[], winners: string[]): 'won' | 'lost' | '' {
  const others = seats.filter((seat) => !own.includes(seat));
  if (!own.length || !others.length || !winners.length) return '';
  if (!own.some((seat) => winners.includes(seat))) return 'lost';
  return others.some((seat) => !winners.includes(seat)) ? 'won' : '';
}

/** What the seats have reached, the most first. */
export const ranking = (reached: Record<string, number>): [string, number][] =>
  Object.entries(reached).sort(([, a], [, b]) => b - a);
