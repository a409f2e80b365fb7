/** The shapes of markers and units, around the centre of a box of 20 by 20. */

import type { StatusWord } from './marks';

const CIRCLE = 'M-9.5 0A9.5 9.5 0 1 1 9.5 0A9.5 9.5 0 1 1 -9.5 0Z';

/** A marker by its status, readable without colours: the higher, the more corners. */
export const SHAPES: Record<StatusWord, string> = {
  none: '',
  interest: CIRCLE,
  influence: CIRCLE,
  protectorate: 'M-9.5 -9H9.5V1C9.5 6.5 4.5 9.5 0 11.5C-4.5 9.5 -9.5 6.5 -9.5 1Z',
  possession: 'M-9.5 -9.5H9.5V9.5H-9.5Z',
  dominion: 'M-9.5 9.5V-12L-5 -8.5L0 -13L5 -8.5L9.5 -12V9.5Z',
  state: 'M-9.5 9.5V-7.5H-3.6L-5 -12.2L0 -9.8L5 -12.2L3.6 -7.5H9.5V9.5Z',
};

/** A chip of this width for armies: a counter with a ridge, as on old staff maps. */
export const armyShape = (width: number): string => {
  const x = width / 2;
  return `M${-x} -6.5H${x}V6.5H${-x}Z`;
};

/** … for navies: a hull. */
export const navyShape = (width: number): string => {
  const x = width / 2;
  return `M${-x - 3} -6.5H${x + 3}L${x} 6.5H${-x}Z`;
};

/** A merchant ship, with its sail. */
export const SHIP = 'M-10 1H10L7.5 7.5H-7.5Z';
export const SAIL = 'M-1 -9V-0.5H-7.5ZM1 -9L7 -0.5H1Z';

/** A flame, for unrest. */
export const FLAME =
  'M0 -8C1 -4 5.5 -2.5 5.5 2.2C5.5 5.6 3 8 0 8C-3 8 -5.5 5.6 -5.5 2.2C-5.5 0 -4.4 -1.4 -3.2 -2.6C-3 -1 -2.2 -0.4 -1.5 -0.4C-0.4 -2 -1 -5 0 -8Z';

/** A broken link. */
export const BROKEN = 'M-6 0H-1.8M1.8 0H6M-1.6 3L1.6 -3';

/** The shields with the strength of areas, by the type of the area. */
export function shieldsOf(svg: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, type, path] of svg.matchAll(/"figures (\w+)"[^]*?class="shield" d="([^"]+)"/g)) {
    if (type && path) found[type] ??= path;
  }
  return found;
}
