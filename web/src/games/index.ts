/** What each game brings to the page of a table; everything else is shared. */

import type { Component } from 'svelte';

import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan } from '$lib/types';

import { attrition } from './attrition';
import { diplomacy } from './diplomacy';
import { turmoil } from './turmoil';

export interface GameParts {
  table: TableStore;
  plan: BoardPlan;
}

export interface GameClient {
  /** The board with its pieces; uses `Board.svelte`. */
  board: Component<GameParts>;
  /** One line above the board: turn, score, what is going on. */
  status: Component<GameParts>;
  /** Beside the board, above the log: the hand, tracks, a battle, the orders being written. */
  panel: Component<GameParts>;
  /** Takes the place of the common list of choices where a game has a better way to decide. */
  decide?: Component<GameParts>;
  /** The table in lists and sentences, for those who do not look at a map. */
  words: Component<GameParts>;
}

export const CLIENTS: Record<string, GameClient> = { attrition, diplomacy, turmoil };
