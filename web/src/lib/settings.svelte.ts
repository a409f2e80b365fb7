/** The user's display settings, remembered in the browser. */

import { localStore } from './storage';

const KEPT = 'entente.settings';

/** When to ask for confirmation: for likely mistakes, only if an action cannot be undone, or never.
 */
export const NETS = ['all', 'grave', 'none'] as const;

export interface Settings {
  /** Show lists and sentences instead of the map. */
  words: boolean;
  /** Confirm every action. */
  confirm: boolean;
  /** Act on the first tap on the board. */
  tap: boolean;
  nets: (typeof NETS)[number];
  /** Keyboard shortcuts. */
  shortcuts: boolean;
  /** Mark reconstructed figures. */
  marks: boolean;
  /** Patterns beside colours on the map; null follows the browser. */
  patterns: boolean | null;
  /** Show the side panel. */
  side: boolean;
  /** … on the left. */
  left: boolean;
  /** The width of the side panel, and the question's share of its height, in per cent. */
  width: number;
  question: number;
  /** Moves per second when a game is played through. */
  speed: number;
  /** When to replay other players' moves, and the seconds per scene. */
  review: 'always' | 'computer' | 'never';
  pace: number;
  /** Which cards of results wait to be dismissed. */
  results: 'all' | 'own' | 'none';
  /** Sounds for dice, great events and the player's turn. */
  sounds: boolean;
  /** Computers explain their moves after each turn. */
  why: boolean;
}

export const USUAL: Readonly<Settings> = {
  words: false,
  confirm: false,
  tap: false,
  nets: 'all',
  shortcuts: true,
  marks: true,
  patterns: null,
  side: true,
  left: false,
  width: 29,
  question: 52,
  speed: 1,
  review: 'computer',
  pace: 1.2,
  results: 'own',
  sounds: false,
  why: false,
};

/** The stored settings; missing or broken ones are the defaults. */
export function readSettings(kept: string | null): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(kept ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

class Remembered {
  now = $state<Settings>(readSettings(localStore.getItem(KEPT)));

  set(change: Partial<Settings>): void {
    Object.assign(this.now, change);
    localStore.setItem(KEPT, JSON.stringify(this.now));
  }
}

export const settings = new Remembered();
