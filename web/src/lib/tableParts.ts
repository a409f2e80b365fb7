/** Types shared by the table store and the parts of its page. */

import type {
  Allowed,
  ChatMessage,
  LogEntry,
  ReadFrame,
  SeatState,
  SpectatorChatMessage,
} from './types';

/** A text shown over the page: a section of the rules, or a card. */
export interface Reading {
  kind: 'rule' | 'card';
  id: string;
}

/** A part of the page that another part links to. */
export type TurnTo =
  | { tab: 'panel'; /** With most of the room, or half of it. */ large?: boolean }
  | { tab: 'press'; seats: string[]; text: string };

/** Which part of a scene is shown, and how to end the review. */
export interface ShownScene {
  part: number;
  /** Its sentences so far. */
  lines: LogEntry[];
  end: () => void;
}

/** The hint for an action, in words and figures. */
export type Hint = Pick<Allowed, 'text' | 'figures'>;

export interface Tapped {
  thing: string;
  action: string;
  label: string;
  /** Its cost, its odds. */
  hint: string;
}

/** Receives messages and read receipts. */
export interface Listener {
  hear: (letter: ChatMessage) => void;
  hearRead: (read: ReadFrame) => void;
}

/** Receives messages of spectators. */
export type SpectatorListener = (message: SpectatorChatMessage) => void;

/** What the board marks after "since you last acted". */
export interface SinceActed {
  /** The position then; null if changes are not shown. */
  before: SeatState | null;
  changed: string[];
  danger: string[];
}
