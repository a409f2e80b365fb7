/** A battle as it is told, step by step: who meets, the dice and what turns them, hits, losses, and
 * what becomes of the region. */

import type { LogLine } from '$lib/types';
import { cut } from '$table/review';

const STEPS: Record<string, string> = {
  'log.battle': 'battle',
  'log.decoys': 'battle',
  'log.turned_up': 'battle',
  'log.dice': 'dice',
  'log.gas': 'gas',
  'log.stormtroopers': 'stormtroopers',
  'log.general': 'general',
  'log.hits': 'hits',
  'log.ignore': 'hits',
  'log.trenches_lost': 'losses',
  'log.losses': 'losses',
  'log.unopposed': 'battle',
  'log.taken': 'result',
  'log.status': 'result',
  'log.player_turn': 'turn',
};
/** What only a battle is told with. */
const FOUGHT = ['log.battle', 'log.dice', 'log.dice_now', 'log.hits', 'log.losses'];

export const battleSteps = (lines: LogLine[]): LogLine[][] =>
  lines.some(({ key }) => FOUGHT.includes(key)) ? cut(lines, ({ key }) => STEPS[key]) : [lines];

/** From which lines on the board shows what came of it. */
export const AFTER_BATTLE = ['log.trenches_lost', 'log.losses', 'log.taken'];
