/** A real game: its facts, some of its menus, its log, and the positions after each phase. */

import type { LogLine } from '$lib/types';

import type { Facts, Power } from '../types';
import type { Slots } from '../writing';
import game from './game.json';

interface Moment {
  moves: number;
  units: Record<Power, string[]>;
  dislodged: Record<Power, Record<string, string[]>>;
}

export const facts = game.facts as unknown as Facts;
export const menus = game.menus as unknown as Record<'orders' | 'retreat' | 'adjust', Slots[]>;
export const moments = game.moments as unknown as Moment[];
export const log = game.log.map((line) => ({ ...line, text: '', links: [] })) as unknown as LogLine[];
