import { onDemand } from '$lib/onDemand.svelte';

import type { GameClient } from '..';

import Board from './Board.svelte';
import { changes } from './changes';
import { digest } from './digest';
import Panel from './Panel.svelte';
import { PATTERNS } from './patterns';
import { scoringSteps } from './scoringSteps';
import Status from './Status.svelte';
import Waiting from './Waiting.svelte';

export const client: GameClient = {
  board: Board,
  panel: Panel,
  status: Status,
  headings: {
    event: 'turmoil.heading.event',
    ops: 'turmoil.heading.ops',
    naval: 'turmoil.heading.naval',
    both: 'turmoil.heading.both',
    cancel: 'turmoil.heading.cancel',
  },
  waiting: Waiting,
  words: onDemand(() => import('./Words.svelte'), { ahead: false }),
  patterns: PATTERNS,
  liveries: (_, seat) => [seat],
  review: {
    changes,
    steps: scoringSteps,
    great: ['log.outbreak', 'log.war_won', 'log.war_lost', 'log.joins', 'log.final_scoring'],
    openings: ['log.turn'],
  },
  digest,
  intro: [
    { text: 'turmoil.intro.1' },
    { text: 'turmoil.intro.2', thing: 'paris' },
    { text: 'turmoil.intro.3', region: 'board' },
    { text: 'turmoil.intro.4' },
    { text: 'turmoil.intro.5', region: 'decide' },
    { text: 'turmoil.intro.6', thing: 'france' },
    { text: 'turmoil.intro.7', region: 'board' },
    { text: 'turmoil.intro.8', region: 'status' },
  ],
};
