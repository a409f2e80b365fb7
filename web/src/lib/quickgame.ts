/** Against whom and on which side somebody likes to play at once. */

import { fitting, opponentOf, USUAL_OPPONENT } from './opponents';
import type { ComputerInfo, GameInfo } from './types';

/** A side that is drawn anew each time. */
export const ANY = 'any';

export interface QuickGame {
  /** The computer player in all other seats; '' is the usual one. */
  opponent: string;
  /** The seat in each game that was chosen for it. */
  sides: Record<string, string>;
}

/** What was kept; whatever is missing or broken is as usual. */
export function readQuickGame(kept: string | null): QuickGame {
  const usual = { opponent: '', sides: {} };
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
  const other = opponentOf(wanted.opponent, fitting(known, game.id))?.id ?? USUAL_OPPONENT;
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? 'me' : other]));
}
