/** The client of every game without its own page: its board, its picture or its figures. */

import { onDemand } from '$lib/onDemand.svelte';

import type { GameClient } from '..';

import Board from './Board.svelte';
import Panel from './Panel.svelte';
import Status from './Status.svelte';

export const client: GameClient = {
  board: Board,
  panel: Panel,
  status: Status,
  words: onDemand(() => import('./Words.svelte'), { ahead: false }),
};
