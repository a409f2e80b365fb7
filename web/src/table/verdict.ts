import type { SeatResult } from '$lib/types';

/** What the result means for the player: no congratulation or consolation if they played all seats,
 * or all players share it. */
export function verdict(own: string[], seats: string[], winners: string[]): 'won' | 'lost' | '' {
  const others = seats.filter((seat) => !own.includes(seat));
  if (!own.length || !others.length || !winners.length) return '';
  if (!own.some((seat) => winners.includes(seat))) return 'lost';
  return others.some((seat) => !winners.includes(seat)) ? 'won' : '';
}

/** The results of the seats, the best first. */
export const ranking = (reached: Record<string, number>): [string, number][] =>
  Object.entries(reached).sort(([, a], [, b]) => b - a);

/** The seats of a rematch: everyone moves one seat further. */
export const further = (own: string[], seats: string[]): string[] =>
  own.map((seat) => seats[(seats.indexOf(seat) + 1) % seats.length] ?? seat);

/** Whether a reason already names all of these. */
export const tells = (reason: string, names: string[]): boolean =>
  names.every((name) => reason.includes(name));

/** The results of those who played each seat at the end, and of rated players who had left it. */
export function resultsBySeat(results: SeatResult[]): {
  last: Record<string, SeatResult>;
  earlier: SeatResult[];
} {
  const isLast = ({ departure }: SeatResult) => departure === '' || departure === 'stand_in';
  const last = Object.fromEntries(results.filter(isLast).map((each) => [each.seat, each]));
  const earlier = results.filter((each) => !isLast(each) && each.points !== null);
  return { last, earlier };
}
