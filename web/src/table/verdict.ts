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

/** Where somebody sits in a rematch: everybody goes one seat further. */
export const further = (own: string[], seats: string[]): string[] =>
  own.map((seat) => seats[(seats.indexOf(seat) + 1) % seats.length] ?? seat);

/** Whether a reason names all of these already. */
export const tells = (reason: string, names: string[]): boolean =>
  names.every((name) => reason.includes(name));
