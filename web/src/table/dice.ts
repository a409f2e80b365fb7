/** The dice that a line of the log tells of. */

import type { Argument } from '$lib/types';

/** Lines that tell of a die by the face it was turned to. */
const TURNED = /\.(reroll|general)$/;

/** The faces shown by the dice of a line, in their order. */
export function diceOf(key: string, args: Record<string, Argument>): number[] {
  const given = args['dice'] ?? args['die'] ?? (TURNED.test(key) ? args['new'] : undefined);
  if (given === undefined) return [];
  const faces = (Array.isArray(given) ? given : [given]).map(Number);
  return faces.every((face) => Number.isInteger(face) && face >= 1 && face <= 6) ? faces : [];
}

const LOW = 6;
const MID = 12;
const HIGH = 18;

/** Where the pips of a face lie in a square of 24. */
export const PIPS: Record<number, [x: number, y: number][]> = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [LOW, HIGH], [HIGH, LOW], [HIGH, HIGH]],
  5: [[LOW, LOW], [LOW, HIGH], [MID, MID], [HIGH, LOW], [HIGH, HIGH]],
  6: [[LOW, LOW], [LOW, MID], [LOW, HIGH], [HIGH, LOW], [HIGH, MID], [HIGH, HIGH]],
};
