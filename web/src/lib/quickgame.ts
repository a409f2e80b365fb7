/** Opponent and side of *Play now*. */

import { fitting, opponentOf, USUAL_OPPONENT } from './opponents';
import type { ComputerInfo, GameInfo } from './types';

/** A side drawn at random each time. */
export const ANY = 'any';

export interface QuickGame {
  /** The computer player in all other seats; '' is the default. */
  opponent: string;
  /** The chosen seat of each game. */
  sides: Record<string, string>;
}

/** The stored settings; missing or broken ones are the defaults. */
export function readQuickGame(kept: string | null): QuickGame {
  const usual = { opponent: '', sides: {} };
  try {
    return { ...usual, ...(JSON.parse(kept ?? '{}') as Partial<QuickGame>) };
  } catch {
    return usual;
  }
}

/** The wanted side: `ANY`, or a seat of the game; by default the first. */
export function sideOf(wanted: QuickGame, game: GameInfo): string {
  const seats = Object.keys(game.seats);
  const side = wanted.sides[game.id] ?? '';
  return side === ANY || seats.includes(side) ? side : (seats[0] ?? '');
}

/** The players of each seat. `chance`, from 0 to 1, decides if any side will do. */
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
