/** A real game: its facts and some of its menus. */

import type { Facts } from '../types';
import type { Slots } from '../writing';
import game from './game.json';

export const facts = game.facts as unknown as Facts;
export const menus = game.menus as unknown as Record<'orders' | 'retreat' | 'adjust', Slots[]>;
