import { onDemand } from '$lib/onDemand.svelte';

import type { GameClient } from '..';

import Board from './Board.svelte';
import { carriedOut, changes, reportsOf, stay } from './changes';
import Decide from './Decide.svelte';
import { digest } from './digest';
import Panel from './Panel.svelte';
import { PATTERNS } from './patterns';
import Status from './Status.svelte';
import { talk } from './talk';
import { centresOf, type DiplomacyView } from './types';
import Waiting from './Waiting.svelte';

export const client: GameClient = {
  board: Board,
  decide: Decide,
  panel: Panel,
  status: Status,
  statusLines: 1,
  waiting: Waiting,
  words: onDemand(() => import('./Words.svelte'), { ahead: false }),
  patterns: PATTERNS,
  talk,
  chance: ({ players }) => players === 2, // a toss gives Italy to one of the sides (R13)
  // With fewer than seven players a seat has several powers; before the game it has none.
  liveries: (table, seat) => (table.view as DiplomacyView | null)?.players[seat] ?? [],
  reached: ({ view }) => centresOf(view as DiplomacyView),
  review: {
    changes,
    moves: carriedOut,
    parts: (seen, move) => reportsOf(seen, move).length,
    ended: stay,
    great: ['log.concedes', 'log.disorder'],
    openings: ['log.season'],
  },
  digest,
  intro: [
    { text: 'diplomacy.intro.1' },
    { text: 'diplomacy.intro.2', region: 'board' },
    { text: 'diplomacy.intro.3', region: 'board' },
    { text: 'diplomacy.intro.4', region: 'board' },
    { text: 'diplomacy.intro.5', region: 'board', thing: 'NTH' },
    { text: 'diplomacy.intro.6', region: 'decide' },
    { text: 'diplomacy.intro.7', region: 'panel' },
    { text: 'diplomacy.intro.8', region: 'status' },
    { text: 'diplomacy.intro.9', alone: 'diplomacy.intro.alone', region: 'tabs' },
  ],
};
