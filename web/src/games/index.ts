/** What each game adds to the page of a table; everything else is shared.

A game's page is the folder named by its id: `index.ts` exports its `client`, `cardPart.ts` its
`cardPart`, and `text/en.ts` and `text/fr.ts` its texts. Nothing lists the games.

What the page offers to a game, beside the table's store:
- `table.openCard(id)` and `table.openRule(section)` show a text over the page without leaving it;
- `table.focus = { id }` brings a thing of the board into view, `{ all }` several;
- `table.selection.point(words)` highlights things while something about them is hovered;
- the introduction: write the keys `<game>.intro.1`, `<game>.intro.2`, … in both languages, and they
  are shown one after the other on the first table of the game (and from the help menu). To point at
  something with a step, list the steps in `intro` instead (see `Step`);
- the confirmation of a choice that cannot be undone: the keys `<game>.grave.<choice>` for what it
  does, `<game>.grave.<choice>.ask` for the question, and `<game>.grave.<choice>.yes` if the server
  has no label for it.
*/

import type { Component } from 'svelte';

import { language, type Key } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { Part } from '$lib/onDemand.svelte';
import type { OwnerPatterns } from '$lib/patterns';
import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan, CautionText, Link, LogEntry, SeatState, TableInfo } from '$lib/types';
import { reloadAfterUpgrade } from '$lib/upgraded';
import type { GameDigest } from '$table/digest';
import type { GameResults } from '$table/results/result';
import type { Changes, Compared } from '$table/review';

import { client as common } from './common';

export interface GameParts {
  table: TableStore;
  plan: BoardPlan;
}

/** The parts of the page that a step of the introduction can point at. */
export type Region = 'status' | 'board' | 'decide' | 'panel' | 'tabs' | 'timeline';

/** A step of the introduction: a short text, and perhaps its subject. */
export interface Step {
  /** A key of the page's texts, such as `turmoil.intro.1`. */
  text: Key;
  /** The text if all opponents are computers. */
  alone?: Key;
  /** A thing of the board (`data-id`) to highlight meanwhile. */
  thing?: string;
  /** A part of the page to frame meanwhile. */
  region?: Region;
}

/** Orders in messages between players, for a game that has orders. An order is the server's text,
 * such as `A PAR - BUR`. */
export interface OrderTalk {
  /** Finds the orders in a text, as links of the kind `order`; names of any of these languages
   * count. */
  find: (table: TableStore, languages: Names[]) => (text: string) => Link[];
  /** An order in the reader's notation. */
  note: (table: TableStore, order: string) => string;
  /** Those of some proposed items that are orders, which the map can show. */
  orders: (items: string[]) => string[];
  /** Those of some orders that the player could give now. */
  own: (table: TableStore, orders: string[]) => string[];
  /** Write these as the player's own, as far as possible. */
  take: (table: TableStore, orders: string[]) => void;
  /** Remove an order from the proposal that is being drawn. */
  strike: (table: TableStore, order: string) => void;
  /** The orders that the player has written. */
  written: (table: TableStore) => string[];
}

/** How other players' moves are replayed; without it each of their moves, with the places it names.
 */
export interface GameReview {
  /** What a scene changed. */
  changes?: (compared: Compared) => Changes;
  /** The only moves that are shown, those of all seats: where all act at once. */
  moves?: (table: TableStore) => number[];
  /** The number of parts in which a move is shown. */
  parts?: (seen: SeatState, move: number) => number;
  /** The lines of a move, in steps. */
  steps?: (lines: LogEntry[]) => LogEntry[][];
  /** The keys of lines from which on the board shows the result of the move; without them, from the
   * last step. */
  settles?: string[];
  /** Called when everything, or enough, was shown. */
  ended?: (table: TableStore) => void;
  /** The keys of great events, which are announced. */
  great?: string[];
  /** The keys of lines that alone are not worth a scene. */
  dull?: string[];
  /** Nothing else shows how the player's own dice fell. */
  rolls?: boolean;
  /** The keys of lines that start a turn: lines before them belong to the last one. */
  openings?: string[];
}

export interface GameClient {
  /** The board with its pieces; uses `Board.svelte`. */
  board: Component<GameParts>;
  /** One line above the board: turn, score, phase. */
  status: Component<GameParts>;
  /** How many lines it has on a phone; two unless said. */
  statusLines?: number;
  /** The letters of seats, for a line of less than `below` pixels, where names have no room. */
  codes?: { of: (plan: BoardPlan) => Record<string, string>; below: number };
  /** Beside the board, above the log: the hand, tracks, a battle, the orders being written. */
  panel: Component<GameParts>;
  /** The question's default share of the column, in per cent; more in games with much to decide. */
  question?: number;
  /** Short lists of choices show the hint of each without pointing at it. */
  showsHints?: boolean;
  /** Replaces the common list of choices if the game has a better way to decide. */
  decide?: Component<GameParts>;
  /** The headings of verbs in a long list; the list has these verbs in this order, after all
   * others. */
  headings?: Record<string, Key>;
  /** Shown while waiting for others: what was submitted. */
  waiting?: Component<GameParts>;
  /** The table in lists and sentences, instead of a map. */
  words: Part<GameParts>;
  /** The steps of the introduction; without it the keys `<game>.intro.<n>` in order. */
  intro?: Step[];
  /** Orders in messages, and proposals drawn on the board. */
  talk?: OrderTalk;
  /** Things of the game that open when a text names them, by the kind of name; null if there is
   * nothing to open. */
  opens?: Record<string, (table: TableStore, id: string) => (() => void) | null>;
  /** Opens what a caution is about, besides the other question or the place on the board. */
  shows?: (table: TableStore, caution: CautionText) => void;
  /** Finds such things in messages, as links of those kinds. */
  mentions?: (table: TableStore, languages: Names[]) => (text: string) => Link[];
  /** The results of the seats in the deciding figure, for the end of the game. */
  reached?: (table: TableStore) => Record<string, number>;
  /** The names of a seat's colours in the game's style sheet, as an owner (`data-owner`) or a
   * class; without it seats have none. */
  liveries?: (table: TableStore, seat: string) => string[];
  /** The patterns of the owners on its map, for the legend; the board draws them. */
  patterns?: OwnerPatterns;
  review?: GameReview;
  /** How it sums up what happened since the player last acted. */
  digest?: GameDigest;
  /** Battles and great moments as cards. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has results of its own
  results?: GameResults<any>;
  /** Whether anything is rolled or drawn under these options; by default it is. */
  chance?: (options: TableInfo['options']) => boolean;
}

/** The clients of the games in this folder, by the path of their `index.ts`. */
const CLIENTS = import.meta.glob<GameClient>(['./*/index.ts', '!./common/index.ts'], {
  import: 'client',
});
const loaded = new Map<string, GameClient>();

/** Load the parts and texts of a game; they are needed before its table is shown. */
export async function loadClient(game: string): Promise<void> {
  const load = CLIENTS[`./${game}/index.ts`];
  if (!load) return;
  try {
    const [client] = await Promise.all([load(), language.load(game)]);
    loaded.set(game, client);
  } catch (error) {
    void reloadAfterUpgrade();
    throw error;
  }
}

/** The loaded parts of a game; a game without its own page uses the common parts. */
export const clientOf = (game: string): GameClient => loaded.get(game) ?? common;

/** Whether there is something to verify: dice, cards, or randomly assigned seats. */
export const isDrawn = ({ game, options, random_seats: lots }: TableInfo): boolean =>
  lots || (clientOf(game).chance?.(options) ?? true);
