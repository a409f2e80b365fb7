/** How this reader likes tables to be shown; remembered in the browser. */

const KEPT = 'entente.settings';

/** Before what one is asked again: before all that is likely to be regretted, only before what cannot
 * be taken back, or before nothing. */
export const NETS = ['all', 'grave', 'none'] as const;

export interface Settings {
  /** Lists and sentences instead of the map. */
  words: boolean;
  /** Every action is asked for a second time. */
  confirm: boolean;
  /** A finger acts at its first touch of the board. */
  tap: boolean;
  nets: (typeof NETS)[number];
  /** Single keys play. */
  shortcuts: boolean;
  /** Figures that are reconstructed bear a sign. */
  marks: boolean;
  /** The column beside the board is shown. */
  side: boolean;
  /** … on the left of it. */
  left: boolean;
  /** How wide that column is, and how much of it the question has, in parts of a hundred. */
  width: number;
  question: number;
  /** Moves a second when the game is shown by itself. */
  speed: number;
  /** When what others did is shown again by itself, and for how many seconds each scene. */
  review: 'always' | 'computer' | 'never';
  pace: number;
  /** Dice, great events and one's turn are heard. */
  sounds: boolean;
  /** Computers tell why they did something, after each of their turns. */
  why: boolean;
}

export const USUAL: Readonly<Settings> = {
  words: false,
  confirm: false,
  tap: false,
  nets: 'all',
  shortcuts: true,
  marks: true,
  side: true,
  left: false,
  width: 29,
  question: 52,
  speed: 1,
  review: 'computer',
  pace: 1.2,
  sounds: false,
  why: false,
};

/** What was kept; whatever is missing or broken is as usual. */
export function readSettings(kept: string | null): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(kept ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

class Remembered {
  now = $state<Settings>(readSettings(localStorage.getItem(KEPT)));

  set(change: Partial<Settings>): void {
    Object.assign(this.now, change);
    localStorage.setItem(KEPT, JSON.stringify(this.now));
  }
}

export const settings = new Remembered();
