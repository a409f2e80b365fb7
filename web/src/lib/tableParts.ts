/** What the store of a table tells the parts of its page, and they it. */

import type { Allowed, Letter, ReadFrame } from './types';

/** A text that is read over the page: a section of the rules, or a card. */
export interface Reading {
  kind: 'rule' | 'card';
  id: string;
}

/** A part of the page that something in another part leads to. */
export type TurnTo =
  | { tab: 'panel'; /** With most of the room, or half of it. */ large?: boolean }
  | { tab: 'press'; seats: string[]; text: string };

/** Which part of a scene is shown, and how all of it ends. */
export interface ShownScene {
  part: number;
  end: () => void;
}

/** What is worth knowing of an action before it is taken, in words and figures. */
export type Hint = Pick<Allowed, 'text' | 'figures'>;

export interface Tapped {
  thing: string;
  action: string;
  label: string;
  /** Its cost, its odds. */
  hint: string;
}

/** Who hears of letters, and that somebody has read some. */
export interface Listener {
  hear: (letter: Letter) => void;
  hearRead: (read: ReadFrame) => void;
}
