/** Against whom and on which side somebody likes to play at once. */

import type { ComputerInfo, GameInfo } from './types';

/** A side that is drawn anew each time. */
export const ANY = 'any';
const USUAL_OPPONENT = 'greedy';

export interface QuickGame {
  /** The computer player in all other seats. */
  opponent: string;
  /** The seat in each game that was chosen for it. */
  sides: Record<string, string>;
}

/** What was kept; whatever is missing or broken is as usual. */
export function readQuickGame(kept: string | null): QuickGame {
  const usual = { opponent: USUAL_OPPONENT, sides: {} };
  try {
    return { ...usual, ...(JSON.parse(kept ?? '{}') as Partial<QuickGame>) };
  } catch {
    return usual;
  }
}

/** The side that is wanted: `ANY`, or a seat of the game; at first its first one. */
export function sideOf(wanted: QuickGame, game: GameInfo): string {
  const seats = Object.keys(game.seats);
  const side = wanted.sides[game.id] ?? '';
  return side === ANY || seats.includes(side) ? side : (seats[0] ?? '');
}

/** The computer players that one may choose at a game: some have a character for one game only. */
export function fitting(known: ComputerInfo[], game: string): ComputerInfo[] {
  return known.filter((each) => each.game === null || each.game === game);
}

/** The computer player that is wanted; the usual one, or the first, where it is not there. */
export function opponentOf(wanted: QuickGame, known: ComputerInfo[]): ComputerInfo | undefined {
  const called = (id: string) => known.find((each) => each.id === id);
  return called(wanted.opponent) ?? called(USUAL_OPPONENT) ?? known[0];
}

/** Who sits where. `chance` is a number from 0 to 1 that decides where any side will do. */
export function seatsOf(
  wanted: QuickGame,
  game: GameInfo,
  known: ComputerInfo[],
  chance: number,
): Record<string, string> {
  const seats = Object.keys(game.seats);
  const side = sideOf(wanted, game);
  const mine = side === ANY ? seats[Math.floor(chance * seats.length)] : side;
  const other = opponentOf(wanted, fitting(known, game.id))?.id ?? USUAL_OPPONENT;
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? 'me' : other]));
}
