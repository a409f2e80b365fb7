/** The zoom levels of the map: who owns the world; the value and markers of each area; every marker
 * and unit. */

export type Depth = 1 | 2 | 3;

/** From how many pixels per unit of the map on. */
export const NEARER = 0.62;
export const NEAREST = 1.05;

export function depthOf(scale: number): Depth {
  return scale >= NEAREST ? 3 : scale >= NEARER ? 2 : 1;
}
