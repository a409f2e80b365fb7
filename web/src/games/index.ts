/** What each game brings to the page of a table; everything else is shared.

What the page offers to a game, beside the table's store:
- `table.openCard(id)` and `table.openRule(section)` show a text over the page without leaving it;
- `table.focus = { id }` brings a thing of the board into view, `{ all }` several;
- `table.selection.point(words)` lets things shine while something about them is hovered;
- the guided introduction: write the keys `<game>.intro.1`, `<game>.intro.2`, … in both languages,
  and they are shown one after the other on the first table of the game (and from the help menu).
  To point at something with a step, list the steps in `intro` instead (see `Step`);
- what a choice does that cannot be taken back, told before it is taken: the keys
  `<game>.grave.<choice>`, `<game>.grave.<choice>.ask` for the question whether it is meant, and
  `<game>.grave.<choice>.yes` where the server has no label for it.
*/

import type { Component } from 'svelte';

import type { Key } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan, Link, LogLine, Seen, TableInfo } from '$lib/types';
import type { Changes, Compared } from '$table/review';

import { attrition } from './attrition';
import { common } from './common';
import { diplomacy } from './diplomacy';
import { pax } from './pax';
import { turmoil } from './turmoil';

export interface GameParts {
  table: TableStore;
  plan: BoardPlan;
}

/** The parts of the page that a step of the introduction can point at. */
export type Region = 'status' | 'board' | 'decide' | 'panel' | 'tabs' | 'timeline';

/** A step of the introduction: a short text, and perhaps what it is about. */
export interface Step {
  /** A key of lib/text, such as `turmoil.intro.1`. */
  text: Key;
  /** What is said instead to somebody whose opponents are all computers. */
  alone?: Key;
  /** A thing of the board (`data-id`) that shines meanwhile. */
  thing?: string;
  /** A part of the page that is framed meanwhile. */
  region?: Region;
}

/** Orders that players write to each other in letters, in a game that has orders. An order is what
 * the server calls it, such as `A PAR - BUR`. */
export interface OrderTalk {
  /** What finds the orders in a text, as links of the kind `order`; things may be called what they
   * are called in any of these languages. */
  find: (table: TableStore, languages: Names[]) => (text: string) => Link[];
  /** An order in the reader's notation. */
  note: (table: TableStore, order: string) => string;
  /** Those of some orders that one could give oneself now. */
  own: (table: TableStore, orders: string[]) => string[];
  /** Write these down as one's own, as far as one can. */
  take: (table: TableStore, orders: string[]) => void;
  /** Strike an order out of the proposal that is being drawn. */
  strike: (table: TableStore, order: string) => void;
  /** The orders that one has written down oneself. */
  written: (table: TableStore) => string[];
}

/** How what others did is shown again; without it each of their moves, and the places it names. */
export interface GameReview {
  /** What a scene changed. */
  changes?: (compared: Compared) => Changes;
  /** The only moves that are shown, whoever made them: where all act at once. */
  moves?: (table: TableStore) => number[];
  /** In how many parts a move is shown. */
  parts?: (seen: Seen, move: number) => number;
  /** The lines of a move in the steps in which they are told, one after the other. */
  steps?: (lines: LogLine[]) => LogLine[][];
  /** The keys of lines from which on the board shows what came of the move; without them, it does
   * with the last step. */
  settles?: string[];
  /** All was shown, or enough of it. */
  ended?: (table: TableStore) => void;
  /** The keys of what is announced: great events. */
  great?: string[];
  /** The keys of lines that alone are not worth a scene. */
  dull?: string[];
  /** Nothing else shows how one's own dice fell. */
  rolls?: boolean;
  /** The keys of lines with which a turn begins: what stands before them belongs to the last. */
  openings?: string[];
}

export interface GameClient {
  /** The board with its pieces; uses `Board.svelte`. */
  board: Component<GameParts>;
  /** One line above the board: turn, score, what is going on. */
  status: Component<GameParts>;
  /** Beside the board, above the log: the hand, tracks, a battle, the orders being written. */
  panel: Component<GameParts>;
  /** How much of the column the question has as a rule, in parts of a hundred; where a game has
   * much to decide it is more than usual. */
  question?: number;
  /** Takes the place of the common list of choices where a game has a better way to decide. */
  decide?: Component<GameParts>;
  /** What stands above the choices of a verb in a long list; the list has these verbs in this order,
   * after all others. */
  headings?: Record<string, Key>;
  /** Where one decides, while one waits for others: what one has handed in. */
  waiting?: Component<GameParts>;
  /** The table in lists and sentences, for those who do not look at a map. */
  words: Component<GameParts>;
  /** The steps of the introduction; without it the keys `<game>.intro.<n>` in their order. */
  intro?: Step[];
  /** Orders in letters, and proposals drawn on the board. */
  talk?: OrderTalk;
  /** Things of the game that are opened where a text names them, by the kind of name: what opens one;
   * null where there is nothing to open. */
  opens?: Record<string, (table: TableStore, id: string) => (() => void) | null>;
  /** What finds such things in the letters that players write, as links of those kinds. */
  mentions?: (table: TableStore, languages: Names[]) => (text: string) => Link[];
  /** What the seats have reached, in the figure that decides; the end tells it. */
  reached?: (table: TableStore) => Record<string, number>;
  /** Under which names the game's stylesheet has the colours of a seat, as an owner (`data-owner`)
   * or a class; without it seats have none. */
  liveries?: (table: TableStore, seat: string) => string[];
  review?: GameReview;
  /** Whether anything is rolled or drawn under these options; without it something always is. */
  chance?: (options: TableInfo['options']) => boolean;
}

const CLIENTS: Record<string, GameClient> = { attrition, diplomacy, pax, turmoil };

/** What a game brings; a game that the page knows nothing of is played with the common parts. */
export const clientOf = (game: string): GameClient => CLIENTS[game] ?? common;

/** Whether there is something to prove: dice, cards, or seats drawn by lot. */
export const isDrawn = ({ game, options, lots }: TableInfo): boolean =>
  lots || (clientOf(game).chance?.(options) ?? true);
