/** The symbols of this game: paths in a square of 24. */

import type { Status, TileType } from './facts';

export const SYMBOLS: Record<TileType, string> = {
  // a helmet
  infantry:
    'M12 4c5 0 8.4 3.6 8.6 9.6l2.4 2.6v1.9c-3.2-1-6.7-1.5-11-1.5s-7.8.5-11 1.5v-1.9l2.4-2.6C3.6 7.6 7 4 12 4Z',
  // a field gun
  artillery:
    'M1.5 6.8 2.3 4l13 4.4 2 .2 1 2.6 4.7 7.3-1.9 1.3-3.5-4.2a5.3 5.3 0 1 1-9.8-3.9L9 10Zm10.9 4.7a3.1 3.1 0 1 0 0 6.2 3.1 3.1 0 0 0 0-6.2Zm0 2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z',
  // a biplane from above
  airplane:
    'M10.9 1.5h2.2l.6 4.3H23v4.4h-9l-.5 6.7 3.6 1.9v2L12 20l-5.1.8v-2l3.6-1.9-.5-6.7H1V5.8h9.3Z',
  // a rhomboid tank
  tank: 'M6.5 5h10l6 5.5-3.5 8H5.5L1.5 13Zm1 2.5-3.2 5.3L6.8 16h10.6l2-5-3.8-3.5Zm2 2h5.2l1 1.8h5v1.4h-5.2l-1 1.3H9.5Z',
  // a dagger
  elite:
    'M12 1l2.4 3.5V14H9.6V4.5ZM5.5 14.8c2 .7 4.2 1 6.5 1s4.5-.3 6.5-1v2.2c-1.5.6-3 .9-4.7 1V21L12 23l-1.8-2v-3c-1.7-.1-3.2-.4-4.7-1Z',
  // an empty uniform
  decoy:
    'M8.5 2h7l6 4-2.5 5-2-1.2V22H7V9.8L5 11 2.5 6Zm1.7 2c.3 1.2.9 1.8 1.8 1.8s1.5-.6 1.8-1.8Zm-1.2 7v9h6v-9Z',
};

/** Markers of a region. Those of the two sides come with the board. */
export const MARKERS: Record<Exclude<Status, 'central' | 'entente'>, string> = {
  // a closed gate
  neutral: 'M3 4h18v16H3Zm2.5 2.5v11h2.3v-11Zm4.8 0v11h3.4v-11Zm5.9 0v11h2.3v-11Z',
  // two blades against one another
  contested: 'M2 12 8 5v4.5h3v5H8V19Zm20 0-6-7v4.5h-3v5h3V19Z',
};

export const SWORDS =
  'M2 2 5.2 2.5 17 14.3 15 16.3 2.8 5.2ZM21.2 5.2 9 16.3 7 14.3 18.8 2.5 22 2ZM18.6 12.7l2 2-2.4 2.4 3.4 3.4-1.6 1.6-3.4-3.4-2.4 2.4-2-2ZM5.4 12.7l6.4 6.4-2 2-2.4-2.4L4 22.1l-1.6-1.6 3.4-3.4-2.4-2.4Z';

/** A white flag. */
export const FLAG = 'M5 2h2v20H5Zm3 1.5c4-1.7 6.5 1.5 12 0v9c-5.5 1.5-8-1.7-12 0Z';

/** A zigzag of trenches. */
export const TRENCH = 'M1 8h5v5h4V8h4v5h4V8h5v3h-2v5h-8v-5h-2v5H4v-5H1Z';

/** The face of a die: the positions of its pips, in a square of 24. */
const LOW = 6;
const MIDDLE = 12;
const HIGH = 18;
export const PIPS: Record<number, [x: number, y: number][]> = {
  1: [[MIDDLE, MIDDLE]],
  2: [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  3: [
    [LOW, LOW],
    [MIDDLE, MIDDLE],
    [HIGH, HIGH],
  ],
  4: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [HIGH, LOW],
    [MIDDLE, MIDDLE],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, MIDDLE],
    [HIGH, MIDDLE],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
};

/** The outline of a tile: the Central Powers' have cut corners, the Entente's are round. */
export function outline(side: string, x: number, y: number, width: number, height: number): string {
  const corner = Math.min(side === 'central' ? 6 : 7, height / 3, width / 3);
  const right = x + width;
  const bottom = y + height;
  const turn = (dx: number, dy: number) =>
    side === 'central' ? `l${dx} ${dy}` : `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + corner} ${y}H${right - corner}${turn(corner, corner)}V${bottom - corner}` +
    `${turn(-corner, corner)}H${x + corner}${turn(-corner, -corner)}V${y + corner}` +
    `${turn(corner, -corner)}Z`
  );
}
