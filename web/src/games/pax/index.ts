import { onDemand } from '$lib/onDemand.svelte';

import type { GameClient } from '..';

import Board from './Board.svelte';
import { changes, OPENINGS } from './board/changes';
import { moveSteps } from './board/moveSteps';
import Decide from './Decide.svelte';
import { digest } from './digest';
import Panel from './Panel.svelte';
import { PATTERNS } from './patterns';
import { selected } from './selected.svelte';
import { results } from './results';
import Status from './Status.svelte';
import { finalPoints, type Facts, type PaxView } from './types';
import { mentions, opener, TREATY } from './treaties/titles';
import { GREAT } from './war/story';

export const client: GameClient = {
  board: Board,
  decide: Decide,
  question: 66,
  panel: Panel,
  status: Status,
  codes: { of: ({ facts }) => (facts as Facts).letters, below: 1600 },
  words: onDemand(() => import('./Words.svelte'), { ahead: false }),
  patterns: PATTERNS,
  liveries: (_, seat) => [seat],
  reached: ({ view }) => finalPoints(view as PaxView),
  opens: { [TREATY]: opener },
  mentions,
  shows: (_, { things }) => {
    if (things[0]) selected.area = things[0];
  },
  results,
  review: { changes, steps: moveSteps, great: GREAT, openings: [...OPENINGS, 'log.phase'], dull: digest.dull ?? [], rolls: true },
  digest,
  intro: [
    { text: 'pax.intro.1' },
    { text: 'pax.intro.2', region: 'board' },
    { text: 'pax.intro.3', region: 'board', thing: 'egypt' },
    { text: 'pax.intro.4', region: 'board', thing: 'indian_ocean' },
    { text: 'pax.intro.5', region: 'decide' },
    { text: 'pax.intro.6' },
    { text: 'pax.intro.7', region: 'panel' },
    { text: 'pax.intro.8', region: 'status' },
  ],
};
