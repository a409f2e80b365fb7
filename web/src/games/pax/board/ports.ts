/** Ports, such as `tunis@mediterranean`, are chosen by their place: the map has no other element
 * for them. */

import type { Facts } from '../types';
import { placeOf } from './marks';

type Known = Pick<Facts, 'ports'>;

/** What a click on the map may mean: the thing itself, or any of its ports. */
export function meaningsOf({ ports }: Known, id: string): string[] {
  return [id, ...Object.keys(ports).filter((port) => port !== id && placeOf(port) === id)];
}

/** The things to highlight, with the places of ports. */
export function withPlaces(lit: Set<string>): Set<string> {
  return new Set([...lit, ...[...lit].map(placeOf)]);
}

/** The place of a pick, which may be a unit there, such as `france navy 3 tunis@mediterranean`. */
export function placePicked(thing: string): string {
  return placeOf(thing.split(' ').at(-1) ?? thing);
}
