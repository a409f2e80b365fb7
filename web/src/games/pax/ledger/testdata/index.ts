/** Positions of real games, with the library's figures (scripts/pax_fixture.py). */

import type { Facts, PaxView } from '../../types';
import type { Lines, TableOptions } from '../reckoning';
import kept from './positions.json';

export interface KeptPosition {
  options: TableOptions;
  view: PaxView;
  sheets: Record<string, Lines>;
  bonuses: Record<string, number>;
  worth: Record<string, number>;
  yearly: number;
}

export const facts = kept.facts as unknown as Facts;
export const positions = kept.positions as unknown as KeptPosition[];
/** The one in which powers have what the final bonuses require. */
export const crowned = positions.at(-1)!;
