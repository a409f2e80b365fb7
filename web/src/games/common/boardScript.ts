/** What the page and the board of a game from another package know of each other. */

import type { Language, TableInfo, View } from '$lib/types';

/** The module `web/board.js` of the game's package. */
export interface BoardScript {
  /** Draw the table into an element; called again after each change. */
  draw: (element: HTMLElement, table: BoardTable) => void;
}

export interface BoardTable {
  /** The game's view, as the player has it. */
  view: View;
  /** The player's seat; null for a spectator. */
  seat: string | null;
  options: TableInfo['options'];
  /** The legal actions of a decision by list, with their labels; empty if the player has none. */
  choices: { action: string; label: string }[];
  language: Language;
  /** The name of a thing in the player's language. */
  name: (id: string, kind?: string) => string;
  /** A text of the game whose key begins with `table.` or `view.`. */
  text: (key: string) => string;
  /** Submit an action. */
  act: (action: string) => void;
}
