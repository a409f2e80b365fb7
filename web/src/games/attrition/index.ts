import { onDemand } from '$lib/onDemand.svelte';

import type { GameClient } from '..';

import { AFTER_BATTLE, battleSteps } from './battleSteps';
import Board from './Board.svelte';
import { changes } from './changes';
import Decide from './Decide.svelte';
import { digest } from './digest';
import Panel from './Panel.svelte';
import { PATTERNS } from './patterns';
import Status from './Status.svelte';
import Waiting from './Waiting.svelte';

export const client: GameClient = {
  board: Board,
  decide: Decide,
  showsHints: true,
  panel: Panel,
  status: Status,
  waiting: Waiting,
  words: onDemand(() => import('./Words.svelte'), { ahead: false }),
  patterns: PATTERNS,
  liveries: (_, seat) => [seat],
  review: {
    changes,
    steps: battleSteps,
    settles: AFTER_BATTLE,
    great: ['log.declare', 'log.surrender', 'log.revolution', 'log.ruhr_lost'],
    openings: ['log.player_turn'],
  },
  digest,
  intro: [
    { text: 'attrition.intro.1' },
    { text: 'attrition.intro.2', region: 'status' },
    { text: 'attrition.intro.3', region: 'panel' },
    { text: 'attrition.intro.4', region: 'decide' },
    { text: 'attrition.intro.5', region: 'board', thing: 'berlin' },
    { text: 'attrition.intro.6', region: 'board' },
    { text: 'attrition.intro.7', region: 'panel' },
    { text: 'attrition.intro.8', region: 'board', thing: 'istanbul' },
  ],
};
