/** Drawing dice. */

const LOW = 6;
const MID = 12;
const HIGH = 18;

/** Where the pips of a face are in a square of 24. */
export const PIPS: Record<number, [x: number, y: number][]> = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [LOW, HIGH], [HIGH, LOW], [HIGH, HIGH]],
  5: [[LOW, LOW], [LOW, HIGH], [MID, MID], [HIGH, LOW], [HIGH, HIGH]],
  6: [[LOW, LOW], [LOW, MID], [LOW, HIGH], [HIGH, LOW], [HIGH, MID], [HIGH, HIGH]],
};

/** Faces of tumbling dice: each differs from the one before. */
export function tumbled(faces: number[], random: () => number = Math.random): number[] {
  return faces.map((face) => ((face + Math.floor(random() * 5)) % 6) + 1);
}
