/** Formatting figures. */

import type { Side } from './types';

export function leader(vp: number): Side | null {
  return vp === 0 ? null : vp > 0 ? 'liberal' : 'authoritarian';
}

/** A number with a true minus sign. */
export const minus = (value: number) => String(value).replace('-', '−');
